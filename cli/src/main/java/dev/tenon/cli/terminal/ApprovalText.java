package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.dialog.ApprovalWords;
import dev.tenon.cli.terminal.dialog.TouchedFiles;
import dev.tenon.cli.terminal.render.DiffText;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.CommandPart;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.text.VisibleText;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// A request for approval as a person reads it. Everything that decides is shown in full, with
/// every control character visible.
final class ApprovalText {
  /// In a narrower window the keys stand alone; the lines above explain them.
  private static final int ROOMY = 64;

  private static final int MOST_PARTS = 12;

  private final Page page;
  private final DisplayOptions look;

  ApprovalText(Page page, DisplayOptions look) {
    this.page = page;
    this.look = look;
  }

  /// Where lines come from that may be answers.
  ///
  /// @param setAside keeps what was typed before now, which is no answer
  /// @param next the next line of somebody who could read the question, or what ended that
  /// @param keep keeps a line that is no answer
  /// @param kept whether lines wait for the next prompt
  record Lines(
      Runnable setAside, Next next, Consumer<Console.Entry.Line> keep, BooleanSupplier kept) {
    interface Next {
      Console.Entry answerTo(String asks) throws InterruptedException;
    }
  }

  /// Asks in lines. A line that is no answer is not lost, and after it, or while other text waits,
  /// a letter allows nothing: it may be part of that text.
  Approver approver(Lines lines) {
    return new Approver() {
      @Override
      public Answer ask(Question question) throws InterruptedException {
        lines.setAside.run();
        show(question);
        while (true) {
          Console.Entry entry = lines.next.answerTo(choices(question) + ": ");
          String typed = entry instanceof Console.Entry.Line line ? line.text() : "no";
          Optional<Answer> answer;
          try {
            answer = ApprovalText.answer(typed, question);
          } catch (RuleException wrong) {
            page.line("(" + ApprovalWords.oneLine(String.valueOf(wrong.getMessage())) + ")");
            continue;
          }
          if (answer.isEmpty() && entry instanceof Console.Entry.Line line) {
            lines.keep.accept(line);
          } else if (answer.isPresent() && (!lines.kept.getAsBoolean() || isPlain(typed))) {
            ApprovalText.this.answered(question, answer.get());
            return answer.get();
          } else {
            page.line("(what you typed before is your next line; now only a word allows, as yes)");
          }
        }
      }

      @Override
      public boolean showsChanges() {
        return true;
      }

      @Override
      public void told(String note) {
        ApprovalText.this.told(note);
      }
    };
  }

  /// Whether nobody can have typed this by mistake, or nothing comes of it.
  private static boolean isPlain(String typed) {
    return typed.strip().length() > 1 || typed.strip().equalsIgnoreCase("n");
  }

  void show(Approver.Question question) {
    String tool = look.palette().paint(Style.BOLD, SafeText.visible(question.who()));
    String mark = look.palette().paint(Style.WARNING, "?") + " ";
    var text = new StringBuilder();
    text.append('\n').append(mark).append(tool);
    if (question.items().size() == 1) {
      Approver.Question.Item item = question.items().getFirst();
      one(item.access(), text);
      details(question.details(), text);
      parts(item.ask().parts(), text);
      touched(item, text);
    } else {
      several(question.items(), text);
      details(question.details(), text);
    }
    changes(question.changes(), text);
    why(question, text);
    page.freshLine();
    page.print(text.toString());
  }

  private void one(Access access, StringBuilder text) {
    String what = ApprovalWords.object(access);
    String shown = SafeText.visible(what);
    String folder = ApprovalWords.folder(access);
    text.append(' ').append(ApprovalWords.verb(access));
    text.append(folder.isEmpty() ? "" : " in " + ApprovalWords.oneLine(folder) + ":");
    text.append(access instanceof Access.Outside ? "," : "");
    if (folder.isEmpty() && shown.indexOf('\n') < 0 && shown.length() < page.columns() / 2) {
      text.append(' ').append(shown).append('\n');
    } else {
      text.append(folder.isEmpty() ? ":\n" : "\n");
      shown.lines().forEach(line -> script(line, "    ", text));
    }
    hidden(VisibleText.count(folder) + VisibleText.count(what), text);
  }

  /// A line that must not look like several, where the rows of the terminal are known.
  private void script(String line, String first, StringBuilder text) {
    if (page.measured()) {
      List<String> rows = Wrap.script(line.replace("\t", "    "), page.columns(), first, look);
      rows.forEach(row -> text.append(row).append('\n'));
    } else {
      text.append(first).append(line).append('\n');
    }
  }

  /// What the call is made with.
  private void details(List<String> lines, StringBuilder text) {
    int hidden = 0;
    for (String line : lines) {
      String shown = SafeText.cell(line.stripTrailing(), Page.Reach.LIVE);
      script(shown, "      ", text);
      hidden += VisibleText.count(line);
    }
    hidden(hidden, text);
  }

  /// All of them, since one answer is for all.
  private void several(List<Approver.Question.Item> items, StringBuilder text) {
    text.append(" wants to do all of this:\n");
    int hidden = 0;
    for (Approver.Question.Item item : items) {
      String what = item.access().asked();
      // Each on one line: a name with a line end in it would look like two things.
      script(ApprovalWords.oneLine(what), "    ", text);
      hidden += VisibleText.count(what);
    }
    hidden(hidden, text);
  }

