package dev.tenon.core.edit.patch;

import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.diff.DiffHunk.Side;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.diff.UnifiedDiff;
import java.util.ArrayList;
import java.util.List;

/// Reads a unified diff of one file as models write them: numbers may be wrong, headers may be
/// missing, empty lines may have lost their space. What a hunk contains is taken from its signs,
/// not from its counts.
final class PatchParser {
  private final List<String> input;
  private final List<PatchHunk> hunks = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private String oldName = "";
  private String newName = "";
  private boolean unsigned;

  private boolean inHunk;
  private PatchHunk.Header header = PatchHunk.Header.NONE;
  private final List<PatchHunk.Line> body = new ArrayList<>();
  private boolean oldUnended;
  private boolean newUnended;

  private PatchParser(List<String> input) {
    this.input = input;
  }

  /// @param oldName as the diff writes it, without a prefix such as `a/`; empty if it has none
  record Parsed(String oldName, String newName, List<PatchHunk> hunks, List<String> warnings) {
    boolean deletes() {
      return newName.equals(UnifiedDiff.NO_FILE);
    }
  }

  static Parsed parse(String diff) throws PlanException {
    var parser = new PatchParser(unfenced(TextLines.split(TextLines.lf(diff))));
    parser.run();
    return new Parsed(parser.oldName, parser.newName, parser.hunks, parser.warnings);
  }

  /// The lines between the code fences that models like to put around a diff.
  private static List<String> unfenced(List<String> lines) {
    int start = 0;
    int end = lines.size();
    while (start < end && lines.get(start).isBlank()) {
      start++;
    }
    if (start == end || !lines.get(start).startsWith("```")) {
      return lines;
    }
    while (end > start + 1 && lines.get(end - 1).isBlank()) {
      end--;
    }
    boolean closed = lines.get(end - 1).strip().equals("```");
    return lines.subList(start + 1, closed ? end - 1 : end);
  }

  private void run() throws PlanException {
    boolean named = false;
    for (int i = 0; i < input.size(); i++) {
      named |= isFileHeader(i);
    }
    for (int i = 0; i < input.size(); i++) {
      String line = input.get(i);
      if (isFileHeader(i)) {
        close();
        names(line, input.get(i + 1));
        i++;
      } else if (line.startsWith("@@")) {
        close();
        inHunk = true;
        header = header(line);
      } else if (line.startsWith("diff --git ") || isSignature(line)) {
        close();
      } else if (inHunk) {
        bodyLine(line);
      } else if (isSigned(line) && (!named || !newName.isEmpty())) {
        // A hunk that lacks its @@ line must not get lost.
        inHunk = true;
        bodyLine(line);
      }
      // Anything else outside a hunk is git's description of the file, or a remark.
    }
    close();
    if (unsigned) {
      warnings.add("Lines of the diff without a sign were taken as context lines.");
    }
    if (hunks.isEmpty()) {
      throw PlanFailure.of(
              PlanFailure.Code.MALFORMED,
              "Invalid Diff: it has no hunk, that is no line that begins with + or -.")
          .suggest(
              "Send hunks as 'diff -u' writes them: a line @@ -1,3 +1,4 @@, then lines that begin"
                  + " with a space (kept), - (removed) or + (added).")
          .exception();
    }
  }

  private static boolean isSigned(String line) {
    return !line.isEmpty() && " +-".indexOf(line.charAt(0)) >= 0;
  }

  /// The line with which git ends a mail, after a hunk that is complete.
  private boolean isSignature(String line) {
    return line.equals("-- ")
        && inHunk
        && header.oldCount() == count(Side.NEW)
        && header.newCount() == count(Side.OLD);
  }

  /// Two lines `---` and `+++` are a header, or a removed and an added line that begin with dashes
  /// and pluses; inside a hunk only its counts and what follows can tell.
  private boolean isFileHeader(int at) {
    if (!input.get(at).startsWith("--- ")
        || at + 1 >= input.size()
        || !input.get(at + 1).startsWith("+++ ")) {
      return false;
    }
    if (!inHunk || body.isEmpty()) {
      return !inHunk;
    }
    boolean hunkFollows = at + 2 < input.size() && input.get(at + 2).startsWith("@@");
    int oldLeft = header.oldCount() - count(Side.NEW);
    int newLeft = header.newCount() - count(Side.OLD);
    return hunkFollows && !(oldLeft == 1 && newLeft == 1);
  }

