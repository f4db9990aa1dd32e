#include "doc/writers/html_style.h"

namespace mineru::doc {

namespace {

constexpr std::string_view kStyle = R"(:root {
  color-scheme: light dark;
  --ink: #1f2328; --soft: #646c76; --paper: #ffffff; --desk: #f1f2f4; --line: #d5d9de;
  --fill: #f6f7f9; --link: #0b5cad;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e3e6ea; --soft: #9aa3ae; --paper: #1b1e22; --desk: #121417; --line: #3a4047;
    --fill: #24282d; --link: #7db7f0;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--desk); color: var(--ink);
  font: 17px/1.6 "Source Serif 4", Charter, Georgia, "Noto Serif", "Noto Serif CJK SC",
    "Source Han Serif SC", "Songti SC", SimSun, serif;
  overflow-wrap: break-word;
}
header {
  padding: .6rem 1.5rem; border-bottom: 1px solid var(--line); background: var(--paper);
  font: 14px/1.4 system-ui, "Noto Sans CJK SC", sans-serif;
}
header span { color: var(--soft); margin-left: .75em; }
main { max-width: 50rem; margin: 0 auto; padding: 1.5rem 0; }
.page {
  position: relative; background: var(--paper); border: 1px solid var(--line);
  border-radius: 4px; padding: 2.25rem 3.25rem; margin-bottom: 1.25rem; min-height: 4rem;
}
.page-mark {
  position: absolute; top: .6rem; right: .9rem; color: var(--soft); text-decoration: none;
  font: 13px system-ui, sans-serif;
}
.page-mark:hover { color: var(--link); }
:target { scroll-margin-top: 1rem; }
:target:not(.page) { outline: 2px solid var(--link); outline-offset: 4px; }
h1, h2, h3, h4, p, li, td, th, figcaption { unicode-bidi: plaintext; }
h1, h2, h3, h4 {
  font-family: system-ui, "Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC",
    "Microsoft YaHei", sans-serif;
  line-height: 1.3; margin: 1.6em 0 .5em;
}
h1 { font-size: 1.65rem; } h2 { font-size: 1.3rem; } h3 { font-size: 1.1rem; }
h4 { font-size: 1rem; }
.page > h1:nth-child(2), .page > h2:nth-child(2), .page > h3:nth-child(2) { margin-top: 0; }
p { margin: 0 0 .85em; }
.ref { padding-left: 1.6em; text-indent: -1.6em; font-size: .94em; }
.furniture, .note { color: var(--soft); font-size: .88em; }
.status {
  color: #9a3412; border-left: 3px solid; padding-left: .75em;
  font-family: system-ui, sans-serif; font-size: .92em;
}
ul { margin: 0 0 .85em; padding-left: 1.5em; }
ul ul { margin: .2em 0; }
ul.marked { list-style: none; padding-left: 0; }
ul.marked ul { padding-left: 1.5em; }
li { margin: .15em 0; }
figure { margin: 1.4em 0; }
figure img { display: block; max-width: 100%; height: auto; margin: 0 auto; background: #fff; }
figcaption { font-size: .9em; color: var(--soft); margin: .6em 0; line-height: 1.45; }
figure.image, figure.chart, figure.table > figcaption { text-align: center; }
sup, sub { line-height: 0; font-size: .72em; }
.scroll { overflow-x: auto; }
table {
  border-collapse: collapse; margin: 0 auto; font: 14px/1.45 system-ui, "Noto Sans CJK SC",
    sans-serif; font-variant-numeric: tabular-nums;
}
td, th { border: 1px solid var(--line); padding: .35em .65em; vertical-align: top; }
tr:first-child > td, th { background: var(--fill); }
td img { display: inline; max-height: 6em; }
.scroll + .note { margin-top: .6em; }
pre {
  background: var(--fill); border: 1px solid var(--line); border-radius: 4px;
  padding: .8em 1em; overflow-x: auto; margin: .6em 0;
}
pre, code {
  font: 13.5px/1.5 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, "Noto Sans Mono CJK SC",
    monospace;
}
pre.algorithm, details pre { white-space: pre-wrap; }
details { margin: .5em 0; text-align: left; }
summary { color: var(--soft); font-size: .9em; cursor: pointer; }
.formula { margin: 1em 0; overflow-x: auto; overflow-y: hidden; text-align: center; }
.formula details { text-align: center; font-size: .85em; color: var(--soft); }
code.latex { display: inline-block; white-space: pre-wrap; color: var(--soft); }
math { font-family: "Latin Modern Math", "STIX Two Math", "Cambria Math", math; }
math[display="block"] { font-size: 1.1em; }
mtd.l { text-align: left; } mtd.r { text-align: right; } mtd.c { text-align: center; }
mtd.r { padding-right: .1em; } mtd.r + mtd.l, mtd.r + mtd.c { padding-left: .1em; }
mover.accent > mo { font-size: inherit; }
mrow.over { border-top: .06em solid; padding-top: .12em; }
mrow.under { border-bottom: .06em solid; padding-bottom: .12em; }
mrow.boxed { border: 1px solid; padding: .15em .3em; }
@media (prefers-color-scheme: dark) {
  img { filter: brightness(.92); }
  .status { color: #f0a27a; }
}
@media (max-width: 40rem) {
  .page { padding: 2rem 1.1rem 1.2rem; border-radius: 0; border-left: 0; border-right: 0; }
  main { padding: 0; }
}
@media print {
  :root { --ink: #000; --soft: #444; --paper: #fff; --desk: #fff; --line: #999; --fill: #f4f4f4; }
  body { font-size: 11pt; }
  header, .page-mark { display: none; }
  main { max-width: none; padding: 0; }
  .page { border: 0; padding: 0; margin: 0; break-after: page; }
  .page:last-child { break-after: auto; }
  figure, tr, h1, h2, h3, h4 { break-inside: avoid; }
  h1, h2, h3, h4 { break-after: avoid; }
  .scroll { overflow: visible; }
}
)";

}  // namespace

std::string_view html_style() { return kStyle; }

}  // namespace mineru::doc
