#include "game/packing.h"

#include <zstd.h>

#include <array>
#include <cstdio>
#include <memory>

#include "game/files.h"

namespace zymurgy {

std::string compress(std::string_view bytes, int level) {
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                     &ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(context.get(), packed.data(), packed.size(), bytes.data(), bytes.size());
  ZYMURGY_CHECK(!ZSTD_isError(size));
  packed.resize(size);
  return packed;
}

Result<std::string> decompress(std::string_view bytes, std::string_view name, std::size_t limit) {
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size == ZSTD_CONTENTSIZE_ERROR) return failure(std::string(name) + ": not a zstd frame");
  if (size == ZSTD_CONTENTSIZE_UNKNOWN)
    return failure(std::string(name) +
                   ": the zstd frame does not tell its size, as when zstd compresses a pipe; "
                   "compress a file instead");
  if (size > limit)
    return failure(std::string(name) + ": " + std::to_string(size) + " bytes are more than the " +
                   std::to_string(limit) + " allowed");
  std::string plain(static_cast<std::size_t>(size), '\0');
  const std::size_t got = ZSTD_decompress(plain.data(), plain.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(got) || got != size)
    return failure(std::string(name) + ": damaged zstd frame" +
                   (ZSTD_isError(got) ? std::string(" (") + ZSTD_getErrorName(got) + ")" : ""));
  return plain;
}

Result<std::string> decompress_start(const std::string& path, std::size_t size) {
  const auto file = open_file(path);
  if (!file) return tl::unexpected(file.error());
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                     &ZSTD_freeDCtx);
  std::string plain(size, '\0');
  ZSTD_outBuffer out{plain.data(), plain.size(), 0};
  std::array<char, 1 << 14> packed;
  for (std::size_t left = 1; left != 0 && out.pos < out.size;) {
    ZSTD_inBuffer in{packed.data(), std::fread(packed.data(), 1, packed.size(), file->get()), 0};
    if (in.size == 0) return failure(path + ": the file ends too early");
    while (in.pos < in.size && left != 0 && out.pos < out.size) {
      left = ZSTD_decompressStream(context.get(), &out, &in);
      if (ZSTD_isError(left))
        return failure(path + ": damaged zstd frame (" + ZSTD_getErrorName(left) + ")");
    }
  }
  plain.resize(out.pos);
  return plain;
}

bool is_packed(std::string_view bytes) { return bytes.starts_with("\x28\xb5\x2f\xfd"); }

}  // namespace zymurgy
