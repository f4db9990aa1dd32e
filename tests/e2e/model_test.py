#!/usr/bin/env python3
"""End-to-end tests of the commands that run a model: ask, synth, parse -b vlm.

usage: model_test.py BIN_DIR GOLDEN_DIR [unittest arguments]

GOLDEN_DIR is tests/golden: small checkpoints, and what Hugging Face answers with them.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from picture_file import golden_png
from small_pdf import make_pdf

TIMEOUT = 300   # seconds a run may take, with sanitizers on a busy machine
BIN_DIR = GOLDEN_DIR = None
CHECKPOINTS = ("flat-tied-bf16", "nested-untied-f32", "nested-tied-f16")

NOT_INHERITED = {"MINERU_MODEL", "MINERU_ISA", "XDG_DATA_HOME", "XDG_CACHE_HOME", "NO_COLOR"}


class ModelTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="model-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def command(self, *arguments):
        return [str(BIN_DIR / "mineru-cpp"), *map(str, arguments)]

    def environment(self, **extra):
        clean = {k: v for k, v in os.environ.items() if k not in NOT_INHERITED}
        return {**clean, "HOME": str(self.folder / "home"), **extra}

    def run_cli(self, *arguments, code=0, **extra):
        """Standard output and error; bytes become text without any change of line ends."""
        result = subprocess.run(self.command(*arguments), cwd=self.folder, capture_output=True,
                                stdin=subprocess.DEVNULL, timeout=TIMEOUT, check=False,
                                env=self.environment(**extra))
        out, err = result.stdout.decode(), result.stderr.decode()
        self.assertEqual(result.returncode, code, f"\n{out}\n{err}")
        return out, err

    def golden(self, checkpoint):
        text = (GOLDEN_DIR / checkpoint / "goldens.json").read_text(encoding="utf-8")
        return json.loads(text)["prompts"]

    def picture(self, width, height):
        path = self.folder / f"{width}x{height}.png"
        path.write_bytes(golden_png(width, height))
        return path

    def tiny(self, name="tiny", seed=0):
        path = self.folder / name
        self.run_cli("synth", "--preset", "tiny", "--seed", seed, "-q", "-o", path)
        return path


def ended(text):
    """As it stands on standard output: the last line is a whole one."""
    return text if text.endswith("\n") else text + "\n"


def question(prompt, picture):
    """Arguments of `ask` for a golden's messages; None if the command line cannot say them."""
    arguments = []
    messages = list(prompt["messages"])
    if messages[0]["role"] == "system":
        arguments += ["--system", messages.pop(0)["content"]]
    if len(messages) != 1:
        return None
    parts = messages[0]["content"]
    kinds = [part["type"] for part in parts]
    if kinds not in (["image", "text"], ["text"]):
        return None
    for part in parts:
        if part["type"] == "image":
            arguments += ["--image", picture(part["width"], part["height"])]
        else:
            arguments += ["--prompt", part["text"]]
    return arguments


