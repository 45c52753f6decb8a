package dev.tenon.cli.rpc;

import dev.tenon.cli.command.ConversationCommand;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Pricing;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionModel;
import dev.tenon.protocols.rpc.RpcEvents;
import dev.tenon.providers.Provider;
import dev.tenon.providers.Resolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which models can be asked, which one is, and how much it thinks.
final class RpcModels {
  private static final String UNKNOWN = "unknown";

  private final ProjectConversation conversation;
  private final ConversationCommand command;
  private final ProjectOptions options;
  private @Nullable RpcEvents events;
  private volatile @Nullable ThinkingLevel chosen;
  private volatile boolean retries;

  /// The level that the program knows of.
  private ThinkingLevel known;

  RpcModels(ProjectConversation conversation, ConversationCommand command, ProjectOptions options) {
    this.conversation = conversation;
    this.command = command;
    this.options = options;
    this.retries = conversation.project().settings().retry().enabled();
    this.known = ThinkingLevel.of(conversation.selection().effort()).within(info());
  }

  /// Who is told of changes.
  void listeners(RpcEvents told) {
    events = told;
  }

  private ModelOpener models() {
    return conversation.project().models();
  }

  private ModelInfo info() {
    return conversation.selection().model().info();
  }

  // ---- in pi's form

  Json.Obj current() {
    return json(info());
  }

  private Json.Obj json(ModelInfo model) {
    Pricing price = model.pricing().orElse(new Pricing(0, 0, 0, 0));
    var input = new ArrayList<>(List.of("text"));
    if (model.can(ModelInfo.Ability.IMAGES)) {
      input.add("image");
    }
    Optional<Resolution.Found> found = resolved(model.name());
    return Json.object()
        .put("id", model.id())
        .put("name", model.id())
        .put("api", found.map(it -> api(it.provider())).orElseGet(() -> api(model.provider())))
        .put("provider", model.provider())
        .put("baseUrl", found.map(it -> it.endpoint().baseUrl().toString()).orElse(""))
        .put("reasoning", model.can(ModelInfo.Ability.THINKING))
        .put("input", Json.strings(input))
        .put("contextWindow", model.contextWindow())
        .put("maxTokens", model.maxOutput())
        .object(
            "cost",
            cost ->
                cost.put("input", price.input())
                    .put("output", price.output())
                    .put("cacheRead", price.cacheRead())
                    .put("cacheWrite", price.cacheWrite()))
        .build();
  }

  private Optional<Resolution.Found> resolved(String name) {
    try {
      return models().providers().resolve(name, models().environment())
              instanceof Resolution.Found found
          ? Optional.of(found)
          : Optional.empty();
    } catch (SetupException unusable) {
      // The providers section of the configuration is broken; that was told at the start.
      return Optional.empty();
    }
  }

  /// What pi calls the interface that a provider speaks.
  String api(String provider) {
    try {
      return models().providers().find(provider).map(RpcModels::api).orElse(UNKNOWN);
    } catch (SetupException unusable) {
      return UNKNOWN;
    }
  }

  private static String api(Provider provider) {
    return switch (provider.wire()) {
      case ANTHROPIC -> "anthropic-messages";
      case OPENAI_RESPONSES -> "openai-responses";
      case OPENAI_CHAT, OLLAMA -> "openai-completions";
      case GEMINI -> "google-generative-ai";
    };
  }

  // ---- models

  private List<ModelInfo> usable() throws SetupException {
    var all = new ArrayList<ModelInfo>(models().usable());
    if (all.stream().noneMatch(each -> each.name().equals(info().name()))) {
      all.addFirst(info());
    }
    return all;
  }

  Json.Obj available() throws SetupException {
    return Json.object().array("models", usable().stream().map(this::json).toList()).build();
  }

  Json.Obj set(String provider, String id) throws RpcProblem, SetupException {
    String name = provider + "/" + id;
    if (!name.equals(info().name())) {
      if (resolved(name).isEmpty()) {
        throw new RpcProblem(
            "Model not found: " + name + "; get_available_models lists those that can be used");
      }
      use(name);
    }
    return current();
  }

