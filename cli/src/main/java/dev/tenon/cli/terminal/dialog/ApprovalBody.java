package dev.tenon.cli.terminal.dialog;

import static dev.tenon.cli.terminal.dialog.ApprovalWords.folder;
import static dev.tenon.cli.terminal.dialog.ApprovalWords.object;
import static dev.tenon.cli.terminal.dialog.ApprovalWords.oneLine;
import static dev.tenon.cli.terminal.dialog.ApprovalWords.part;
import static dev.tenon.cli.terminal.dialog.ApprovalWords.reasons;
import static dev.tenon.cli.terminal.dialog.ApprovalWords.texts;
import static dev.tenon.cli.terminal.dialog.ApprovalWords.verb;

import dev.tenon.cli.terminal.diff.DiffFile;
import dev.tenon.cli.terminal.diff.DiffParser;
import dev.tenon.cli.terminal.render.DiffRows;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.CommandPart;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.text.VisibleText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A request for approval as a person reads it. Everything that decides is shown in full, with
/// every control character visible; nothing is left out, but it may have to be scrolled.
final class ApprovalBody {
  /// More blanks, or empty lines, than anybody needs could push the rest out of sight.
  private static final Pattern MANY_BLANKS = Pattern.compile("[ \\t]{40,}");

  private static final int EMPTY_LINES = 2;

  private final Approver.Question question;
  private final DisplayOptions look;

  /// The lines for the width that was asked for last: long changes are not drawn for every key.
  private List<String> drawn = List.of();

  private int drawnWidth = -1;

  ApprovalBody(Approver.Question question, DisplayOptions look) {
    this.question = question;
    this.look = look;
  }

  /// What wants to do what.
  List<String> head(int width) {
    String does =
        question.items().size() > 1
            ? "wants to do all of this:"
            : verb(question.items().getFirst().access()) + ":";
    var lines = new ArrayList<String>();
    String mark = look.palette().paint(Style.WARNING, "?") + " ";
    String tool = oneLine(question.who());
    List<String> rows = DisplayWidth.wrap(tool + " " + does, width - 2);
    for (int i = 0; i < rows.size(); i++) {
      lines.add((i == 0 ? mark : "  ") + look.palette().paint(Style.BOLD, rows.get(i)));
    }
    return lines;
  }

  /// All that it would do.
  List<String> lines(int width) {
    if (width != drawnWidth) {
      drawn = List.copyOf(draw(width));
      drawnWidth = width;
    }
    return drawn;
  }

  private List<String> draw(int width) {
    var lines = new ArrayList<String>();
    int hidden = 0;
    for (Approver.Question.Item item : question.items()) {
      String folder = folder(item.access());
      String what = object(item.access());
      hidden += hidden(folder) + hidden(what);
      if (question.items().size() == 1) {
        if (!folder.isEmpty()) {
          String in = look.palette().paint(Style.WARNING, "in " + oneLine(folder));
          lines.addAll(Wrap.script(in, width, "  ", look));
        }
        if (!namedByChanges(what)) {
          text(what, width, lines);
        }
        parts(item.ask().parts(), width, lines);
      } else {
        // Each in one piece: a name with a line end in it would look like two things.
        add(oneLine(item.access().asked()), width, lines);
      }
    }
    for (String detail : question.details()) {
      hidden += hidden(detail);
      add("  " + folded(SafeText.cell(detail.stripTrailing(), Page.Reach.LIVE)), width, lines);
    }
    if (!question.changes().isEmpty()) {
      hidden += VisibleText.count(question.changes());
      for (String row : DiffRows.whole(question.changes().strip(), look, width - 2)) {
        lines.add("  " + row);
      }
    }
    if (hidden > 0) {
      for (String row : DisplayWidth.wrap(SafeText.hint(hidden), width - 2)) {
        lines.add("  " + look.palette().paint(Style.WARNING, row));
      }
    }
    return lines;
  }

  private static int hidden(String text) {
    return VisibleText.count(text) + ApprovalWords.countBlanks(text);
  }

  /// Whether the head of the changes says just this name.
  private boolean namedByChanges(String name) {
    var files = new ArrayList<DiffFile>();
    DiffParser.parse(question.changes(), files::add, ignored -> {});
    return files.size() == 1
        && files.getFirst().kind() != DiffFile.Kind.NAMELESS
        && files.getFirst().path().equals(name);
  }

