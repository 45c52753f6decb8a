package dev.tenon.core.permission.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `find`, whose expression is a language of its own. The commands behind `-exec` are judged by
/// whoever asks.
public final class FindReading {
  private static final Set<String> ALONE =
      Set.of(
          "-empty",
          "-executable",
          "-readable",
          "-writable",
          "-nouser",
          "-nogroup",
          "-true",
          "-false",
          "-daystart",
          "-depth",
          "-mount",
          "-xdev",
          "-noleaf",
          "-print",
          "-print0",
          "-ls",
          "-prune",
          "-quit",
          "-not",
          "-a",
          "-and",
          "-o",
          "-or",
          "!",
          "(",
          ")",
          ",",
          "-warn",
          "-nowarn",
          "-ignore_readdir_race",
          "-noignore_readdir_race");
  private static final Set<String> VALUED =
      Set.of(
          "-name",
          "-iname",
          "-path",
          "-ipath",
          "-wholename",
          "-iwholename",
          "-lname",
          "-ilname",
          "-regex",
          "-iregex",
          "-regextype",
          "-type",
          "-xtype",
          "-size",
          "-mtime",
          "-atime",
          "-ctime",
          "-mmin",
          "-amin",
          "-cmin",
          "-maxdepth",
          "-mindepth",
          "-perm",
          "-user",
          "-group",
          "-uid",
          "-gid",
          "-links",
          "-inum",
          "-fstype",
          "-used",
          "-printf");
  private static final Set<String> FILES = Set.of("-newer", "-anewer", "-cnewer", "-samefile");

  private FindReading() {}

  static <W extends Argument<W>> Optional<List<W>> files(List<W> words) {
    List<W> starts = starts(words);
    var files = new ArrayList<>(starts);
    int at = begin(words) + starts.size();
    while (at < words.size()) {
      W word = words.get(at);
      String text = word.text();
      if (!word.constant()) {
        return Optional.empty();
      }
      if (ALONE.contains(text)) {
        at++;
      } else if (VALUED.contains(text) || FILES.contains(text) || text.startsWith("-newer")) {
        // A pattern outside of quotes may come to several words, one of which could be an action.
        W value = at + 1 < words.size() ? words.get(at + 1) : null;
        if (value == null || value.splitting() || (value.many() && value.open())) {
          return Optional.empty();
        }
        if (!VALUED.contains(text)) {
          files.add(value);
        }
        at += 2;
      } else if (text.equals("-exec")) {
        at = commandEnd(words, at + 1);
        if (at < 0) {
          return Optional.empty();
        }
      } else {
        return Optional.empty();
      }
    }
    for (W start : starts) {
      if (start.splitting() || start.open()) {
        return Optional.empty();
      }
    }
    return Reading.known(files);
  }

  /// The place behind a command of `-exec`; negative when it cannot be told where it ends.
  private static int commandEnd(List<? extends Argument<?>> words, int from) {
    for (int i = from; i < words.size(); i++) {
      if (!words.get(i).constant()) {
        return -1;
      }
      if (words.get(i).is(";") || (words.get(i).is("+") && words.get(i - 1).is("{}"))) {
        return i > from ? i + 1 : -1;
      }
    }
    return -1;
  }

  private static int begin(List<? extends Argument<?>> words) {
    int at = 1;
    while (at < words.size() && (words.get(at).is("-H") || words.get(at).is("-P"))) {
      at++;
    }
    return at;
  }

  /// The words that say where it begins to look; none when it begins here.
  public static <W extends Argument<W>> List<W> starts(List<W> words) {
    int from = begin(words);
    int end = from;
    while (end < words.size()) {
      String text = words.get(end).text();
      if (text.startsWith("-") || Set.of("(", ")", "!", ",").contains(text)) {
        break;
      }
      end++;
    }
    return List.copyOf(words.subList(from, end));
  }
}
