import unittest

from checker_case import ROOT, CheckerCase

TABLE = """
base:
text: base      # a remark
media: base
worker: base media/wire.h
kernels:
kernels/dispatch.*: base
fence kernels/isa_*.cc kernels/vec_*.h kernels/generic/*.inc: <stdint.h> kernels/*.h kernels/generic/*.inc
"""


class LayersTest(CheckerCase):
    checker = "check_layers"

    def tree(self, **files):
        """Keys are written with __ for / and _dot_ for the dot."""
        named = {"src/" + k.replace("__", "/").replace("_dot_", "."): v for k, v in files.items()}
        return {"src/layers.txt": TABLE, **named}

    def test_downward_and_own_includes_pass(self):
        self.assert_clean(self.tree(
            base__a_dot_h="#include <vector>\n#include <nlohmann/json.hpp>\n",
            text__t_dot_cc='#include "text/t.h"\n#include "base/a.h"\n#include <mineru.h>\n',
            text__t_dot_h='#include "mineru/mineru.h"\n'))

    def test_upward_include_names_place_and_what_is_allowed(self):
        self.assert_problem(self.tree(text__t_dot_cc='\n#include "media/image.h"\n'),
                            "src/text/t.cc:2:", '"media/image.h"', "may include only: base")

    def test_bedrock_may_include_nothing(self):
        self.assert_problem(self.tree(base__a_dot_cc='#include "text/t.h"\n'), "only: nothing")

    def test_single_header_exception(self):
        self.assert_clean(self.tree(worker__w_dot_cc='#include "media/wire.h"\n'))
        self.assert_problem(self.tree(worker__w_dot_cc='#include "media/image.h"\n'),
                            "src/worker/w.cc:1:", "base media/wire.h")

    def test_single_file_exception(self):
        self.assert_clean(self.tree(kernels__dispatch_dot_cc='#include "base/cpu.h"\n'))
        self.assert_problem(self.tree(kernels__pack_dot_cc='#include "base/cpu.h"\n'), "kernels")

    def test_commented_include_does_not_count(self):
        self.assert_clean(self.tree(
            base__a_dot_cc='// #include "text/t.h"\n/*\n#include "text/t.h"\n*/\n'))

    def test_spacing_does_not_hide_an_include(self):
        self.assert_problem(self.tree(base__a_dot_cc='  #  include   "text/t.h"\n'), "a.cc:1:")

    def test_parent_folder(self):
        self.assert_problem(self.tree(text__t_dot_cc='#include "../base/a.h"\n'), '"../"')
        tree = self.tree()
        tree["tests/unit/x_test.cc"] = '#include "../../src/base/a.h"\n'
        self.assert_problem(tree, "tests/unit/x_test.cc:1:", '"../"')

    def test_angle_brackets(self):
        self.assert_problem(self.tree(text__t_dot_cc="#include <base/a.h>\n"), "in quotes")

    def test_no_module(self):
        self.assert_problem(self.tree(text__t_dot_cc='#include "t.h"\n'), '"module/file.h"')
        self.assert_problem(self.tree(text__t_dot_cc='#include "utils/t.h"\n'), "not a module")
        self.assert_problem(self.tree(utils__t_dot_cc=""), "src/utils/t.cc:1:", "in no module")

    def test_mutual_modules_in_the_table(self):
        self.assert_problem({"src/layers.txt": "base: text\ntext: base\n"}, "src/layers.txt:1:")
        self.assert_problem({"src/layers.txt": "base\n"}, "src/layers.txt:1:", "expected")

    def test_mutual_headers(self):
        self.assert_problem(self.tree(text__a_dot_h='#include "text/b.h"\n',
                                      text__b_dot_h='#include "text/a.h"\n'),
                            "src/text/b.h:1:", "text/a.h -> text/b.h -> text/a.h")

    def test_fence_allows_vocabulary(self):
        self.assert_clean(self.tree(
            kernels__isa_avx2_dot_cc='#include "kernels/vec_avx2.h"\n'
                                     '#include "kernels/generic/gemm.inc"\n',
            kernels__vec_avx2_dot_h="#include <stdint.h>\n"))

    def test_fence_refuses_standard_library(self):
        self.assert_problem(self.tree(kernels__isa_avx2_dot_cc="#include <algorithm>\n"),
                            "src/kernels/isa_avx2.cc:1:", "<algorithm>", "<stdint.h>")

    def test_fence_follows_headers(self):
        self.assert_problem(self.tree(
            kernels__isa_avx2_dot_cc='#include "kernels/kernel_table.h"\n',
            kernels__kernel_table_dot_h="#include <vector>\n"),
            "src/kernels/kernel_table.h:1:", "<vector>")

    def test_real_table_is_sound(self):
        with open(f"{ROOT}/src/layers.txt", encoding="utf-8") as file:
            self.assert_clean({"src/layers.txt": file.read()})


if __name__ == "__main__":
    unittest.main()
