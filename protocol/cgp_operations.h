// The operations of CGP as one table: how each is read, when it is worth writing, how it is
// written.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "protocol/cgp.h"

namespace zymurgy {

struct CgpField {
  std::string_view code;
  Result<void> (*read)(CgpPosition&, std::string_view operands);
  bool (*needed)(const CgpPosition&);  // its value is not the default
  std::string (*write)(const CgpPosition&);
};

// In the order in which they are written.
std::span<const CgpField> cgp_fields();

// `A/B` into its two halves; `what` names them in errors.
Result<std::array<std::string_view, 2>> split_pair(std::string_view text, const std::string& what);

}  // namespace zymurgy
