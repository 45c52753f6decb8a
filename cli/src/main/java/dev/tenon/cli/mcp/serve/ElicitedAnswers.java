package dev.tenon.cli.mcp.serve;

import dev.tenon.cli.base.Attendant;
import dev.tenon.cli.terminal.dialog.ApprovalWords;
import dev.tenon.cli.terminal.view.CallTitle;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.text.VisibleText;
import dev.tenon.core.tool.Asker;
import dev.tenon.protocols.mcp.server.ServerOffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Puts the questions of a run to whoever called it over the protocol, as forms. Where the caller
/// has nobody who answers forms, what would be asked is refused with the rule that says so.
final class ElicitedAnswers implements Approver {
  private static final int LONGEST_DIFF = 4_000;
  private static final String DECISION = "decision";
  private static final String OWN = "own";

  private final ServerOffer.Caller caller;

  private ElicitedAnswers(ServerOffer.Caller caller) {
    this.caller = caller;
  }

  /// Who answers for a caller, and tells it how far the work is.
  static Attendant of(ServerOffer.Caller caller) {
    var answers = new ElicitedAnswers(caller);
    return caller.elicits()
        ? new Attendant(answers, answers::replies, answers::heard)
        : new Attendant(Approver.nobody(), null, answers::heard);
  }

  private void heard(AgentEvent event) {
    if (event instanceof AgentEvent.ToolStarted started) {
      String title = CallTitle.of(started.call(), started.title());
      caller.told(started.call().name() + (title.isEmpty() ? "" : " " + title));
    }
  }

  /// Asks for a yes. Answers false for everything else.
  static boolean confirmed(ServerOffer.Caller caller, String message) throws InterruptedException {
    Json.Obj schema = form(choice("Write it?", List.of("yes", "no"), "no"), DECISION);
    Optional<Json.Obj> content = content(caller, message, schema);
    return content.isPresent() && content.get().string(DECISION, "no").equals("yes");
  }

  @Override
  public boolean showsChanges() {
    return true;
  }

  @Override
  public Answer ask(Question question) throws InterruptedException {
    var message = new StringBuilder(question.who()).append(" wants to:\n");
    for (Question.Item item : question.items()) {
      message.append("  ").append(ApprovalWords.oneLine(item.access().asked()));
      message.append('\n');
    }
    for (String detail : question.details()) {
      message.append("    ").append(VisibleText.line(detail)).append('\n');
    }
    String reasons = ApprovalWords.reasons(question);
    if (!reasons.isEmpty()) {
      message.append("asked because: ").append(reasons).append('\n');
    }
    if (!question.changes().isEmpty()) {
      String diff = VisibleText.of(question.changes());
      message.append(
          diff.length() > LONGEST_DIFF
              ? diff.substring(0, LONGEST_DIFF) + "\n… " + diff.length() + " characters in all"
              : diff);
    }
    Json.Obj schema = form(choice("Allow it?", List.of("once", "session", "no"), "no"), DECISION);
    return content(caller, message.toString(), schema)
        .map(
            content ->
                switch (content.string(DECISION, "no")) {
                  case "once" -> Answer.ONCE;
                  case "session" -> Answer.SESSION;
                  default -> Answer.NO;
                })
        .orElse(Answer.NO);
  }

  private Optional<List<Asker.Reply>> replies(List<Asker.Question> questions)
      throws InterruptedException {
    var replies = new ArrayList<Asker.Reply>();
    for (Asker.Question question : questions) {
      Optional<Json.Obj> content = content(caller, question.text(), form(question));
      if (content.isEmpty()) {
        return Optional.empty();
      }
      replies.add(reply(question, content.get()));
    }
    return Optional.of(replies);
  }

  private static Json.Obj form(Asker.Question question) {
    var properties = Json.object();
    if (!question.options().isEmpty()) {
      String preset =
          question.recommended() < 0 ? "" : question.options().get(question.recommended());
      properties.put(
          DECISION,
          question.choice() == Asker.Choice.ONE
              ? choice("Your choice", question.options(), preset)
              : several(question.options()));
    }
    properties.put(
        OWN, Json.object().put("type", "string").put("title", "In your own words").build());
    return Json.object().put("type", "object").put("properties", properties.build()).build();
  }

  private static Json.Obj several(List<String> options) {
    return Json.object()
        .put("type", "array")
        .put("title", "Your choices")
        .object("items", items -> items.put("type", "string").put("enum", Json.strings(options)))
        .build();
  }

  private static Asker.Reply reply(Asker.Question question, Json.Obj content) {
    List<String> chosen =
        switch (content.get(DECISION)) {
          case Json.Str one -> List.of(one.value());
          case Json.Arr many ->
              many.items().stream()
                  .filter(Json.Str.class::isInstance)
                  .map(each -> ((Json.Str) each).value())
                  .collect(Collectors.toList());
          case null, default -> List.of();
        };
    return new Asker.Reply(
        question.id(),
        chosen.stream().filter(question.options()::contains).toList(),
        content.string(OWN, "").strip(),
        Asker.By.PERSON);
  }

  private static Json.Obj choice(String title, List<String> options, String preset) {
    return Json.object()
        .put("type", "string")
        .put("title", title)
        .put("enum", Json.strings(options))
        .put("default", preset.isEmpty() ? null : preset)
        .build();
  }

  private static Json.Obj form(Json.Obj property, String name) {
    return Json.object()
        .put("type", "object")
        .object("properties", properties -> properties.put(name, property))
        .put("required", Json.strings(List.of(name)))
        .build();
  }

  /// What was filled in; nothing when the person did not want to.
  private static Optional<Json.Obj> content(
      ServerOffer.Caller caller, String message, Json.Obj schema) throws InterruptedException {
    Json.Obj params =
        Json.object()
            .put("mode", "form")
            .put("message", message)
            .put("requestedSchema", schema)
            .build();
    try {
      Json.Obj answer = caller.elicit(params);
      return answer.string("action", "").equals("accept")
          ? Optional.of(answer.objectOrEmpty("content"))
          : Optional.empty();
    } catch (RpcException unasked) {
      caller.told("the question could not be put: " + unasked.getMessage());
      return Optional.empty();
    }
  }
}