  private void use(String name) throws SetupException {
    Project project = conversation.project();
    ModelOpener.Opened model = command.recorded(project, models().open(name));
    session().modelChanged(model.name());
    conversation.use(conversation.selection().with(model));
  }

  /// The next one; null when there is no other.
  Json cycle() throws SetupException {
    List<ModelInfo> all = usable();
    if (all.size() <= 1) {
      return Json.Null.VALUE;
    }
    int now = 0;
    for (int i = 0; i < all.size(); i++) {
      now = all.get(i).name().equals(info().name()) ? i : now;
    }
    use(all.get((now + 1) % all.size()).name());
    return Json.object()
        .put("model", current())
        .put("thinkingLevel", level().word())
        .put("isScoped", false)
        .build();
  }

  private ActiveSession session() {
    return conversation.session().orElseThrow();
  }

  /// The session has changed: its model and effort come along.
  void adopt() throws SetupException, InterruptedException {
    ActiveSession session = session();
    var selection = conversation.selection();
    boolean same = session.model().map(selection.model().name()::equals).orElse(true);
    ModelOpener.Opened model =
        same
            ? selection.model()
            : command.recorded(
                conversation.project(), SessionModel.open(models(), session, command::note));
    Effort effort = session.effort().orElse(selection.effort());
    conversation.use(selection.with(model).with(effort));
    session.adopted(model.name(), effort);
    chosen = null;
    asked();
  }

  /// Whoever goes to another session asks how it is there.
  private synchronized void asked() {
    known = level();
  }

  // ---- thinking

  ThinkingLevel level() {
    ThinkingLevel said = chosen;
    Effort effort = conversation.selection().effort();
    ThinkingLevel level = said != null && said.effort() == effort ? said : ThinkingLevel.of(effort);
    return level.within(info());
  }

  /// Tells the level where it is another one than the program knows of: somebody wanted it, or
  /// another model has brought it to what it has.
  synchronized void tellLevel() {
    RpcEvents told = events;
    ThinkingLevel now = level();
    if (told != null && now != known) {
      known = now;
      told.thinkingChanged(now.word());
    }
  }

  /// What a prompt wants for itself alone, such as another model, is told as well.
  void hear(AgentEvent event) {
    if (event instanceof AgentEvent.PromptStarted || event instanceof AgentEvent.PromptEnded) {
      tellLevel();
    }
  }

  /// Thinks as much as wanted from now on, also where the model was left to itself before.
  void think(ThinkingLevel wanted) {
    ThinkingLevel before = level();
    ThinkingLevel level = wanted.within(info());
    chosen = level;
    boolean thinks = info().can(ModelInfo.Ability.THINKING);
    if (level == before && !(thinks && level.effort() != conversation.selection().effort())) {
      return;
    }
    session().effortChanged(level.effort());
    conversation.use(conversation.selection().with(level.effort()));
    tellLevel();
  }

  /// The next level that the model has; null when it does not think.
  Optional<ThinkingLevel> nextLevel() {
    List<ThinkingLevel> levels = ThinkingLevel.available(info());
    return levels.size() <= 1
        ? Optional.empty()
        : Optional.of(levels.get((levels.indexOf(level()) + 1) % levels.size()));
  }

  // ---- retries

  /// Whether what failed is tried again, from the next prompt on: turns, and the requests and
  /// streams that are repeated within them.
  void retry(boolean wanted) throws SetupException, RpcProblem {
    if (wanted == retries) {
      return;
    }
    try {
      ProjectOptions changed = options.with("retry.enabled", Boolean.toString(wanted));
      models()
          .adopt(
              Configuration.load(
                  wanted
                      ? changed
                      : changed
                          .with("retry.requestMaxRetries", "0")
                          .with("retry.streamMaxRetries", "0")));
    } catch (ConfigException broken) {
      throw new RpcProblem(String.valueOf(broken.getMessage()));
    }
    retries = wanted;
    if (resolved(info().name()).isPresent()) {
      ModelOpener.Opened again =
          command.recorded(conversation.project(), models().open(info().name()));
      conversation.use(conversation.selection().with(again));
    }
  }
}
