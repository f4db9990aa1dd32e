#include "cli/help.h"

#include <fmt/format.h>

#include "cli/options.h"

namespace mineru::cli {

// Lines fit 80 columns.
std::string main_help() {
  return R"(mineru-cpp turns PDFs and pictures of pages into Markdown and JSON, offline.

Usage: mineru-cpp COMMAND [OPTIONS]

Commands:
  parse     read documents and write Markdown, JSON and pictures
  watch     read documents as they arrive in a folder
  ask       show a picture to the model and print what it answers
  pull      get a model for parse and ask from the network
  synth     write a random model, to time and to test without the real one
  doctor    check this installation; prints what belongs into a bug report
  version   print the version (also --version)
  help      print this text; "help parse" explains all options of parse

Examples:
  mineru-cpp parse report.pdf        read one document; the results are in ./out
  mineru-cpp parse scans/ -l en      every PDF and picture of a folder, English
  mineru-cpp pull                    get the model, 2.2 GB; once
  mineru-cpp parse report.pdf -b vlm read it with the model
  mineru-cpp doctor                  is everything in place?
)";
}

namespace {

constexpr const char* kParseHelp =
    R"(Reads PDFs and pictures of pages (PNG, JPEG, WebP, TIFF, GIF, BMP) and writes
each one as Markdown and JSON.

Usage: mineru-cpp parse PATH... [OPTIONS]

Examples:
  mineru-cpp parse report.pdf                  writes out/report/auto/report.md
  mineru-cpp parse report.pdf --pages 1-5,-1   the first five pages and the last
  mineru-cpp parse scans/ -o new -m ocr -l en  a folder of English scans

Input
  PATH...               files and folders; of a folder, every PDF and picture
  -p, --path PATH       the same as an option; may be repeated
  -r, --recursive       also look into the folders within a folder
      --pages LIST      pages to read, like 1-5,9,-1. The first page is 1, the
                        last is -1, and 3- is 3 to the end (default: all)
  -s, --start N         first page to read, counted from 0 (default: 0)
  -e, --end N           last page to read, counted from 0 (default: the last)
      --password PW     password of encrypted PDFs. Other users can see it in
                        the list of processes; two ways that hide it:
      --password-file FILE
                        the first line of FILE is the password; - is standard
                        input. Or set the environment variable MINERU_PASSWORD

Reading
  -m, --method METHOD   auto: decide for each page (default)
                        txt: take the text that is stored in the PDF
                        ocr: recognise the picture of every page
  -l, --lang LANG       language of scanned pages (default: ch)
                        ch (Chinese and English), en, japan, korean, latin,
                        chinese_cht, arabic, cyrillic, east_slavic, devanagari,
                        ta, te, ka, th, el, or Tesseract codes like deu+fra
  -b, --backend NAME    auto: hybrid if there is a model, else flash (default)
                        flash: needs no model; the official name "pipeline"
                        means flash, too
                        hybrid: the MinerU2.5 model finds what is on a page,
                        and reads what the PDF's text does not say; also
                        hybrid-engine, hybrid-auto-engine
                        vlm: the model reads every page; also vlm-engine,
                        vlm-auto-engine
                        hybrid-http-client, vlm-http-client: the same with a
                        model behind a server (-u)
      --enhance NAME    enlarge and sharpen pictures before they are read: auto
                        (default: where they are blurred or tiny), off, on
  -f, --formula BOOL    formulas as LaTeX where possible (default: true)
  -t, --table BOOL      tables as HTML, not as pictures (default: true)

Reading with the model (-b hybrid, -b vlm)
      --model DIR       folder of the model, or the name of a pulled one: 2509,
                        pro. Means -b hybrid. Default: the environment variable
                        MINERU_MODEL, else a model that "pull" brought
      --effort LEVEL    of hybrid: medium (default), or high: also read text
                        with formulas, of which the PDF has only characters
      --order NAME      of the blocks of a page: model (default), as it names
                        them, or xy, column by column
      --dtype NAME      stored: weights as the file has them (default)
                        q8: 8 bits, half the memory and faster, less exact
      --max-side N      show it pictures whose longer side is at most N pixels,
                        28 to 20000; 768 saves memory and time, and costs small
                        print (default: as large as in the official program)
      --resample NAME   how they are made smaller: bicubic (default) or lanczos
      --image-analysis BOOL
                        ask what pictures and charts show (default: false; the
                        model 2509 was not trained to say; hybrid: only with
                        --effort high)

A model behind a server (OpenAI's interface, as vLLM has it)
  -u, --url URL         http://HOST:PORT; means -b hybrid-http-client. Default
                        of that and of vlm-http-client: the variable
                        MINERU_VL_SERVER. A key: MINERU_VL_API_KEY
      --served-model NAME
                        which one, where the server has several (default: the
                        variable MINERU_VL_MODEL_NAME)
      --max-concurrency N
                        requests in flight at once (default: 100)
      --http-timeout SECONDS
                        longest silence of the server (default: 600)
      --priority N      sent with each request; lower is served earlier

Output
  -o, --output DIR      folder for the results, made if missing (default: out)
                        DIR/NAME/METHOD/ gets NAME.md, NAME_content_list.json,
                        NAME_middle.json, images/, NAME_layout.pdf (shows what
                        was recognised), NAME_origin.pdf (the pages read)
      --format LIST     markdown, json, html (NAME.html, one page that needs no
                        other file), chunks (NAME_chunks.jsonl, pieces of the
                        Markdown for retrieval); default: markdown,json
      --tables NAME     in the Markdown: html (default), markdown, or auto:
                        Markdown where nothing gets lost
      --headers NAME    headers, footers and page numbers in the text: drop
                        (default), keep, or comment (<!-- -->)
      --page-markers    <!-- page 3 --> in the Markdown before page 3
      --markdown MODE   mm: with pictures (default)
                        nlp: text only, no pictures, charts and tables
      --no-overlay      do not write NAME_layout.pdf
      --no-origin       do not write NAME_origin.pdf
      --compat MODE     product: the best we can (default)
                        reference: like the official program, faults included

Limits
      --threads N       pages in work at once, 1 to 256; each has a process of
                        its own. With a model: threads of the model.
                        Default here: {threads}
      --max-pixels N    largest picture to decode, in pixels (default: 200M,
                        200 million)
      --page-timeout SECONDS
                        longest time for one step of reading a page
                        (default: 120)
      --max-seconds N   pages of a document that are not begun after so long
                        are given up (default: 0, no limit)
      --worker-memory SIZE
                        memory of each process, like 512M (default: 2G)

Folders
      --resume          take over what an earlier run with the same files and
                        options has finished, also when it was killed
      --retry-failed    the same, and try failed pages and documents again
      --skip-existing   leave every document alone that has a result
      --jobs N          documents in work at once, 1 to 64 (default: 2, with one
                        thread 1); --threads stays the number of pages
      --report FILE     write what came of each document as JSON
                        See also: mineru-cpp help watch

Messages
      --json-progress   one JSON object a line on standard output
  -v, --verbose         tell more, and every warning, not just the first five
  -q, --quiet           tell about failures only
  -h, --help            print this text

Standard output lists the files that were written, one a document; everything
else goes to standard error. Ctrl-C finishes the pages in work and keeps what is
done.

Exit codes: 0 everything was read, 1 nothing was, 2 wrong usage, 3 some pages or
documents failed, 4 a password is missing or wrong, 5 results cannot be written,
130 stopped.
)";

constexpr const char* kAskHelp =
    R"(Shows pictures to the model and prints what it answers, as it comes.

Usage: mineru-cpp ask [--image FILE]... [OPTIONS]

Examples:
  mineru-cpp ask --image line.png               the text of a picture
  mineru-cpp ask --image page.png --task layout the regions of a page
  mineru-cpp ask --image table.png --task table --keep-special
  mineru-cpp ask --model DIR --prompt "Hello" --max-tokens 20 --json

Question
  -i, --image FILE      a picture, or a PDF, of which the first page is shown;
                        may be repeated. Pictures come before the prompt
      --task NAME       ask as "parse" does: layout, text, table, formula or
                        picture, with the prompt and the sampling that MinerU
                        uses (default with a picture: text)
      --prompt TEXT     words of your own instead of a task
      --system TEXT     instruction that comes first (default: the model's own)

Model
      --model DIR       folder of the model, or the name of a pulled one: 2509,
                        pro. Default: the environment variable MINERU_MODEL,
                        else a model that "pull" brought
      --dtype NAME      stored: weights as the file has them (default)
                        q8: 8 bits, half the memory and faster, less exact
  -u, --url URL         a model server instead: http://HOST:PORT; with
                        --served-model, --max-concurrency, --http-timeout and
                        --priority as "parse" has them
      --max-side N      make pictures smaller whose longer side has more than N
                        pixels, 28 to 20000; 768 saves memory and time
      --resample NAME   how they are made smaller: bicubic (default) or lanczos
      --threads N       threads of the model, 1 to 256.
                        Default here: {threads}

Answer
      --max-tokens N    longest answer (default: 4096)
      --temperature T   0: always the likeliest token (default); above 0: chosen
                        at random among the tokens that the next two leave
      --top-p P         the likeliest that together have this probability
      --top-k N         the N likeliest; 0: all
      --seed N          same seed, same answer (default: 0)
      --keep-special    print special tokens, such as <|box_start|>, too
      --json            one JSON object when the answer is complete: text,
                        finish_reason, usage, timings, peak memory

Messages
  -v, --verbose         tell more
  -q, --quiet           print the answer only
  -h, --help            print this text

Standard output gets the answer, everything else goes to standard error. Ctrl-C
ends the answer where it is.

Exit codes: 0 answered, 1 no model, no picture or a broken one, 2 wrong usage,
130 stopped.
)";

}  // namespace

