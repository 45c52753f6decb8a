package dev.tenon.core.permission.command;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The deny-list itself: which programs with which arguments no agent has a reason to run. Names
/// and arguments are given in lower case; flags may stand in any order, bundled or cut short.
final class DestructiveCall {
  private static final Set<String> FILE_SYSTEMS =
      Set.of(
          "ext2",
          "ext3",
          "ext4",
          "xfs",
          "btrfs",
          "vfat",
          "fat",
          "msdos",
          "ntfs",
          "exfat",
          "f2fs",
          "jfs",
          "reiserfs",
          "nilfs2",
          "udf",
          "minix",
          "cramfs",
          "bfs",
          "erofs",
          "zfs",
          "hfsplus");

  private DestructiveCall() {}

  /// What the call would destroy, as a phrase, if it would.
  ///
  /// @param name the program without its folder
  static Optional<String> danger(String name, List<String> arguments) {
    if (formats(name, arguments)) {
      return Optional.of("it formats a file system");
    }
    return switch (name) {
      case "rm" ->
          when(
              flag(arguments, 'r', "--recursive") && aimsAtEverything(arguments),
              "it removes everything");
      case "dd" -> when(writesDevice(arguments), "it writes to a device");
      case "chmod", "chown" ->
          when(
              (flag(arguments, 'r', "--recursive") || arguments.contains("777"))
                  && aimsAtEverything(arguments),
              "it changes the permissions of everything");
      case "git" ->
          when(flag(afterPush(arguments), 'f', "--force"), "it overwrites the history of a remote");
      default -> Optional.empty();
    };
  }

  /// What writing this file would destroy, if it would.
  static Optional<String> dangerOfWriting(Word target) {
    String text = even(target);
    if (!text.startsWith("/dev/")) {
      return Optional.empty();
    }
    for (String disk : List.of("sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk")) {
      if (text.startsWith(disk, "/dev/".length())) {
        return Optional.of("it writes to a disk device");
      }
    }
    return Optional.empty();
  }

  /// A word as the list knows it.
  static String even(Word word) {
    String shown = word.shown().toLowerCase(Locale.ROOT);
    return word.home() ? "$home" + shown.substring(1) : shown;
  }

  private static Optional<String> when(boolean dangerous, String danger) {
    return dangerous ? Optional.of(danger) : Optional.empty();
  }

  /// A file called `mkfs.md` is none of the programs that format.
  private static boolean formats(String name, List<String> arguments) {
    if (!name.startsWith("mkfs.")) {
      return name.equals("mkfs");
    }
    boolean device = false;
    for (String word : arguments) {
      device |= word.startsWith("/dev/");
    }
    return device || FILE_SYSTEMS.contains(name.substring("mkfs.".length()));
  }

  private static boolean writesDevice(List<String> arguments) {
    for (String word : arguments) {
      if (word.startsWith("of=/dev/")
          && !word.equals("of=/dev/null")
          && !word.equals("of=/dev/stdout")) {
        return true;
      }
    }
    return false;
  }

  /// What follows the subcommand `push`; nothing when git does something else. Where options stand
  /// in front that are not known to stand alone, `push` may be anywhere.
  private static List<String> afterPush(List<String> arguments) {
    int at = 0;
    while (at < arguments.size() && arguments.get(at).startsWith("-")) {
      String option = arguments.get(at);
      boolean valued = option.equals("-c") || option.equals("--git-dir");
      boolean alone = option.indexOf('=') > 0 || option.equals("-p") || option.startsWith("--no-");
      if (!valued && !alone) {
        at = Math.max(at, arguments.indexOf("push"));
        break;
      }
      at += valued ? 2 : 1;
    }
    return at < arguments.size() && arguments.get(at).equals("push")
        ? arguments.subList(at, arguments.size())
        : List.of();
  }

  private static boolean flag(List<String> arguments, char letter, String name) {
    for (String word : arguments) {
      boolean bundled = Options.isBundle(word) && word.indexOf(letter) > 0;
      // Long names may be cut short as long as nothing else begins like them.
      boolean named =
          word.equals(name)
              || (name.equals("--recursive") && word.length() > 4 && name.startsWith(word));
      if (bundled || named) {
        return true;
      }
    }
    return false;
  }

  private static boolean aimsAtEverything(List<String> arguments) {
    for (String word : arguments) {
      boolean kept = word.length() > 6 && "--no-preserve-root".startsWith(word);
      if (kept || isEverything(word)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a path leads to the root or the home folder, or to all that is directly in them.
  private static boolean isEverything(String path) {
    String below = path;
    for (String home : List.of("~", "$home", "${home}")) {
      if (path.startsWith(home)) {
        below = path.substring(home.length());
        if (below.isEmpty() || below.equals("*")) {
          return true;
        }
      }
    }
    if (!below.startsWith("/")) {
      return false;
    }
    for (int at = 0; at < below.length(); at++) {
      if ("/.*".indexOf(below.charAt(at)) < 0) {
        return false;
      }
    }
    return true;
  }
}
