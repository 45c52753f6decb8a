package dev.tenon.core.exec.sandbox;

import dev.tenon.core.exec.sandbox.ClosedPrograms.Closed;
import dev.tenon.core.exec.sandbox.ClosedPrograms.Open;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the files of the programs that rules deny: by their names in all folders with programs,
/// through links to what they really are, and back to every other name of the same file. Found anew
/// when one of the folders changed. Safe for several threads.
public final class ProgramFinder {
  /// What starts a command behind the wall, in the wall's own last steps too. Without these nothing
  /// would run at all.
  private static final List<String> NEEDED =
      List.of("sh", "bash", "env", "umount", "unshare", "setpriv");

  /// Programs that are many, each under a name of its own.
  private static final Set<String> MANY =
      Set.of(
          "busybox",
          "toybox",
          "coreutils",
          "sbase-box",
          "ubase-box",
          "systemctl",
          "kmod",
          "lvm",
          "snap",
          "rustup",
          "rustup-init",
          "volta-shim",
          "asdf",
          "mise",
          "git",
          "xtables-nft-multi",
          "xtables-legacy-multi");

  /// A file with more other names than this is many programs, too.
  private static final int OTHER_NAMES = 12;

  private static final int MOST = 200;

  private final List<Denied> denied;
  private final String path;
  private final Path home;
  private @Nullable ClosedPrograms found;
  private Map<Path, Long> seen = Map.of();

  /// @param word a program's name, in which `*` stands for anything, or its absolute path
  /// @param rule the rule that denies it, for people
  public record Denied(String word, String rule) {}

  /// @param path as the variable `PATH` has it
  public ProgramFinder(List<Denied> denied, String path, Path home) {
    this.denied = List.copyOf(denied);
    this.path = path;
    this.home = home;
  }

  /// The files as they are now. What cannot be looked at is not found.
  public synchronized ClosedPrograms now() {
    if (denied.isEmpty()) {
      return ClosedPrograms.NONE;
    }
    try {
      List<Path> folders = ProgramFolders.of(path, home);
      Map<Path, Long> times = times(folders);
      ClosedPrograms known = found;
      if (known == null || !times.equals(seen)) {
        known = new Search(folders).run();
        found = known;
        seen = times;
      }
      return known;
    } catch (IOException unreadable) {
      // The last known answer is better than none: a program that was there is still closed.
      ClosedPrograms known = found;
      return known == null ? ClosedPrograms.NONE : known;
    }
  }

  private static Map<Path, Long> times(List<Path> folders) throws IOException {
    Map<Path, Long> times = new HashMap<>();
    for (Path folder : folders) {
      times.put(folder, Files.getLastModifiedTime(folder).toMillis());
    }
    // Where Debian and its kin keep the links that choose between programs.
    Path choices = Path.of("/etc/alternatives");
    if (Files.isDirectory(choices)) {
      times.put(choices, Files.getLastModifiedTime(choices).toMillis());
    }
    return times;
  }

  /// One look at everything.
  private final class Search {
    private final List<Path> folders;
    private final Set<Path> needed = new LinkedHashSet<>();

    /// Every name in the folders, by the identity of the file that it leads to.
    private final Map<Object, List<Path>> names = new LinkedHashMap<>();

    private final Map<Path, Closed> closed = new LinkedHashMap<>();
    private final List<Closed> alsoCalled = new ArrayList<>();
    private final Set<Open> open = new LinkedHashSet<>();

    Search(List<Path> folders) throws IOException {
      this.folders = folders;
      for (String name : NEEDED) {
        for (String folder : Wall.SYSTEM_FOLDERS) {
          Path program = Path.of(folder, name);
          if (Files.exists(program)) {
            needed.add(program.toRealPath());
          }
        }
      }
    }

    ClosedPrograms run() throws IOException {
      for (Path folder : folders) {
        list(folder);
      }
      for (Denied each : denied) {
        close(each);
      }
      var all = new ArrayList<>(closed.values());
      all.addAll(alsoCalled);
      return new ClosedPrograms(all, List.copyOf(open));
    }

