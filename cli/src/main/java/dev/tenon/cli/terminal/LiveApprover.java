package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.device.Attention;
import dev.tenon.cli.terminal.device.Notifications;
import dev.tenon.cli.terminal.dialog.ApprovalDialog;
import dev.tenon.cli.terminal.dialog.ChoiceDialog;
import dev.tenon.cli.terminal.dialog.Dialogs;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.core.permission.Approver;

/// Asks with a menu below the text. Stopping the prompt withdraws the question, which means no.
final class LiveApprover implements Approver {
  /// In front of the further rows of what stays of an answer.
  private static final String FURTHER = "    ";

  private final Dialogs dialogs;
  private final Page page;
  private final DisplayOptions look;
  private final Attention attention;

  LiveApprover(Dialogs dialogs, Page page, DisplayOptions look, Attention attention) {
    this.attention = attention;
    this.dialogs = dialogs;
    this.page = page;
    this.look = look;
  }

  @Override
  public Answer ask(Question question) throws InterruptedException {
    var dialog = new ApprovalDialog(question, look);
    attention.asks(Notifications.Bell.SILENT);
    try {
      dialogs.show(dialog);
      return dialog.answer();
    } finally {
      // That the person said no stands on the card of the call; a helper's call has none.
      if (dialog.answer().kind() != Answer.Kind.NO || !question.helper().isEmpty()) {
        page.line(String.join("\n", Wrap.rows(dialog.summary(), page.columns(), "", FURTHER)));
      }
    }
  }

  /// The same for what a command asks.
  void decide(ChoiceDialog dialog) throws InterruptedException {
    page.freshLine();
    attention.asks(Notifications.Bell.SILENT);
    dialogs.show(dialog);
  }

  @Override
  public boolean showsChanges() {
    return true;
  }

  @Override
  public void told(String note) {
    String line = ApprovalDialog.note(note, look);
    page.line(String.join("\n", Wrap.rows(line, page.columns(), "", FURTHER)));
  }
}
