package dev.tenon.engine.model;

import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Adds what the user has chosen to their `config.yml`. What stands in it stays as it is, comments
/// included; the file is replaced as a whole, and only if it can be read afterwards and says what
/// was chosen.
public final class UserChoices {
  private final ProjectOptions options;
  private final Path file;

  /// What the file was before; null if there was none.
  private byte @Nullable [] before;

  private boolean changed;

  public UserChoices(ProjectOptions options) throws IOException {
    this.options = options;
    this.file = real(options.userFile());
  }

  /// A file that is a link stays one.
  private static Path real(Path path) throws IOException {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS) && Files.exists(path)
        ? path.toRealPath()
        : path;
  }

  public Path file() {
    return file;
  }

  /// Adds settings at the end.
  ///
  /// @param yaml whole lines that begin in the first column
  /// @throws IOException when the file cannot be written, or would not be understood any more, as
  ///   when it holds such a setting already; then it is as it was
  public void add(String yaml) throws IOException {
    before = read();
    String text = before == null ? "" : new String(before, StandardCharsets.UTF_8);
    String glue = text.isEmpty() || text.endsWith("\n") ? "" : "\n";
    write((text + glue + yaml).getBytes(StandardCharsets.UTF_8));
    changed = true;
    try {
      Configuration.load(options);
    } catch (ConfigException unreadable) {
      takeBack();
      throw new IOException("these lines do not fit into it", unreadable);
    }
  }

  /// The file is again as it was.
  public void takeBack() throws IOException {
    if (!changed) {
      return;
    }
    changed = false;
    byte[] content = before;
    if (content == null) {
      Files.deleteIfExists(file);
    } else {
      write(content);
    }
  }

  private byte @Nullable [] read() throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException none) {
      return null;
    }
  }

  private void write(byte[] content) throws IOException {
    Path folder = Objects.requireNonNull(file.getParent(), "a configuration lies in a folder");
    Files.createDirectories(folder);
    Path aside = Files.createTempFile(folder, "config-", ".tmp");
    try {
      Files.write(aside, content);
      Files.setPosixFilePermissions(
          aside,
          Files.exists(file)
              ? Files.getPosixFilePermissions(file)
              : PosixFilePermissions.fromString("rw-r--r--"));
      Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(aside);
    }
  }
}
