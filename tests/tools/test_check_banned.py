import unittest

from checker_case import CheckerCase

NOTE = "TO" + "DO"      # apart, so that this file does not match


class BannedTest(CheckerCase):
    checker = "check_banned"

    def assert_banned(self, code, *parts, path="src/doc/a.cc"):
        self.assert_problem({path: code + "\n"}, f"{path}:1:", *parts)

    def assert_fine(self, code, path="src/doc/a.cc"):
        self.assert_clean({path: code + "\n"})

    def test_new_and_delete(self):
        self.assert_banned("void f() { auto* p = new int; }", "raw new")
        self.assert_banned("void f() { new (p) T(); }", "raw new")
        self.assert_banned("void f(int* p) { delete p; }", "raw delete")
        self.assert_banned("void f(int* p) { delete[] p; }", "raw delete")
        self.assert_fine("#include <new>")
        self.assert_fine("struct A { A(const A&) = delete; void operator delete(void*); };")
        self.assert_fine("void* operator new(size_t);")
        self.assert_fine('const char* const kA = "new delete";  // a new one')

    def test_c_allocation(self):
        for call in ("malloc(1)", "std::malloc(1)", "::realloc(p, 2)", "free(p)", "calloc (1, 2)"):
            self.assert_banned(f"void f() {{ {call}; }}", "C allocation")
        self.assert_fine("void f() { pool.free(p); pool->free(p); vips::free(p); set_free(p); }")

    def test_threads(self):
        self.assert_banned("void f() { std::thread t(g); }", "base/")
        self.assert_banned("void f() { std::async(g); }", "base/")
        self.assert_fine("void f() { std::jthread t(g); }", path="src/base/pool.cc")
        self.assert_fine("void f() { std::this_thread::yield(); }")
        self.assert_fine("std::thread t(g);", path="tests/unit/doc/a_test.cc")

    def test_shared_ownership(self):
        self.assert_banned("void f(std::shared_ptr<int> p);", "shared ownership")
        self.assert_banned("auto f() { return std::make_shared<int>(); }", "shared ownership")
        self.assert_fine("void f(std::shared_ptr<int> p);", path="src/engine/stream.h")

    def test_regex(self):
        self.assert_banned("#include <regex>", "std::regex")
        self.assert_banned("bool f() { return std::regex_match(a, b); }", "std::regex")
        self.assert_banned("#include <regex>", "std::regex", path="tests/unit/a_test.cc")
        self.assert_fine("#include <pcre2.h>")

    def test_iostream(self):
        self.assert_banned("#include <iostream>", "iostream")
        self.assert_banned("void f() { std::cerr << 1; }", "iostream")
        self.assert_fine("#include <iostream>", path="src/cli/main.cc")

    def test_assert(self):
        self.assert_banned("void f() { assert(x); }", "assert")
        self.assert_banned("#include <cassert>", "assert")
        self.assert_fine("static_assert(sizeof(int) == 4);")

    def test_mutable_globals(self):
        for code in ("int counter = 0;", "std::atomic<int> counter{0};", "const char* name;",
                     "static std::map<int, std::function<void()>> table;", "int table[4] = {1};",
                     "thread_local int depth = 0;", "extern int counter;", "inline bool on = true;",
                     "namespace a { namespace { std::string text; } }",
                     "void f() { static int calls = 0; ++calls; }",
                     "void f() { if (a) { } static std::once_flag flag; }",
                     "struct S { static int count; };"):
            self.assert_banned(code, "mutable global")

    def test_constants_and_functions_are_no_mutable_globals(self):
        for code in ("constexpr int kA = 1;", "const std::vector<int> kA = {1, 2};",
                     "const char* const kA = \"a\";", "inline constexpr char kA[] = \"a\";",
                     "int f();", "static int f(int a = 3);", "std::map<int, int> f(int a);",
                     "void f() { static const auto kA = g(); int local = 1; local++; }",
                     "void f() { static const std::string& kA = g(); }",
                     "struct S { int member = 0; static constexpr int kA = 1; static int f(); };",
                     "enum class E { kA = 1 };", "using A = int;", "class Forward;",
                     "template <typename T> using V = std::vector<T>;", "typedef int A;",
                     "template <> struct S<int> { int a; };", "namespace a = b::c;",
                     "bool operator==(const A& a, const A& b) { return a.x == b.x; }",
                     "struct A { A() : a_{1}, b_(2) { int x = 0; x++; } int a_; int b_; };"):
            self.assert_fine(code)

    def test_notes(self):
        self.assert_banned(f"// {NOTE}: later", NOTE)
        self.assert_banned(f"// {NOTE}(me): later", NOTE)
        self.assert_banned("/* FIX" + "ME */", "FIX" + "ME")
        self.assert_fine(f"// {NOTE}(#12): later")
        self.assert_fine(f'const char* const kA = "{NOTE}";')
        self.assert_banned(f"x = 1  # {NOTE}", NOTE, path="tools/a.py")
        self.assert_banned(f"# {NOTE}", NOTE, path="scripts/run")
        self.assert_fine(f"# {NOTE}(#3)", path="scripts/run")

    def test_escape_needs_a_reason(self):
        self.assert_fine("void f() { new int; }  // banned-ok: freed by the C library")
        self.assert_fine("// banned-ok: freed by the C library\nvoid f() { new int; }")
        self.assert_banned("void f() { new int; }  // banned-ok:", "raw new")
        self.assert_problem({"src/a.cc": "int b = 1;  // banned-ok: of this line\nint c = 1;\n"},
                            "src/a.cc:2:")


if __name__ == "__main__":
    unittest.main()
