import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
sys.dont_write_bytecode = True

from check_kernel_objects import spill_findings, symbol_findings


def loop(body):
    lines = ["0000000000000000 <multiply>:"]
    lines += [f"  {address:x}:\t{text}" for address, text in enumerate(body)]
    lines.append(f"  {len(body):x}:\tjne    0 <multiply>")
    return "\n".join(lines)


FMA = "vfmadd231ps %ymm0,%ymm1,%ymm2"
SPILL = "vmovaps %ymm3,0x20(%rsp)"


class KernelObjectsTest(unittest.TestCase):
    def test_one_table_and_nothing_else(self):
        self.assertEqual(symbol_findings("a", "0000000000000000 D kAvx2Table\n"
                                              "0000000000000010 t gemm\n"
                                              "                 U memcpy\n"), [])

    def test_weak_symbols_and_missing_tables_are_found(self):
        found = symbol_findings("a", "0000000000000000 W std::__introsort_loop\n")
        self.assertEqual(found, ["a: weak symbol std::__introsort_loop",
                                 "a: expected one exported table, found: "])

    def test_a_second_export_is_found(self):
        found = symbol_findings("a", "0000000000000000 D kAvx2Table\n0000000000000008 T helper\n")
        self.assertEqual(found, ["a: expected one exported table, found: kAvx2Table, helper"])

    def test_spills_count_only_beside_many_fmas(self):
        self.assertEqual(spill_findings("a", loop([FMA] * 8)), [])
        self.assertEqual(spill_findings("a", loop([FMA] * 7 + [SPILL])), [])
        self.assertEqual(spill_findings("a", loop([FMA] * 8 + [SPILL])),
                         ["a: 1 spills beside 8 multiply-adds in a loop of multiply"])

    def test_epilogues_do_not_count(self):
        text = loop([FMA] * 8 + [SPILL]).replace("<multiply>:", "<finish_row>:")
        self.assertEqual(spill_findings("a", text), [])

    def test_integer_spills_do_not_count(self):
        self.assertEqual(spill_findings("a", loop([FMA] * 8 + ["mov %rax,0x20(%rsp)"])), [])

    def test_a_spill_around_the_innermost_loop_does_not_count(self):
        inner = [FMA] * 8 + ["jne    1 <multiply>"]
        self.assertEqual(spill_findings("a", loop([SPILL] + inner)), [])


if __name__ == "__main__":
    unittest.main()
