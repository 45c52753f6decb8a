package dev.tenon.core.edit.hashline;

import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.hashline.Anchors.Anchor;
import dev.tenon.core.edit.match.NearestPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the hashline language: sections that begin with `§PATH`, in them operations, below each
/// operation its payload, line by line as it shall stand in the file. A payload line that would
/// read as a header or an operation can be written with a backslash before it.
final class HashlineParser {
  private static final char HEADER = '§';
  private static final char AFTER = '»';
  private static final char BEFORE = '«';
  private static final char REPLACE = '≔';
  private static final String BEGIN = "*** Begin Patch";
  private static final String END = "*** End Patch";
  private static final String ABORT = "*** Abort";

  private final List<String> input;
  private final List<Section> sections = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private String path = "";
  private List<HashlineOp> ops = new ArrayList<>();
  private String opLine = "";
  private int opAt;
  private List<String> payload = new ArrayList<>();
  private int at;

  private HashlineParser(List<String> input) {
    this.input = input;
  }

  /// The operations on one file, as the request names it.
  record Section(String path, List<HashlineOp> ops) {}

  record Parsed(List<Section> sections, List<String> warnings) {}

  static Parsed parse(String input) throws PlanException {
    var parser = new HashlineParser(TextLines.split(TextLines.lf(input)));
    parser.run();
    return new Parsed(parser.sections, parser.warnings);
  }

  private void run() throws PlanException {
    boolean aborted = false;
    for (at = 1; at <= input.size(); at++) {
      String line = input.get(at - 1);
      String marker = line.startsWith("*** ") ? line.strip() : "";
      if (marker.equals(END)) {
        break;
      }
      if (marker.equals(ABORT)) {
        aborted = true;
        break;
      }
      if (!marker.equals(BEGIN)) {
        line(line);
      }
    }
    if (aborted) {
      abort();
    }
    closeSection();
    if (sections.isEmpty()) {
      throw malformed("The request has no section; begin with §PATH and put operations below it.");
    }
  }

  /// Operations before the marker count. One that has no payload yet would delete lines by
  /// accident.
  private void abort() {
    String unfinished = "";
    if (!opLine.isEmpty() && payload.isEmpty()) {
      unfinished = " '" + opLine + "', which had no payload yet, was left out.";
      opLine = "";
    }
    warnings.add(
        "The request was aborted at line %d; what came before it counts.".formatted(at)
            + unfinished);
  }

  private void line(String line) throws PlanException {
    if (line.isEmpty()) {
      if (!opLine.isEmpty()) {
        payload.add(line);
      }
      return;
    }
    char first = line.charAt(0);
    if (first == HEADER) {
      header(line);
    } else if ((first == AFTER || first == BEFORE || first == REPLACE) && isOperation(line)) {
      closeOp();
      requireSection(line);
      opLine = line.strip();
      opAt = at;
    } else {
      payload(line);
    }
  }

  private void header(String line) throws PlanException {
    closeSection();
    int start = 0;
    while (start < line.length() && line.charAt(start) == HEADER) {
      start++;
    }
    path = line.substring(start).strip();
    if (path.isEmpty()) {
      throw malformed("line %d: the header § has no path.".formatted(at));
    }
  }

  /// Whether a line that begins like an operation is one, or meant to be one. Texts may begin with
  /// guillemets, too: below an operation, what looks like no anchor at all is payload.
  private boolean isOperation(String line) {
    String rest = line.substring(1);
    boolean meant = rest.isBlank() || Character.isDigit(rest.strip().charAt(0));
    if (!meant) {
      meant = rest.length() <= 12;
      for (int i = 0; i < rest.length(); i++) {
        char c = rest.charAt(i);
        meant &= c < 128 && (Character.isLetterOrDigit(c) || c == '.');
      }
    }
    if (!meant && opLine.isEmpty()) {
      return true;
    }
    if (!meant) {
      warnings.add(
          "Line %d begins with %s and names no anchor; it was taken as payload."
              .formatted(at, line.charAt(0)));
    }
    return meant;
  }