std::string ask_help(const CpuInfo& cpu) {
  return fmt::format(fmt::runtime(kAskHelp), fmt::arg("threads", describe_default_threads(cpu)));
}

std::string pull_help() {
  return R"(Gets a model from the network into the folder where parse and ask look for it.
What is broken off goes on where it ended when the command is given again; every
file is compared with its checksum.

Usage: mineru-cpp pull [NAME] [OPTIONS]

Examples:
  mineru-cpp pull                               MinerU2.5-2509, about 2.2 GB
  mineru-cpp pull pro --source modelscope       MinerU2.5-Pro, from ModelScope
  mineru-cpp pull --mirror https://HOST         a mirror of Hugging Face

  NAME                  2509: MinerU2.5-2509-1.2B (default)
                        pro: MinerU2.5-Pro-2605-1.2B
      --source NAME     huggingface (default) or modelscope
      --mirror URL      a server that speaks like the source; also the
                        environment variable HF_ENDPOINT for huggingface
      --to DIR          folder for the files, made if missing (default:
                        ~/.local/share/mineru-cpp/models/NAME)
      --retries N       attempts without a byte before giving up, 0 to 1000
                        (default: 5)
  -v, --verbose         tell more
  -q, --quiet           tell about failures only
  -h, --help            print this text

Proxies come from the environment: https_proxy, http_proxy, all_proxy, no_proxy.
HF_TOKEN, if set, is sent to the source. Without a network, the message says
which files to bring and where to put them.

Exit codes: 0 the model is complete, 1 it could not be had, 2 wrong usage, 5 it
cannot be written, 130 stopped.
)";
}

