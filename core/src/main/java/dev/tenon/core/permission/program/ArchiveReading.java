package dev.tenon.core.permission.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Archives: only their tables of contents, and what goes to the standard output.
final class ArchiveReading {
  private static final Grammar TAR =
      Grammar.of(
          "files -tvzjJa -f< --list --file< --verbose --gzip --bzip2 --xz --zstd --auto-compress"
              + " --exclude= --wildcards --no-wildcards --full-time --numeric-owner");
  private static final Set<String> UNZIP =
      Set.of("-l", "-v", "-t", "-z", "-Z", "-Z1", "-lv", "-lq", "-tq", "-p");
  private static final Set<String> ZIPINFO = Set.of("-1", "-l", "-s", "-m", "-h", "-t", "-z");
  private static final Set<String> GZIP = Set.of("-l", "-lv", "-t", "-tv", "-dc", "-cd");
  private static final Set<String> GUNZIP = Set.of("-l", "-lv", "-t", "-tv", "-c");

  private ArchiveReading() {}

  static <W extends Argument<W>> Optional<List<W>> tar(List<W> words) {
    if (words.size() < 2 || !words.get(1).constant()) {
      return Optional.empty();
    }
    String first = words.get(1).text();
    if (!first.startsWith("-")) {
      return oldTar(first, words);
    }
    Optional<Arguments<W>> read = Arguments.read(TAR, words);
    if (read.isEmpty() || !(read.get().has("t") || read.get().has("--list"))) {
      return Optional.empty();
    }
    for (W file : read.get().files()) {
      if (remote(file)) {
        return Optional.empty();
      }
    }
    return Reading.operands(TAR, read.get());
  }

  /// `tar tzf FILE`: the values of the letters follow in their order.
  private static <W extends Argument<W>> Optional<List<W>> oldTar(String letters, List<W> words) {
    for (int i = 0; i < letters.length(); i++) {
      if ("tvzjJaf".indexOf(letters.charAt(i)) < 0) {
        return Optional.empty();
      }
    }
    boolean one = letters.indexOf('f') >= 0 && letters.indexOf('f') == letters.lastIndexOf('f');
    if (!one || letters.indexOf('t') < 0 || words.size() < 3 || remote(words.get(2))) {
      return Optional.empty();
    }
    return plain(words, 2);
  }

  /// A colon names another machine, which is reached by a program.
  private static boolean remote(Argument<?> file) {
    return !file.constant() || file.text().indexOf(':') >= 0;
  }

  static <W extends Argument<W>> Optional<List<W>> files(String name, List<W> words) {
    Set<String> known =
        switch (name) {
          case "unzip" -> UNZIP;
          case "zipinfo" -> ZIPINFO;
          case "gzip" -> GZIP;
          default -> GUNZIP;
        };
    boolean told = words.size() > 2 && words.get(1).constant();
    return told && known.contains(words.get(1).text()) ? plain(words, 2) : Optional.empty();
  }

  /// All words from a place on, none of which may be an option.
  private static <W extends Argument<W>> Optional<List<W>> plain(List<W> words, int from) {
    var files = new ArrayList<W>();
    for (W word : words.subList(from, words.size())) {
      if (word.splitting() || word.open() || word.text().startsWith("-")) {
        return Optional.empty();
      }
      files.add(word);
    }
    return Reading.known(files);
  }
}
