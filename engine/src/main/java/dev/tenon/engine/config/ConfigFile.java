package dev.tenon.engine.config;

import dev.tenon.core.json.ByteOrderMark;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/// A configuration file's bytes, read once: what is judged is what is used.
final class ConfigFile {
  static final int MOST_BYTES = 1024 * 1024;

  private final Path path;
  private final String shown;
  private final byte[] bytes;

  private ConfigFile(Path path, String shown, byte[] bytes) {
    this.path = path;
    this.shown = shown;
    this.bytes = bytes;
  }

  /// The file, or nothing when there is none.
  static Optional<ConfigFile> read(Path path, String shown) throws ConfigException {
    if (Files.notExists(path)) {
      return Optional.empty();
    }
    if (Files.isDirectory(path)) {
      throw new ConfigException(shown + ": is a folder; it should be a YAML file");
    }
    // Anything but a regular file could block for ever, or never end.
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new ConfigException(shown + ": is not a regular file");
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new ConfigException(
            shown + ": is larger than " + MOST_BYTES + " bytes, too large for a configuration");
      }
      return Optional.of(new ConfigFile(path, shown, bytes));
    } catch (AccessDeniedException denied) {
      throw new ConfigException(shown + ": cannot be read: permission denied");
    } catch (FileSystemException failure) {
      String reason = failure.getReason();
      throw new ConfigException(
          shown + ": cannot be read: " + (reason == null ? "it is not accessible" : reason));
    } catch (IOException failure) {
      throw new ConfigException(shown + ": cannot be read: " + failure.getMessage());
    }
  }

  /// What a file would be with this content.
  static ConfigFile of(Path path, String shown, String text) {
    return new ConfigFile(path, shown, text.getBytes(StandardCharsets.UTF_8));
  }

  Path path() {
    return path;
  }

  /// The path as messages name it.
  String shown() {
    return shown;
  }

  /// The content as text, without a byte order mark.
  String text() throws ConfigException {
    int line = 1;
    for (byte each : bytes) {
      if (each == '\n') {
        line++;
      } else if (each == 0) {
        throw new ConfigException(shown + ":" + line + ": is not text: it holds a NUL byte");
      }
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return ByteOrderMark.without(text);
    } catch (CharacterCodingException malformed) {
      throw new ConfigException(shown + ": is not UTF-8 text; save it as UTF-8");
    }
  }

  /// The SHA-256 of the bytes, in hexadecimal.
  String sha256() {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
