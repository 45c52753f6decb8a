package dev.tenon.cli.rpc;

import dev.tenon.cli.mcp.McpPrompts;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.PictureKind;
import dev.tenon.core.skill.Skill;
import dev.tenon.core.skill.SkillLibrary;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.template.PromptTemplate;
import dev.tenon.engine.template.PromptTemplates;
import dev.tenon.protocols.rpc.RpcDialogs;
import dev.tenon.protocols.rpc.RpcEvents;
import dev.tenon.protocols.rpc.RpcWire;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The commands of the protocol. What takes no time is done in the order in which it comes; what
/// waits for something (an end, another session) on a thread of its own, one after the other.
final class RpcCommands implements AutoCloseable {
  private static final Map<String, Conversation.Delivery> DELIVERIES =
      Map.of(
          "all", Conversation.Delivery.ALL,
          "one-at-a-time", Conversation.Delivery.ONE_AT_A_TIME);

  private final ProjectConversation conversation;
  private final RpcWire wire;
  private final RpcDialogs dialogs;
  private final RpcTurns turns;
  private final RpcShell shell;
  private final RpcModels models;
  private final RpcHistory history;
  private final RpcEvents events;
  private final Supplier<List<McpPrompts.Offered>> servers;
  private final ExecutorService later =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().name("rpc-later").factory());
  private String steering = "one-at-a-time";
  private String followUps = "one-at-a-time";

  RpcCommands(
      ProjectConversation conversation,
      RpcWire wire,
      RpcDialogs dialogs,
      RpcTurns turns,
      RpcModels models,
      RpcHistory history,
      RpcEvents events,
      Supplier<List<McpPrompts.Offered>> servers) {
    this.servers = servers;
    this.conversation = conversation;
    this.wire = wire;
    this.dialogs = dialogs;
    this.turns = turns;
    this.shell = new RpcShell(conversation, wire, turns);
    this.models = models;
    this.history = history;
    this.events = events;
  }

  /// One command.
  private record Given(@Nullable Json id, String type, Json.Obj fields) {
    String text(String name) throws RpcProblem {
      String text = fields.string(name);
      if (text == null) {
        throw new RpcProblem(type + " needs '" + name + "', a text");
      }
      return text;
    }

    boolean flag(String name) throws RpcProblem {
      if (fields.get(name) instanceof Json.Bool flag) {
        return flag.value();
      }
      throw new RpcProblem(type + " needs '" + name + "', true or false");
    }
  }

  /// Does something and answers with what it gives; null for nothing.
  private interface Work {
    @Nullable Json run() throws RpcProblem, SetupException, IOException, InterruptedException;
  }

  /// Takes what comes, in its order.
  void take(Json.Obj fields) {
    Json id = fields.get("id");
    String type = fields.string("type");
    if (type == null) {
      wire.fail(id, "unknown", "a command needs 'type', a text");
      return;
    }
    if (type.equals("extension_ui_response")) {
      dialogs.answered(fields);
      return;
    }
    answer(new Given(id, type, fields), () -> run(new Given(id, type, fields)));
  }

  /// Nothing to answer yet: whoever goes on with it answers.
  private static final Json LATER = Json.of("");

  @SuppressWarnings("ReferenceEquality") // It stands for itself alone.
  private void answer(Given given, Work work) {
    try {
      Json data = work.run();
      if (data != LATER) {
        wire.succeed(given.id, given.type, data);
      }
    } catch (RpcProblem | SetupException problem) {
      wire.fail(given.id, given.type, String.valueOf(problem.getMessage()));
    } catch (IOException failed) {
      wire.fail(given.id, given.type, "the session cannot be used: " + IoFailure.named(failed));
    } catch (InterruptedException stopped) {
      wire.fail(given.id, given.type, "stopped");
    } catch (RuntimeException | Error bug) {
      // One command must not take the connection along.
      wire.fail(given.id, given.type, "a bug in Tenon: " + bug);
    }
  }

  private Json later(Given given, Work work) {
    later.execute(() -> answer(given, work));
    return LATER;
  }

  private @Nullable Json run(Given given)
      throws RpcProblem, SetupException, IOException, InterruptedException {
    return switch (given.type) {
      case "prompt" -> prompt(given);
      case "steer" -> said(given, "steer");
      case "follow_up" -> said(given, "followUp");
      case "abort" -> later(given, this::abort);
      case "new_session" -> {
        String parent = given.fields.string("parentSession");
        yield later(given, () -> cancelled(history.begin(parent)));
      }
      case "get_state" -> state();
      case "get_messages" -> Json.object().array("messages", history.messages()).build();
      case "set_model" ->
          model(given, () -> models.set(given.text("provider"), given.text("modelId")));
      case "cycle_model" -> model(given, models::cycle);
      case "get_available_models" -> models.available();
      case "set_thinking_level" -> {
        ThinkingLevel level = level(given.text("level"));
        wire.succeed(given.id, given.type, null);
        models.think(level);
        yield LATER;
      }
      case "cycle_thinking_level" -> cycleThinking(given);
      case "set_steering_mode" -> {
        steering = delivery(given);
        yield deliver();
      }
      case "set_follow_up_mode" -> {
        followUps = delivery(given);
        yield deliver();
      }
      case "compact" -> {
        String focus = given.fields.string("customInstructions", "");
        yield later(
            given,
            () -> {
              turns.compact(given.id, focus);
              return LATER;
            });
      }
      case "set_auto_compaction" -> {
        conversation.extras().compactUnasked(given.flag("enabled"));
        yield null;
      }
      case "set_auto_retry" -> {
        models.retry(given.flag("enabled"));
        yield null;
      }
      case "abort_retry" -> {
        wire.succeed(given.id, given.type, null);
        if (events.isRetrying()) {
          boolean ignored = conversation.abort();
        }
        yield LATER;
      }
      case "bash" -> {
        shell.run(given.id, given.text("command"));
        yield LATER;
      }
      case "abort_bash" -> {
        wire.succeed(given.id, given.type, null);
        shell.stop();
        yield LATER;
      }
      case "get_session_stats" -> history.stats();
      case "export_html" -> {
        String path = given.fields.string("outputPath", "");
        yield Json.object().put("path", history.export(path)).build();
      }
      case "switch_session" -> {
        String file = given.text("sessionPath");
        yield later(given, () -> cancelled(history.switchTo(file)));
      }
      case "fork" -> {
        String entry = given.text("entryId");
        yield later(given, () -> forked(history.fork(entry)));
      }
      case "clone" -> later(given, () -> cancelled(history.copy()));
      case "get_fork_messages" -> Json.object().array("messages", history.forkMessages()).build();
      case "get_last_assistant_text" -> Json.object().put("text", history.lastAnswer()).build();
      case "set_session_name" -> {
        history.rename(given.text("name"));
        wire.succeed(given.id, given.type, null);
        events.nameChanged(history.log().title().orElse(""));
        yield LATER;
      }
      case "get_commands" -> Json.object().array("commands", commands()).build();
      default -> throw new RpcProblem("Unknown command: " + given.type);
    };
  }

  // ---- prompting

  private @Nullable Json prompt(Given given) throws RpcProblem {
    String text = given.text("message");
    List<Part.Image> pictures = pictures(given);
    String behaviour = given.fields.string("streamingBehavior", "");
    if (!behaviour.isEmpty() && !behaviour.equals("steer") && !behaviour.equals("followUp")) {
      throw new RpcProblem(
          "streamingBehavior must be 'steer' or 'followUp', was '" + behaviour + "'");
    }
    if (turns.prompt(given.id, text, pictures)) {
      return LATER;
    }
    if (behaviour.isEmpty()) {
      throw new RpcProblem(
          "a prompt is running; give streamingBehavior 'steer' or 'followUp' to queue this one");
    }
    queue(given, behaviour);
    turns.beginQueued();
    return LATER;
  }

  /// Said to what runs. When nothing does it waits for the next prompt.
  private Json said(Given given, String behaviour) throws RpcProblem {
    boolean runs = turns.isUnended();
    queue(given, behaviour);
    if (runs) {
      turns.beginQueued();
    }
    return LATER;
  }

  /// Answered before anything comes of it.
  private void queue(Given given, String behaviour) throws RpcProblem {
    Message.User message = RpcTurns.with(Message.User.of(given.text("message")), pictures(given));
    wire.succeed(given.id, given.type, null);
    if (behaviour.equals("steer")) {
      turns.steer(message);
    } else {
      turns.followUp(message);
    }
  }

  private static List<Part.Image> pictures(Given given) throws RpcProblem {
    var pictures = new ArrayList<Part.Image>();
    Json images = given.fields.get("images");
    if (images != null && !(images instanceof Json.Null) && !(images instanceof Json.Arr)) {
      throw new RpcProblem(given.type + ": 'images' must be a list of pictures");
    }
    for (Json image : given.fields.array("images")) {
      if (!(image instanceof Json.Obj each)) {
        throw new RpcProblem(
            given.type + ": 'images' must hold pictures as objects, was " + shortened(image));
      }
      String data = each.string("data", "");
      String type = each.string("mimeType", "");
      if (data.isEmpty() || !type.startsWith("image/")) {
        throw new RpcProblem(
            "a picture needs 'data' in Base64 and 'mimeType' such as image/png, was '"
                + type
                + "'");
      }
      try {
        pictures.add(PictureKind.sent(data));
      } catch (IllegalArgumentException unusable) {
        throw new RpcProblem(String.valueOf(unusable.getMessage()));
      }
    }
    return pictures;
  }

  private static String shortened(Json json) {
    String text = json.compact();
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }

  private @Nullable Json abort() throws InterruptedException {
    turns.stop();
    return null;
  }

  // ---- state

  private Json.Obj state() throws IOException {
    Conversation.Queued queued = conversation.conversation().queued();
    return Json.object()
        .put("model", models.current())
        .put("thinkingLevel", models.level().word())
        .put("isStreaming", turns.isBusy() && !events.isCompacting())
        .put("isCompacting", events.isCompacting())
        .put("steeringMode", steering)
        .put("followUpMode", followUps)
        .put("sessionFile", history.file().orElse(null))
        .put("sessionId", history.log().id())
        .put("sessionName", history.name().orElse(null))
        .put("autoCompactionEnabled", conversation.extras().compactsUnasked())
        .put("messageCount", history.messageCount())
        .put("pendingMessageCount", queued.steering().size() + queued.followUps().size())
        .build();
  }

  private static ThinkingLevel level(String word) throws RpcProblem {
    return ThinkingLevel.of(word)
        .orElseThrow(
            () ->
                new RpcProblem(
                    "there is no thinking level '"
                        + word
                        + "'; there are off, minimal, low, medium, high and xhigh"));
  }

  /// Another model may have other levels.
  private Json model(Given given, Work change)
      throws RpcProblem, SetupException, IOException, InterruptedException {
    wire.succeed(given.id, given.type, change.run());
    models.tellLevel();
    return LATER;
  }

  private Json cycleThinking(Given given) {
    ThinkingLevel next = models.nextLevel().orElse(null);
    if (next == null) {
      return Json.Null.VALUE;
    }
    wire.succeed(given.id, given.type, Json.object().put("level", next.word()).build());
    models.think(next);
    return LATER;
  }

  private static String delivery(Given given) throws RpcProblem {
    String mode = given.text("mode");
    if (!DELIVERIES.containsKey(mode)) {
      throw new RpcProblem("'mode' must be 'all' or 'one-at-a-time', was '" + mode + "'");
    }
    return mode;
  }

  private @Nullable Json deliver() {
    conversation
        .conversation()
        .deliver(
            DELIVERIES.getOrDefault(steering, Conversation.Delivery.ONE_AT_A_TIME),
            DELIVERIES.getOrDefault(followUps, Conversation.Delivery.ONE_AT_A_TIME));
    return null;
  }

  private static Json.Obj cancelled(boolean cancelled) {
    return Json.object().put("cancelled", cancelled).build();
  }

  private static Json.Obj forked(RpcHistory.Forked forked) {
    return Json.object().put("text", forked.text()).put("cancelled", forked.cancelled()).build();
  }

  private List<Json.Obj> commands() {
    var all = new ArrayList<Json.Obj>();
    PromptTemplates templates = conversation.project().templates().orElse(null);
    if (templates != null) {
      templates
          .callable(name -> false)
          .forEach(
              (name, each) -> {
                boolean own = each.owner() == PromptTemplate.Owner.PROJECT;
                all.add(command(name, each.description(), "prompt", each.file().toString(), own));
              });
    }
    SkillLibrary skills = conversation.extras().skills().orElse(null);
    if (skills != null) {
      for (Skill each : skills.all()) {
        if (each.invocation().byPerson()) {
          Path file = each.folder().resolve(Skill.FILE);
          boolean own = each.source() == Skill.Source.PROJECT;
          all.add(
              command("skill:" + each.name(), each.description(), "skill", file.toString(), own));
        }
      }
    }
    for (McpPrompts.Offered each : servers.get()) {
      String path = "<mcp:" + each.server() + ">";
      all.add(command(each.command(), each.description(), "prompt", path, false));
    }
    return all;
  }

  private static Json.Obj command(
      String name, String description, String source, String path, boolean ofProject) {
    String scope = ofProject ? "project" : "user";
    return Json.object()
        .put("name", name)
        .put("description", description)
        .put("source", source)
        .put("location", scope)
        .put("path", path)
        .object(
            "sourceInfo",
            info ->
                info.put("path", path)
                    .put("source", "local")
                    .put("scope", scope)
                    .put("origin", "top-level"))
        .build();
  }

  /// Has what runs stop.
  void interrupt() {
    turns.interrupt();
  }

  /// Stops what runs and waits for it.
  @Override
  public void close() {
    shell.stop();
    later.shutdownNow();
    try {
      turns.stop();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
