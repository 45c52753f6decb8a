package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The deny-list itself: which programs with which arguments no agent has a reason to run. Names
/// and arguments are given in lower case, as far as they can be known; flags may stand in any
/// order, bundled or cut short.
final class DestructiveCall {
  /// How the parser calls a function that starts itself again and again.
  static final String FORK_BOMB = ":(){ :|:& };:";

  static final String REMOVES = "it removes everything";
  private static final String DISK = "it writes to a disk device";

  private static final Set<String> FORMATTING =
      Set.of("mkfs", "mke2fs", "mkntfs", "mkdosfs", "mkexfatfs", "newfs", "mkswap", "newfs_apfs");
  private static final Set<String> REMOVING = Set.of("rm", "srm", "shred", "unlink", "wipe");

  /// Programs that come with a `g` in front where the system has its own of that name.
  private static final Set<String> GNU =
      Set.of(
          "grm",
          "gdd",
          "gmv",
          "gcp",
          "gtee",
          "gchmod",
          "gchown",
          "gchgrp",
          "gshred",
          "gfind",
          "gtruncate",
          "ginstall");

  /// Tests of `find` that leave everything in; whatever else it is given picks some files.
  private static final Set<String> UNPICKY =
      Set.of(
          ("-delete -exec -execdir -ok -okdir -print -print0 -type -depth -d -xdev -mount -mindepth"
                  + " -maxdepth -follow -h -l -p -ignore_readdir_race -noleaf -daystart -true -o -a"
                  + " -or -and -ls -quit -xtype -fprint -fprint0 -readable -writable")
              .split(" "));

  private DestructiveCall() {}

  /// What the call would destroy, as a phrase, if it would.
  ///
  /// @param name the program without its folder
  static Optional<String> danger(String name, List<String> arguments, DestructivePaths paths) {
    return switch (GNU.contains(name) ? name.substring(1) : name) {
      case FORK_BOMB -> Optional.of("it is a fork bomb");
      case "rm" ->
          when(
              recursive(arguments) && (unguarded(arguments) || everything(arguments, paths)),
              REMOVES);
      case "srm", "wipe", "rimraf", "trash", "trash-put", "del-cli" ->
          when(everything(arguments, paths), REMOVES);
      case "find" -> when(removesFound(arguments, paths), REMOVES);
      case "mv" -> when(everything(sources(arguments), paths), "it moves everything away");
      case "rsync" ->
          when(mirrors(arguments) && everything(last(arguments), paths), "it removes everything");
      case "chmod", "chown", "chgrp", "chattr", "setfacl" ->
          when(
              (recursive(arguments) || arguments.contains("777")) && held(arguments, paths),
              "it changes the permissions of everything");
      case "dd", "dcfldd", "dc3dd" -> when(writesDevice(arguments, paths), "it writes to a device");
      case "cp", "install", "ddrescue" -> when(disk(last(arguments), paths), DISK);
      case "tee", "sponge", "truncate", "shred", "blkdiscard", "pvcreate", "pvremove" ->
          when(disk(arguments, paths), DISK);
      case "wipefs" ->
          when(disk(arguments, paths) && flag(arguments, 'a', "--all", 3), "it erases a disk");
      case "fdisk", "sfdisk", "cfdisk", "gdisk", "sgdisk", "cgdisk" ->
          when(
              disk(arguments, paths) && !any(arguments, "-l", "--list", "-p", "--print", "-d"),
              "it changes the partitions of a disk");
      case "parted" ->
          when(
              disk(arguments, paths)
                  && any(arguments, "mklabel", "mktable", "mkpart", "rm", "resizepart", "rescue"),
              "it changes the partitions of a disk");
      case "cryptsetup" ->
          when(any(arguments, "luksformat", "erase", "lukserase"), "it erases a disk");
      case "nvme" -> when(any(arguments, "format", "sanitize", "write-zeroes"), "it erases a disk");
      case "hdparm" ->
          when(starts(arguments, "--security-erase", "--trim-sector"), "it erases a disk");
      case "badblocks" -> when(flag(arguments, 'w', "-w", 2) && disk(arguments, paths), DISK);
      case "mdadm" -> when(any(arguments, "--zero-superblock"), "it erases a disk");
      case "zpool", "vgremove", "lvremove" ->
          when(!name.equals("zpool") || any(arguments, "destroy"), "it removes a volume");
      case "diskutil" ->
          when(starts(arguments, "erase", "zerodisk", "randomdisk"), "it erases a disk");
      case "kill" -> when(killsAll(arguments), "it ends every process");
      case "killall5" -> Optional.of("it ends every process");
      case "git" -> when(GitPush.overwrites(arguments), "it overwrites the history of a remote");
      default -> when(formats(name, arguments, paths), "it formats a file system");
    };
  }

  /// What writing this file would destroy, if it would.
  static Optional<String> dangerOfWriting(String target, DestructivePaths paths) {
    return when(paths.isDisk(target), DISK);
  }

  /// Whether the program lists the names of all files.
  static boolean listsEverything(String name, List<String> arguments, DestructivePaths paths) {
    return name.endsWith("find") && findsEverything(arguments, paths);
  }

  static boolean removes(String name) {
    return REMOVING.contains(GNU.contains(name) ? name.substring(1) : name);
  }

  private static Optional<String> when(boolean dangerous, String danger) {
    return dangerous ? Optional.of(danger) : Optional.empty();
  }