  private void payload(String line) throws PlanException {
    if (opLine.isEmpty()) {
      if (line.isBlank()) {
        return;
      }
      requireSection(line);
      throw malformed(
          "line %d: %s belongs to no operation; operations begin with », « or ≔ and an anchor."
              .formatted(at, NearestPlace.quoted(line)));
    }
    payload.add(isEscaped(line) ? line.substring(1) : line);
  }

  private static boolean isEscaped(String line) {
    return line.length() > 1
        && line.charAt(0) == '\\'
        && ("§»«≔".indexOf(line.charAt(1)) >= 0 || line.startsWith("*** ", 1));
  }

  private void requireSection(String line) throws PlanException {
    if (path.isEmpty()) {
      throw malformed(
          "line %d: the request has to begin with §PATH, but this line is %s. Example: §src/a.ts"
              .formatted(at, NearestPlace.quoted(line)));
    }
  }

  private void closeSection() throws PlanException {
    closeOp();
    if (!path.isEmpty()) {
      if (ops.isEmpty()) {
        throw malformed("The section §%s has no operation.".formatted(path));
      }
      sections.add(new Section(path, ops));
    }
    path = "";
    ops = new ArrayList<>();
  }

  private void closeOp() throws PlanException {
    if (!opLine.isEmpty()) {
      ops.add(op());
    }
    opLine = "";
    payload = new ArrayList<>();
  }

  private HashlineOp op() throws PlanException {
    String target = opLine.substring(1).strip();
    char sign = opLine.charAt(0);
    if (sign == REPLACE) {
      return replace(target);
    }
    if (payload.isEmpty()) {
      throw malformed(
          "line %d: %s inserts nothing; put the lines to insert below it.".formatted(opAt, opLine));
    }
    if (target.equals("BOF") || target.equals("EOF")) {
      HashlineOp.Edge edge = target.equals("BOF") ? HashlineOp.Edge.BEGINNING : HashlineOp.Edge.END;
      return new HashlineOp.AtEdge(edge, payload, opAt);
    }
    Anchor anchor = anchor(target);
    return sign == AFTER
        ? new HashlineOp.After(anchor, payload, opAt)
        : new HashlineOp.Before(anchor, payload, opAt);
  }

  private HashlineOp replace(String target) throws PlanException {
    int dots = target.indexOf("..");
    if (dots < 0) {
      Anchor only = anchor(target);
      return new HashlineOp.Replace(only, only, payload, opAt);
    }
    Optional<Anchor> first = Anchor.parse(target.substring(0, dots).strip());
    Optional<Anchor> last = Anchor.parse(target.substring(dots + 2).strip());
    if (first.isEmpty() || last.isEmpty()) {
      throw malformed(
          "line %d: a range is two whole anchors with .. between them, such as 4fb..6qx; got \"%s\"."
              .formatted(opAt, target));
    }
    if (last.get().line() < first.get().line()) {
      throw malformed("line %d: the range %s ends before it starts.".formatted(opAt, target));
    }
    if (last.get().line() == first.get().line() && !first.equals(last)) {
      throw malformed(
          "line %d: the range %s has two different hashes for one line.".formatted(opAt, target));
    }
    return new HashlineOp.Replace(first.get(), last.get(), payload, opAt);
  }

  private Anchor anchor(String token) throws PlanException {
    Optional<Anchor> anchor = Anchor.parse(token);
    if (anchor.isEmpty()) {
      throw malformed(
          "line %d: expected a whole anchor such as 119sr, without | and the text; got \"%s\"."
              .formatted(opAt, token));
    }
    return anchor.get();
  }

  private static PlanException malformed(String message) {
    return PlanFailure.of(Code.MALFORMED, message)
        .suggest(
            "Write »ANCHOR or «ANCHOR and lines below it to insert, ≔FIRST..LAST and lines below"
                + " it to replace, ≔FIRST..LAST alone to delete. A line of text that begins with §,"
                + " », « or ≔ is written with a \\ before it.")
        .exception();
  }
}
