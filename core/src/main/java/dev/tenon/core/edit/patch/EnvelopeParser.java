package dev.tenon.core.edit.patch;

import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.diff.DiffHunk.Side;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.match.NearestPlace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the patch envelope: between `*** Begin Patch` and `*** End Patch`, sections that add,
/// delete or update one file each.
final class EnvelopeParser {
  private static final String BEGIN = "*** Begin Patch";
  private static final String END = "*** End Patch";
  private static final String ADD = "*** Add File:";
  private static final String DELETE = "*** Delete File:";
  private static final String UPDATE = "*** Update File:";
  private static final String MOVE = "*** Move to:";
  private static final String END_OF_FILE = "*** End of File";

  private final List<String> input;
  private final List<Section> sections = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private int at;

  private EnvelopeParser(List<String> input) {
    this.input = input;
  }

  /// What happens to one file.
  sealed interface Section {
    String path();

    record Add(String path, String text) implements Section {}

    record Delete(String path) implements Section {}

    record Update(String path, @Nullable String target, List<PatchHunk> hunks) implements Section {}
  }

  record Parsed(List<Section> sections, List<String> warnings) {}

  static Parsed parse(String input) throws PlanException {
    var parser = new EnvelopeParser(TextLines.split(TextLines.lf(input)));
    parser.run();
    return new Parsed(parser.sections, parser.warnings);
  }

  private void run() throws PlanException {
    skipToBegin();
    while (at < input.size()) {
      String line = input.get(at);
      if (line.isBlank() || isMarker(line, END_OF_FILE)) {
        at++;
      } else if (isMarker(line, END)) {
        requireSections();
        return;
      } else if (line.startsWith(ADD)) {
        add(path(line, ADD));
      } else if (line.startsWith(DELETE)) {
        sections.add(new Section.Delete(path(line, DELETE)));
        at++;
      } else if (line.startsWith(UPDATE)) {
        update(path(line, UPDATE));
      } else {
        throw malformed(
            ("line %d: expected *** Add File:, *** Delete File:, *** Update File: or *** End Patch,"
                    + " got %s.")
                .formatted(at + 1, NearestPlace.quoted(line)));
      }
    }
    throw malformed("The patch has no line %s; perhaps it was cut off.".formatted(END));
  }

  /// A patch may come in a code fence or a here-document.
  private void skipToBegin() throws PlanException {
    for (at = 0; at < input.size(); at++) {
      if (isMarker(input.get(at), BEGIN)) {
        at++;
        return;
      }
    }
    throw malformed("The patch has no line %s.".formatted(BEGIN));
  }

  private void requireSections() throws PlanException {
    if (sections.isEmpty()) {
      throw malformed("The patch has no section between %s and %s.".formatted(BEGIN, END));
    }
  }

  private static boolean isMarker(String line, String marker) {
    return line.startsWith(marker) && line.strip().equals(marker);
  }

  private String path(String line, String marker) throws PlanException {
    String path = line.substring(marker.length()).strip();
    if (path.isEmpty()) {
      throw malformed("line %d: %s has no path.".formatted(at + 1, marker));
    }
    return path;
  }

  private void add(String path) throws PlanException {
    var lines = new ArrayList<String>();
    int kept = 0;
    for (at++; at < input.size() && !input.get(at).startsWith("*** "); at++) {
      String line = input.get(at);
      if (!line.isEmpty() && line.charAt(0) != '+') {
        throw malformed(
            "line %d: every line of a new file begins with +, but this one is %s."
                .formatted(at + 1, NearestPlace.quoted(line)));
      }
      lines.add(line.isEmpty() ? "" : line.substring(1));
      kept = line.isEmpty() ? kept : lines.size();
    }
    sections.add(new Section.Add(path, new TextLines(lines.subList(0, kept), true).text()));
  }

  private void update(String path) throws PlanException {
    at++;
    String target = null;
    if (at < input.size() && input.get(at).startsWith(MOVE)) {
      target = path(input.get(at), MOVE);
      at++;
    }
    var hunks = new ArrayList<PatchHunk>();
    while (at < input.size() && !isSectionEnd(input.get(at))) {
      PatchHunk hunk = chunk(hunks.size() + 1);
      if (hunk.lines().stream().anyMatch(line -> line.side() != Side.BOTH)) {
        hunks.add(hunk);
      } else if (hunk.lines().stream().anyMatch(line -> !line.text().isBlank())) {
        warnings.add("A chunk for %s without added or removed lines was left out.".formatted(path));
      }
    }
    if (hunks.isEmpty() && target == null) {
      throw malformed("The section %s %s changes nothing.".formatted(UPDATE, path));
    }
    sections.add(new Section.Update(path, target, hunks));
  }

  private static boolean isSectionEnd(String line) {
    return line.startsWith("*** ") && !isMarker(line, END_OF_FILE);
  }

  private PatchHunk chunk(int number) {
    var anchors = new ArrayList<String>();
    PatchHunk.Header header = PatchHunk.Header.NONE;
    while (at < input.size() && input.get(at).startsWith("@@")) {
      String line = input.get(at);
      PatchHunk.Header numbers = PatchParser.header(line);
      String anchor = anchor(line);
      if (!numbers.equals(PatchHunk.Header.NONE)) {
        header = numbers;
      } else if (!anchor.isBlank()) {
        anchors.add(anchor);
      }
      at++;
    }
    var lines = new ArrayList<PatchHunk.Line>();
    boolean end = false;
    for (; at < input.size() && !end; at++) {
      String line = input.get(at);
      if (line.startsWith("@@") || isSectionEnd(line)) {
        break;
      }
      end = isMarker(line, END_OF_FILE);
      if (!end) {
        lines.add(line(line));
      }
    }
    var spot = new PatchHunk.Spot(anchors, end);
    return new PatchHunk(number, header, spot, lines, false, false);
  }

  /// The text after `@@`, without a second `@@` at its end.
  private static String anchor(String line) {
    String anchor = line.substring(2).stripTrailing();
    if (anchor.endsWith("@@")) {
      anchor = anchor.substring(0, anchor.length() - 2).stripTrailing();
    }
    return anchor.startsWith(" ") ? anchor.substring(1) : anchor;
  }

  private PatchHunk.Line line(String line) {
    if (line.isEmpty()) {
      return new PatchHunk.Line(Side.BOTH, "", PatchHunk.Form.BARE);
    }
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case ' ' -> new PatchHunk.Line(Side.BOTH, rest, PatchHunk.Form.SIGNED);
      case '-' -> new PatchHunk.Line(Side.OLD, rest, PatchHunk.Form.SIGNED);
      case '+' -> new PatchHunk.Line(Side.NEW, rest, PatchHunk.Form.SIGNED);
      default -> {
        warnings.add(
            "Line %d of the patch has no sign; it was taken as context.".formatted(at + 1));
        yield new PatchHunk.Line(Side.BOTH, line, PatchHunk.Form.SIGNED);
      }
    };
  }

  private static PlanException malformed(String message) {
    return PlanFailure.of(Code.MALFORMED, message)
        .suggest(
            "Write *** Begin Patch, then for each file *** Update File: PATH and chunks of lines"
                + " that begin with a space, - or +, and at last *** End Patch.")
        .exception();
  }
}
