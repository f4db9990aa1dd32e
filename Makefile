# The commands a person types; CMake presets do the work. `make help` lists them.
JOBS ?= 2
PRESET ?= release
BASE ?=

.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
.PHONY: help bootstrap bootstrap-dev build demo test asan tsan check format lint clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' Makefile

bootstrap: ## install packages and PDFium (needs root or sudo where something is missing)
	@scripts/bootstrap

bootstrap-dev: ## the same plus clang-format, clang-tidy and clang
	@scripts/bootstrap --dev

# Ninja configures again by itself when a CMakeLists.txt changes, but not when the presets do.
build/%/build.ninja: CMakePresets.json
	cmake --preset $* --log-level=WARNING

build: bootstrap ## release build, build/release/bin/mineru-cpp (PRESET=dev for another)
	@$(MAKE) build/$(PRESET)/build.ninja
	cmake --build --preset $(PRESET) --parallel $(JOBS)

demo: bootstrap ## parse examples/ into out/ and say where to look
	@$(MAKE) build/$(PRESET)/build.ninja
	cmake --build --preset $(PRESET) --parallel $(JOBS) --target mineru-cpp
	build/$(PRESET)/bin/mineru-cpp parse examples/ -o out/
	@scripts/show_results out

test: build ## release build and the fast tests
	@ctest --preset $(PRESET) -L '^(fast|fuzz-corpus)$$' --parallel $(JOBS)

asan: bootstrap ## address and undefined-behaviour sanitizers: fast tests and fuzz corpora
	@$(MAKE) build/asan/build.ninja
	cmake --build --preset asan --parallel $(JOBS)
	@ctest --preset asan -L '^(fast|fuzz-corpus)$$' --parallel $(JOBS)

tsan: bootstrap ## thread sanitizer: the tests labelled tsan
	@$(MAKE) build/tsan/build.ninja
	cmake --build --preset tsan --parallel $(JOBS)
	@ctest --preset tsan -L '^tsan$$' --parallel $(JOBS)

check: ## format, layers, banned constructs, sizes, kernel objects (changes nothing)
	@scripts/format --check
	@tools/check_layers.py
	@tools/check_banned.py
	@tools/check_sizes.py
	@tools/check_kernel_objects.py

format: ## format every C++ file in place
	@scripts/format

lint: bootstrap-dev ## clang-tidy on changed files (BASE=rev, or BASE=--all)
	@$(MAKE) build/dev/build.ninja
	@JOBS=$(JOBS) scripts/lint $(BASE)

clean: ## remove build/ and out/ (third_party/ stays)
	rm -rf build out
