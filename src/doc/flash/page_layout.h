// The geometric backend's page: facts in, blocks in reading order out.
#pragma once

#include "doc/flash/page_facts.h"
#include "doc/flash/profile.h"
#include "doc/flow.h"

namespace mineru::doc::flash {

// Pure: depends on its arguments only. Boxes of the result are in displayed page space; pictures
// are named and cut later (doc/crops.h). Total: never throws on what a page may contain.
LaidPage layout_page(PageFacts facts, const Profile& profile);

// Profile of a document from sample pages, its heading levels settled by laying the samples out.
Profile learn_profile(const std::vector<const PageFacts*>& samples);

}  // namespace mineru::doc::flash
