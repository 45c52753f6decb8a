package dev.tenon.core.change.journal;

import dev.tenon.core.text.BinaryFile;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.FileContent;
import dev.tenon.core.text.MediaType;
import dev.tenon.core.text.TextFile;
import java.io.IOException;
import java.util.Locale;

/// What a file is, for people who cannot be shown its text.
///
/// @param kind such as `binary file`
/// @param type its media type by its first bytes; empty if that is unknown
public record ContentDescription(String kind, long size, String type) {

  public static ContentDescription of(Content content) throws IOException {
    byte[] head = content.data().head();
    return new ContentDescription(
        kind(content, head), content.data().size(), MediaType.of(head).orElse(""));
  }

  private static String kind(Content content, byte[] head) {
    TextFile text = content.text().orElse(null);
    if (text != null) {
      return text.encoding().label() + " text";
    }
    boolean large = content.data().size() > FileBytes.MOST_IN_MEMORY;
    return large && !(FileContent.of(head) instanceof BinaryFile) ? "large file" : "binary file";
  }

  /// Such as `binary file, 20,480 bytes, image/png`.
  public String words() {
    return kind + ", " + bytes(size) + (type.isEmpty() ? "" : ", " + type);
  }

  public static String bytes(long size) {
    return size == 1 ? "1 byte" : number(size) + " bytes";
  }

  /// With commas between thousands.
  public static String number(long size) {
    return String.format(Locale.ROOT, "%,d", size);
  }
}
