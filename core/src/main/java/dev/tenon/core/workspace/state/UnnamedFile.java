package dev.tenon.core.workspace.state;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HexFormat;

/// Names that are no text: a file may be called by any bytes, and only those that are UTF-8 (or
/// what the system's locale says) can be told, asked for and written into a journal.
final class UnnamedFile {
  /// What stands in a text for bytes that are none.
  static final char REPLACED = '\ufffd';

  private UnnamedFile() {}

  /// Whether the name leads back to the file that it was read from.
  static boolean isNamed(String name, Path path) {
    if (name.indexOf(REPLACED) < 0) {
      return true;
    }
    try {
      return path.resolveSibling(name).equals(path);
    } catch (InvalidPathException noSuchLetters) {
      return false;
    }
  }

  /// The last name of a path, with the bytes that are no text written as `\\xe9`.
  static String escaped(Path path) {
    // The only way that Java has to tell the bytes of a path.
    String uri = path.toUri().getRawPath();
    int end = uri.endsWith("/") ? uri.length() - 1 : uri.length();
    return escaped(bytes(uri.substring(uri.lastIndexOf('/', end - 1) + 1, end)));
  }

  private static byte[] bytes(String raw) {
    var bytes = new ByteArrayOutputStream();
    for (int i = 0; i < raw.length(); i++) {
      if (raw.charAt(i) == '%') {
        bytes.write(Integer.parseInt(raw.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        bytes.write(raw.charAt(i));
      }
    }
    return bytes.toByteArray();
  }

  static String escaped(byte[] name) {
    var out = new StringBuilder();
    for (int i = 0; i < name.length; ) {
      int length = textAt(name, i);
      if (length == 0) {
        out.append("\\x").append(HexFormat.of().toHexDigits(name[i]));
        i++;
      } else {
        out.append(new String(name, i, length, StandardCharsets.UTF_8));
        i += length;
      }
    }
    return out.toString();
  }

  /// How many bytes at this place are one character; 0 for a byte that is none.
  private static int textAt(byte[] name, int at) {
    for (int length = 1; length <= 4 && at + length <= name.length; length++) {
      try {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name, at, length));
        return length;
      } catch (CharacterCodingException incomplete) {
        // Maybe with the next byte.
      }
    }
    return 0;
  }
}