  private int count(Side absent) {
    int count = 0;
    for (PatchHunk.Line line : body) {
      count += line.side() == absent ? 0 : 1;
    }
    return count;
  }

  private void names(String oldLine, String newLine) throws PlanException {
    String old = name(oldLine);
    String fresh = name(newLine);
    boolean another = !newName.isEmpty() && !(old.equals(oldName) && fresh.equals(newName));
    if (another && !hunks.isEmpty()) {
      throw PlanFailure.of(
              PlanFailure.Code.INVALID,
              "Invalid Diff: it changes %s and %s, and a call changes one file."
                  .formatted(shown(oldName, newName), shown(old, fresh)))
          .suggest("Send one diff for each file.")
          .exception();
    }
    oldName = old;
    newName = fresh;
  }

  private static String shown(String old, String fresh) {
    return fresh.equals(UnifiedDiff.NO_FILE) ? old : fresh;
  }

  private static String name(String line) {
    String name = line.substring(4);
    int tab = name.indexOf('\t');
    name = (tab < 0 ? name : name.substring(0, tab)).strip();
    boolean prefixed = name.startsWith("a/") || name.startsWith("b/");
    return prefixed ? name.substring(2) : name;
  }

  private void bodyLine(String line) {
    if (line.isEmpty()) {
      add(Side.BOTH, "", PatchHunk.Form.BARE);
      return;
    }
    String rest = line.substring(1);
    switch (line.charAt(0)) {
      case ' ' -> add(Side.BOTH, rest, PatchHunk.Form.SIGNED);
      case '-' -> add(Side.OLD, rest, PatchHunk.Form.SIGNED);
      case '+' -> add(Side.NEW, rest, PatchHunk.Form.SIGNED);
      case '\\' -> unended();
      default -> {
        add(Side.BOTH, line, PatchHunk.Form.SIGNED);
        unsigned = true;
      }
    }
  }

  private void add(Side side, String text, PatchHunk.Form form) {
    body.add(new PatchHunk.Line(side, text, form));
    // Whatever was said to end before this line did not, except for an empty line that is nothing.
    if (form == PatchHunk.Form.SIGNED) {
      oldUnended &= side == Side.NEW;
      newUnended &= side == Side.OLD;
    }
  }

  private void unended() {
    if (!body.isEmpty()) {
      Side side = body.getLast().side();
      oldUnended |= side != Side.NEW;
      newUnended |= side != Side.OLD;
    }
  }

  private void close() {
    boolean any = false;
    for (PatchHunk.Line line : body) {
      any |= line.side() != Side.BOTH;
    }
    if (any) {
      hunks.add(
          new PatchHunk(
              hunks.size() + 1,
              header,
              PatchHunk.Spot.ANYWHERE,
              List.copyOf(body),
              oldUnended,
              newUnended));
    } else if (!body.isEmpty()) {
      warnings.add("A hunk of the diff without added or removed lines was left out.");
    }
    inHunk = false;
    header = PatchHunk.Header.NONE;
    body.clear();
    oldUnended = false;
    newUnended = false;
  }

  /// The numbers of `@@ -12,3 +12,4 @@`; a count that is left out is 1.
  static PatchHunk.Header header(String line) {
    int minus = line.indexOf('-');
    int plus = line.indexOf('+');
    if (minus < 0 || plus < minus) {
      return PatchHunk.Header.NONE;
    }
    int oldStart = number(line, minus + 1);
    int newStart = number(line, plus + 1);
    if (oldStart < 0 || newStart < 0) {
      return PatchHunk.Header.NONE;
    }
    return new PatchHunk.Header(oldStart, count(line, minus + 1), count(line, plus + 1));
  }

  private static int count(String line, int at) {
    int end = digits(line, at);
    return end < line.length() && line.charAt(end) == ',' ? number(line, end + 1) : 1;
  }

  private static int digits(String line, int at) {
    int end = at;
    while (end < line.length() && line.charAt(end) >= '0' && line.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  private static int number(String line, int at) {
    int end = digits(line, at);
    return end == at || end - at > 9 ? -1 : Integer.parseInt(line, at, end, 10);
  }
}
