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
/// delete or update one file each. What stands around the envelope (a code fence, a here-document,
/// blank lines) is passed over, and white space around a marker makes no difference.
final class EnvelopeParser {
  private static final String BEGIN = "*** Begin Patch";
  private static final String END = "*** End Patch";
  private static final String ADD = "*** Add File:";
  private static final String DELETE = "*** Delete File:";
  private static final String UPDATE = "*** Update File:";
  private static final String MOVE = "*** Move to:";
  private static final String END_OF_FILE = "*** End of File";

  private static final String CHUNK = "@@";
  private static final List<String> NAMING = List.of(ADD, DELETE, UPDATE, MOVE);

  private final List<String> input;
  private final Reading reading;
  private final List<Section> sections = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private int at;

  private EnvelopeParser(List<String> input, Reading reading) {
    this.input = input;
    this.reading = reading;
  }

  /// What a line is that looks like a marker behind white space and stands among the lines of an
  /// update, where white space is also the sign of a line that stays.
  enum Reading {
    /// A line of the file.
    CONTENT,
    /// A marker.
    MARKER
  }

  /// What happens to one file.
  sealed interface Section {
    String path();

    record Add(String path, String text) implements Section {}

    record Delete(String path) implements Section {}

    record Update(String path, @Nullable String target, List<PatchHunk> hunks) implements Section {}
  }

  record Parsed(List<Section> sections, List<String> warnings) {}

  static Parsed parse(String input, Reading reading) throws PlanException {
    var parser = new EnvelopeParser(envelope(lines(input)), reading);
    parser.run();
    return new Parsed(parser.sections, parser.warnings);
  }

  /// Whether the two readings may differ.
  static boolean isInDoubt(String input) {
    for (String line : lines(input)) {
      if (isPadded(line)) {
        return true;
      }
    }
    return false;
  }

  /// Every path that the patch names in whichever reading, as it is written; none if it has no
  /// sections.
  static List<String> paths(String input) {
    var paths = new ArrayList<String>();
    for (String line : input.lines().toList()) {
      String bare = line.strip();
      for (String marker : NAMING) {
        if (bare.startsWith(marker) && bare.length() > marker.length()) {
          paths.add(bare.substring(marker.length()).strip());
        }
      }
    }
    return paths;
  }

  private static List<String> lines(String input) {
    boolean returns = input.indexOf('\n') < 0;
    return TextLines.split(returns ? input.replace('\r', '\n') : TextLines.lf(input));
  }

  /// The lines after the first marker up to the last, which stays. A patch that is indented as a
  /// whole loses that indentation.
  private static List<String> envelope(List<String> lines) throws PlanException {
    int begin = 0;
    while (begin < lines.size() && !lines.get(begin).strip().equals(BEGIN)) {
      begin++;
    }
    if (begin == lines.size()) {
      throw malformed("The patch has no line %s.".formatted(BEGIN));
    }
    int end = end(lines, begin);
    String first = lines.get(begin);
    String margin = first.substring(0, first.indexOf('*'));
    var inner = lines.subList(0, end + 1);
    if (!margin.isEmpty()
        && inner.stream().skip(begin).allMatch(l -> l.isBlank() || l.startsWith(margin))) {
      var shifted = new ArrayList<String>();
      for (String line : inner) {
        shifted.add(line.startsWith(margin) ? line.substring(margin.length()) : line.strip());
      }
      inner = shifted;
    }
    // What stands before stays, so that lines keep their numbers.
    var envelope = new ArrayList<>(inner);
    for (int i = 0; i <= begin; i++) {
      envelope.set(i, "");
    }
    return envelope;
  }

