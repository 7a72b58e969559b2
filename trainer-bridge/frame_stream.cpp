#include "trainer-bridge/frame_stream.h"

#include "game/raw_bytes.h"

namespace zymurgy::trainer {

FrameBytes frame_bytes(const FramePainter& painter, const Moment& moment, bool transposed) {
  std::vector<float> floats(frame_floats(painter.scalars()));
  painter.paint(moment, transposed, floats);
  const std::string_view content = raw_all(floats);
  const auto length = static_cast<std::uint32_t>(content.size());
  FrameBytes bytes(raw(length).begin(), raw(length).end());
  bytes.insert(bytes.end(), content.begin(), content.end());
  return bytes;
}

}  // namespace zymurgy::trainer
