#include "model/precision.h"

namespace mineru::model {

namespace {

// Whether a family reads rows of 12 bits and weights of 8 instead of 8 and 7. Inputs after
// quick_gelu have outliers; the merger and the decoder feed every token that follows, and language
// is more easily hurt than vision (https://arxiv.org/abs/2412.19509); what goes wrong in the first
// and last blocks is not averaged out any more.
bool is_wide(Family family, LayerPlace place) {
  switch (family) {
    case Family::kVisionQkv:
    case Family::kVisionProj:
    case Family::kVisionFc1: return place.index == 0 || place.index == place.count - 1;
    case Family::kVisionFc2:
    case Family::kMerger:
    case Family::kDecoderQkv:
    case Family::kDecoderOut:
    case Family::kDecoderGateUp:
    case Family::kDecoderDown:
    case Family::kHead: return true;
  }
  return true;
}

}  // namespace

nn::WeightFormat format_of(Precision precision, Family family, LayerPlace place) {
  if (precision == Precision::kAsStored) return nn::WeightFormat::kAsStored;
  return is_wide(family, place) ? nn::WeightFormat::kQ8Wide : nn::WeightFormat::kQ8;
}

}  // namespace mineru::model