std::string synth_help() {
  return R"(Writes a random model of the real architecture: its answers are noise, its speed
and memory are those of the real one.

Usage: mineru-cpp synth -o DIR [OPTIONS]

Examples:
  mineru-cpp synth -o random                    full size, 2.2 GB
  mineru-cpp synth --preset tiny -o small       for tests, a few MB

  -o, --output DIR      folder for the model, made if missing
      --preset NAME     mineru2.5-1.2b: the published shapes (default)
                        tiny: four small layers
      --seed N          equal seeds write equal files (default: 0)
      --tokenizer FILE  a tokenizer.json to copy (default: the one that
                        scripts/fetch_tokenizer brought, else a made-up one;
                        for tiny always a made-up one)
      --force           replace the model that is in the folder
  -v, --verbose         tell more
  -q, --quiet           tell about failures only
  -h, --help            print this text

Exit codes: 0 written, 1 the tokenizer is missing or broken, 2 wrong usage, 5 it
cannot be written, 130 stopped.
)";
}

std::string parse_help(const CpuInfo& cpu) {
  return fmt::format(fmt::runtime(kParseHelp), fmt::arg("threads", describe_default_threads(cpu)));
}

std::string watch_help() {
  return R"(Reads every PDF and picture that lies in a folder or arrives there, until it is
stopped. Prints the path of each result when it is there.

Usage: mineru-cpp watch FOLDER... [OPTIONS]

Examples:
  mineru-cpp watch inbox -o out
  mineru-cpp watch inbox -o out --format chunks -q

  -o, --output DIR      folder for the results (default: out)
      --interval SECONDS
                        between two looks (default: 2). A file is read when two
                        looks found it unchanged
  -h, --help            print this text

All options of "parse" mean the same. What an earlier run has finished is not
read again, unless the file or the options have changed. Ctrl-C ends.

Exit codes: those of "parse"; 0 if nothing came.
)";
}

std::string doctor_help() {
  return R"(Checks this installation and says what to do about what is missing. The text
belongs into a bug report; it holds no user name, host name or home folder.

Usage: mineru-cpp doctor [OPTIONS]

Examples:
  mineru-cpp doctor                  look at everything
  mineru-cpp doctor -o /srv/out      can results be written there?
  mineru-cpp doctor --json           the same for programs

  -o, --output DIR      output folder to look at (default: ./out)
      --json            one JSON object instead of text
  -h, --help            print this text

Exit codes: 0 nothing failed (warnings are fine), 1 something failed, 2 wrong
usage.
)";
}

std::string version_text() { return "mineru-cpp " MINERU_VERSION "\n"; }

}  // namespace mineru::cli
