package dev.tenon.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediaTypeTest {

  /// Bytes as characters, `~` for a NUL, and zeros behind them.
  private static byte[] content(String begin) {
    byte[] bytes = begin.replace('~', '\0').getBytes(StandardCharsets.ISO_8859_1);
    return Arrays.copyOf(bytes, Math.max(300, bytes.length));
  }

  @ParameterizedTest
  @CsvSource({
    "\u0089PNG, image/png",
    "\u00ff\u00d8\u00ff\u00e0, image/jpeg",
    "GIF89a, image/gif",
    "RIFF1234WEBPVP8, image/webp",
    "RIFF1234WAVEfmt, audio/wav",
    "RIFF1234AVI LIST, video/x-msvideo",
    "II*~, image/tiff",
    "MM~*, image/tiff",
    "~~\u0001~, image/x-icon",
    "1234ftypavif, image/avif",
    "1234ftypisom, video/mp4",
    "%PDF-1.7, application/pdf",
    "PK\u0003\u0004\u0014~, application/zip",
    "'PK\u0005\u0006', application/zip",
    "PK\u0003\u0004......~~~~~~~~~~~~~~~~~~~~[Content_Types].xml,"
        + " application/vnd.openxmlformats-officedocument",
    "'\u001f\u008b\b', application/gzip",
    "BZh91AY, application/x-bzip2",
    "\u00fd7zXZ~, application/x-xz",
    "(\u00b5/\u00fd, application/zstd",
    "SQLite format 3~, application/vnd.sqlite3",
    "\u007fELF, application/x-elf",
    "~asm\u0001, application/wasm",
    "\u00ca\u00fe\u00ba\u00be, application/java-vm",
    "wOF2, font/woff2",
    "OggS, audio/ogg",
    "plain text, ''",
    "PNG, ''",
    "RIFF1234, ''",
    "'', ''",
  })
  void kindsAreToldByHowTheyBegin(String begin, String type) {
    assertThat(MediaType.of(content(begin)).orElse("")).isEqualTo(type);
  }

  @Test
  void aTarHasItsMarkFarBehind() {
    byte[] tar = new byte[512];
    System.arraycopy("ustar".getBytes(StandardCharsets.US_ASCII), 0, tar, 257, 5);
    assertThat(MediaType.of(tar)).contains("application/x-tar");
  }

  @Test
  void whatIsCutOffIsNothing() {
    assertThat(MediaType.of(new byte[] {(byte) 0x89, 'P', 'N'})).isEmpty();
    assertThat(MediaType.of(new byte[0])).isEmpty();
  }
}
