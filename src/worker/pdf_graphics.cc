#include "worker/pdf_graphics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "worker/path_shapes.h"

namespace mineru::worker {

namespace {

constexpr int kMaxDepth = 16;                 // of form XObjects in each other
constexpr int64_t kMaxObjects = 1'000'000;    // looked at on one page
constexpr int64_t kMaxSegments = 10'000'000;  // of all paths on one page
constexpr int kMaxClipSegments = 256;         // a more detailed clip path is taken as no clip
constexpr unsigned kWhite = 250;              // of 255, each channel
constexpr double kMinGraphic = 0.5;           // points; smaller things are specks

using media::Box;
using media::NativeGraphic;

// Row vectors, as in PDF: [x y 1] * M.
struct Matrix {
  double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;

  static Matrix of(FPDF_PAGEOBJECT object) {
    FS_MATRIX m;
    if (!pdfium().FPDFPageObj_GetMatrix(object, &m)) return {};
    return {m.a, m.b, m.c, m.d, m.e, m.f};
  }
  // First this one, then `next`.
  Matrix then(const Matrix& n) const {
    return {a * n.a + b * n.c, a * n.b + b * n.d,       c * n.a + d * n.c,
            c * n.b + d * n.d, e * n.a + f * n.c + n.e, e * n.b + f * n.d + n.f};
  }
  media::Point apply(double x, double y) const { return {x * a + y * c + e, x * b + y * d + f}; }
  double scale() const { return std::sqrt(std::abs(a * d - b * c)); }
};

// Walks one page. Not thread-safe.
class GraphicsReader {
 public:
  GraphicsReader(const PdfPage& page, int max_items, media::NativePage& out)
      : api_(pdfium()),
        space_(page.space()),
        max_items_(static_cast<size_t>(std::max(0, max_items))),
        out_(out) {}

  void read(FPDF_PAGE page) {
    const int count = api_.FPDFPage_CountObjects(page);
    for (int i = 0; i < count && may_go_on(); ++i) {
      visit(api_.FPDFPage_GetObject(page, i), Matrix{}, space_.page_box(), 0);
    }
  }

 private:
  bool may_go_on() {
    const bool within = objects_ < kMaxObjects && segments_ < kMaxSegments &&
                        out_.rules.size() + out_.graphics.size() < max_items_;
    if (!within) out_.truncated = true;
    return within;
  }

  // `outer`: from the object's holder to the page. `clip`: what its holders leave visible.
  void visit(FPDF_PAGEOBJECT object, const Matrix& outer, const Box& clip, int depth) {
    if (object == nullptr) return;
    ++objects_;
    const int type = api_.FPDFPageObj_GetType(object);
    if (type == kObjectText) return;
    const Box visible = intersect(clip, clip_of(object, outer));
    if (visible.empty()) return;
    switch (type) {
      case kObjectForm: visit_form(object, outer, visible, depth); return;
      case kObjectImage:
        add(NativeGraphic::Kind::kImage, bounds_of(object, outer), visible);
        return;
      case kObjectShading:
        add(NativeGraphic::Kind::kShading, bounds_of(object, outer), visible);
        return;
      case kObjectPath: visit_path(object, outer, visible); return;
      default: return;
    }
  }

  void visit_form(FPDF_PAGEOBJECT form, const Matrix& outer, const Box& clip, int depth) {
    if (depth >= kMaxDepth) {
      out_.truncated = true;
      return;
    }
    const Matrix inner = Matrix::of(form).then(outer);
    const int count = api_.FPDFFormObj_CountObjects(form);
    for (int i = 0; i < count && may_go_on(); ++i) {
      visit(api_.FPDFFormObj_GetObject(form, static_cast<unsigned long>(i)), inner, clip,
            depth + 1);
    }
  }

  void visit_path(FPDF_PAGEOBJECT path, const Matrix& outer, const Box& visible) {
    const Matrix matrix = Matrix::of(path).then(outer);
    const PathPaint paint = paint_of(path, matrix.scale());
    if (!paint.filled && !paint.stroked) return;
    PathShapes shapes;
    for_each_sub_path(path, matrix,
                      [&](const SubPath& sub_path) { add_sub_path(sub_path, paint, shapes); });
    for (const media::NativeRule& rule : shapes.rules) {
      if (!may_go_on()) return;
      const Box box = intersect(rule.box, visible);
      if (!box.empty()) out_.rules.push_back({box, rule.horizontal});
    }
    for (const Box& fill : shapes.fills) add(NativeGraphic::Kind::kFill, fill, visible);
    if (shapes.has_drawing) add(NativeGraphic::Kind::kDrawing, shapes.drawing, visible);
  }

