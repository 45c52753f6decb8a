package dev.tenon.core.text;

import java.util.List;
import java.util.Optional;

/// What kind of content bytes are, told by how they begin. A small table of what people and
/// programs make; the rest has no name.
public final class MediaType {
  /// How a kind begins: these bytes at that place, and perhaps others at another, one character for
  /// each byte.
  private record Magic(String type, int at, String bytes, int alsoAt, String also) {
    static Magic of(String type, int at, String bytes) {
      return new Magic(type, at, bytes, 0, "");
    }

    Magic and(int place, String more) {
      return new Magic(type, at, bytes, place, more);
    }

    boolean fits(byte[] head) {
      return begins(head, at, bytes) && begins(head, alsoAt, also);
    }
  }

  private static final List<Magic> TABLE =
      List.of(
          Magic.of("image/png", 0, "\u0089PNG"),
          Magic.of("image/jpeg", 0, "\u00ff\u00d8\u00ff"),
          Magic.of("image/gif", 0, "GIF8"),
          Magic.of("image/webp", 0, "RIFF").and(8, "WEBP"),
          Magic.of("image/bmp", 0, "BM").and(6, "\0\0\0\0"),
          Magic.of("image/tiff", 0, "II*\0"),
          Magic.of("image/tiff", 0, "MM\0*"),
          Magic.of("image/x-icon", 0, "\0\0\u0001\0"),
          Magic.of("image/avif", 4, "ftypavif"),
          Magic.of("image/heic", 4, "ftypheic"),
          Magic.of("image/vnd.adobe.photoshop", 0, "8BPS"),
          Magic.of("application/pdf", 0, "%PDF-"),
          Magic.of("application/vnd.openxmlformats-officedocument", 0, "PK\u0003\u0004")
              .and(30, "[Content_Types].xml"),
          Magic.of("application/zip", 0, "PK\u0003\u0004"),
          Magic.of("application/zip", 0, "PK\u0005\u0006"),
          Magic.of("application/gzip", 0, "\u001f\u008b"),
          Magic.of("application/x-bzip2", 0, "BZh"),
          Magic.of("application/x-xz", 0, "\u00fd7zXZ\0"),
          Magic.of("application/zstd", 0, "(\u00b5/\u00fd"),
          Magic.of("application/x-7z-compressed", 0, "7z\u00bc\u00af'\u001c"),
          Magic.of("application/vnd.rar", 0, "Rar!\u001a\u0007"),
          Magic.of("application/x-tar", 257, "ustar"),
          Magic.of(
              "application/x-ole-storage", 0, "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1"),
          Magic.of("application/vnd.sqlite3", 0, "SQLite format 3\0"),
          Magic.of("application/x-elf", 0, "\u007fELF"),
          Magic.of("application/x-mach-binary", 0, "\u00cf\u00fa\u00ed\u00fe"),
          Magic.of("application/vnd.microsoft.portable-executable", 0, "MZ"),
          Magic.of("application/wasm", 0, "\0asm"),
          Magic.of("application/java-vm", 0, "\u00ca\u00fe\u00ba\u00be"),
          Magic.of("application/vnd.apache.parquet", 0, "PAR1"),
          Magic.of("application/vnd.apache.arrow.file", 0, "ARROW1\0\0"),
          Magic.of("font/woff", 0, "wOFF"),
          Magic.of("font/woff2", 0, "wOF2"),
          Magic.of("font/otf", 0, "OTTO\0"),
          Magic.of("font/ttf", 0, "\0\u0001\0\0\0"),
          Magic.of("audio/wav", 0, "RIFF").and(8, "WAVE"),
          Magic.of("audio/flac", 0, "fLaC"),
          Magic.of("audio/mpeg", 0, "ID3"),
          Magic.of("audio/ogg", 0, "OggS"),
          Magic.of("video/mp4", 4, "ftyp"),
          Magic.of("video/x-matroska", 0, "\u001aE\u00df\u00a3"),
          Magic.of("video/x-msvideo", 0, "RIFF").and(8, "AVI "));

  private MediaType() {}

  /// The media type of a content that begins with these bytes, if it is a known one.
  public static Optional<String> of(byte[] head) {
    for (Magic magic : TABLE) {
      if (magic.fits(head)) {
        return Optional.of(magic.type);
      }
    }
    return Optional.empty();
  }

  private static boolean begins(byte[] head, int at, String wanted) {
    if (head.length < at + wanted.length()) {
      return false;
    }
    for (int i = 0; i < wanted.length(); i++) {
      if ((head[at + i] & 0xff) != wanted.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
