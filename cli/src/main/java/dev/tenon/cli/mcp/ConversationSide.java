package dev.tenon.cli.mcp;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.ReadableJson;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.text.VisibleText;
import dev.tenon.core.tool.Asker;
import dev.tenon.protocols.mcp.client.ClientSide;
import dev.tenon.protocols.mcp.client.ElicitForm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What servers can ask during a conversation: forms go to the person, where there is one; without
/// one they are declined.
final class ConversationSide implements ClientSide {
  private static final int REFUSED = -1;

  /// A server that asks more often during one call is not heard.
  private static final int MOST_FORMS = 20;

  private static final String SEND = "Send it";
  private static final String NO = "No";
  private static final String OPEN = "Open it";
  private static final String OPENED = "I have opened it";
  private static final String YES_NO_SECRET =
      "It asks for a password or key, which no server should. Answer all the same?";

  private final String server;
  private final List<Path> roots;
  private final Supplier<@Nullable Asker> asker;
  private final @Nullable Sampling sampling;
  private final Predicate<String> browser;
  private final AtomicInteger sampled = new AtomicInteger();
  private final AtomicInteger elicited = new AtomicInteger();

  /// @param sampling asks the model; null: servers may not have it asked
  /// @param browser opens an address, after the person has said so; answers whether it could
  ConversationSide(
      String server,
      List<Path> roots,
      Supplier<@Nullable Asker> asker,
      @Nullable Sampling sampling,
      Predicate<String> browser) {
    this.sampling = sampling;
    this.browser = browser;
    this.server = server;
    this.roots = List.copyOf(roots);
    this.asker = asker;
  }

  @Override
  public List<Path> roots() {
    return roots;
  }

  @Override
  public boolean elicits() {
    return true;
  }

  @Override
  public Json.Obj elicit(Json.Obj params) throws RpcException, InterruptedException {
    Asker person = asker.get();
    if (person == null || elicited.incrementAndGet() > MOST_FORMS) {
      return ElicitForm.declined();
    }
    if (params.string("mode", "form").equals("url")) {
      return visited(person, params.string("url", ""), params.string("message", ""));
    }
    ElicitForm form = ElicitForm.of(params);
    String said = "The MCP server " + server + " asks: " + VisibleText.of(form.message());
    if (form.asksForSecret() && !chose(person, said + "\n" + YES_NO_SECRET, "Answer it")) {
      return ElicitForm.declined();
    }
    if (form.fields().isEmpty()) {
      return chose(person, said, "Yes") ? ElicitForm.accepted(Map.of()) : ElicitForm.declined();
    }
    return filled(person, said, form);
  }

  /// The person sees all of the address first; nothing here ever fetches it.
  private Json.Obj visited(Asker person, String address, String message)
      throws InterruptedException {
    if (!address.matches("(?i)https?://[^\\s]+")) {
      return ElicitForm.declined();
    }
    String text =
        "The MCP server "
            + server
            + " wants you to open this address: "
            + VisibleText.of(address)
            + "\n"
            + VisibleText.of(message);
    if (!chose(person, text, OPEN)) {
      return ElicitForm.declined();
    }
    boolean done =
        browser.test(address)
            || chose(
                person,
                "No browser could be started here. Open it yourself: " + VisibleText.of(address),
                OPENED);
    return done ? Json.object().put("action", "accept").build() : ElicitForm.declined();
  }

  private static boolean chose(Asker person, String text, String yes) throws InterruptedException {
    var question = new Asker.Question("answer", text, List.of(NO, yes), Asker.Choice.ONE, 0);
    Optional<List<Asker.Reply>> replies = person.ask(List.of(question));
    return replies.isPresent()
        && replies.get().getFirst().by() == Asker.By.PERSON
        && replies.get().getFirst().chosen().contains(yes);
  }

  /// All fields at once; those that are wrong are asked again.
  private Json.Obj filled(Asker person, String said, ElicitForm form) throws InterruptedException {
    Map<String, Json> content = new LinkedHashMap<>();
    String wrong = "";
    for (int attempt = 0; attempt < 3; attempt++) {
      var questions = new ArrayList<Asker.Question>();
      var asked = new ArrayList<ElicitForm.Field>();
      for (ElicitForm.Field field : form.fields()) {
        if (!content.containsKey(field.name())) {
          asked.add(field);
          questions.add(question(field, (questions.isEmpty() ? said + "\n" + wrong : "")));
        }
      }
      if (questions.isEmpty()) {
        break;
      }
      Optional<List<Asker.Reply>> replies = person.ask(questions);
      if (replies.isEmpty()) {
        return ElicitForm.cancelled();
      }
      wrong = taken(asked, replies.get(), content);
    }
    return wrong.isEmpty() && chose(person, shown(content), SEND)
        ? ElicitForm.accepted(present(content))
        : ElicitForm.declined();
  }

