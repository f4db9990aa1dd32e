#include "text/html.h"

#include <gtest/gtest.h>

namespace mineru::text {
namespace {

TEST(Html, EscapesAsPythonDoes) {
  EXPECT_EQ(escape_html("<a href=\"x\">'&'"), "&lt;a href=&quot;x&quot;&gt;&#x27;&amp;&#x27;");
  EXPECT_EQ(escape_html_text("a<b & \"c\""), "a&lt;b &amp; \"c\"");
}

TEST(Html, UnescapesInOnePass) {
  EXPECT_EQ(unescape_html("a&lt;b &amp;&amp; &quot;c&quot; &#39;&#x27;&apos;"), "a<b && \"c\" '''");
  EXPECT_EQ(unescape_html("&amp;lt;"), "&lt;");
  EXPECT_EQ(unescape_html("&#20013;&#x4E2D;&#X1F600;&nbsp;"), "中中😀\u00a0");
}

TEST(Html, LeavesWhatIsNoReference) {
  for (const char* text : {"&", "a & b;", "&unknown;", "&#;", "&#x;", "&#12a;", "&lt", "&;",
                           "&#99999999999999999999;"}) {
    EXPECT_EQ(unescape_html(text), text);
  }
  EXPECT_EQ(unescape_html("&#xD800;"), "\ufffd");
}

}  // namespace
}  // namespace mineru::text
