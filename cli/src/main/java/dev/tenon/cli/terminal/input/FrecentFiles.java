package dev.tenon.cli.terminal.input;

import dev.tenon.tools.MentionedFiles;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/// Files for what follows an `@`: those that this project's prompts have mentioned often and lately
/// first, as far as they are still there and have the letters as they were typed; then what the
/// project finds. Nothing is kept besides the history of prompts.
public final class FrecentFiles implements Function<String, List<String>> {
  /// After so many other prompts a mention counts half.
  private static final double HALF_LIFE = 40;

  private static final int MOST = 12;

  private final Supplier<List<String>> prompts;
  private final Path root;
  private final Function<String, List<String>> index;
  private List<String> seen = List.of();
  private List<String> ranked = List.of();

  /// @param prompts what was typed in the project, oldest first
  /// @param index finds files of the project by letters, the best first
  public FrecentFiles(
      Supplier<List<String>> prompts, Path root, Function<String, List<String>> index) {
    this.prompts = prompts;
    this.root = root;
    this.index = index;
  }

  @Override
  public List<String> apply(String letters) {
    var found = new LinkedHashSet<String>();
    String wanted = letters.toLowerCase(Locale.ROOT);
    for (String path : ranked()) {
      if (found.size() == MOST) {
        break;
      }
      if (path.toLowerCase(Locale.ROOT).contains(wanted) && exists(path)) {
        found.add(path);
      }
    }
    found.addAll(index.apply(letters));
    return List.copyOf(found);
  }

  private List<String> ranked() {
    List<String> now = prompts.get();
    if (!now.equals(seen)) {
      seen = now;
      ranked = rank(now);
    }
    return ranked;
  }

  /// What the prompts mention, what was mentioned often and lately first.
  static List<String> rank(List<String> oldestFirst) {
    var scores = new HashMap<String, Double>();
    for (int i = 0; i < oldestFirst.size(); i++) {
      double weight = Math.pow(2, (i + 1 - oldestFirst.size()) / HALF_LIFE);
      for (String mention : MentionedFiles.mentions(oldestFirst.get(i))) {
        scores.merge(file(mention), weight, Double::sum);
      }
    }
    var all = new ArrayList<>(scores.entrySet());
    all.sort(
        Map.Entry.<String, Double>comparingByValue()
            .reversed()
            .thenComparing(Map.Entry.comparingByKey()));
    var ranked = new ArrayList<String>();
    for (Map.Entry<String, Double> each : all) {
      ranked.add(each.getKey());
    }
    return ranked;
  }

  /// Without the lines that were meant: `A.java:10-20`.
  private static String file(String mention) {
    int colon = mention.lastIndexOf(':');
    boolean lines =
        colon > 0 && colon + 1 < mention.length() && Character.isDigit(mention.charAt(colon + 1));
    return lines ? mention.substring(0, colon) : mention;
  }

  /// Whether it is a file inside the project. Nothing outside of it is offered by itself.
  private boolean exists(String path) {
    try {
      Path file = root.resolve(path).normalize();
      return file.startsWith(root.normalize()) && !file.equals(root) && Files.exists(file);
    } catch (InvalidPathException noPath) {
      return false;
    }
  }
}