  private void hidden(int count, StringBuilder text) {
    if (count > 0) {
      text.append("  ").append(look.palette().paint(Style.WARNING, SafeText.hint(count)));
      text.append('\n');
    }
  }

  /// What a command line consists of, unless that is all there is to see anyway: all that is asked
  /// about, and of what is allowed already as much as is read.
  private void parts(List<CommandPart> parts, StringBuilder text) {
    if (parts.size() < 2) {
      return;
    }
    int shown = 0;
    int left = 0;
    var reasons = new HashSet<String>();
    for (CommandPart part : parts) {
      if (part.verdict() == Verdict.ALLOW && shown >= MOST_PARTS) {
        left++;
        continue;
      }
      shown++;
      String sign =
          switch (part.verdict()) {
            case ALLOW -> look.palette().paint(Style.DIM, "+");
            case ASK -> look.palette().paint(Style.WARNING, "?");
            case DENY -> look.palette().paint(Style.WARNING, "x");
          };
      String because = ApprovalWords.oneLine(part.because());
      String told = reasons.add(because) ? dim("  " + because) : "";
      script(ApprovalWords.part(part) + told, "  " + sign + " ", text);
    }
    if (left > 0) {
      text.append(dim("  + " + left + " more that are allowed already")).append('\n');
    }
  }

  /// The files that its words name, where its parts do not tell them.
  private void touched(Approver.Question.Item item, StringBuilder text) {
    if (item.ask().parts().size() < 2) {
      for (String line : TouchedFiles.of(item.access()).lines()) {
        text.append(dim("  " + line)).append('\n');
      }
    }
  }

  /// What would change, in full.
  private void changes(String diff, StringBuilder text) {
    if (!diff.isEmpty()) {
      text.append(DiffText.painted(SafeText.visible(diff.strip()), look, page)).append('\n');
      hidden(VisibleText.count(diff), text);
    }
  }

  private void why(Approver.Question question, StringBuilder text) {
    String reasons = ApprovalWords.reasons(question);
    if (!reasons.isEmpty()) {
      text.append(dim("  asked because: " + reasons)).append('\n');
    }
    String none = ApprovalWords.fleeting(question);
    text.append(
            dim(
                (none.isEmpty() ? "  session and always allow: " : "  session allows: ")
                    + ApprovalWords.lasting(question)
                    + (none.isEmpty() ? "" : " (" + none + ")")))
        .append('\n');
  }

  private String dim(String text) {
    return look.palette().paint(Style.DIM, text);
  }

  /// The line with the keys.
  String choices(Approver.Question question) {
    boolean always = question.canLast();
    String keys =
        page.columns() < ROOMY
            ? "[y]es [s]ession" + (always ? " [a]lways" : "") + " [n]o"
            : "[y] once  [s] for this session"
                + (always ? "  [a] always" : "")
                + "  [n] no, or no and why";
    return look.palette().paint(Style.WARNING, "Allow?") + " " + keys;
  }

  /// What this key or word means as an answer to the question.
  ///
  /// @throws RuleException when it would be a rule to allow instead of the one that is offered, and
  ///   is none
  static Optional<Approver.Answer> answer(String typed, Approver.Question question)
      throws RuleException {
    boolean always = question.canLast();
    String whole = typed.strip();
    int blank = whole.indexOf(' ');
    String first = (blank < 0 ? whole : whole.substring(0, blank)).toLowerCase(Locale.ROOT);
    if (blank > 0 && (first.equals("n") || first.equals("no") || first.equals("no,"))) {
      return Optional.of(Approver.Answer.no(whole.substring(blank)));
    }
    boolean lasting = first.equals("session") || (first.equals("always") && always);
    // A rule that is written out: a sentence that begins with the word is none.
    if (blank > 0 && lasting && whole.endsWith(")") && ApprovalWords.canChange(question)) {
      Approver.Answer kind =
          first.equals("always") ? Approver.Answer.ALWAYS : Approver.Answer.SESSION;
      List<Rule> rules = ApprovalWords.rules(whole.substring(blank), question);
      return Optional.of(rules.equals(question.offers()) ? kind : kind.with(rules));
    }
    return switch (whole.toLowerCase(Locale.ROOT)) {
      case "y", "yes", "o", "once" -> Optional.of(Approver.Answer.ONCE);
      case "s", "session" -> Optional.of(Approver.Answer.SESSION);
      case "a", "always" -> always ? Optional.of(Approver.Answer.ALWAYS) : Optional.empty();
      case "n", "no" -> Optional.of(Approver.Answer.NO);
      default -> Optional.empty();
    };
  }

  void answered(Approver.Question question, Approver.Answer answer) {
    String offers = ApprovalWords.texts(question.offers(), ", ");
    String said =
        switch (answer.kind()) {
          case ONCE -> "allowed once";
          case SESSION ->
              offers.isEmpty() ? "allowed for this session" : "allowed for this session: " + offers;
          case ALWAYS -> "";
          // It stands on the card of the call; a helper's call has none.
          case NO -> question.helper().isEmpty() ? "" : no(answer);
          case ABSENT -> "nobody answered";
        };
    if (!said.isEmpty()) {
      page.line(dim("  " + said));
    }
  }

  private static String no(Approver.Answer answer) {
    return answer.why().isEmpty()
        ? "not allowed"
        : "not allowed: " + ApprovalWords.oneLine(answer.why());
  }

  /// What came of the answer.
  void told(String note) {
    page.line(dim("  " + ApprovalWords.oneLine(note)));
  }
}
