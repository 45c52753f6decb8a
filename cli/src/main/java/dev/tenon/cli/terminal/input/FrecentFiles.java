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
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Files for what follows an `@`: those that this project's prompts have mentioned often and lately
/// first, as far as they are still there, and then what the project finds. Those with the letters
/// as they were typed come before those that have them scattered. Nothing is kept besides the
/// history of prompts.
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
    String wanted = letters.toLowerCase(Locale.ROOT);
    List<String> ranked = ranked();
    List<String> others = index.apply(letters);
    var found = new LinkedHashSet<String>();
    add(ranked, path -> has(path, wanted), found);
    others.stream().filter(path -> has(path, wanted)).forEach(found::add);
    add(ranked, path -> Fuzzy.match(letters, path).isPresent(), found);
    found.addAll(others);
    return List.copyOf(found);
  }

  /// Adds the best of these that are there.
  private void add(List<String> paths, Predicate<String> fits, Set<String> found) {
    int added = 0;
    for (String path : paths) {
      if (added == MOST) {
        return;
      }
      if (!found.contains(path) && fits.test(path) && exists(path)) {
        found.add(path);
        added++;
      }
    }
  }

  private static boolean has(String path, String letters) {
    return path.toLowerCase(Locale.ROOT).contains(letters);
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
