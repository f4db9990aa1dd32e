#!/usr/bin/env python3
"""Checks the objects of the instruction-set files.

    tools/check_kernel_objects.py

1. Compiled at -O1, each defines exactly one global symbol, its table, and no weak one: an inline
   function of the standard library compiled with AVX-512 flags could be the copy that the linker
   keeps for every caller. (-O2 hides such copies by inlining them.)
2. Compiled at -O3, no innermost loop with at least 8 multiply-adds (float or integer) touches vector
   registers on the stack: GCC 12 spills accumulators silently. Functions called finish_... run once an output,
   not once a product, and are left out.
Files of other architectures are skipped. Exits 1 with a line for each finding.
"""

import pathlib
import platform
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLAGS = {
    "isa_scalar.cc": ("any", []),
    "isa_avx2.cc": ("x86_64", ["-mavx2", "-mfma", "-mf16c"]),
    "isa_avx512.cc": ("x86_64", ["-mavx512f", "-mavx512bw", "-mavx512dq", "-mavx512vl",
                                 "-mavx512vnni", "-mfma", "-mf16c"]),
}
MIN_FMAS = 8
PRODUCT = re.compile(r"vfmadd|vpmaddubsw|vpdpbusd|vpdpwssd")


def compile_object(source, flags, level, folder):
    out = pathlib.Path(folder) / f"{source.stem}{level}.o"
    subprocess.run(["g++", "-std=c++20", level, "-fno-math-errno", "-DNDEBUG", *flags,
                    f"-I{ROOT / 'src'}", "-c", source, "-o", out], check=True)
    return out


def symbol_findings(name, nm_output):
    """Findings in the lines of `nm -C`."""
    exported = []
    findings = []
    for line in nm_output.splitlines():
        match = re.match(r"^[0-9a-f ]{16} ([A-Za-z]) (.*)$", line)
        if not match:
            continue
        kind, symbol = match.groups()
        if kind in "WwVvu":
            findings.append(f"{name}: weak symbol {symbol}")
        elif kind.isupper() and kind != "U":
            exported.append(symbol)
    if len(exported) != 1 or not exported[0].endswith("Table"):
        findings.append(f"{name}: expected one exported table, found: {', '.join(exported)}")
    return findings


def spill_findings(name, disassembly):
    """Innermost loops of `objdump -d` output that spill vector registers."""
    findings = []
    function, lines = "", []

    def finish():
        loops = []
        for address, text in lines:
            jump = re.match(r"j\w+\s+([0-9a-f]+)", text)
            if jump and int(jump.group(1), 16) <= address:
                loops.append((int(jump.group(1), 16), address))
        for first, last in loops:
            if any(f >= first and l <= last and (f, l) != (first, last) for f, l in loops):
                continue  # another loop lies inside
            body = [text for address, text in lines if first <= address <= last]
            fmas = sum(bool(PRODUCT.search(text)) for text in body)
            spills = sum(bool(re.search(r"\(%rsp", text)) and bool(re.search(r"%[xyz]mm", text))
                         for text in body)
            if fmas >= MIN_FMAS and spills and "finish_" not in function:
                findings.append(f"{name}: {spills} spills beside {fmas} multiply-adds in a loop of {function}")

    for line in disassembly.splitlines():
        header = re.match(r"^[0-9a-f]+ <(.*)>:$", line)
        if header:
            finish()
            function, lines = header.group(1), []
            continue
        instruction = re.match(r"^\s*([0-9a-f]+):\s+(.*)$", line)
        if instruction:
            lines.append((int(instruction.group(1), 16), instruction.group(2)))
    finish()
    return findings


def main():
    findings = []
    known = set(FLAGS)
    for source in sorted((ROOT / "src/kernels").glob("isa_*.cc")):
        if source.name not in known:
            findings.append(f"{source.name}: not listed in {pathlib.Path(__file__).name}")
            continue
        machine, flags = FLAGS[source.name]
        if machine not in ("any", platform.machine()):
            continue
        with tempfile.TemporaryDirectory() as folder:
            plain = compile_object(source, flags, "-O1", folder)
            symbols = subprocess.run(["nm", "-C", plain], check=True, capture_output=True, text=True)
            findings += symbol_findings(source.name, symbols.stdout)
            if flags:
                fast = compile_object(source, flags, "-O3", folder)
                code = subprocess.run(["objdump", "-d", "-C", "--no-show-raw-insn", fast],
                                      check=True, capture_output=True, text=True)
                findings += spill_findings(source.name, code.stdout)
    for finding in findings:
        print(finding)
    print(f"check_kernel_objects: {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