  /// An image of a disk is a file like any other, and a file called `mkfs.md` no program.
  private static boolean formats(String name, List<String> arguments, DestructivePaths paths) {
    if (!FORMATTING.contains(name) && !name.startsWith("mkfs.") && !name.startsWith("newfs_")) {
      return false;
    }
    for (String word : arguments) {
      boolean unknown = word.indexOf('…') >= 0 || word.startsWith("$");
      if (unknown || paths.isDevice(word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean writesDevice(List<String> arguments, DestructivePaths paths) {
    for (String word : arguments) {
      if (word.startsWith("of=") && paths.isDevice(word.substring(3))) {
        return true;
      }
    }
    return false;
  }

  private static boolean removesFound(List<String> arguments, DestructivePaths paths) {
    boolean removes = arguments.contains("-delete");
    for (int i = 0; i + 1 < arguments.size() && !removes; i++) {
      String next = arguments.get(i + 1);
      removes =
          (arguments.get(i).startsWith("-exec") || arguments.get(i).startsWith("-ok"))
              && removes(next.substring(next.lastIndexOf('/') + 1));
    }
    return removes && findsEverything(arguments, paths);
  }

  private static boolean findsEverything(List<String> arguments, DestructivePaths paths) {
    int at = 0;
    boolean everything = false;
    while (at < arguments.size() && !isTest(arguments.get(at))) {
      String folder = arguments.get(at);
      everything |= !folder.startsWith("-") && paths.isEverything(folder);
      at++;
    }
    everything |= at == 0 && paths.isEverything(".");
    for (; at < arguments.size() && everything; at++) {
      String word = arguments.get(at);
      if (word.startsWith("-exec") || word.startsWith("-ok")) {
        return true;
      }
      boolean all = (word.equals("-name") || word.equals("-iname")) && next(arguments, at, "*");
      everything = !isTest(word) || all || UNPICKY.contains(word);
    }
    return everything;
  }

  private static boolean next(List<String> arguments, int at, String wanted) {
    return at + 1 < arguments.size() && arguments.get(at + 1).equals(wanted);
  }

  private static boolean isTest(String word) {
    boolean option = word.equals("-h") || word.equals("-l") || word.equals("-p");
    return (word.startsWith("-") && word.length() > 1 && !option)
        || word.equals("(")
        || word.equals("!");
  }

  /// Signal and process are told apart by their place: `kill -1 123` hangs one up.
  private static boolean killsAll(List<String> arguments) {
    for (int i = 1; i < arguments.size(); i++) {
      if (arguments.get(i).equals("-1")) {
        return true;
      }
    }
    return false;
  }

  // Words.

  private static boolean recursive(List<String> arguments) {
    return flag(arguments, 'r', "--recursive", 5);
  }

  private static boolean unguarded(List<String> arguments) {
    for (String word : arguments) {
      if (word.length() > 6 && "--no-preserve-root".startsWith(word)) {
        return true;
      }
    }
    return false;
  }

  /// @param shortest how far the long name may be cut short
  static boolean flag(List<String> arguments, char letter, String name, int shortest) {
    for (String word : arguments) {
      boolean bundled = Options.isBundle(word) && word.indexOf(letter) > 0;
      if (bundled || (word.length() >= shortest && name.startsWith(word))) {
        return true;
      }
    }
    return false;
  }

  private static boolean mirrors(List<String> arguments) {
    for (String word : arguments) {
      if (word.startsWith("--del")) {
        return true;
      }
    }
    return false;
  }

  private static boolean any(List<String> arguments, String... wanted) {
    for (String each : wanted) {
      if (arguments.contains(each)) {
        return true;
      }
    }
    return false;
  }

  private static boolean starts(List<String> arguments, String... wanted) {
    for (String word : arguments) {
      for (String each : wanted) {
        if (word.startsWith(each)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean everything(List<String> words, DestructivePaths paths) {
    for (String word : words) {
      if (paths.isEverything(word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean held(List<String> words, DestructivePaths paths) {
    boolean rights = false;
    for (String word : words) {
      boolean path = rights || word.startsWith("/") || word.startsWith("~");
      if (path && paths.isHeld(word)) {
        return true;
      }
      // The first operand says which rights, unless a file or an option does.
      rights |= !word.startsWith("-") || word.startsWith("--ref");
    }
    return false;
  }

  private static boolean disk(List<String> words, DestructivePaths paths) {
    for (String word : words) {
      if (paths.isDisk(word)) {
        return true;
      }
    }
    return false;
  }

  private static List<String> operands(List<String> arguments) {
    var operands = new ArrayList<String>();
    for (String word : arguments) {
      if (!word.startsWith("-")) {
        operands.add(word);
      }
    }
    return operands;
  }

  private static List<String> last(List<String> arguments) {
    List<String> operands = operands(arguments);
    return operands.isEmpty() ? operands : operands.subList(operands.size() - 1, operands.size());
  }

  /// What is moved: all but the last, or all where an option names the target.
  private static List<String> sources(List<String> arguments) {
    List<String> operands = operands(arguments);
    for (int i = 0; i < arguments.size(); i++) {
      String word = arguments.get(i);
      if (word.equals("-t") || word.startsWith("--target")) {
        boolean apart = word.indexOf('=') < 0 && i + 1 < arguments.size();
        operands.remove(apart ? arguments.get(i + 1) : "");
        return operands;
      }
    }
    return operands.isEmpty() ? operands : operands.subList(0, operands.size() - 1);
  }
}
