#include "worker/ocr.h"

#include <algorithm>
#include <cctype>
#include <list>
#include <string_view>
#include <utility>

#include <tesseract/baseapi.h>
#include <tesseract/resultiterator.h>

#include "base/error.h"

namespace mineru::worker {

namespace {

constexpr int kMaxSide = 32'767;   // Tesseract keeps coordinates in 16 bits
constexpr size_t kMaxEngines = 3;  // each holds tens of megabytes of models
constexpr const char* kOrientationData = "osd";

std::vector<std::string> split_languages(const std::string& languages) {
  std::vector<std::string> result(1);
  for (const char c : languages) {
    if (c == '+') {
      result.emplace_back();
    } else {
      result.back().push_back(c);
    }
  }
  return result;
}

// These become names of files below Tesseract's data folder.
bool is_language_name(std::string_view name) {
  return !name.empty() && name.find("..") == std::string_view::npos && name.front() != '/' &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '_' || c == '/' || c == '-';
         });
}

std::string join(const std::vector<std::string>& parts) {
  std::string result;
  for (const std::string& part : parts) result += (result.empty() ? "" : ", ") + part;
  return result;
}

// Tesseract reports pictures and lines as words of one blank.
bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\n") == std::string_view::npos;
}

// Numbers the things a ResultIterator enters.
struct Counter {
  int32_t block = -1;
  int32_t paragraph = -1;
  int32_t line = -1;

  void enter(const tesseract::ResultIterator& it) {
    if (it.IsAtBeginningOf(tesseract::RIL_BLOCK)) ++block;
    if (it.IsAtBeginningOf(tesseract::RIL_PARA)) ++paragraph;
    if (it.IsAtBeginningOf(tesseract::RIL_TEXTLINE)) ++line;
  }
};

media::wire::RecognizeAnswer collect_words(tesseract::TessBaseAPI& engine) {
  media::wire::RecognizeAnswer answer;
  const std::unique_ptr<tesseract::ResultIterator> it(engine.GetIterator());
  if (!it) return answer;
  Counter counter;
  do {
    if (it->Empty(tesseract::RIL_WORD)) continue;
    counter.enter(*it);
    const std::unique_ptr<const char[]> text(it->GetUTF8Text(tesseract::RIL_WORD));
    int left = 0, top = 0, right = 0, bottom = 0;
    if (!text || is_blank(text.get()) ||
        !it->BoundingBox(tesseract::RIL_WORD, &left, &top, &right, &bottom)) {
      continue;
    }
    const float confidence = it->Confidence(tesseract::RIL_WORD);
    answer.words.push_back({text.get(),
                            {static_cast<double>(left), static_cast<double>(top),
                             static_cast<double>(right), static_cast<double>(bottom)},
                            std::clamp(static_cast<double>(confidence) / 100, 0.0, 1.0),
                            counter.line,
                            counter.paragraph,
                            counter.block});
  } while (it->Next(tesseract::RIL_WORD));
  return answer;
}

void set_picture(tesseract::TessBaseAPI& engine, const MemoryMap& pixels, int width, int height,
                 int dpi) {
  if (width > kMaxSide || height > kMaxSide) {
    throw_error(Code::kInvalidArgument, "picture of {} x {} pixels is too large for OCR (limit {})",
                width, height, kMaxSide);
  }
  engine.SetImage(reinterpret_cast<const unsigned char*>(pixels.bytes().data()), width, height, 3,
                  width * 3);
  engine.SetSourceResolution(std::clamp(dpi, 70, 2400));  // what Tesseract takes as credible
}

}  // namespace

// Recently used engines, the latest first.
class Ocr::Engines {
 public:
  tesseract::TessBaseAPI& get(const std::string& languages) {
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->languages != languages) continue;
      entries_.splice(entries_.begin(), entries_, entry);
      return *entries_.front().engine;
    }
    Entry entry{languages, start(languages)};
    entries_.push_front(std::move(entry));
    if (entries_.size() > kMaxEngines) entries_.pop_back();
    return *entries_.front().engine;
  }

 private:
  struct Entry {
    std::string languages;
    std::unique_ptr<tesseract::TessBaseAPI> engine;
  };

  static std::unique_ptr<tesseract::TessBaseAPI> start(const std::string& languages) {
    const std::vector<std::string> wanted = split_languages(languages);
    if (!std::all_of(wanted.begin(), wanted.end(), is_language_name)) {
      throw_error(Code::kInvalidArgument, "\"{}\" is not a list of OCR languages (eng+chi_sim)",
                  languages);
    }
    auto engine = std::make_unique<tesseract::TessBaseAPI>();
    const bool started = engine->Init(nullptr, languages.c_str()) == 0;
    std::vector<std::string> loaded;
    if (started) engine->GetLoadedLanguagesAsVector(&loaded);
    for (const std::string& language : wanted) {
      // With several languages, Tesseract goes on without the ones it lacks.
      if (std::find(loaded.begin(), loaded.end(), language) != loaded.end()) continue;
      throw_error(Code::kUnsupported,
                  "OCR language \"{}\" is not installed (installed: {}); on Debian it is in the "
                  "package tesseract-ocr-{}",
                  language, join(Ocr::languages()), debian_name(language));
    }
    return engine;
  }

  static std::string debian_name(std::string language) {
    std::replace(language.begin(), language.end(), '_', '-');
    return language;
  }

  std::list<Entry> entries_;
};

Ocr::Ocr() : engines_(std::make_unique<Engines>()) {}
Ocr::~Ocr() = default;

media::wire::RecognizeAnswer Ocr::recognize(const media::wire::RecognizeRequest& request,
                                            const MemoryMap& pixels) {
  tesseract::TessBaseAPI& engine = engines_->get(request.languages);
  engine.SetPageSegMode(tesseract::PSM_AUTO);
  set_picture(engine, pixels, request.width, request.height, request.dpi);
  if (engine.Recognize(nullptr) != 0) throw_error(Code::kInternal, "Tesseract failed");
  media::wire::RecognizeAnswer answer = collect_words(engine);
  engine.Clear();
  return answer;
}

media::wire::OrientationAnswer Ocr::orientation(const media::wire::OrientationRequest& request,
                                                const MemoryMap& pixels) {
  tesseract::TessBaseAPI& engine = engines_->get(kOrientationData);
  engine.SetPageSegMode(tesseract::PSM_OSD_ONLY);
  set_picture(engine, pixels, request.width, request.height, request.dpi);
  int turned_cw_deg = 0;
  float confidence = 0, script_confidence = 0;
  const char* script = nullptr;
  // False with too few characters on the page: upright, as far as anybody knows.
  const bool known =
      engine.DetectOrientationScript(&turned_cw_deg, &confidence, &script, &script_confidence);
  engine.Clear();
  if (!known) return {};
  return {(360 - turned_cw_deg) % 360, static_cast<double>(confidence),
          script == nullptr ? "" : script};
}

std::string Ocr::version() { return tesseract::TessBaseAPI::Version(); }

std::vector<std::string> Ocr::languages() {
  std::vector<std::string> result;
  tesseract::TessBaseAPI engine;
  // It knows its data folder only after a start; any language will do.
  for (const char* language : {kOrientationData, "eng"}) {
    if (engine.Init(nullptr, language) != 0) continue;
    engine.GetAvailableLanguagesAsVector(&result);
    break;
  }
  result.erase(std::remove(result.begin(), result.end(), kOrientationData), result.end());
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace mineru::worker
