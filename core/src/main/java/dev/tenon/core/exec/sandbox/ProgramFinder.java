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

  /// A command asks several times.
  private static final long FRESH = 200_000_000L;

  private final List<Denied> denied;
  private final String path;
  private final Path home;
  private @Nullable ClosedPrograms found;
  private Map<Path, Long> seen = Map.of();
  private long at;

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
    if (found != null && System.nanoTime() - at < FRESH) {
      return found;
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
      at = System.nanoTime();
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

    /// Whatever is in the folders.
    private final List<Path> entries = new ArrayList<>();

    /// All of that by the identity of the file that it leads to; empty before someone asks.
    private final Map<Object, List<Path>> byFile = new HashMap<>();

    private final Map<Path, Closed> closed = new LinkedHashMap<>();
    private final Set<Closed> alsoCalled = new LinkedHashSet<>();
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
      try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
        all.forEach(entries::add);
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
      for (Path entry : entries) {
        if (means(rule, entry) && isProgram(entry)) {
          close(rule, entry);
        }
      }
      if (rule.word.startsWith("/") && rule.word.indexOf('*') < 0) {
        Path program = Path.of(rule.word);
        if (isProgram(program)) {
          close(rule, program);
        }
      }
    }

    private static boolean means(Denied rule, Path entry) {
      // What git consists of.
      return isNamed(rule, entry)
          || (rule.word.equals("git")
              && name(entry).startsWith("git-")
              && entry.toString().contains("/git-core/"));
    }

    private void close(Denied rule, Path program) throws IOException {
      Path real = program.toRealPath();
      List<Path> others =
          isNamed(rule, real) && links(real) == 1
              ? List.of()
              : byFile().getOrDefault(identity(real), List.of());
      String reason = reason(rule, program, real, others);
      if (reason != null) {
        open.add(new Open(rule.rule, reason));
        return;
      }
      add(rule, program, real);
      for (Path other : others) {
        add(rule, other, other.toRealPath());
      }
    }

    private void add(Denied rule, Path called, Path real) {
      if (closed.size() >= MOST && !closed.containsKey(real)) {
        open.add(new Open(rule.rule, "more than " + MOST + " programs are denied"));
        return;
      }
      var own = new Closed(name(called), real, rule.rule);
      if (closed.putIfAbsent(real, own) != null && !own.equals(closed.get(real))) {
        alsoCalled.add(own);
      }
    }

    /// Why a file has to stay as it is; null when it can be closed.
    private @Nullable String reason(Denied rule, Path program, Path real, List<Path> names)
        throws IOException {
      if (needed.contains(real)) {
        return name(program) + " is needed to start commands";
      }
      boolean itself = isNamed(rule, real);
      if (itself && (MANY.contains(name(real)) || links(real) == 1)) {
        // The rule means the file and not one of the names that lead to it.
        return null;
      }
      Set<String> others = new LinkedHashSet<>();
      for (Path each : names) {
        if (!isNamed(rule, each)) {
          others.add(name(each));
        }
      }
      return (!itself && MANY.contains(name(real))) || others.size() > OTHER_NAMES
          ? name(program) + " is one of many names of " + real
          : null;
    }

    private Map<Object, List<Path>> byFile() {
      if (byFile.isEmpty()) {
        for (Path entry : entries) {
          try {
            byFile.computeIfAbsent(identity(entry), key -> new ArrayList<>(1)).add(entry);
          } catch (IOException dangling) {
            // A link that leads nowhere is no name of anything.
          }
        }
      }
      return byFile;
    }
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  private static int links(Path file) throws IOException {
    return (Integer) Files.getAttribute(file, "unix:nlink");
  }

  private static boolean isNamed(Denied rule, Path file) {
    return matches(rule.word, rule.word.indexOf('/') >= 0 ? file.toString() : name(file));
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
