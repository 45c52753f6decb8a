package dev.tenon.protocols.acp;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.text.VisibleText;
import dev.tenon.core.tool.Asker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Puts the model's questions to the person at the client: as one form where the client shows
/// forms, otherwise one after the other as a choice among their options. A question without options
/// needs a form.
public final class AcpAsker implements Asker {
  private static final String OWN = "own_words";

  private final SessionUpdates updates;

  public AcpAsker(SessionUpdates updates) {
    this.updates = updates;
  }

  @Override
  public Optional<List<Reply>> ask(List<Question> questions) throws InterruptedException {
    try {
      return updates.client().abilities().forms() ? byForm(questions) : byChoice(questions);
    } catch (RpcException failed) {
      updates.client().log("the client could not ask: " + failed.getMessage());
      return Optional.empty();
    }
  }

  // ---- forms

  private Optional<List<Reply>> byForm(List<Question> questions)
      throws RpcException, InterruptedException {
    var fields = Json.object();
    for (int i = 0; i < questions.size(); i++) {
      Question question = questions.get(i);
      fields.put("q" + i, field(question));
      if (!question.options().isEmpty()) {
        fields.put(
            "q" + i + OWN,
            Json.object().put("type", "string").put("title", "In your own words").build());
      }
    }
    Json.Obj answer =
        updates
            .client()
            .ask(
                "elicitation/create",
                Json.object()
                    .put("mode", "form")
                    .put("sessionId", updates.session())
                    .put("message", VisibleText.of(questions.getFirst().text()))
                    .object(
                        "requestedSchema",
                        schema -> schema.put("type", "object").put("properties", fields.build()))
                    .build(),
                AcpClient.UNLIMITED);
    if (!answer.string("action", "").equals("accept")) {
      return Optional.empty();
    }
    Json.Obj content = answer.objectOrEmpty("content");
    var replies = new ArrayList<Reply>();
    for (int i = 0; i < questions.size(); i++) {
      replies.add(reply(questions.get(i), content.get("q" + i), content.string("q" + i + OWN, "")));
    }
    return Optional.of(replies);
  }

  private static Json.Obj field(Question question) {
    var field = Json.object();
    if (question.choice() == Choice.SEVERAL && !question.options().isEmpty()) {
      field
          .put("type", "array")
          .object(
              "items",
              items -> items.put("type", "string").put("enum", Json.strings(question.options())));
    } else {
      field.put("type", "string");
      if (!question.options().isEmpty()) {
        field.put("enum", Json.strings(question.options()));
        if (question.recommended() >= 0) {
          field.put("default", question.options().get(question.recommended()));
        }
      }
    }
    return field.put("title", VisibleText.of(question.text())).build();
  }

  private static Reply reply(Question question, @Nullable Json value, String own) {
    var chosen = new ArrayList<String>();
    String words = own;
    if (value instanceof Json.Arr several) {
      for (Json each : several.items()) {
        if (each instanceof Json.Str text && question.options().contains(text.value())) {
          chosen.add(text.value());
        }
      }
    } else if (value instanceof Json.Str text) {
      if (question.options().contains(text.value())) {
        chosen.add(text.value());
      } else if (words.isEmpty()) {
        words = text.value();
      }
    }
    return new Reply(question.id(), chosen, words, By.PERSON);
  }

  // ---- choices

  private Optional<List<Reply>> byChoice(List<Question> questions)
      throws RpcException, InterruptedException {
    for (Question question : questions) {
      if (question.options().isEmpty()) {
        return Optional.empty();
      }
    }
    var replies = new ArrayList<Reply>();
    for (Question question : questions) {
      String chosen = choose(question);
      if (chosen.isEmpty()) {
        return Optional.empty();
      }
      replies.add(new Reply(question.id(), List.of(chosen), "", By.PERSON));
    }
    return Optional.of(replies);
  }

  /// The option that was chosen; empty for none.
  private String choose(Question question) throws RpcException, InterruptedException {
    String id = updates.id("question");
    updates.tell(
        SessionUpdates.update("tool_call")
            .put("toolCallId", id)
            .put("title", VisibleText.line(question.text()))
            .put("kind", "think")
            .put("status", "pending")
            .build());
    var options = new ArrayList<Json.Obj>();
    for (int i = 0; i < question.options().size(); i++) {
      options.add(
          Json.object()
              .put("optionId", "option-" + i)
              .put(
                  "name",
                  question.options().get(i) + (i == question.recommended() ? " (recommended)" : ""))
              .put("kind", "allow_once")
              .build());
    }
    options.add(
        Json.object()
            .put("optionId", "none")
            .put("name", "None of these")
            .put("kind", "reject_once")
            .build());
    String status = "failed";
    try {
      Json.Obj outcome =
          updates
              .client()
              .ask(
                  "session/request_permission",
                  Json.object()
                      .put("sessionId", updates.session())
                      .object(
                          "toolCall",
                          call ->
                              call.put("toolCallId", id)
                                  .put("title", VisibleText.line(question.text()))
                                  .put("kind", "think")
                                  .put("status", "pending"))
                      .array("options", options)
                      .build(),
                  AcpClient.UNLIMITED)
              .objectOrEmpty("outcome");
      boolean selected = outcome.string("outcome", "").equals("selected");
      for (int i = 0; selected && i < question.options().size(); i++) {
        if (outcome.string("optionId", "").equals("option-" + i)) {
          status = "completed";
          return question.options().get(i);
        }
      }
      return "";
    } finally {
      updates.tell(
          SessionUpdates.update("tool_call_update")
              .put("toolCallId", id)
              .put("status", status)
              .build());
    }
  }
}
