package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.render.Harmless;
import dev.tenon.cli.terminal.render.Look;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import java.util.Locale;
import java.util.Optional;

/// A request for approval as a person reads it. Everything that decides is shown in full, with
/// every control character visible.
final class ApprovalText {
  static final String CHOICES = "[y] once  [s] for this session  [n] no";

  private final Page page;
  private final Look look;

  ApprovalText(Page page, Look look) {
    this.page = page;
    this.look = look;
  }

  void show(Approver.Question question) {
    String tool = look.palette().paint(Style.BOLD, Harmless.visible(question.tool()));
    String mark = look.palette().paint(Style.WARNING, "?") + " ";
    String does =
        switch (question.access()) {
          case Access.Read ignored -> " wants to read";
          case Access.Write ignored -> " wants to write";
          case Access.Execute ignored -> " wants to run";
          case Access.Connect ignored -> " wants to connect to";
        };
    String what =
        switch (question.access()) {
          case Access.Read read -> read.path();
          case Access.Write write -> write.path();
          case Access.Execute execute -> execute.command();
          case Access.Connect connect -> connect.host();
        };
    String shown = Harmless.visible(what);
    var text = new StringBuilder();
    text.append('\n').append(mark).append(tool).append(does);
    if (shown.indexOf('\n') < 0 && shown.length() < page.columns() / 2) {
      text.append(' ').append(shown).append('\n');
    } else {
      text.append(":\n");
      shown.lines().forEach(line -> text.append("    ").append(line).append('\n'));
    }
    String wayOut = Harmless.visible(question.ask().wayOut());
    if (!wayOut.isEmpty()) {
      text.append(look.palette().paint(Style.DIM, "  (" + wayOut + ")")).append('\n');
    }
    page.freshLine();
    page.print(text.toString());
  }

  /// The line with the keys.
  String choices() {
    return look.palette().paint(Style.WARNING, "Allow?") + " " + CHOICES;
  }

  /// What this key or word means.
  static Optional<Approver.Answer> answer(String typed) {
    return switch (typed.strip().toLowerCase(Locale.ROOT)) {
      case "y", "yes", "o", "once" -> Optional.of(Approver.Answer.ONCE);
      case "s", "session" -> Optional.of(Approver.Answer.SESSION);
      case "a", "always" -> Optional.of(Approver.Answer.ALWAYS);
      case "n", "no" -> Optional.of(Approver.Answer.NO);
      default -> Optional.empty();
    };
  }

  void answered(String tool, Approver.Answer answer) {
    String said =
        switch (answer) {
          case ONCE -> "allowed once";
          case SESSION -> Harmless.visible(tool) + " is allowed for this session";
          case ALWAYS -> "allowed from now on";
          case NO -> "not allowed";
          case ABSENT -> "nobody answered";
        };
    page.line(look.palette().paint(Style.DIM, "  " + said));
  }
}
