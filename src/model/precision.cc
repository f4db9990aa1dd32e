#include "model/precision.h"

namespace mineru::model {

namespace {

// Inputs after quick_gelu have outliers, the merger feeds everything after it, and what goes wrong
// in the first and last blocks cannot be mended or averaged out: these read rows of 13 bits.
bool is_sensitive(Family family, LayerPlace place) {
  switch (family) {
    case Family::kVisionFc2:
    case Family::kMerger:
    case Family::kDecoderDown: return true;
    case Family::kVisionQkv:
    case Family::kVisionProj:
    case Family::kVisionFc1: return place.index == 0 || place.index == place.count - 1;
    case Family::kDecoderQkv:
    case Family::kDecoderOut:
    case Family::kDecoderGateUp:
    case Family::kHead: return false;
  }
  return true;
}

}  // namespace

nn::WeightFormat format_of(Precision precision, Family family, LayerPlace place) {
  if (precision == Precision::kAsStored) return nn::WeightFormat::kAsStored;
  return is_sensitive(family, place) ? nn::WeightFormat::kQ8Wide : nn::WeightFormat::kQ8;
}

}  // namespace mineru::model