class Ask(ModelTest):
    def test_answers_equal_those_of_hugging_face(self):
        asked = 0
        for checkpoint in CHECKPOINTS:
            for name, prompt in self.golden(checkpoint).items():
                arguments = question(prompt, self.picture)
                if arguments is None:
                    continue
                with self.subTest(checkpoint=checkpoint, prompt=name):
                    asked += 1
                    arguments += ["--model", GOLDEN_DIR / checkpoint, "--max-tokens", 64, "-q"]
                    out, err = self.run_cli("ask", *arguments, "--keep-special")
                    self.assertEqual(out, ended(prompt["reply"]))
                    self.assertEqual(err, "")
        self.assertGreaterEqual(asked, 27)

    def test_special_tokens_are_left_out(self):
        for checkpoint in CHECKPOINTS:
            prompt = self.golden(checkpoint)["wide"]
            arguments = [*question(prompt, self.picture), "--max-tokens", 64, "-q"]
            out, _ = self.run_cli("ask", "--model", GOLDEN_DIR / checkpoint, *arguments)
            self.assertEqual(out, ended(prompt["reply_without_special"]))

    def test_threads_and_instruction_sets_give_the_same(self):
        prompt = self.golden(CHECKPOINTS[0])["square"]
        arguments = [*question(prompt, self.picture), "--model", GOLDEN_DIR / CHECKPOINTS[0],
                     "--max-tokens", 64, "--keep-special", "-q"]
        for threads in (1, 3):
            out, _ = self.run_cli("ask", *arguments, "--threads", threads)
            self.assertEqual(out, ended(prompt["reply"]))
        out, _ = self.run_cli("ask", *arguments, MINERU_ISA="scalar")
        self.assertEqual(out, ended(prompt["reply"]))

    def test_json(self):
        prompt = self.golden(CHECKPOINTS[1])["wide"]
        out, _ = self.run_cli("ask", *question(prompt, self.picture), "--model",
                              GOLDEN_DIR / CHECKPOINTS[1], "--max-tokens", 64, "--json",
                              "--keep-special", "--threads", 1)
        answer = json.loads(out)
        self.assertEqual(answer["text"], prompt["reply"])
        self.assertEqual(answer["finish_reason"], "length")
        grid = prompt["grid_thw"][0]
        self.assertEqual(answer["usage"], {"prompt_tokens": len(prompt["input_ids"]),
                                           "completion_tokens": 64,
                                           "image_tokens": grid[1] * grid[2] // 4})
        self.assertEqual(answer["timings"]["image_patches"], grid[1] * grid[2])
        self.assertEqual(answer["threads"], 1)
        for name in ("load", "answer", "vision", "prefill", "decode"):
            self.assertGreater(answer["timings"][name + "_seconds"], 0, name)
        self.assertGreater(answer["timings"]["decode_tokens_per_second"], 0)
        self.assertGreater(answer["peak_memory_bytes"], 1 << 20)
        self.assertGreater(answer["worker_peak_memory_bytes"], 1 << 20)

    def test_summary(self):
        out, err = self.run_cli("ask", "--model", GOLDEN_DIR / CHECKPOINTS[0], "--prompt", "Hi",
                                "--max-tokens", 5)
        self.assertTrue(out.endswith("\n"))
        self.assertRegex(err, r"5 tokens in .*: prompt .*tokens/s\), answer .*tokens/s\)\n")
        self.assertRegex(err, r"peak memory \d+ MB, model loaded in ")
        self.assertIn("cut off after 5 tokens; --max-tokens allows more", err)

    def test_smaller_pictures_take_fewer_tokens(self):
        picture = self.picture(500, 333)
        tokens = []
        for extra in ([], ["--max-side", 112], ["--max-side", 112, "--resample", "lanczos"]):
            out, _ = self.run_cli("ask", "--model", self.tiny() if not tokens else "tiny", "--image",
                                  picture, "--prompt", "x", "--max-tokens", 3, "--json", *extra)
            tokens.append(json.loads(out)["usage"]["image_tokens"])
        self.assertEqual(tokens[1], 4 * 3)
        self.assertEqual(tokens[1], tokens[2])
        self.assertGreater(tokens[0], 100)

    def test_several_pictures_and_a_page(self):
        page = self.folder / "page.pdf"
        page.write_bytes(make_pdf(["PAGE-A"]))
        out, _ = self.run_cli("ask", "--model", self.tiny(), "--image", self.picture(56, 56), "-i", page,
                              "--max-side", 112, "--prompt", "x", "--max-tokens", 3, "--json")
        # 4 of the first; the page is 612 x 792 points, so 87 x 112 pixels, so 3 x 4.
        self.assertEqual(json.loads(out)["usage"]["image_tokens"], 4 + 12)

    def test_seeds(self):
        model = self.tiny()
        answers = []
        for seed in (1, 1, 2):
            out, _ = self.run_cli("ask", "--model", model, "--prompt", "x", "--max-tokens", 20,
                                  "--temperature", 2, "--seed", seed, "-q")
            answers.append(out)
        self.assertEqual(answers[0], answers[1])
        self.assertNotEqual(answers[0], answers[2])

    def test_mistakes(self):
        model = GOLDEN_DIR / CHECKPOINTS[0]
        picture = self.picture(56, 56)
        (self.folder / "notes.txt").write_text("no picture")
        (self.folder / "empty").mkdir()
        for code, word, arguments in (
                (1, "no such folder, and no pulled model", ["--model", "nowhere", "--prompt", "x"]),
                (1, "found no config.json", ["--model", "empty", "--prompt", "x"]),
                (1, "found a file", ["--model", picture, "--prompt", "x"]),
                (1, "no model: name its folder", ["--prompt", "x"]),
                (1, "none.png: No such file", ["--model", model, "--image", "none.png"]),
                (2, "notes.txt", ["--model", model, "--image", "notes.txt"]),
                (2, "nothing to ask", ["--model", model]),
                (2, "not both", ["--prompt", "x", "--task", "text"]),
                (2, "layout, text, table, formula or picture", ["-i", "x", "--task", "song"]),
                (2, "from 28 to 20000", ["-i", "x", "--max-side", "1"]),
                (2, "bicubic or lanczos", ["-i", "x", "--resample", "nearest"]),
                (2, "'--image'", ["--imge", "x"])):
            with self.subTest(arguments=arguments):
                out, err = self.run_cli("ask", *arguments, code=code)
                self.assertIn(word, err)
                self.assertEqual(out, "")

    def test_broken_checkpoint_names_its_file(self):
        model = self.tiny()
        (model / "tokenizer.json").unlink()
        _, err = self.run_cli("ask", "--model", model, "--prompt", "x", code=1)
        self.assertIn("tokenizer.json", err)
        (model / "config.json").write_text("{")
        _, err = self.run_cli("ask", "--model", model, "--prompt", "x", code=1)
        self.assertIn("config.json", err)

    def test_interrupt(self):
        """Many large pictures keep the model busy for longer than a signal takes."""
        model = self.tiny()
        picture = self.picture(600, 600)
        arguments = ["ask", "--model", model, "-v", "--prompt", "x", "--threads", 1]
        for _ in range(30):
            arguments += ["--image", picture]
        process = subprocess.Popen(self.command(*arguments), cwd=self.folder, env=self.environment(),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for line in process.stderr:
            if "loaded in" in line:
                break
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("stopped", err)


class Choice(ModelTest):
    def test_environment_and_names(self):
        models = self.folder / "home/.local/share/mineru-cpp/models"
        question_ = ["--prompt", "x", "--max-tokens", 3, "--json"]

        def used(*arguments, **extra):
            return json.loads(self.run_cli("ask", *arguments, *question_, **extra)[0])["model"]
        tiny = self.tiny()
        self.assertEqual(used(MINERU_MODEL=str(tiny)), "tiny")
        shutil.copytree(tiny, models / "pro")
        self.assertEqual(used(), "pro")
        shutil.copytree(tiny, models / "2509")
        self.assertEqual(used(), "2509")
        self.assertEqual(used("--model", "pro"), "pro")
        self.assertEqual(used("--model", "pro", MINERU_MODEL=str(tiny)), "pro")
        self.assertEqual(used(MINERU_MODEL="pro"), "pro")
        _, err = self.run_cli("ask", "--model", "2510", *question_, code=1)
        self.assertIn("pulled models: 2509, pro", err)

    def test_doctor(self):
        tiny = self.tiny()
        out, _ = self.run_cli("doctor", MINERU_MODEL=str(tiny))
        self.assertRegex(out, r"ok +kernels +\w+, \d+ threads? by default")
        self.assertRegex(out, r"info +models +tiny")
        out, _ = self.run_cli("doctor", MINERU_MODEL="/nowhere")
        self.assertRegex(out, r"warn +models +MINERU_MODEL /nowhere: no such folder")
        out, _ = self.run_cli("doctor", MINERU_ISA="mmx", code=1)
        self.assertRegex(out, r"fail +kernels .*mmx")


class Synth(ModelTest):
    def test_equal_seeds_write_equal_files(self):
        first, second, other = (self.tiny(f"m{i}", seed) for i, seed in enumerate((7, 7, 8)))
        names = sorted(path.name for path in first.iterdir())
        self.assertIn("config.json", names)
        for name in names:
            self.assertEqual((first / name).read_bytes(), (second / name).read_bytes(), name)
        weights = "model.safetensors"
        self.assertNotEqual((first / weights).read_bytes(), (other / weights).read_bytes())

    def test_nothing_is_overwritten_unasked(self):
        model = self.tiny()
        (model / "notes.txt").write_text("mine")
        before = (model / "model.safetensors").read_bytes()
        _, err = self.run_cli("synth", "--preset", "tiny", "--seed", 1, "-o", model, code=2)
        self.assertIn("--force replaces the model in it", err)
        self.assertEqual((model / "model.safetensors").read_bytes(), before)
        out, _ = self.run_cli("synth", "--preset", "tiny", "--seed", 1, "-o", model, "--force")
        self.assertEqual(out, f"{model}\n")
        self.assertNotEqual((model / "model.safetensors").read_bytes(), before)
        self.assertEqual((model / "notes.txt").read_text(), "mine")

    def test_mistakes(self):
        (self.folder / "file").write_text("")
        (self.folder / "bad.json").write_text("{}")
        for code, word, arguments in (
                (2, "-o DIR", []),
                (2, "mineru2.5-1.2b or tiny", ["-o", "m", "--preset", "huge"]),
                (2, "found a file", ["-o", "file", "--preset", "tiny"]),
                (2, "whole number from 0", ["-o", "m", "--seed", "-1"]),
                (1, "none.json", ["-o", "m", "--preset", "tiny", "--tokenizer", "none.json"]),
                (2, "bad.json", ["-o", "m", "--preset", "tiny", "--tokenizer", "bad.json"])):
            with self.subTest(arguments=arguments):
                _, err = self.run_cli("synth", *arguments, code=code)
                self.assertIn(word, err)


class Parse(ModelTest):
    def files_of(self, folder):
        return {path.relative_to(folder): path.read_bytes()
                for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".pdf"}

    def test_documents_with_one_model(self):
        model = self.tiny()
        (self.folder / "a.pdf").write_bytes(make_pdf(["PAGE-A", "PAGE-B"]))
        self.picture(300, 200).rename(self.folder / "b.png")
        out, _ = self.run_cli("parse", "a.pdf", "b.png", "-b", "vlm", "--model", model,
                              "-o", "one", "--json-progress", "--jobs", 1, "--max-side", 224,
                              "--resample", "lanczos")
        events = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([e["event"] for e in events],
                         ["start", "page", "page", "document", "page", "document", "end"])
        self.assertEqual(events[0]["backend"], "vlm")
        self.assertEqual(events[-1]["documents_ok"], 2)
        for stem, pages in (("a", 2), ("b", 1)):
            folder = self.folder / "one" / stem / "vlm"
            middle = json.loads((folder / f"{stem}_middle.json").read_text(encoding="utf-8"))
            self.assertEqual(len(middle["pdf_info"]), pages)
            self.assertEqual(middle["_backend"], "vlm")
            json.loads((folder / f"{stem}_content_list.json").read_text(encoding="utf-8"))
            self.assertTrue((folder / f"{stem}.md").exists())
        # The same again gives the same, whatever the threads.
        self.run_cli("parse", "a.pdf", "b.png", "-b", "vlm", "--model", model, "-o", "two",
                     "--max-side", 224, "--resample", "lanczos", "--threads", 1)
        self.assertEqual(self.files_of(self.folder / "one"), self.files_of(self.folder / "two"))

    def test_naming_a_model_means_hybrid(self):
        model = self.tiny()
        (self.folder / "a.pdf").write_bytes(make_pdf(["PAGE-A"]))
        out, _ = self.run_cli("parse", "a.pdf", "--model", model, "-o", "out", "--json-progress",
                              "--max-side", 224, "--effort", "high")
        self.assertEqual(json.loads(out.splitlines()[0])["backend"], "hybrid")
        folder = self.folder / "out" / "a" / "hybrid_auto"
        middle = json.loads((folder / "a_middle.json").read_text(encoding="utf-8"))
        self.assertEqual((middle["_backend"], middle["_effort"]), ("hybrid", "high"))

    def test_interrupt(self):
        model = self.tiny()
        (self.folder / "a.pdf").write_bytes(make_pdf([f"PAGE-{i}" for i in range(200)]))
        process = subprocess.Popen(self.command("parse", "a.pdf", "-b", "vlm", "--model", model,
                                                "-o", "out", "--json-progress"),
                                   cwd=self.folder, env=self.environment(), text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        events = []
        for line in process.stdout:
            events.append(json.loads(line))
            if events[-1]["event"] == "page":
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("stopping; press Ctrl-C again", err)
        events += [json.loads(line) for line in out.splitlines()]
        self.assertTrue(events[-1]["interrupted"])
        pages = [event for event in events if event["event"] == "page"]
        self.assertLess(len(pages), 200)
        self.assertTrue((self.folder / "out/a/vlm/a.md").exists(), "what is done is kept")

    def test_without_a_model(self):
        (self.folder / "a.pdf").write_bytes(make_pdf(["PAGE-A"]))
        out, err = self.run_cli("parse", "a.pdf", "-b", "vlm", code=1)
        self.assertEqual(out, "")
        for word in ("-b flash needs no model", "--model", "MINERU_MODEL", "mineru-cpp pull"):
            self.assertIn(word, err)

    def test_options_of_the_other_backend(self):
        for option, value in (("--model", "x"), ("--max-side", "768"), ("--resample", "lanczos"),
                              ("--image-analysis", "true")):
            _, err = self.run_cli("parse", "a.pdf", "-b", "flash", option, value, code=2)
            self.assertIn(f"{option} is for a backend with a model", err)


if __name__ == "__main__":
    BIN_DIR, GOLDEN_DIR = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
