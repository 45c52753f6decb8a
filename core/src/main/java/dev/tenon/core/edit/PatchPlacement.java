package dev.tenon.core.edit;

import dev.tenon.core.edit.PlanFailure.Code;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds where the hunks of a diff belong in a file by the lines they keep and remove. The numbers
/// of the diff decide only between places that fit.
final class PatchPlacement {
  /// How far the nearest of several places may be from where the diff says.
  private static final int FAR = 20;

  private static final int MOST_PLACES = 8;

  private final FileState.Existing file;
  private final TextLines text;
  private final LineSearch search;
  private final List<String> warnings;

  PatchPlacement(FileState.Existing file, TextLines text, List<String> warnings) {
    this.file = file;
    this.text = text;
    this.search = new LineSearch(text.lines());
    this.warnings = warnings;
  }

  /// A hunk and the index of its first line.
  record Placed(PatchHunk hunk, int at) {
    int coreStart() {
      return at + hunk.leading();
    }

    int coreEnd() {
      return end() - hunk.trailing();
    }

    int end() {
      return at + hunk.oldCount();
    }
  }

  /// All hunks in the order of the file.
  List<Placed> place(List<PatchHunk> hunks) throws PlanException {
    var all = new ArrayList<List<Placed>>();
    for (PatchHunk hunk : hunks) {
      all.add(candidates(hunk));
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
    for (List<Placed> candidates : all) {
      unique &= candidates.size() == 1;
      placed.add(candidates.getFirst());
    }
    placed.sort(Comparator.comparingInt(Placed::coreStart).thenComparingInt(Placed::coreEnd));
    boolean apart = true;
    for (int i = 1; i < placed.size(); i++) {
      apart &= placed.get(i).coreStart() >= placed.get(i - 1).coreEnd();
    }
    if (unique && apart) {
      warnings.add("The hunks of the diff were not in the order of the file; they were sorted.");
      return placed;
    }
    throw PlanFailure.of(
            Code.AMBIGUOUS,
            "Invalid Diff: its hunks overlap each other or are not in the order of "
                + file.path()
                + ".")
        .now(file)
        .suggest("Send the hunks from the top of the file to its end, each line in one hunk only.")
        .exception();
  }

  /// The places where a hunk fits.
  private List<Placed> candidates(PatchHunk hunk) throws PlanException {
    if (hunk.isContextFree()) {
      return List.of(withoutContext(hunk.trimmed().bareAdded()));
    }
    for (Likeness level : List.of(Likeness.EXACT, Likeness.TRAILING_SPACE)) {
      for (PatchHunk form : forms(hunk)) {
        List<Integer> found = search.find(form.oldLines(), level);
        if (!found.isEmpty()) {
          if (level != Likeness.EXACT) {
            warnings.add(
                "Hunk %d differs from the file in %s; the file's own lines were taken."
                    .formatted(hunk.number(), level.difference()));
          }
          return atEnd(form, found);
        }
      }
    }
    throw noMatch(hunk);
  }

  private static List<PatchHunk> forms(PatchHunk hunk) {
    PatchHunk trimmed = hunk.trimmed();
    return trimmed.lines().size() == hunk.lines().size() ? List.of(hunk) : List.of(hunk, trimmed);
  }

  /// A hunk that says it ends the file is looked for there first.
  private List<Placed> atEnd(PatchHunk hunk, List<Integer> found) {
    var places = new ArrayList<Placed>();
    for (int at : found) {
      places.add(new Placed(hunk, at));
    }
    boolean ends = hunk.oldUnended() || hunk.newUnended();
    return ends && places.getLast().end() == text.size() ? List.of(places.getLast()) : places;
  }

  /// Nothing but added lines: only the numbers can tell where, if they are consistent.
  private Placed withoutContext(PatchHunk hunk) throws PlanException {
    if (text.size() == 0) {
      return new Placed(hunk, 0);
    }
    PatchHunk.Header header = hunk.header();
    boolean consistent =
        header.oldCount() == 0
            && header.newCount() == hunk.lines().size()
            && header.oldStart() <= text.size();
    if (!consistent) {
      throw PlanFailure.of(
              Code.AMBIGUOUS,
              "Invalid Diff: hunk %d has no context line, so its place in %s is not known."
                  .formatted(hunk.number(), file.path()))
          .now(file)
          .suggest("Add unchanged lines before and after the added ones.")
          .exception();
    }
    warnings.add(
        "Hunk %d has no context line; it was placed after line %d as it says."
            .formatted(hunk.number(), header.oldStart()));
    return new Placed(hunk, header.oldStart());
  }

  private Placed choose(List<Placed> fitting, List<Placed> before) throws PlanException {
    if (fitting.size() == 1) {
      return fitting.getFirst();
    }
    Set<Integer> wanted = wanted(fitting.getFirst().hunk, before);
    List<Placed> exact = fitting.stream().filter(place -> wanted.contains(place.at)).toList();
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
            "Hunk %d fits %d places; the one at line %d, nearest to where it says, was taken."
                .formatted(place.hunk.number(), fitting.size(), place.at + 1));
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
      if (!before.isEmpty() && before.getLast().hunk.header().index() >= 0) {
        wanted.add(index + before.getLast().at - before.getLast().hunk.header().index());
      }
    }
    return wanted;
  }

  private static int distance(Placed place, Set<Integer> wanted) {
    return wanted.stream().mapToInt(at -> Math.abs(at - place.at)).min().orElse(Integer.MAX_VALUE);
  }

  private PlanException ambiguous(List<Placed> fitting) {
    String lines =
        fitting.stream()
            .limit(MOST_PLACES)
            .map(place -> Integer.toString(place.at + 1))
            .collect(Collectors.joining(", "));
    return PlanFailure.of(
            Code.AMBIGUOUS,
            "Invalid Diff: hunk %d fits %d places in %s (from lines %s%s)."
                .formatted(
                    fitting.getFirst().hunk.number(),
                    fitting.size(),
                    file.path(),
                    lines,
                    fitting.size() > MOST_PLACES ? ", …" : ""))
        .now(file)
        .suggest("Add more unchanged lines around the change, or the right line number.")
        .exception();
  }

  private PlanException noMatch(PatchHunk hunk) {
    return PlanFailure.of(
            Code.NO_MATCH,
            "Invalid Diff: the kept and removed lines of hunk %d are not in %s."
                .formatted(hunk.number(), file.path()))
        .now(file)
        .nearest(NearestPlace.find(text.lines(), hunk.trimmed().oldLines()))
        .suggest("Make the diff again from the content of the file as it is now.")
        .exception();
  }
}
