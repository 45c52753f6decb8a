package dev.tenon.core.edit.patch;

import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.match.Likeness;
import dev.tenon.core.edit.match.LineSearch;
import dev.tenon.core.edit.match.NearestPlace;
import java.util.ArrayList;
import java.util.List;

/// Finds all places in a file where a hunk fits by the lines it keeps and removes.
final class PatchCandidates {
  private final FileState.Existing file;
  private final TextLines text;
  private final PatchStyle style;
  private final LineSearch search;
  private final List<String> warnings;

  PatchCandidates(
      FileState.Existing file, TextLines text, PatchStyle style, List<String> warnings) {
    this.file = file;
    this.text = text;
    this.style = style;
    this.search = new LineSearch(text.lines());
    this.warnings = warnings;
  }

  /// A hunk and the index of its first line.
  ///
  /// @param anchor the index of the line that the hunk names as the one before it, or -1
  record Placed(PatchHunk hunk, PatchHunk.Shape shape, int at, int anchor) {
    Placed(PatchHunk hunk, int at, int anchor) {
      this(hunk, hunk.shape(), at, anchor);
    }

    int coreStart() {
      return at + shape.leading();
    }

    int coreEnd() {
      return end() - shape.trailing();
    }

    int end() {
      return at + shape.oldCount();
    }
  }

  /// At least one place.
  List<Placed> of(PatchHunk hunk) throws PlanException {
    List<Integer> anchors = anchors(hunk);
    if (hunk.isContextFree()) {
      return withoutContext(hunk.trimmed().bareAdded(), anchors);
    }
    for (Likeness level : style.levels()) {
      for (PatchHunk form : forms(hunk)) {
        if (level != Likeness.EXACT && !search.has(form.oldLines(), style.levels().getLast())) {
          continue;
        }
        List<Placed> places = places(form, search.find(form.oldLines(), level), anchors);
        if (!places.isEmpty()) {
          if (level != Likeness.EXACT) {
            warnings.add(
                "%s differs from %s in %s; the file's own lines were taken."
                    .formatted(style.name(hunk), file.path(), level.difference()));
          }
          return atEnd(form, places);
        }
      }
    }
    throw noMatch(hunk);
  }

  private static List<PatchHunk> forms(PatchHunk hunk) {
    PatchHunk trimmed = hunk.trimmed();
    return trimmed.lines().size() == hunk.lines().size() ? List.of(hunk) : List.of(hunk, trimmed);
  }

  private static List<Placed> places(PatchHunk hunk, List<Integer> found, List<Integer> anchors) {
    var places = new ArrayList<Placed>();
    PatchHunk.Shape shape = hunk.shape();
    int next = 0;
    for (int at : found) {
      while (next < anchors.size() && anchors.get(next) <= at) {
        next++;
      }
      if (next > 0) {
        places.add(new Placed(hunk, shape, at, anchors.get(next - 1)));
      } else if (anchors.isEmpty()) {
        places.add(new Placed(hunk, shape, at, -1));
      }
    }
    return places;
  }

  /// A hunk that says it ends the file is looked for there first.
  private List<Placed> atEnd(PatchHunk hunk, List<Placed> places) {
    boolean ends = hunk.spot().end() || hunk.oldUnended() || hunk.newUnended();
    return ends && places.getLast().end() == text.size() ? List.of(places.getLast()) : places;
  }

  /// Where the last of the lines stands that the hunk names, each after the one named before it.
  private List<Integer> anchors(PatchHunk hunk) throws PlanException {
    List<Integer> found = List.of();
    for (String anchor : hunk.spot().anchors()) {
      List<Integer> all = lines(anchor);
      if (!found.isEmpty()) {
        all = firstAfterEach(found, all);
      }
      if (all.isEmpty()) {
        throw PlanFailure.of(
                Code.NO_MATCH,
                "%s: the line %s of its @@ is not in %s."
                    .formatted(style.failing(hunk), NearestPlace.quoted(anchor), file.path()))
            .now(file)
            .nearest(NearestPlace.find(text.lines(), List.of(anchor)))
            .suggest("Copy a whole line of the file after @@, or leave it out.")
            .exception();
      }
      found = all;
    }
    return found;
  }

  private List<Integer> lines(String anchor) {
    List<Integer> alike = search.closest(List.of(anchor)).places();
    if (!alike.isEmpty()) {
      return alike;
    }
    var found = new ArrayList<Integer>();
    String beginning = anchor.strip();
    for (int i = 0; i < text.size() && !beginning.isEmpty(); i++) {
      if (text.lines().get(i).strip().startsWith(beginning)) {
        found.add(i);
      }
    }
    return found;
  }

  private static List<Integer> firstAfterEach(List<Integer> anchors, List<Integer> items) {
    var firsts = new ArrayList<Integer>();
    int item = 0;
    for (int i = 0; i < anchors.size(); i++) {
      int end = i + 1 < anchors.size() ? anchors.get(i + 1) : Integer.MAX_VALUE;
      while (item < items.size() && items.get(item) <= anchors.get(i)) {
        item++;
      }
      if (item < items.size() && items.get(item) < end) {
        firsts.add(items.get(item));
      }
    }
    return firsts;
  }

  /// Nothing but added lines: behind the line it names, by consistent numbers, or for an envelope
  /// at the end of the file.
  private List<Placed> withoutContext(PatchHunk hunk, List<Integer> anchors) throws PlanException {
    if (!anchors.isEmpty()) {
      return anchors.stream().map(anchor -> new Placed(hunk, anchor + 1, anchor)).toList();
    }
    PatchHunk.Header header = hunk.header();
    boolean numbered = header.oldStart() >= 0;
    if (text.size() == 0 || (style == PatchStyle.ENVELOPE && !numbered)) {
      return List.of(new Placed(hunk, text.size(), -1));
    }
    boolean consistent =
        numbered
            && header.oldCount() == 0
            && header.newCount() == hunk.lines().size()
            && header.oldStart() <= text.size();
    if (!consistent) {
      throw PlanFailure.of(
              Code.AMBIGUOUS,
              "%s has no context line, so its place in %s is not known."
                  .formatted(style.failing(hunk), file.path()))
          .now(file)
          .suggest("Add unchanged lines before and after the added ones.")
          .exception();
    }
    warnings.add(
        "%s has no context line; it was placed after line %d of %s as it says."
            .formatted(style.name(hunk), header.oldStart(), file.path()));
    return List.of(new Placed(hunk, header.oldStart(), -1));
  }

  private PlanException noMatch(PatchHunk hunk) {
    return PlanFailure.of(
            Code.NO_MATCH,
            "%s: its kept and removed lines are not in %s%s."
                .formatted(
                    style.failing(hunk),
                    file.path(),
                    hunk.spot().anchors().isEmpty() ? "" : " after the line of its @@"))
        .now(file)
        .nearest(NearestPlace.find(text.lines(), hunk.trimmed().oldLines()))
        .suggest("Make the change again from the content of the file as it is now.")
        .exception();
  }
}
