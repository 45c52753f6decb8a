package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which paths are everything: the root, the home folders, what a system consists of; and which are
/// disks. Names are compared in lower case.
///
/// @param folder the folder in which relative paths begin, absolute; null when it is not known
/// @param home the user's home folder, absolute; null when it is not known
record DestructivePaths(@Nullable String folder, @Nullable String home) {
  /// Further down nothing is everything.
  private static final int DEEPEST = 64;

  private static final int LONGEST = 4096;

  static final DestructivePaths UNKNOWN = new DestructivePaths(null, null);

  /// Stands for the home folder among its parts; what is beside it are other home folders.
  private static final List<String> HOME = List.of("home", "~");

  private static final Set<String> SYSTEM =
      Set.of(
          ("bin boot dev etc home lib lib32 lib64 libx32 nix opt proc root run sbin snap srv sys"
                  + " usr var mnt media users library system applications volumes private windows")
              .split(" "));

  /// Folders for data, whose owner one may well have to change as a whole.
  private static final Set<String> DATA = Set.of("opt", "srv", "mnt", "media", "volumes");

  private static final Set<String> INNER =
      Set.of(
          ("usr/bin usr/lib usr/lib32 usr/lib64 usr/libexec usr/local usr/sbin usr/share var/lib"
                  + " system/library private/etc private/var windows/system32")
              .split(" "));
  private static final String[] DISKS = {
    "sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "md", "dm-", "mapper/", "nbd",
    "block/", "loop", "mem", "kmem", "mtd", "zd", "ram", "sr", "bcache"
  };

  /// Where one is after a change of folder.
  DestructivePaths changed(@Nullable String target) {
    List<String> parts = target == null ? null : parts(target);
    boolean known = parts != null && parts.size() <= DEEPEST;
    return new DestructivePaths(known ? "/" + String.join("/", parts) : null, home);
  }

  /// Whether a path leads to everything, or to all that is directly in it.
  boolean isEverything(String path) {
    List<String> parts = folderOf(path);
    return parts != null
        && (isRoot(parts)
            || (parts.size() == 2 && INNER.contains(parts.get(0) + "/" + parts.get(1))));
  }

  /// Whether the rights of a path decide about everything.
  boolean isHeld(String path) {
    List<String> parts = folderOf(path);
    return parts != null && isRoot(parts) && !(parts.size() == 1 && DATA.contains(parts.get(0)));
  }

  /// The parts of the folder that is meant with all that is in it.
  private @Nullable List<String> folderOf(String path) {
    List<String> parts = parts(path);
    while (parts != null && !parts.isEmpty() && isAll(parts.getLast())) {
      parts.removeLast();
    }
    return parts;
  }

  private boolean isRoot(List<String> parts) {
    return switch (parts.size()) {
      case 0 -> true;
      case 1 -> isSystem(parts.getFirst());
      case 2 ->
          parts.getFirst().equals("home")
              || parts.getFirst().equals("users")
              || parts.equals(List.of("var", "root"))
              || isOwn(parts);
      default -> isOwn(parts);
    };
  }

  private boolean isOwn(List<String> parts) {
    return home != null && home.equalsIgnoreCase("/" + String.join("/", parts));
  }

  /// Whether a pattern takes all: nothing but wildcards and dots.
  private static boolean isAll(String name) {
    boolean wild = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c != '*' && ".?[]!^".indexOf(c) < 0) {
        return false;
      }
      wild |= c == '*' || c == '?';
    }
    return wild;
  }

  private static boolean isSystem(String name) {
    int star = name.indexOf('*');
    if (star < 0) {
      return SYSTEM.contains(name);
    }
    String start = name.substring(0, star);
    String end = name.substring(name.lastIndexOf('*') + 1);
    for (String each : SYSTEM) {
      if (each.startsWith(start) && each.endsWith(end)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a path is a device that holds file systems, or memory.
  boolean isDisk(String path) {
    String name = device(path);
    if (name == null) {
      return false;
    }
    for (String disk : DISKS) {
      if (name.startsWith(disk)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a path is any device but those that keep nothing.
  boolean isDevice(String path) {
    String name = device(path);
    return name != null
        && switch (name) {
          case "null", "zero", "full", "stdin", "stdout", "stderr", "tty", "" -> false;
          default ->
              !name.startsWith("fd/") && !name.startsWith("shm/") && !name.startsWith("tcp/");
        };
  }

  private @Nullable String device(String path) {
    List<String> parts = parts(path);
    return parts != null && parts.size() > 1 && parts.getFirst().equals("dev")
        ? String.join("/", parts.subList(1, parts.size()))
        : null;
  }

  /// A path's names from the root on; null when it cannot be known.
  private @Nullable List<String> parts(String path) {
    boolean relative = path.isEmpty() || "/~$".indexOf(path.charAt(0)) < 0;
    if ((relative && folder == null) || path.length() > LONGEST) {
      return null;
    }
    String even = path.toLowerCase(Locale.ROOT);
    var parts = new ArrayList<String>();
    for (String variable : List.of("$home", "${home}")) {
      even = even.startsWith(variable) ? "~" + even.substring(variable.length()) : even;
    }
    if (even.equals("~*")) {
      parts.addAll(HOME);
    } else if (even.startsWith("~")) {
      int slash = even.indexOf('/');
      String user = even.substring(1, slash < 0 ? even.length() : slash);
      parts.add("home");
      parts.add(user.isEmpty() ? "~" : user);
      even = slash < 0 ? "" : even.substring(slash);
      if (home != null && user.isEmpty()) {
        parts.clear();
        add(home.toLowerCase(Locale.ROOT), parts);
      }
      add(even, parts);
    } else if (even.startsWith("/")) {
      add(even, parts);
    } else if (folder == null || even.isEmpty() || even.startsWith("…")) {
      return null;
    } else {
      add(folder.toLowerCase(Locale.ROOT), parts);
      add(even, parts);
    }
    // The way to the root through a process.
    while (parts.size() > 2 && parts.get(0).equals("proc") && parts.get(2).equals("root")) {
      parts.subList(0, 3).clear();
    }
    return parts;
  }

  private static void add(String path, List<String> parts) {
    for (String name : path.split("/", -1)) {
      if (name.equals("..")) {
        if (!parts.isEmpty()) {
          parts.removeLast();
        }
      } else if (!name.isEmpty() && !name.equals(".")) {
        parts.add(name);
      }
    }
  }
}
