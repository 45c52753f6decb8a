package dev.tenon.protocols.acp;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.text.VisibleText;
import dev.tenon.protocols.approval.ApprovalOption;
import java.util.ArrayList;
import java.util.List;

/// Asks the person at the client, with what the call would do. Only what was offered counts as an
/// answer; everything else means no. An interrupted question is withdrawn.
public final class AcpApprover implements Approver {
  private static final int MOST_SPELLED = 16 * 1024;

  private final SessionUpdates updates;

  public AcpApprover(SessionUpdates updates) {
    this.updates = updates;
  }

  @Override
  public boolean showsChanges() {
    return true;
  }

  @Override
  public void told(String note) {
    updates.notice("info", note, "");
  }

  @Override
  public Answer ask(Question question) throws InterruptedException {
    Json.Obj params =
        Json.object()
            .put("sessionId", updates.session())
            .put("toolCall", call(question))
            .array("options", options(question))
            .build();
    try {
      Json.Obj outcome =
          updates
              .client()
              .ask("session/request_permission", params, AcpClient.UNLIMITED)
              .objectOrEmpty("outcome");
      return answer(outcome, question);
    } catch (RpcException failed) {
      updates.client().log("the client could not ask: " + failed.getMessage());
      return Answer.no("the client could not ask the person: " + failed.getMessage());
    }
  }

  private static Answer answer(Json.Obj outcome, Question question) {
    if (!outcome.string("outcome", "").equals("selected")) {
      return Answer.NO;
    }
    String chosen = outcome.string("optionId", "");
    for (ApprovalOption option : ApprovalOption.of(question)) {
      if (option.id().equals(chosen)) {
        return option.answer();
      }
    }
    return Answer.NO;
  }

  private Json.Obj call(Question question) {
    String id = SessionUpdates.id(question.callId(), question.helper());
    var accesses = new ArrayList<Access>();
    for (Question.Item item : question.items()) {
      accesses.add(item.access());
    }
    Part.Call known =
        updates
            .openCall(id)
            .orElseGet(() -> Part.Call.of(question.callId(), question.tool(), Json.Obj.EMPTY));
    DiffContent diff = updates.view().diff(question.changes());
    var content = new ArrayList<Json.Obj>(diff.content());
    String why = ApprovalOption.because(question);
    if (!why.isEmpty() || diff.content().isEmpty()) {
      content.add(
          ToolCallView.text(
              String.join("\n", ApprovalOption.lines(question))
                  + (why.isEmpty() ? "" : "\n" + why)));
    }
    int hidden = VisibleText.count(question.changes());
    if (hidden > 0) {
      content.add(ToolCallView.text(spelledOut(question.changes(), hidden)));
    }
    var call =
        Json.object()
            .putAll(updates.view().call(id, known, question.helper()).build())
            .put("kind", ToolCallView.kind(known, accesses))
            .put("status", "pending")
            .array("content", content);
    if (!diff.places().isEmpty()) {
      call.array("locations", diff.places());
    }
    return call.build();
  }

  /// Editors show a diff as the characters want it.
  private static String spelledOut(String changes, int hidden) {
    String spelled = VisibleText.of(changes);
    return "Characters that do not show as such: "
        + hidden
        + ". With them spelled out:\n"
        + (spelled.length() <= MOST_SPELLED ? spelled : spelled.substring(0, MOST_SPELLED) + "…");
  }

  private static List<Json.Obj> options(Question question) {
    var options = new ArrayList<Json.Obj>();
    for (ApprovalOption option : ApprovalOption.of(question)) {
      options.add(
          Json.object()
              .put("optionId", option.id())
              .put("name", option.label())
              .put("kind", kind(option))
              .build());
    }
    return options;
  }

  private static String kind(ApprovalOption option) {
    return switch (option.answer().kind()) {
      case ONCE -> "allow_once";
      case SESSION, ALWAYS -> "allow_always";
      case NO, ABSENT -> "reject_once";
    };
  }
}
