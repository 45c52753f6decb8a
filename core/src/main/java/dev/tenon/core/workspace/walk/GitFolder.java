package dev.tenon.core.workspace.walk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where git keeps ignore rules that are not in the tree: `info/exclude` of a repository and the
/// user's own file.
public final class GitFolder {
  static final long MOST = 1024 * 1024;

  private GitFolder() {}

  /// The folder around this one, or it itself, that holds a repository.
  static @Nullable public Path repositoryAround(Path folder) {
    for (Path at = folder; at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(".git"))) {
        return at;
      }
    }
    return null;
  }

  /// The content of `info/exclude`, empty if there is none. In a linked worktree it lies in the
  /// main repository.
  static byte[] excludes(Path repository) {
    try {
      return read(common(checkout(repository)).resolve("info/exclude"));
    } catch (IOException | InvalidPathException unreadable) {
      // Git itself goes on without rules that it cannot read.
      return new byte[0];
    }
  }

  /// Where git keeps what belongs to this checkout alone: the `.git` itself, or what that points
  /// to.
  static Path checkout(Path repository) throws IOException {
    Path git = repository.resolve(".git");
    return Files.isRegularFile(git) ? follow(repository, read(git), "gitdir:") : git;
  }

  /// Where git keeps what all checkouts of a repository share.
  static Path common(Path checkout) throws IOException {
    Path common = checkout.resolve("commondir");
    return Files.isRegularFile(common) ? follow(checkout, read(common), "") : checkout;
  }

  /// The content of a folder's own ignore file, empty if there is none.
  public static byte[] ignoreFile(Path folder) {
    try {
      return read(folder.resolve(".gitignore"));
    } catch (IOException unreadable) {
      return new byte[0];
    }
  }

  /// The content of the user's own ignore file, empty if there is none.
  static byte[] userExcludes(Path home, Map<String, String> environment) {
    String config = environment.get("XDG_CONFIG_HOME");
    Path folder = config == null || config.isEmpty() ? home.resolve(".config") : Path.of(config);
    try {
      String named = excludesFile(read(home.resolve(".gitconfig")));
      if (named == null) {
        named = excludesFile(read(folder.resolve("git/config")));
      }
      if (named == null) {
        return read(folder.resolve("git/ignore"));
      }
      return read(named.startsWith("~/") ? home.resolve(named.substring(2)) : Path.of(named));
    } catch (IOException | InvalidPathException unreadable) {
      return new byte[0];
    }
  }

  /// The value of `core.excludesFile` in a configuration file of git; includes are not followed.
  private static @Nullable String excludesFile(byte[] config) {
    String section = "";
    String value = null;
    for (String raw : new String(config, StandardCharsets.UTF_8).split("\n", -1)) {
      String line = raw.strip();
      int equals = line.indexOf('=');
      if (line.startsWith("[")) {
        section = line.replace(" ", "");
      } else if (section.equalsIgnoreCase("[core]")
          && equals > 0
          && line.substring(0, equals).strip().equalsIgnoreCase("excludesfile")) {
        value = line.substring(equals + 1).strip().replace("\"", "");
      }
    }
    return value;
  }

  private static Path follow(Path from, byte[] pointer, String label) throws IOException {
    String text = new String(pointer, StandardCharsets.UTF_8).strip();
    if (!text.startsWith(label)) {
      throw new IOException("not a pointer of git: " + from);
    }
    return from.resolve(text.substring(label.length()).strip()).normalize();
  }

  static byte[] read(Path file) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) > MOST) {
      return new byte[0];
    }
    return Files.readAllBytes(file);
  }
}
