package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.TextField;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.screen.Rows;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether a tool may do something: all of what it would do, why it is asked, and the answers, the
/// safest first and marked. Reasons and rules can be written before they are given.
public final class ApprovalDialog implements Dialog {
  private static final int LEAST_BODY = 3;

  /// With less there is no room for more than what is asked and the marked answer.
  private static final int LEAST_WITH_HINT = 5;

  private final Approver.Question question;
  private final DisplayOptions look;
  private final ApprovalBody body;
  private final List<Choice> choices;
  private final ScrolledText text = new ScrolledText();
  private int marked;
  private boolean attended = true;
  private @Nullable TextField field;

  /// A reason that was written and left with Esc.
  private String reason = "";

  private String problem = "";
  private Approver.Answer answer = Approver.Answer.NO;

  private enum Choice {
    NO,
    ONCE,
    SESSION,
    ALWAYS,
    NO_BECAUSE
  }

  public ApprovalDialog(Approver.Question question, DisplayOptions look) {
    this.question = question;
    this.look = look;
    this.body = new ApprovalBody(question, look);
    var offered = new ArrayList<>(List.of(Choice.NO, Choice.ONCE, Choice.SESSION));
    if (question.canLast()) {
      offered.add(Choice.ALWAYS);
    }
    offered.add(Choice.NO_BECAUSE);
    this.choices = List.copyOf(offered);
  }

  /// What the person said; no, until they did.
  public Approver.Answer answer() {
    return answer;
  }

  /// What stays on the page of the question and its answer.
  public String summary() {
    return body.answered(answer);
  }

  /// What came of an answer, such as where a rule was written.
  public static String note(String note, DisplayOptions look) {
    return look.palette().paint(Style.DIM, "  " + SafeText.cell(note.strip(), Page.Reach.LIVE));
  }

  @Override
  public boolean typing() {
    return field != null;
  }

  @Override
  public String unsent() {
    TextField writing = field;
    return writing != null && choices.get(marked) == Choice.NO_BECAUSE ? writing.text() : reason;
  }

  @Override
  public void unmark() {
    marked = 0;
    problem = "";
  }

  @Override
  public void attended(boolean now) {
    attended = now;
  }

  @Override
  public Step press(Key key) {
    TextField writing = field;
    if (writing != null) {
      return write(writing, key);
    }
    if (key instanceof Key.Typed typed) {
      int wanted = typed.text().length() == 1 ? typed.text().charAt(0) - '1' : -1;
      if (wanted < 0 || wanted >= choices.size()) {
        return Step.UNKNOWN;
      }
      marked = wanted;
      return Step.STAY;
    }
    if (!(key instanceof Key.Named named)) {
      return Step.UNKNOWN;
    }
    problem = "";
    return switch (named) {
      case UP -> mark(-1);
      case DOWN -> mark(1);
      case PAGE_UP -> {
        text.back();
        yield Step.STAY;
      }
      case PAGE_DOWN -> {
        text.on();
        yield Step.STAY;
      }
      case TAB -> amend();
      case ENTER -> choose();
      case ESCAPE -> done(Approver.Answer.NO);
      default -> Step.UNKNOWN;
    };
  }

  private Step mark(int by) {
    // No way round the corner: one key from the safest answer is never the widest one.
    marked = Math.clamp(marked + (long) by, 0, choices.size() - 1);
    return Step.STAY;
  }

  private Step choose() {
    if (isYes(choices.get(marked)) && !seen()) {
      return Step.STAY;
    }
    return switch (choices.get(marked)) {
      case NO -> done(Approver.Answer.NO);
      case ONCE -> done(Approver.Answer.ONCE);
      case SESSION -> done(Approver.Answer.SESSION);
      case ALWAYS -> done(Approver.Answer.ALWAYS);
      case NO_BECAUSE -> amend();
    };
  }

  private static boolean isYes(Choice choice) {
    return switch (choice) {
      case ONCE, SESSION, ALWAYS -> true;
      case NO, NO_BECAUSE -> false;
    };
  }

  /// Whether the person can know what they would allow; otherwise says what to do.
  private boolean seen() {
    problem = text.problem();
    return problem.isEmpty();
  }

  /// Opens what belongs to the marked answer for writing.
  private Step amend() {
    switch (choices.get(marked)) {
      case NO, NO_BECAUSE -> {
        marked = choices.indexOf(Choice.NO_BECAUSE);
        field = TextField.ofLines(reason);
      }
      case SESSION, ALWAYS -> {
        if (ApprovalWords.canChange(question)) {
          field = new TextField(ApprovalWords.texts(question.offers(), ApprovalWords.BETWEEN));
        } else if (!question.offers().isEmpty()) {
          problem = "this rule cannot be changed here; it holds for exactly what it says";
        } else {
          problem = "there is no rule to change; it holds for exactly this";
        }
      }
      case ONCE -> {}
    }
    return Step.STAY;
  }

  private Step write(TextField writing, Key key) {
    if (key == Key.Named.ESCAPE) {
      if (choices.get(marked) == Choice.NO_BECAUSE) {
        reason = writing.text();
      }
      field = null;
      problem = "";
      return Step.STAY;
    }
    if (key == Key.Named.ENTER) {
      return written(writing.text());
    }
    writing.press(key);
    problem = "";
    return Step.STAY;
  }

  private Step written(String text) {
    if (choices.get(marked) == Choice.NO_BECAUSE) {
      return done(Approver.Answer.no(text));
    }
    if (!seen()) {
      return Step.STAY;
    }
    try {
      List<Rule> rules = ApprovalWords.rules(text, question);
      Approver.Answer kind =
          choices.get(marked) == Choice.ALWAYS ? Approver.Answer.ALWAYS : Approver.Answer.SESSION;
      return done(rules.equals(question.offers()) ? kind : kind.with(rules));
    } catch (RuleException wrong) {
      problem = String.valueOf(wrong.getMessage());
      return Step.STAY;
    }
  }

