package dev.tenon.cli.terminal.review;

import dev.tenon.cli.terminal.diff.DiffFile;
import dev.tenon.cli.terminal.input.RowMatches;
import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.cli.terminal.render.DiffRows;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.review.DiffBundle;
import dev.tenon.core.change.weave.Hunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One hunk as rows: the diff, or for a file that has none what happens to it, and what a person
/// should know before they decide.
final class HunkRows {
  /// Painting more than this takes longer than a key may.
  private static final int LARGE = 64 * 1024;

  /// Nobody scrolls further than this.
  private static final int MOST_LINES = 20_000;

  /// So many rows say why something was done.
  private static final int MOST_WHY = 3;

  private final DisplayOptions look;
  private final PatchFacts facts;
  private @Nullable Painted large;

  private record Painted(String patch, int columns, List<String> rows) {}

  HunkRows(DisplayOptions look, PatchFacts facts) {
    this.look = look;
    this.facts = facts;
  }

  /// Forgets what was painted, since colours may be others now.
  void forget() {
    large = null;
  }

  List<String> body(DiffBundle.FileDiff file, Hunk hunk, int columns) {
    if (!hunk.description().isEmpty()) {
      return DisplayWidth.wrap(SafeText.visible(hunk.description()), columns);
    }
    if (hunk.patch().isEmpty()) {
      return DisplayWidth.wrap(without(file, hunk), columns);
    }
    Painted known = large;
    if (known != null && known.columns == columns && known.patch.equals(hunk.patch())) {
      return known.rows;
    }
    List<String> rows = painted(file, hunk, columns);
    large = hunk.patch().length() > LARGE ? new Painted(hunk.patch(), columns, rows) : null;
    return rows;
  }

  private List<String> painted(DiffBundle.FileDiff file, Hunk hunk, int columns) {
    var rows = new ArrayList<String>();
    lines(file, hunk, columns).forEach(rows::addAll);
    PatchFacts.Facts counts = facts.of(hunk);
    int more = counts.added() + counts.removed() - MOST_LINES;
    if (more > 0 && shown(hunk).length() < hunk.patch().length()) {
      String told =
          look.glyphs().ellipsis
              + " about "
              + Amounts.count(more, "more line")
              + ", not shown here";
      rows.add(look.paint(Style.WARNING, told));
    }
    return rows;
  }

  /// The lines of a hunk as rows. What is accepted has to be readable, to the end of every line.
  private List<List<String>> lines(DiffBundle.FileDiff file, Hunk hunk, int columns) {
    String name = name(file.target() == null ? file.path() : file.target());
    return DiffRows.lines(shown(hunk), name, look, columns);
  }

  /// As much of the patch as is shown.
  private static String shown(Hunk hunk) {
    String patch = hunk.patch();
    int at = -1;
    for (int line = 0; line <= MOST_LINES; line++) {
      at = patch.indexOf('\n', at + 1);
      if (at < 0) {
        return patch;
      }
    }
    return patch.substring(0, at + 1);
  }

  /// What a hunk does that changes no line.
  private static String without(DiffBundle.FileDiff file, Hunk hunk) {
    String target = file.target();
    return switch (hunk.kind()) {
      case MOVE ->
          "The file moves"
              + (target == null ? "" : " from " + name(file.path()) + " to " + name(target))
              + "; its lines stay as they are.";
      case DELETE -> "The file is deleted; it has no lines.";
      case CREATE -> "The file is new and empty.";
      case EDIT -> "No line changes.";
    };
  }

  static String name(String path) {
    return SafeText.cell(path, Page.Reach.LIVE);
  }

  /// The row of the body with this text, or 0.
  int rowWith(DiffBundle.FileDiff file, Hunk hunk, String wanted, int columns) {
    String lower = wanted.toLowerCase(Locale.ROOT);
    List<DiffFile.Line> lines = HunkText.lines(shown(hunk));
    List<List<String>> painted = lines(file, hunk, columns);
    int row = 0;
    for (int i = 0; i < Math.min(lines.size(), painted.size()); i++) {
      if (lines.get(i).text().toLowerCase(Locale.ROOT).contains(lower)) {
        List<RowMatches.Match> found = RowMatches.of(painted.get(i), wanted, columns);
        return row + (found.isEmpty() ? 0 : found.getFirst().row());
      }
      row += painted.get(i).size();
    }
    return 0;
  }

  /// What a person should know of the hunk, painted and wrapped.
  List<String> notes(ReviewModel model, int columns) {
    Hunk hunk = model.current().hunk();
    var notes = new ArrayList<String>();
    model
        .conflict(model.file())
        .ifPresent(
            how ->
                note(
                    notes,
                    Style.WARNING,
                    SafeText.visible(how)
                        + ". It cannot be applied: R rejects this file, or q leaves and a new"
                        + " prompt reads it again.",
                    columns));
    if (hunk.size() == Hunk.Size.OVERSIZED) {
      note(
          notes,
          Style.WARNING,
          "large and not to be split (" + Amounts.bytes(hunk.patch().length()) + ")",
          columns);
    }
    int hidden = facts.of(hunk).hidden();
    if (hidden > 0) {
      note(
          notes,
          Style.WARNING,
          Amounts.count(hidden, "control or invisible character")
              + " in it, shown like ^[ or <U+202E>",
          columns);
    }
    int needed = hunk.requires().size();
    if (needed > 0 && hunk.status() == Hunk.Status.PENDING) {
      note(
          notes,
          Style.DIM,
          "made on top of "
              + Amounts.count(needed, "other hunk")
              + "; accepting it accepts that too",
          columns);
    }
    if (hunk.origin() == Origin.USER) {
      note(notes, Style.DIM, "yours", columns);
    }
    rationale(notes, model.rationale(hunk), columns);
    String reason = model.reason(hunk);
    if (hunk.status() == Hunk.Status.REJECTED && !reason.isEmpty()) {
      note(notes, Style.DIM, "rejected because: " + SafeText.visible(reason), columns);
    }
    return notes;
  }

  /// What the model said about it, as much as leaves room for what it did.
  private void rationale(List<String> notes, String said, int columns) {
    if (said.isEmpty()) {
      return;
    }
    var rows = new ArrayList<String>();
    for (String line : SafeText.visible("why: " + said).split("\n", -1)) {
      if (!line.isBlank()) {
        rows.addAll(DisplayWidth.wrap(line, columns));
      }
    }
    boolean more = rows.size() > MOST_WHY;
    for (int i = 0; i < Math.min(rows.size(), MOST_WHY); i++) {
      boolean last = more && i == MOST_WHY - 1;
      String mark = last ? " " + look.glyphs().ellipsis : "";
      notes.add(
          look.paint(Style.DIM, DisplayWidth.fit(rows.get(i), columns - mark.length()) + mark));
    }
  }

  private void note(List<String> notes, Style style, String text, int columns) {
    for (String row : DisplayWidth.wrap(text, columns)) {
      notes.add(look.paint(style, row));
    }
  }
}
