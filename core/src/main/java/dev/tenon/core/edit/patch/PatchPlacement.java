package dev.tenon.core.edit.patch;

import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.patch.PatchCandidates.Placed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Decides where the hunks of a patch belong in a file. Their lines and their order come first; the
/// numbers of a diff decide only between places that fit.
final class PatchPlacement {
  /// How far the nearest of several places may be from where the diff says.
  private static final int FAR = 20;

  private static final int MOST_PLACES = 8;

  private final FileState.Existing file;
  private final PatchStyle style;
  private final PatchCandidates candidates;
  private final List<String> warnings;

  PatchPlacement(FileState.Existing file, TextLines text, PatchStyle style, List<String> warnings) {
    this.file = file;
    this.style = style;
    this.candidates = new PatchCandidates(file, text, style, warnings);
    this.warnings = warnings;
  }

  /// All hunks in the order of the file.
  List<Placed> place(List<PatchHunk> hunks) throws PlanException {
    var all = new ArrayList<List<Placed>>();
    for (PatchHunk hunk : hunks) {
      all.add(candidates.of(hunk));
    }
    int[] latest = latestStarts(all);
    var placed = new ArrayList<Placed>();
    for (int i = 0; i < all.size(); i++) {
      int from = i == 0 ? 0 : placed.getLast().coreEnd();
      int to = i + 1 < all.size() ? latest[i + 1] : Integer.MAX_VALUE;
      var fitting = new ArrayList<Placed>();
      for (Placed place : all.get(i)) {
        if (place.coreStart() >= from && place.coreEnd() <= to) {
          fitting.add(place);
        }
      }
      if (fitting.isEmpty()) {
        return outOfOrder(all);
      }
      placed.add(choose(fitting, placed));
    }
    return placed;
  }

  /// For each hunk the last place where it may begin to change, with room for those after it.
  private static int[] latestStarts(List<List<Placed>> all) {
    int[] latest = new int[all.size()];
    int end = Integer.MAX_VALUE;
    for (int i = all.size() - 1; i >= 0; i--) {
      latest[i] = -1;
      for (Placed place : all.get(i)) {
        if (place.coreEnd() <= end) {
          latest[i] = Math.max(latest[i], place.coreStart());
        }
      }
      end = latest[i];
    }
    return latest;
  }

  /// Hunks in another order than the file are fine as long as each has one place of its own.
  private List<Placed> outOfOrder(List<List<Placed>> all) throws PlanException {
    var placed = new ArrayList<Placed>();
    boolean unique = true;
    for (List<Placed> places : all) {
      unique &= places.size() == 1;
      placed.add(places.getFirst());
    }
    placed.sort(Comparator.comparingInt(Placed::coreStart).thenComparingInt(Placed::coreEnd));
    boolean apart = true;
    for (int i = 1; i < placed.size(); i++) {
      apart &= placed.get(i).coreStart() >= placed.get(i - 1).coreEnd();
    }
    if (unique && apart) {
      warnings.add(
          "The changes to %s were not in the order of the file; they were sorted."
              .formatted(file.path()));
      return placed;
    }
    throw PlanFailure.of(
            Code.AMBIGUOUS,
            "%s, or one after it, overlaps another or is not in the order of %s."
                .formatted(style.failing(all.getFirst().getFirst().hunk()), file.path()))
        .now(file)
        .suggest("Send the changes from the top of the file to its end, each line only once.")
        .exception();
  }

  private Placed choose(List<Placed> fitting, List<Placed> before) throws PlanException {
    Placed first = fitting.getFirst();
    if (fitting.size() == 1) {
      return first;
    }
    // The first place behind the line that the hunk names, if that line itself is not in doubt.
    if (first.anchor() >= 0
        && fitting.stream().allMatch(place -> place.anchor() == first.anchor())) {
      return first;
    }
    Set<Integer> wanted = wanted(first.hunk(), before);
    List<Placed> exact = fitting.stream().filter(place -> wanted.contains(place.at())).toList();
    if (exact.size() == 1) {
      return exact.getFirst();
    }
    if (exact.isEmpty() && !wanted.isEmpty()) {
      List<Placed> byDistance =
          fitting.stream()
              .sorted(Comparator.comparingInt(place -> distance(place, wanted)))
              .limit(2)
              .toList();
      int nearest = distance(byDistance.get(0), wanted);
      int next = distance(byDistance.get(1), wanted);
      if (nearest <= FAR && next >= 4 * nearest) {
        Placed place = byDistance.getFirst();
        warnings.add(
            "%s fits %d places in %s; the one at line %d, nearest to where it says, was taken."
                .formatted(style.name(place.hunk()), fitting.size(), file.path(), place.at() + 1));
        return place;
      }
    }
    throw ambiguous(fitting);
  }

  /// Where the diff says the hunk is, as it stands and as far off as the hunk before it was.
  private static Set<Integer> wanted(PatchHunk hunk, List<Placed> before) {
    int index = hunk.header().index();
    var wanted = new HashSet<Integer>();
    if (index >= 0) {
      wanted.add(index);
      if (!before.isEmpty() && before.getLast().hunk().header().index() >= 0) {
        wanted.add(index + before.getLast().at() - before.getLast().hunk().header().index());
      }
    }
    return wanted;
  }

  private static int distance(Placed place, Set<Integer> wanted) {
    return wanted.stream()
        .mapToInt(at -> Math.abs(at - place.at()))
        .min()
        .orElse(Integer.MAX_VALUE);
  }

  private PlanException ambiguous(List<Placed> fitting) {
    String lines =
        fitting.stream()
            .limit(MOST_PLACES)
            .map(place -> Integer.toString(place.at() + 1))
            .collect(Collectors.joining(", "));
    String more = fitting.size() > MOST_PLACES ? ", …" : "";
    return PlanFailure.of(
            Code.AMBIGUOUS,
            "%s fits %d places in %s (from lines %s%s)."
                .formatted(
                    style.failing(fitting.getFirst().hunk()),
                    fitting.size(),
                    file.path(),
                    lines,
                    more))
        .now(file)
        .suggest(
            style == PatchStyle.DIFF
                ? "Add more unchanged lines around the change, or the right line number."
                : "Add more unchanged lines around the change, or lines @@ that lead to it.")
        .exception();
  }
}