  private String shown(Map<String, Json> content) {
    return "This goes to the MCP server "
        + server
        + ":\n"
        + VisibleText.of(String.join("\n", ReadableJson.of(new Json.Obj(present(content)))));
  }

  private static Map<String, Json> present(Map<String, Json> content) {
    Map<String, Json> present = new LinkedHashMap<>(content);
    present.values().removeIf(value -> value instanceof Json.Null);
    return present;
  }

  private static Asker.Question question(ElicitForm.Field field, String before) {
    List<String> options =
        switch (field.kind()) {
          case FLAG -> List.of("yes", "no");
          case ONE_OF, SEVERAL_OF -> field.titles();
          case TEXT, NUMBER, INTEGER ->
              field.preset() == null ? List.of() : List.of(text(field.preset()));
        };
    String text =
        before
            + VisibleText.of(field.title())
            + (field.description().isEmpty() ? "" : ": " + VisibleText.of(field.description()))
            + left(field);
    return new Asker.Question(
        field.name(),
        text,
        options,
        field.kind() == ElicitForm.Kind.SEVERAL_OF ? Asker.Choice.SEVERAL : Asker.Choice.ONE,
        recommended(field));
  }

  /// The place of the option that the form itself suggests, or -1.
  private static int recommended(ElicitForm.Field field) {
    Json preset = field.preset();
    if (preset == null) {
      return -1;
    }
    return switch (field.kind()) {
      case FLAG -> preset instanceof Json.Bool(boolean yes) && yes ? 0 : 1;
      case ONE_OF -> field.values().indexOf(text(preset));
      case TEXT, NUMBER, INTEGER -> 0;
      case SEVERAL_OF -> -1;
    };
  }

  /// What it means to answer nothing. Several choices may be suggested, which no one option says.
  private static String left(ElicitForm.Field field) {
    if (field.kind() != ElicitForm.Kind.SEVERAL_OF || !(field.preset() instanceof Json.Arr all)) {
      return field.required() ? "" : " (may be left empty)";
    }
    var titles = new ArrayList<String>();
    for (Json each : all.items()) {
      int place = field.values().indexOf(text(each));
      titles.add(place < 0 ? text(each) : field.titles().get(place));
    }
    return " (nothing chosen means " + VisibleText.of(String.join(", ", titles)) + ")";
  }

  private static String text(Json value) {
    return value instanceof Json.Str plain ? plain.value() : value.compact();
  }

  /// Answers what is wrong with the replies; empty when nothing is.
  private static String taken(
      List<ElicitForm.Field> fields, List<Asker.Reply> replies, Map<String, Json> content) {
    var wrong = new StringBuilder();
    for (ElicitForm.Field field : fields) {
      for (Asker.Reply reply : replies) {
        if (!reply.id().equals(field.name())) {
          continue;
        }
        boolean typed = !reply.own().isBlank();
        String said = typed ? reply.own() : String.join(",", reply.chosen());
        Json preset = field.preset();
        if (said.isBlank() && field.kind() == ElicitForm.Kind.SEVERAL_OF && preset != null) {
          content.put(field.name(), preset);
          continue;
        }
        if (said.isBlank() && !field.required()) {
          content.put(field.name(), Json.Null.VALUE);
          continue;
        }
        try {
          content.put(field.name(), typed ? field.value(said) : field.picked(reply.chosen()));
        } catch (IllegalArgumentException refused) {
          wrong.append(field.title()).append(' ').append(refused.getMessage()).append('\n');
        }
      }
    }
    return wrong.toString();
  }

  @Override
  public void called() {
    sampled.set(0);
    elicited.set(0);
  }

  @Override
  public boolean samples() {
    return sampling != null;
  }

  @Override
  public Json.Obj sample(Json.Obj params) throws RpcException, InterruptedException {
    Sampling model = sampling;
    Asker person = asker.get();
    if (model == null || person == null) {
      throw new RpcException(REFUSED, "nobody is there who could allow it");
    }
    if (sampled.incrementAndGet() > Sampling.MOST) {
      throw new RpcException(
          REFUSED, "more than " + Sampling.MOST + " questions to the model for one call");
    }
    String asked = VisibleText.of(Sampling.shown(params));
    if (!chose(
        person,
        "The MCP server " + server + " wants your model to be asked:\n" + asked,
        "Ask it")) {
      throw new RpcException(REFUSED, "the person did not allow it");
    }
    Json.Obj answer = model.answer(params);
    String said = VisibleText.of(answer.objectOrEmpty("content").string("text", ""));
    if (!chose(person, "This goes to the MCP server " + server + ":\n" + said, SEND)) {
      throw new RpcException(REFUSED, "the person keeps the answer");
    }
    return answer;
  }
}
