#include "worker/test_fault.h"
namespace mineru::worker {
void commit_test_fault(media::wire::TestFault) {}
}  // namespace mineru::worker
