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
  doctor    check this installation; prints what belongs into a bug report
  version   print the version (also --version)
  help      print this text; "help parse" explains all options of parse

Examples:
  mineru-cpp parse report.pdf        read one document; the results are in ./out
  mineru-cpp parse scans/ -l en      every PDF and picture of a folder, English
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
  -b, --backend NAME    flash: needs no model and no GPU (default); "pipeline",
                        an official name, means flash, too. The official vlm
                        and hybrid backends need a model: not in this version
  -f, --formula BOOL    formulas as LaTeX where possible (default: true)
  -t, --table BOOL      tables as HTML, not as pictures (default: true)

Output
  -o, --output DIR      folder for the results, made if missing (default: out)
                        DIR/NAME/METHOD/ gets NAME.md, NAME_content_list.json,
                        NAME_middle.json, images/, NAME_layout.pdf (shows what
                        was recognised), NAME_origin.pdf (the pages read)
      --no-overlay      do not write NAME_layout.pdf
      --no-origin       do not write NAME_origin.pdf
      --compat MODE     product: the best we can (default)
                        reference: like the official program, faults included

Limits
      --threads N       pages in work at once, 1 to 256; each has a process of
                        its own. Default here: {threads}
      --max-pixels N    largest picture to decode, in pixels (default: 200M,
                        200 million)
      --page-timeout SECONDS
                        longest time for one step of reading a page
                        (default: 120)
      --worker-memory SIZE
                        memory of each process, like 512M (default: 2G)

Messages
      --json-progress   one JSON object a line on standard output
  -v, --verbose         tell more, and every warning, not just the first five
  -q, --quiet           tell about failures only
  -h, --help            print this text

Standard output lists the Markdown files that were written; everything else goes
to standard error. Ctrl-C finishes the pages in work and keeps what is done.

Exit codes: 0 everything was read, 1 nothing was, 2 wrong usage, 3 some pages or
documents failed, 4 a password is missing or wrong, 5 results cannot be written,
130 stopped.
)";

}  // namespace

std::string parse_help(const CpuInfo& cpu) {
  return fmt::format(fmt::runtime(kParseHelp), fmt::arg("threads", describe_default_threads(cpu)));
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