  PathPaint paint_of(FPDF_PAGEOBJECT path, double scale) const {
    int fill_mode = kFillNone;
    FPDF_BOOL stroke = 0;
    api_.FPDFPath_GetDrawMode(path, &fill_mode, &stroke);
    PathPaint paint;
    unsigned r = 0, g = 0, b = 0, a = 255;
    if (fill_mode != kFillNone) {
      const bool known = api_.FPDFPageObj_GetFillColor(path, &r, &g, &b, &a) != 0;
      paint.filled = !known || a > 0;
      paint.white_fill = known && std::min({r, g, b}) >= kWhite;
    }
    if (stroke != 0) {
      a = 255;
      const bool known = api_.FPDFPageObj_GetStrokeColor(path, &r, &g, &b, &a) != 0;
      paint.stroked = !known || a > 0;
    }
    float width = 0;
    if (api_.FPDFPageObj_GetStrokeWidth(path, &width) && std::isfinite(width)) {
      paint.stroke_width = std::abs(static_cast<double>(width)) * scale;
    }
    return paint;
  }

  template <class Visitor>
  void for_each_sub_path(FPDF_PAGEOBJECT path, const Matrix& matrix, Visitor visit_sub_path) {
    SubPath current;
    const int count = api_.FPDFPath_CountSegments(path);
    for (int i = 0; i < count; ++i) {
      if (++segments_ >= kMaxSegments) {
        out_.truncated = true;
        break;
      }
      const FPDF_PATHSEGMENT segment = api_.FPDFPath_GetPathSegment(path, i);
      const int type = api_.FPDFPathSegment_GetType(segment);
      float x = 0, y = 0;
      if (!api_.FPDFPathSegment_GetPoint(segment, &x, &y)) continue;
      if (type == kSegmentMove) {
        visit_sub_path(current);
        current = SubPath{};
      }
      current.curved = current.curved || type == kSegmentBezier;
      current.closed = current.closed || api_.FPDFPathSegment_GetClose(segment) != 0;
      const media::Point p = matrix.apply(x, y);
      current.points.push_back(space_.to_displayed(p.x, p.y));
    }
    visit_sub_path(current);
  }

  // Bounds of the object's clip paths together; without any, a box around everything.
  Box clip_of(FPDF_PAGEOBJECT object, const Matrix& outer) const {
    constexpr double kEverywhere = 1e7;
    Box result{-kEverywhere, -kEverywhere, kEverywhere, kEverywhere};
    const FPDF_CLIPPATH clip = api_.FPDFPageObj_GetClipPath(object);
    if (clip == nullptr) return result;
    const int paths = api_.FPDFClipPath_CountPaths(clip);
    for (int p = 0; p < std::min(paths, kMaxClipSegments); ++p) {
      const int segments = api_.FPDFClipPath_CountPathSegments(clip, p);
      if (segments <= 0 || segments > kMaxClipSegments) continue;
      Box box{kEverywhere, kEverywhere, -kEverywhere, -kEverywhere};
      for (int s = 0; s < segments; ++s) {
        float x = 0, y = 0;
        api_.FPDFPathSegment_GetPoint(api_.FPDFClipPath_GetPathSegment(clip, p, s), &x, &y);
        const media::Point q = outer.apply(x, y);
        const media::Point d = space_.to_displayed(q.x, q.y);
        box = {std::min(box.x0, d.x), std::min(box.y0, d.y), std::max(box.x1, d.x),
               std::max(box.y1, d.y)};
      }
      result = intersect(result, box);
    }
    return result;
  }

  Box bounds_of(FPDF_PAGEOBJECT object, const Matrix& outer) const {
    float left = 0, bottom = 0, right = 0, top = 0;
    if (!api_.FPDFPageObj_GetBounds(object, &left, &bottom, &right, &top)) return {};
    Box box{1e7, 1e7, -1e7, -1e7};
    for (const auto& [x, y] : {std::pair(left, bottom), std::pair(left, top),
                               std::pair(right, bottom), std::pair(right, top)}) {
      const media::Point p = outer.apply(x, y);
      const media::Point d = space_.to_displayed(p.x, p.y);
      box = {std::min(box.x0, d.x), std::min(box.y0, d.y), std::max(box.x1, d.x),
             std::max(box.y1, d.y)};
    }
    return box;
  }

  void add(NativeGraphic::Kind kind, const Box& box, const Box& visible) {
    const Box clipped = intersect(box, visible);
    if (std::min(clipped.width(), clipped.height()) <= 0 ||
        std::max(clipped.width(), clipped.height()) < kMinGraphic || !may_go_on()) {
      return;
    }
    out_.graphics.push_back({kind, clipped});
  }

  const PdfiumApi& api_;
  const PageSpace& space_;
  size_t max_items_;
  media::NativePage& out_;
  int64_t objects_ = 0;
  int64_t segments_ = 0;
};

}  // namespace

void read_graphics(const PdfPage& page, int max_items, media::NativePage& out) {
  GraphicsReader(page, max_items, out).read(page.get());
}

}  // namespace mineru::worker
