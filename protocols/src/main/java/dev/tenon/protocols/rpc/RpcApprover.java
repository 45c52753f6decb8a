package dev.tenon.protocols.rpc;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.text.VisibleText;
import dev.tenon.protocols.approval.ApprovalOption;
import java.util.ArrayList;
import java.util.List;

/// Asks the person at the other side for permission, as a choice among the answers. Only what was
/// offered counts; everything else, and silence, means no.
public final class RpcApprover implements Approver {
  private static final int MOST_CHANGES = 16 * 1024;

  private final RpcDialogs dialogs;

  public RpcApprover(RpcDialogs dialogs) {
    this.dialogs = dialogs;
  }

  @Override
  public boolean showsChanges() {
    return true;
  }

  @Override
  public void told(String note) {
    dialogs.notify("info", note);
  }

  @Override
  public Answer ask(Question question) throws InterruptedException {
    List<ApprovalOption> options = ApprovalOption.of(question);
    var labels = new ArrayList<String>();
    options.forEach(option -> labels.add(option.label()));
    RpcDialogs.Answer answer =
        dialogs.ask(
            "select",
            Json.object()
                .put("title", title(question))
                .put("options", Json.strings(labels))
                .build());
    if (answer instanceof RpcDialogs.Answer.TimedOut) {
      return Answer.no(
          "nobody answered within " + dialogs.limit().toSeconds() + " s (rpc.answerSeconds)");
    }
    String chosen = RpcDialogs.value(answer).orElse("");
    for (ApprovalOption option : options) {
      if (option.label().equals(chosen)) {
        return option.answer();
      }
    }
    return Answer.NO;
  }

  private static String title(Question question) {
    var lines = new ArrayList<String>();
    lines.add("Allow " + question.who() + "?");
    lines.addAll(ApprovalOption.lines(question));
    String because = ApprovalOption.because(question);
    if (!because.isEmpty()) {
      lines.add(because);
    }
    String changes = VisibleText.of(question.changes());
    if (!changes.isBlank()) {
      lines.add("");
      lines.add(
          changes.length() <= MOST_CHANGES
              ? changes
              : changes.substring(0, MOST_CHANGES) + "\n[… more]");
    }
    return String.join("\n", lines);
  }
}