  @Override
  public String waits() {
    return ApprovalWords.oneLine(question.who()) + " asks";
  }

  private Step done(Approver.Answer said) {
    answer = said;
    return Step.DONE;
  }

  @Override
  public Rows rows(int columns, int rows) {
    int width = Math.max(8, columns - 1);
    int height = Math.max(1, rows);
    List<String> all = body.lines(width);
    List<String> head = body.head(width);
    List<String> why = body.why(width);
    int least = Math.min(all.size(), LEAST_BODY);
    var below = new DialogRows();
    choices(width, 0, choices.size(), below);
    below.add(dim(hint(width)));
    if (height < head.size() + least + below.size()) {
      // What is asked is worth more than the answers that are not marked.
      below = new DialogRows();
      choices(width, marked, marked + 1, below);
      if (height >= LEAST_WITH_HINT) {
        below.add(dim(hint(width)));
      }
      int shown = height > below.size() + 1 ? 1 : 0;
      if (shown > 0 && head.size() > 1) {
        // Goes on below, where it can be scrolled.
        all = joined(head.subList(1, head.size()), all);
        least = Math.min(all.size(), LEAST_BODY);
      }
      head = head.subList(0, shown);
    }
    int room = height - below.size() - head.size();
    int needed = all.size();
    if (why.size() > room - least) {
      all = joined(all, why);
      why = List.of();
    }
    var lines = new DialogRows();
    lines.addAll(head);
    lines.addAll(text.rows(all, needed, room - why.size(), width, look));
    lines.addAll(why);
    lines.addAll(below);
    return lines.fitted(width, height);
  }

  private static List<String> joined(List<String> first, List<String> further) {
    var all = new ArrayList<>(first);
    all.addAll(further);
    return all;
  }

  /// The answers of a range, each in as many rows as it needs.
  private void choices(int width, int from, int to, DialogRows out) {
    for (int i = from; i < to; i++) {
      String number = (i + 1) + ". ";
      TextField writing = field;
      String mark = i == marked ? look.glyphs().person + " " : "  ";
      if (i == marked) {
        out.marked();
      }
      if (i == marked && writing != null) {
        field(mark + number, prompt(choices.get(i)), writing, width, out);
        continue;
      }
      String rest = to - from == choices.size() ? "" : " (" + (i + 1) + "/" + choices.size() + ")";
      int indent = DisplayWidth.of(mark + number);
      List<String> rows =
          DisplayWidth.wrap(label(choices.get(i)) + rest, Math.max(4, width - indent));
      for (int r = 0; r < rows.size(); r++) {
        String row = (r == 0 ? mark + number : " ".repeat(indent)) + rows.get(r);
        out.add(i == marked && attended ? look.palette().paint(Style.ACCENT, row) : row);
      }
    }
    if (!problem.isEmpty()) {
      out.problem();
      for (String line : DisplayWidth.wrap(SafeText.visible(problem), width - 2)) {
        out.add(look.palette().paint(Style.FAILURE, "  " + line));
      }
    }
  }

  /// What is written, behind what it is for, or below that where the window is narrow.
  private void field(String mark, String what, TextField writing, int width, DialogRows out) {
    String start = mark + what + " ";
    int indent = DisplayWidth.of(start);
    if (indent > width / 2) {
      indent = DisplayWidth.of(mark);
      String label = DisplayWidth.cut(mark + what, width, look.glyphs());
      out.add(look.palette().paint(Style.ACCENT, label));
      start = " ".repeat(indent);
    }
    FieldRows shown = FieldRows.of("", writing, Math.max(4, width - indent), look);
    out.caret(shown.row(), indent + shown.column());
    List<String> rows = shown.rows();
    for (int r = 0; r < rows.size(); r++) {
      String lead = r == 0 ? start : " ".repeat(indent);
      out.add(look.palette().paint(Style.ACCENT, lead) + rows.get(r));
    }
  }

  private String label(Choice choice) {
    return switch (choice) {
      case NO -> "No";
      case ONCE -> "Yes, this once";
      case SESSION -> {
        String none = ApprovalWords.fleeting(question);
        yield "Yes, for this session: "
            + ApprovalWords.lasting(question)
            + (none.isEmpty() ? "" : " (" + none + ")");
      }
      case ALWAYS -> "Always in this project: " + ApprovalWords.lasting(question);
      case NO_BECAUSE -> "No, and tell it why" + look.glyphs().ellipsis;
    };
  }

  private static String prompt(Choice choice) {
    return switch (choice) {
      case NO, NO_BECAUSE -> "No, because";
      case ONCE -> "Yes";
      case SESSION -> "Session:";
      case ALWAYS -> "Always:";
    };
  }

  private String hint(int width) {
    String whole;
    if (!attended) {
      whole = "  Tab turns to this question; your text stays";
    } else if (field != null) {
      whole = "  Enter answers so, Esc goes back";
    } else {
      whole =
          switch (choices.get(marked)) {
            case NO -> "  Enter: no; Tab: say why";
            case SESSION, ALWAYS ->
                ApprovalWords.canChange(question)
                    ? "  Enter: yes; Tab: change the rule"
                    : "  Enter: yes";
            case ONCE -> "  Enter: yes, once";
            case NO_BECAUSE -> "  Enter: write the reason";
          };
      whole += width < 60 ? "" : "; arrows and digits mark an answer";
    }
    return whole;
  }

  private String dim(String text) {
    return look.palette().paint(Style.DIM, text);
  }
}
