package dev.tenon.protocols.rpc;

import dev.tenon.core.json.Json;
import dev.tenon.core.text.VisibleText;
import dev.tenon.core.tool.Asker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Puts the model's questions to the person at the other side, one after the other: yes or no as
/// `confirm`, one of several as `select`, several as lines in an `editor`, free words as `input`.
public final class RpcAsker implements Asker {
  private static final String OTHER = "Something else…";
  private static final String YES = "Yes";
  private static final Set<String> YES_OR_NO = Set.of(YES, "No");

  private final RpcDialogs dialogs;

  public RpcAsker(RpcDialogs dialogs) {
    this.dialogs = dialogs;
  }

  @Override
  public Optional<List<Reply>> ask(List<Question> questions) throws InterruptedException {
    var replies = new ArrayList<Reply>();
    for (Question question : questions) {
      Optional<Reply> reply = ask(question);
      if (reply.isEmpty()) {
        return Optional.empty();
      }
      replies.add(reply.get());
    }
    return Optional.of(replies);
  }

  private Optional<Reply> ask(Question question) throws InterruptedException {
    if (question.options().isEmpty()) {
      return words(question, dialogs.ask("input", titled(question.text()).build()));
    }
    if (question.choice() == Choice.SEVERAL) {
      return several(question);
    }
    return YES_OR_NO.equals(Set.copyOf(question.options())) ? confirmed(question) : one(question);
  }

  private static Json.Builder titled(String title) {
    return Json.object().put("title", VisibleText.of(title));
  }

  private Optional<Reply> confirmed(Question question) throws InterruptedException {
    Json.Obj fields = titled(question.text()).put("message", recommended(question)).build();
    return switch (dialogs.ask("confirm", fields)) {
      case RpcDialogs.Answer.Given given ->
          Optional.of(chosen(question, given.response().bool("confirmed", false) ? YES : "No"));
      case RpcDialogs.Answer.Cancelled ignored -> Optional.empty();
      case RpcDialogs.Answer.TimedOut ignored -> Optional.of(unanswered(question));
    };
  }

  private static String recommended(Question question) {
    return question.recommended() < 0
        ? ""
        : "Recommended: " + question.options().get(question.recommended());
  }

  private Optional<Reply> one(Question question) throws InterruptedException {
    var options = new ArrayList<String>(question.options());
    options.add(OTHER);
    RpcDialogs.Answer answer =
        dialogs.ask(
            "select", titled(question.text()).put("options", Json.strings(options)).build());
    if (answer instanceof RpcDialogs.Answer.TimedOut) {
      return Optional.of(unanswered(question));
    }
    String value = RpcDialogs.value(answer).orElse("");
    if (value.equals(OTHER)) {
      return words(question, dialogs.ask("input", titled(question.text()).build()));
    }
    return question.options().contains(value)
        ? Optional.of(chosen(question, value))
        : Optional.empty();
  }

  /// The options stand in an editor, a line each; those that stay are chosen, and other lines are
  /// the person's own words.
  private Optional<Reply> several(Question question) throws InterruptedException {
    RpcDialogs.Answer answer =
        dialogs.ask(
            "editor",
            titled(question.text() + "\nKeep the lines that you choose.")
                .put("prefill", String.join("\n", question.options()))
                .build());
    if (answer instanceof RpcDialogs.Answer.TimedOut) {
      return Optional.of(unanswered(question));
    }
    Optional<String> text = RpcDialogs.value(answer);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    var kept = new ArrayList<String>();
    var own = new ArrayList<String>();
    for (String line : text.get().strip().split("\n", -1)) {
      if (question.options().contains(line.strip())) {
        kept.add(line.strip());
      } else if (!line.isBlank()) {
        own.add(line.strip());
      }
    }
    return Optional.of(new Reply(question.id(), kept, String.join("\n", own), By.PERSON));
  }

  private static Optional<Reply> words(Question question, RpcDialogs.Answer answer) {
    return RpcDialogs.value(answer)
        .map(said -> new Reply(question.id(), List.of(), said, By.PERSON));
  }

  private static Reply chosen(Question question, String option) {
    return new Reply(question.id(), List.of(option), "", By.PERSON);
  }

  private static Reply unanswered(Question question) {
    String option = question.options().get(Math.max(0, question.recommended()));
    return new Reply(question.id(), List.of(option), "", By.TIMEOUT);
  }
}
