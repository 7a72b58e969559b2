// The modes of `go` that weigh chances: `sim` and `infer`.
#pragma once

#include "protocol/modes.h"

namespace zymurgy {

Result<SearchAnswer> search_sim(SearchTask& task);
Result<SearchAnswer> search_infer(SearchTask& task);

}  // namespace zymurgy
