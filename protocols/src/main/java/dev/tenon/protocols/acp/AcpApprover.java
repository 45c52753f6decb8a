package dev.tenon.protocols.acp;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.text.VisibleText;
import java.util.ArrayList;
import java.util.List;

/// Asks the person at the client, with what the call would do. Only what was offered counts as an
/// answer; everything else means no. An interrupted question is withdrawn.
public final class AcpApprover implements Approver {
  static final String ONCE = "once";
  static final String SESSION = "session";
  static final String ALWAYS = "always";
  static final String REJECT = "reject";

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
      return failed.kind() == RpcException.Kind.CLOSED
          ? Answer.ABSENT
          : Answer.no("the client could not ask the person: " + failed.getMessage());
    }
  }

  private static Answer answer(Json.Obj outcome, Question question) {
    if (!outcome.string("outcome", "").equals("selected")) {
      return Answer.NO;
    }
    return switch (outcome.string("optionId", "")) {
      case ONCE -> Answer.ONCE;
      case SESSION -> Answer.SESSION;
      case ALWAYS -> question.canLast() ? Answer.ALWAYS : Answer.NO;
      default -> Answer.NO;
    };
  }

  private Json.Obj call(Question question) {
    String id = SessionUpdates.id(question.callId(), question.helper());
    var accesses = new ArrayList<Access>();
    var said = new ArrayList<String>();
    for (Question.Item item : question.items()) {
      accesses.add(item.access());
      said.add(VisibleText.of(item.access().describe()));
    }
    Part.Call known =
        updates
            .openCall(id)
            .orElseGet(() -> Part.Call.of(question.callId(), question.tool(), Json.Obj.EMPTY));
    DiffContent diff = updates.view().diff(question.changes());
    var content = new ArrayList<Json.Obj>(diff.content());
    String why = why(question);
    if (!why.isEmpty() || diff.content().isEmpty()) {
      content.add(ToolCallView.text(String.join("\n", said) + (why.isEmpty() ? "" : "\n" + why)));
    }
    var call =
        Json.object()
            .putAll(updates.view().call(id, known, question.helper()).build())
            .put("kind", ToolCallView.kind(question.tool(), accesses))
            .put("status", "pending")
            .array("content", content);
    if (!diff.places().isEmpty()) {
      call.array("locations", diff.places());
    }
    return call.build();
  }

  private static String why(Question question) {
    var reasons = new ArrayList<String>();
    for (Question.Item item : question.items()) {
      String because = item.ask().because();
      if (!because.isEmpty() && !reasons.contains(because)) {
        reasons.add(because);
      }
    }
    return reasons.isEmpty() ? "" : "Asked because: " + String.join("; ", reasons);
  }

  private static List<Json.Obj> options(Question question) {
    var options = new ArrayList<Json.Obj>();
    String offers = offers(question);
    options.add(option(ONCE, "Allow once", "allow_once"));
    options.add(
        option(
            SESSION,
            offers.isEmpty()
                ? "Allow exactly this for the session"
                : "Allow for the session: " + offers,
            "allow_always"));
    if (question.canLast()) {
      options.add(option(ALWAYS, "Always allow in this project: " + offers, "allow_always"));
    }
    options.add(option(REJECT, "No", "reject_once"));
    return options;
  }

  private static String offers(Question question) {
    var texts = new ArrayList<String>();
    for (Rule rule : question.offers()) {
      texts.add(VisibleText.of(rule.text()));
    }
    return String.join(", ", texts);
  }

  private static Json.Obj option(String id, String name, String kind) {
    return Json.object().put("optionId", id).put("name", name).put("kind", kind).build();
  }
}
