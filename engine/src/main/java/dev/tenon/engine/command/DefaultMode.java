package dev.tenon.engine.command;

import dev.tenon.core.exec.sandbox.Bounds;
import dev.tenon.core.exec.sandbox.RecursiveDelete;
import dev.tenon.core.exec.sandbox.Sandbox;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.config.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The mode of someone who has chosen none: `auto` where a sandbox works, because commands are
/// walled and can be undone there, and `edit` elsewhere.
///
/// Whether one works is tried once and remembered in Tenon's folder for this kernel and these
/// programs, since trying takes a process. A command tries again before it runs: where the memory
/// is wrong, mode auto asks.
public final class DefaultMode {
  private static final String FILE = "sandbox.txt";
  private static final String TOLD = "told\n";

  private DefaultMode() {}

  /// What was found.
  ///
  /// @param because why it is this mode: a sentence for people
  /// @param told whether a person has been told of it
  public record Found(Mode mode, String because, boolean told) {}

  /// @param home Tenon's folder
  public static Found of(Settings.Sandbox settings, Path home) throws InterruptedException {
    Path file = home.resolve(FILE);
    String key = key(settings);
    Found known = remembered(file, key);
    return known == null ? tried(settings, home, file, key) : known;
  }

  /// Remembers that a person has been told.
  public static void told(Settings.Sandbox settings, Path home) {
    Path file = home.resolve(FILE);
    Found known = remembered(file, key(settings));
    if (known != null && !known.told) {
      try {
        remember(file, Files.readString(file, StandardCharsets.UTF_8) + TOLD);
      } catch (IOException unreadable) {
        // It is told once more at worst.
        return;
      }
    }
  }

  /// The same, tried anew.
  public static Found again(Settings.Sandbox settings, Path home) throws InterruptedException {
    Path file = home.resolve(FILE);
    Found before = remembered(file, key(settings));
    Found now = tried(settings, home, file, key(settings));
    if (before != null && before.told && before.because.equals(now.because)) {
      told(settings, home);
    }
    return now;
  }

  private static Found tried(Settings.Sandbox settings, Path home, Path file, String key)
      throws InterruptedException {
    Sandbox.State state = state(settings, home, HomeFolders.home());
    String outcome =
        switch (state) {
          case Sandbox.State.InForce force -> "+" + force.label();
          case Sandbox.State.Missing missing -> "-" + missing.reason();
          case Sandbox.State.Off ignored -> "-sandbox.kind is off";
        };
    remember(file, key + "\n" + outcome.replace('\n', ' ') + "\n");
    return found(outcome, false);
  }

  /// Tried on an empty project: Tenon's own folder, which a sandbox hides, may be the home folder
  /// itself, which no project is.
  static Sandbox.State state(Settings.Sandbox settings, Path home, Path userHome)
      throws InterruptedException {
    var choice = Sandbox.Choice.valueOf(settings.kind().toUpperCase(Locale.ROOT));
    Path root;
    try {
      root = Files.createTempDirectory("tenon-try").toRealPath();
    } catch (IOException unwritable) {
      return new Sandbox.State.Missing(
          "it cannot be tried without a temporary folder: " + IoFailure.named(unwritable));
    }
    try (var sandbox = new Sandbox(choice, Bounds.of(root, home, userHome))) {
      return sandbox.state();
    } finally {
      remove(root);
    }
  }

  private static void remove(Path folder) {
    try {
      RecursiveDelete.delete(folder);
    } catch (IOException kept) {
      // An empty folder among those that the system clears.
      return;
    }
  }

  private static Found found(String outcome, boolean told) {
    String said = outcome.substring(1);
    return outcome.charAt(0) == '+'
        ? new Found(
            Mode.AUTO,
            "commands run behind a sandbox ("
                + said
                + "), so edits and commands inside the project are not asked about; undo takes back"
                + " what they do to your files",
            told)
        : new Found(
            Mode.EDIT,
            "there is no sandbox ("
                + said
                + "), so commands that do more than read are asked about",
            told);
  }

  /// What the outcome depends on.
  private static String key(Settings.Sandbox settings) {
    var key = new StringBuilder("1 ").append(settings.kind());
    key.append(' ').append(System.getProperty("os.version"));
    key.append(' ').append(System.getProperty("user.name"));
    for (String program : List.of("/usr/bin/bwrap", "/usr/bin/unshare")) {
      key.append(' ').append(changed(Path.of(program)));
    }
    return key.toString();
  }

  private static long changed(Path program) {
    try {
      return Files.getLastModifiedTime(program).toMillis();
    } catch (IOException missing) {
      return 0;
    }
  }

  private static @Nullable Found remembered(Path file, String key) {
    try {
      if (Files.notExists(file)) {
        return null;
      }
      String text = Files.readString(file, StandardCharsets.UTF_8);
      int line = text.indexOf('\n');
      int end = text.indexOf('\n', line + 1);
      boolean usable = line >= 0 && end > line + 2 && text.substring(0, line).equals(key);
      return usable && "+-".indexOf(text.charAt(line + 1)) >= 0
          ? found(text.substring(line + 1, end), text.startsWith(TOLD, end + 1))
          : null;
    } catch (IOException unreadable) {
      // As good as none: it is tried again.
      return null;
    }
  }

  private static void remember(Path file, String text) {
    try {
      Path folder = Files.createDirectories(file.toAbsolutePath().getParent());
      Path fresh = Files.createTempFile(folder, "sandbox", ".tmp");
      Files.writeString(fresh, text, StandardCharsets.UTF_8);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException unwritable) {
      // It is only a memory: the next start tries again, and says whatever is wrong with the
      // folder.
      return;
    }
  }
}