  private void text(String what, int width, List<String> lines) {
    String[] all = SafeText.visible(what).split("\n", -1);
    for (int i = 0; i < all.length; i++) {
      int empty = 0;
      while (i + empty < all.length && all[i + empty].isBlank()) {
        empty++;
      }
      if (empty > EMPTY_LINES) {
        lines.add(dim("    " + look.glyphs().ellipsis + " " + empty + " empty lines"));
        i += empty - 1;
      } else {
        add(folded(all[i]), width, lines);
      }
    }
  }

  private String folded(String line) {
    String dots = look.glyphs().ellipsis;
    return ApprovalWords.blanks(
        MANY_BLANKS
            .matcher(line)
            .replaceAll(
                run ->
                    Matcher.quoteReplacement(
                        " " + dots + run.group().length() + " blanks" + dots + " ")));
  }

  private void add(String line, int width, List<String> lines) {
    lines.addAll(Wrap.script(line.replace("\t", "    "), width, "    ", look));
  }

  /// What a command line consists of, unless that is all there is to see anyway.
  private void parts(List<CommandPart> parts, int width, List<String> lines) {
    if (parts.size() < 2) {
      return;
    }
    var told = new HashSet<String>();
    for (CommandPart part : parts) {
      String sign =
          switch (part.verdict()) {
            case ALLOW -> look.palette().paint(Style.DIM, "+");
            case ASK -> look.palette().paint(Style.WARNING, "?");
            case DENY -> look.palette().paint(Style.WARNING, "x");
          };
      lines.addAll(Wrap.script(part(part), width, "  " + sign + " ", look));
      String because = oneLine(part.because());
      if (!because.isEmpty() && told.add(because)) {
        String last = lines.removeLast();
        if (DisplayWidth.of(last) + because.length() + 2 < width) {
          lines.add(last + dim("  " + because));
        } else {
          lines.add(last);
          lines.add(dim("      " + because));
        }
      }
    }
  }

  /// The files that its words name, where its parts do not tell them.
  private void touched(Approver.Question.Item item, int width, List<String> lines) {
    if (item.ask().parts().size() < 2) {
      for (String line : TouchedFiles.of(item.access()).lines()) {
        for (String row : DisplayWidth.wrap(line, Math.max(4, width - 2))) {
          lines.add(dim("  " + row));
        }
      }
    }
  }

  /// What it would touch and why it is asked; the first where there is no room for all.
  List<String> why(int width) {
    String reasons = reasons(question);
    var lines = new ArrayList<String>();
    if (question.items().size() == 1) {
      touched(question.items().getFirst(), width, lines);
    }
    if (!reasons.isEmpty()) {
      String text = "asked because: " + reasons;
      for (String row : DisplayWidth.wrap(text, width - 2)) {
        lines.add(dim("  " + row));
      }
    }
    return lines;
  }

  /// What stays on the page when it is answered.
  String answered(Approver.Answer answer) {
    Access access = question.items().getFirst().access();
    String folder = folder(access);
    String what =
        question.items().size() == 1
            ? verb(access)
                + (folder.isEmpty() ? "" : " in " + SafeText.line(folder, 200, look.glyphs()) + ":")
                + " "
                + SafeText.line(object(access), 200, look.glyphs())
            : "wants " + question.items().size() + " things";
    List<Rule> rules = answer.rules().orElse(question.offers());
    String said =
        switch (answer.kind()) {
          case ONCE -> "allowed once";
          case SESSION ->
              rules.isEmpty()
                  ? "allowed for this session"
                  : "allowed for this session: " + texts(rules, ", ");
          case ALWAYS -> "always allowed";
          case NO ->
              "not allowed"
                  + (answer.why().isEmpty()
                      ? ""
                      : ": " + SafeText.line(answer.why(), 200, look.glyphs()));
          case ABSENT -> "nobody answered";
        };
    String text = "? " + oneLine(question.who()) + " " + what + " ";
    return dim("  " + text + look.glyphs().dot + " " + said);
  }

  private String dim(String text) {
    return look.palette().paint(Style.DIM, text);
  }
}
