// A page of tests/data/pages twice: as its maker wrote it down, and as it was parsed. Both become
// the same plain structure.
#pragma once

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "unit/doc/page_text.h"

namespace mineru::doc {

struct Heading {
  std::string text;  // bare
  int level = 1;     // 1: the page's topmost kind of heading
};

// What stands on a page. All texts are bare (see page_text.h).
struct PageContent {
  std::vector<std::string> body;   // running text in reading order, paragraphs whole, items alone
  std::vector<std::string> order;  // the same with "[image]", "[table]", "[equation]" in between
  std::vector<Heading> headings;
  std::vector<std::string> captions;   // and notes under tables
  std::vector<std::string> equations;  // their characters, sorted
  std::vector<std::vector<PlacedCell>> tables;
  std::vector<size_t> list_sizes;      // items
  std::vector<std::string> discarded;  // headers, footers, page numbers, footnotes of the page

  std::string body_text() const {
    std::string all;
    for (const std::string& text : body) all += text;
    return all;
  }
  std::string caption_text() const {
    std::vector<std::string> sorted = captions;
    std::sort(sorted.begin(), sorted.end());
    std::string all;
    for (const std::string& text : sorted) all += text;
    return all;
  }
};

inline std::string sorted_letters(const std::string& text) {
  std::u32string codes = text::from_utf8(text);
  std::sort(codes.begin(), codes.end());
  return text::to_utf8(codes);
}

// A page without a document title may start its sections at any level.
inline void level_from_one(std::vector<Heading>& headings) {
  int least = 9;
  for (const Heading& heading : headings) least = std::min(least, heading.level);
  for (Heading& heading : headings) heading.level += 1 - least;
}

inline bool is_page_furniture(const std::string& type) {
  return type == "header" || type == "footer" || type == "page_number" || type == "page_footnote" ||
         type == "aside_text";
}

// Reads STEM.json of tests/data/pages.
class TruthReader {
 public:
  static PageContent read(const nlohmann::json& file) {
    TruthReader reader;
    for (const auto& block : file.at("blocks")) reader.add(block);
    level_from_one(reader.page_.headings);
    return std::move(reader.page_);
  }

 private:
  // The text of a block that goes on from an earlier one belongs there, where the captions and
  // floats between the two do not part it.
  void add_text(const nlohmann::json& block, const std::string& type, const std::string& text) {
    if (!block.value("continued", false)) {
      if (!block.contains("role")) last_of_[type] = {page_.body.size(), page_.order.size()};
      page_.body.push_back(text);
      page_.order.push_back(text);
      return;
    }
    const auto [in_body, in_order] = last_of_.at(type);
    page_.body[in_body] += text;
    page_.order[in_order] += text;
  }

  void add_list(const nlohmann::json& block) {
    const auto& items = block.at("items");
    bool goes_on = block.value("item_continued", false);
    if (!block.value("continued", false)) page_.list_sizes.push_back(0);
    for (const auto& item : items) {
      add_text({{"continued", goes_on}}, "item", bare(item.get<std::string>()));
      page_.list_sizes.back() += goes_on ? 0 : 1;
      goes_on = false;
    }
  }

  void add(const nlohmann::json& block) {
    const auto type = block.at("type").get<std::string>();
    const std::string text = bare(block.value("text", ""));
    if (is_page_furniture(type)) {
      page_.discarded.push_back(text);
    } else if (type == "caption") {
      page_.captions.push_back(text);
    } else if (type == "equation") {
      page_.equations.push_back(sorted_letters(text));
      page_.order.push_back("[equation]");
    } else if (type == "image") {
      page_.order.push_back("[image]");
    } else if (type == "table") {
      page_.tables.push_back(cells_of(block.at("html").get<std::string>()));
      page_.order.push_back("[table]");
    } else if (type == "list") {
      add_list(block);
    } else {
      if (type == "title") page_.headings.push_back({text, block.at("level").get<int>()});
      if (type == "ref_text") count_reference(block);
      add_text(block, type, text);
    }
  }

  void count_reference(const nlohmann::json& block) {
    if (!in_references_) page_.list_sizes.push_back(0);
    in_references_ = true;
    if (!block.value("continued", false)) ++page_.list_sizes.back();
  }

  PageContent page_;
  bool in_references_ = false;
  std::map<std::string, std::pair<size_t, size_t>> last_of_;  // places in body and order
};

// Reads STEM_content_list.json of a parsed page.
class ResultReader {
 public:
  static PageContent read(const nlohmann::json& entries) {
    ResultReader reader;
    for (const auto& entry : entries) reader.add(entry);
    level_from_one(reader.page_.headings);
    return std::move(reader.page_);
  }

 private:
  void add_text(const std::string& text) {
    if (text.empty()) return;  // moved into an earlier paragraph
    page_.body.push_back(text);
    page_.order.push_back(text);
  }

  void add_captions(const nlohmann::json& entry, const char* key) {
    for (const auto& caption : entry.value(key, nlohmann::json::array()))
      page_.captions.push_back(bare(caption.get<std::string>()));
  }

  void add_list(const nlohmann::json& entry) {
    page_.list_sizes.push_back(entry.at("list_items").size());
    for (const auto& item : entry.at("list_items")) {
      std::string text(text::trim(item.get<std::string>()));
      if (text.rfind("- ", 0) == 0) text.erase(0, 2);
      add_text(bare(text));
    }
  }

  // A listing without its fence.
  void add_code(const nlohmann::json& entry) {
    std::string code = entry.at("code_body").get<std::string>();
    const size_t first_line = code.find('\n');
    const size_t fence = code.rfind("```");
    if (code.rfind("```", 0) == 0 && fence > first_line)
      code = code.substr(first_line, fence - first_line);
    add_text(bare(code));
  }

  void add(const nlohmann::json& entry) {
    const auto type = entry.at("type").get<std::string>();
    const std::string text = bare(entry.value("text", ""));
    if (is_page_furniture(type)) {
      page_.discarded.push_back(text);
    } else if (type == "equation") {
      page_.equations.push_back(sorted_letters(text));
      page_.order.push_back("[equation]");
    } else if (type == "image" || type == "table") {
      if (type == "table")
        page_.tables.push_back(cells_of(entry.at("table_body").get<std::string>()));
      page_.order.push_back("[" + type + "]");
      add_captions(entry, (type + "_caption").c_str());
      add_captions(entry, (type + "_footnote").c_str());
    } else if (type == "list") {
      add_list(entry);
    } else if (type == "code") {
      add_code(entry);
    } else {
      if (entry.contains("text_level"))
        page_.headings.push_back({text, entry.at("text_level").get<int>()});
      add_text(text);
    }
  }

  PageContent page_;
};

}  // namespace mineru::doc