  /// The first end that has no white space before it, since no line of content is like that; or the
  /// last one of the others.
  private static int end(List<String> lines, int begin) throws PlanException {
    int padded = -1;
    for (int i = begin + 1; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.strip().equals(END)) {
        if (line.startsWith(END)) {
          return i;
        }
        padded = i;
      }
    }
    if (padded < 0) {
      throw malformed("The patch has no line %s; perhaps it was cut off.".formatted(END));
    }
    return padded;
  }

  private static boolean isPadded(String line) {
    if (line.isEmpty() || !Character.isWhitespace(line.charAt(0))) {
      return false;
    }
    String bare = line.strip();
    return isHeader(bare) || bare.equals(END_OF_FILE) || bare.startsWith(CHUNK);
  }

  private static boolean isHeader(String bare) {
    for (String marker : NAMING) {
      if (bare.startsWith(marker)) {
        return true;
      }
    }
    return false;
  }

  /// The line as it counts: in doubt as it is, otherwise without white space around a marker.
  private String line(int index) {
    String line = input.get(index);
    return reading == Reading.MARKER && isPadded(line) ? line.strip() : line;
  }

  private void run() throws PlanException {
    while (at < input.size() - 1) {
      String line = input.get(at).strip();
      if (line.isEmpty() || line.equals(END_OF_FILE)) {
        at++;
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
                .formatted(at + 1, NearestPlace.quoted(input.get(at))));
      }
    }
    requireSections();
  }

  private void requireSections() throws PlanException {
    if (sections.isEmpty()) {
      throw malformed("The patch has no section between %s and %s.".formatted(BEGIN, END));
    }
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
    for (at++; at < input.size() - 1; at++) {
      String line = input.get(at);
      if (line.startsWith("*** ") || isPadded(line)) {
        break;
      }
      boolean added = line.startsWith("+");
      if (!added && !line.isBlank()) {
        throw malformed(
            "line %d: every line of a new file begins with +, but this one is %s."
                .formatted(at + 1, NearestPlace.quoted(line)));
      }
      lines.add(added ? line.substring(1) : "");
      kept = added ? lines.size() : kept;
    }
    sections.add(new Section.Add(path, new TextLines(lines.subList(0, kept), true).text()));
  }

  private void update(String path) throws PlanException {
    at++;
    String target = null;
    if (line(at).startsWith(MOVE)) {
      target = path(line(at), MOVE);
      at++;
    }
    var hunks = new ArrayList<PatchHunk>();
    while (at < input.size() - 1 && !isSectionEnd(line(at))) {
      int first = at;
      PatchHunk hunk = chunk(hunks.size() + 1);
      if (hunk.lines().stream().anyMatch(line -> line.side() != Side.BOTH)) {
        hunks.add(hunk);
      } else if (hunk.lines().stream().anyMatch(line -> !line.text().isBlank())) {
        requireContent(first);
        warnings.add("A chunk for %s without added or removed lines was left out.".formatted(path));
      }
    }
    if (hunks.isEmpty() && target == null) {
      throw malformed("The section %s %s changes nothing.".formatted(UPDATE, path));
    }
    sections.add(new Section.Update(path, target, hunks));
  }

  /// What is left out is verified by nothing, so no marker may be among it.
  private void requireContent(int first) throws PlanException {
    for (int i = first; i < at; i++) {
      if (isPadded(input.get(i))) {
        throw malformed(
            "line %d: %s has white space before it."
                .formatted(i + 1, NearestPlace.quoted(input.get(i))));
      }
    }
  }

  private static boolean isSectionEnd(String line) {
    return line.startsWith("*** ") && !line.strip().equals(END_OF_FILE);
  }

  private PatchHunk chunk(int number) {
    var anchors = new ArrayList<String>();
    PatchHunk.Header header = PatchHunk.Header.NONE;
    for (; at < input.size() - 1 && line(at).startsWith(CHUNK); at++) {
      PatchHunk.Header numbers = PatchParser.header(line(at));
      String anchor = anchor(line(at));
      if (!numbers.equals(PatchHunk.Header.NONE)) {
        header = numbers;
      } else if (!anchor.isBlank()) {
        anchors.add(anchor);
      }
    }
    var lines = new ArrayList<PatchHunk.Line>();
    boolean end = false;
    for (; at < input.size() - 1 && !end; at++) {
      String line = line(at);
      if (line.startsWith(CHUNK) || isSectionEnd(line)) {
        break;
      }
      end = line.startsWith("***") && line.strip().equals(END_OF_FILE);
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
