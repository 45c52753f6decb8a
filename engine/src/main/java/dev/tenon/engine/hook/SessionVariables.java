package dev.tenon.engine.hook;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/// The files that `SessionStart` hooks write variables to (`CLAUDE_ENV_FILE`). A project's hooks
/// have one of their own, in a folder of its own: they can neither read nor write what those of the
/// user have.
final class SessionVariables implements AutoCloseable {
  private static final int MOST = 64 * 1024;

  /// What decides which programs run, or what they load, also where no wall is around them.
  private static final Set<String> NAMES =
      Set.of(
          "PATH",
          "HOME",
          "SHELL",
          "ENV",
          "IFS",
          "CDPATH",
          "PS4",
          "PROMPT_COMMAND",
          "SHELLOPTS",
          "BASHOPTS",
          "GLOBIGNORE",
          "ZDOTDIR",
          "FPATH",
          "EDITOR",
          "VISUAL",
          "PAGER",
          "BROWSER",
          "LESSOPEN",
          "LESSCLOSE",
          "CLASSPATH",
          "NODE_OPTIONS",
          "NODE_PATH",
          "NODE_EXTRA_CA_CERTS",
          "JAVA_TOOL_OPTIONS",
          "JAVA_HOME",
          "_JAVA_OPTIONS",
          "JDK_JAVA_OPTIONS",
          "SSH_ASKPASS",
          "SUDO_ASKPASS",
          "MAKEFLAGS",
          "MFLAGS",
          "GNUMAKEFLAGS",
          "MAKEFILES",
          "RUSTC_WRAPPER",
          "OPENSSL_CONF");

  private static final Set<String> BEGINNINGS =
      Set.of(
          "BASH_",
          "LD_",
          "DYLD_",
          "GIT_",
          "PYTHON",
          "PERL",
          "RUBY",
          "GEM_",
          "BUNDLE_",
          "LUA_",
          "NPM_CONFIG_",
          "YARN_",
          "CARGO_",
          "GO",
          "MAVEN_",
          "GRADLE_",
          "XDG_");

  private final Path own;
  private final Path projects;

  SessionVariables() throws IOException {
    own = file();
    projects = file();
  }

  private static Path file() throws IOException {
    return Files.createFile(Files.createTempDirectory("tenon-hooks").resolve("variables.sh"));
  }

  Path of(Hook.Owner owner) {
    return switch (owner) {
      case USER -> own;
      case PROJECT -> projects;
    };
  }

  /// What hooks have written, for a shell; empty for nothing.
  ///
  /// @throws IOException also when it is too much
  private String written(Hook.Owner owner) throws IOException {
    try (var in = Files.newInputStream(of(owner))) {
      byte[] bytes = in.readNBytes(MOST + 1);
      if (bytes.length > MOST) {
        throw new IOException("they are larger than 64 KB");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /// Sets what hooks have written, or tells why not.
  void set(Hook.Owner owner, ConversationHooks.Surroundings around) throws InterruptedException {
    try {
      String exports = written(owner);
      if (!exports.isEmpty()) {
        around.variables(owner, exports);
      }
    } catch (IOException unusable) {
      around.tellPerson(
          "the variables of "
              + (owner == Hook.Owner.PROJECT ? "the project's " : "your ")
              + "SessionStart hooks are left out: "
              + unusable.getMessage());
    }
  }

  /// Whether a project may not set it: it would reach programs that no wall confines.
  static boolean isTheUsersAlone(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    return NAMES.contains(upper) || BEGINNINGS.stream().anyMatch(upper::startsWith);
  }

  @Override
  public void close() throws IOException {
    for (Path file : Set.of(own, projects)) {
      Files.deleteIfExists(file);
      Path folder = file.getParent();
      if (folder != null) {
        Files.deleteIfExists(folder);
      }
    }
  }
}