    private void list(Path folder) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
        for (Path entry : entries) {
          if (Files.isRegularFile(entry) && Files.isExecutable(entry)) {
            names.computeIfAbsent(identity(entry), file -> new ArrayList<>(1)).add(entry);
          }
        }
      } catch (IOException | DirectoryIteratorException unreadable) {
        // The other folders still count, and a command of the same user cannot read it either.
        return;
      }
    }

    private void close(Denied rule) throws IOException {
      if (rule.word.chars().allMatch(c -> c == '*')) {
        open.add(new Open(rule.rule, "it denies every command, before any runs"));
        return;
      }
      for (List<Path> file : List.copyOf(names.values())) {
        Path real = file.getFirst().toRealPath();
        String called = called(rule, file, real);
        if (called != null) {
          close(rule, called, file, real);
        }
      }
      if (rule.word.startsWith("/") && rule.word.indexOf('*') < 0) {
        Path program = Path.of(rule.word);
        if (Files.isRegularFile(program) && Files.isExecutable(program)) {
          List<Path> others = names.getOrDefault(identity(program), List.of(program));
          close(rule, name(program), others, program.toRealPath());
        }
      }
    }

    /// The name by which a rule means a file; null when it does not.
    private @Nullable String called(Denied rule, List<Path> file, Path real) {
      if (rule.word.indexOf('/') >= 0) {
        for (Path each : file) {
          if (matches(rule.word, each.toString())) {
            return name(each);
          }
        }
        return null;
      }
      for (Path each : file) {
        boolean part = rule.word.equals("git") && each.getParent().endsWith("git-core");
        if (matches(rule.word, name(each)) || (part && name(each).startsWith("git-"))) {
          return name(each);
        }
      }
      return matches(rule.word, name(real)) ? name(real) : null;
    }

    private void close(Denied rule, String called, List<Path> file, Path real) throws IOException {
      String reason = reason(rule, called, file, real);
      if (reason != null) {
        open.add(new Open(rule.rule, reason));
        return;
      }
      for (Path each : file) {
        Path at = each.toRealPath();
        if (closed.size() >= MOST && !closed.containsKey(at)) {
          open.add(new Open(rule.rule, "more than " + MOST + " programs are denied"));
          return;
        }
        if (closed.putIfAbsent(at, new Closed(name(each), at, rule.rule)) != null) {
          alsoCalled.add(new Closed(name(each), at, rule.rule));
        }
      }
      closed.putIfAbsent(real, new Closed(called, real, rule.rule));
    }

    /// Why a file has to stay as it is; null when it can be closed.
    private @Nullable String reason(Denied rule, String called, List<Path> file, Path real) {
      if (needed.contains(real)) {
        return called + " is needed to start commands";
      }
      if (rule.word.indexOf('/') >= 0 ? real.toString().equals(rule.word) : isNamed(rule, real)) {
        return null;
      }
      Set<String> others = new LinkedHashSet<>();
      for (Path each : file) {
        if (!isNamed(rule, each)) {
          others.add(name(each));
        }
      }
      return MANY.contains(name(real)) || others.size() > OTHER_NAMES
          ? called + " is one of many names of " + real
          : null;
    }
  }

  private static boolean isNamed(Denied rule, Path file) {
    return matches(rule.word, name(file));
  }

  /// Device and inode: the same for every hard link of a file.
  private static Object identity(Path file) throws IOException {
    Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    return key == null ? file.toRealPath() : key;
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  private static boolean matches(String pattern, String text) {
    return wildcard(pattern.toLowerCase(Locale.ROOT), text.toLowerCase(Locale.ROOT));
  }

  private static boolean wildcard(String pattern, String text) {
    int at = 0;
    int in = 0;
    int star = -1;
    int retry = 0;
    while (in < text.length()) {
      if (at < pattern.length() && pattern.charAt(at) == '*') {
        star = at++;
        retry = in;
      } else if (at < pattern.length() && pattern.charAt(at) == text.charAt(in)) {
        at++;
        in++;
      } else if (star >= 0) {
        at = star + 1;
        in = ++retry;
      } else {
        return false;
      }
    }
    while (at < pattern.length() && pattern.charAt(at) == '*') {
      at++;
    }
    return at == pattern.length();
  }
}
