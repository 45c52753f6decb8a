package dev.tenon.cli.mcp;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.engine.observe.Version;
import dev.tenon.protocols.mcp.server.ServerOffer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// What Tenon has for clients of the protocol: prompts whose edits are staged, what was changed,
/// and the decisions about it. Each is a command line of Tenon's own, so that the same rules hold;
/// what would be asked is refused with the rule that says so. One at a time, since they are about
/// one project.
final class TenonOffer implements ServerOffer {
  private static final List<String> MODES = List.of("plan", "ask", "edit", "auto");

  private final LaunchContext context;
  private final OwnCommand commands;
  private final ReentrantLock one = new ReentrantLock();

  TenonOffer(LaunchContext context, OwnCommand commands) {
    this.context = context;
    this.commands = commands;
  }

  @Override
  public Json.Obj info() {
    return Json.object().put("name", "tenon").put("version", Version.withCommit()).build();
  }

  @Override
  public String instructions() {
    return "A coding agent for one project. 'prompt' has work done; its edits are staged until"
        + " 'apply' writes those hunks that are wanted. 'undo' takes back what was written.";
  }

  // ---- tools

  @Override
  public List<Json.Obj> tools() {
    Json.Obj text = property("string", "What is to be done, in words");
    Json.Obj mode =
        Json.object()
            .putAll(property("string", "What may happen unasked; edit when left out"))
            .put("enum", Json.strings(MODES))
            .build();
    Json.Obj session = property("string", "The session to go on with, as 'prompt' answered it");
    Json.Obj hunks =
        Json.object()
            .put("type", "array")
            .put("items", Json.object().put("type", "string").build())
            .put("description", "Ids of hunks; all that are staged when left out")
            .build();
    return List.of(
        tool(
            "prompt",
            "Has work done in the project by a coding agent. Edits are staged, not written.",
            Json.object().put("text", text).put("mode", mode).put("session", session).build(),
            List.of("text")),
        tool(
            "reply",
            "Goes on with a session: answers a question of the agent, or asks for more.",
            Json.object().put("session", session).put("text", text).build(),
            List.of("session", "text")),
        tool("changes", "Lists what was changed in the project.", Json.Obj.EMPTY, List.of()),
        tool(
            "diff",
            "Shows a change as a diff; without an id, the hunks that are staged.",
            Json.object()
                .put("id", property("string", "A change, by the beginning of its id"))
                .build(),
            List.of()),
        tool(
            "apply",
            "Writes staged hunks to the project.",
            Json.object().put("hunks", hunks).build(),
            List.of()),
        tool(
            "undo",
            "Takes back what the latest prompt changed, or the change with the id.",
            Json.object()
                .put("id", property("string", "A change, by the beginning of its id"))
                .build(),
            List.of()));
  }

  private static Json.Obj property(String type, String description) {
    return Json.object().put("type", type).put("description", description).build();
  }

  private static Json.Obj tool(
      String name, String description, Json.Obj properties, List<String> required) {
    boolean reads = name.equals("changes") || name.equals("diff");
    return Json.object()
        .put("name", name)
        .put("description", description)
        .object(
            "inputSchema",
            schema ->
                schema
                    .put("type", "object")
                    .put("properties", properties)
                    .put("required", Json.strings(required)))
        .object(
            "annotations",
            hints ->
                hints
                    .put("readOnlyHint", reads)
                    .put("destructiveHint", name.equals("apply") || name.equals("undo")))
        .build();
  }

  @Override
  public Json.Obj call(String tool, Json.Obj given, Progress progress)
      throws RpcException, InterruptedException {
    one.lockInterruptibly();
    try {
      return switch (tool) {
        case "prompt", "reply" -> prompt(tool, given, progress);
        case "changes" -> shown(run(List.of("changes", "--json")), "changes");
        case "diff" ->
            given.has("id")
                ? shown(run(List.of("changes", "--", text(given, "id"))), "diff")
                : shown(run(List.of("apply", "--json")), "staged");
        case "apply" -> apply(given);
        case "undo" -> {
          var words = new ArrayList<>(List.of("undo", "--yes"));
          if (given.has("id")) {
            words.add("--");
            words.add(text(given, "id"));
          }
          yield shown(run(words), "undone");
        }
        default -> throw RpcException.invalidParams("there is no tool '" + tool + "'");
      };
    } finally {
      one.unlock();
    }
  }

  private Json.Obj prompt(String tool, Json.Obj given, Progress progress) throws RpcException {
    String text = text(given, "text");
    var words = new ArrayList<>(List.of("--review", "--output-format", "json"));
    String mode = given.string("mode", "edit");
    if (!MODES.contains(mode)) {
      throw RpcException.invalidParams("mode must be one of " + String.join(", ", MODES));
    }
    words.add("--permission-mode=" + mode);
    if (tool.equals("reply") || given.has("session")) {
      words.add("--resume=" + text(given, "session"));
    }
    words.add("--print=" + text);
    progress.told("the agent works");
    Ran ran = run(words);
    progress.told("the agent is done");
    Json answer = parsed(ran.out);
    Json.Obj staged = parsed(run(List.of("apply", "--json")).out);
    var structured =
        Json.object()
            .put("answer", answer)
            .put("staged", staged)
            .put("exitCode", ran.code)
            .put("notes", ran.err.isBlank() ? null : ran.err.strip())
            .build();
    String said =
        answer instanceof Json.Obj object ? object.string("result", ran.out.strip()) : ran.out;
    return result(said.isBlank() ? ran.err.strip() : said, structured, ran.code != 0);
  }

  private Json.Obj apply(Json.Obj given) throws RpcException {
    var words = new ArrayList<>(List.of("apply", "--json"));
    var hunks = new ArrayList<String>();
    for (Json each : given.array("hunks")) {
      if (!(each instanceof Json.Str hunk)) {
        throw RpcException.invalidParams("hunks must be texts");
      }
      hunks.add(hunk.value());
    }
    if (hunks.isEmpty()) {
      words.add("--all");
    } else {
      words.add("--");
      words.addAll(hunks);
    }
    return shown(run(words), "applied");
  }

  private static String text(Json.Obj given, String name) throws RpcException {
    String text = given.string(name);
    if (text == null || text.isBlank()) {
      throw RpcException.invalidParams(name + " must be a text");
    }
    return text;
  }

  // ---- command lines

  private record Ran(int code, String out, String err) {}

  private Ran run(List<String> words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var all = new ArrayList<String>();
    all.add(words.getFirst());
    all.add("--root=" + context.root());
    all.addAll(words.subList(1, words.size()));
    Map<String, String> environment = new LinkedHashMap<>(context.environment());
    environment.put(McpServe.DEPTH, Integer.toString(McpServe.depth(context) + 1));
    int code =
        commands.run(
            Streams.captured(new ByteArrayInputStream(new byte[0]), out, err),
            environment,
            all.toArray(new String[0]));
    return new Ran(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static Json.Obj parsed(String text) {
    try {
      Json json = Json.parse(text);
      return json instanceof Json.Obj object ? object : Json.object().put("items", json).build();
    } catch (JsonException plain) {
      return Json.object().put("text", text.strip()).build();
    }
  }

  private static Json.Obj shown(Ran ran, String member) {
    Json.Obj structured =
        Json.object().put(member, parsed(ran.out)).put("exitCode", ran.code).build();
    String text = ran.code == 0 || ran.err.isBlank() ? ran.out : ran.out + ran.err;
    return result(text.strip(), structured, ran.code != 0);
  }

  private static Json.Obj result(String text, Json.Obj structured, boolean failed) {
    Json.Obj part = Json.object().put("type", "text").put("text", text).build();
    return Json.object()
        .array("content", List.of(part))
        .put("structuredContent", structured)
        .put("isError", failed)
        .build();
  }

  // ---- resources

  @Override
  public List<Json.Obj> resources() {
    return List.of(
        resource("tenon://sessions", "sessions", "The sessions of this project"),
        resource("tenon://changes", "changes", "What was changed in this project"),
        resource("tenon://staged", "staged", "Hunks that wait for a decision"));
  }

  private static Json.Obj resource(String uri, String name, String description) {
    return Json.object()
        .put("uri", uri)
        .put("name", name)
        .put("description", description)
        .put("mimeType", "application/json")
        .build();
  }

  @Override
  public List<Json.Obj> read(String uri) throws InterruptedException {
    List<String> words =
        switch (uri) {
          case "tenon://sessions" -> List.of("sessions", "list", "--json");
          case "tenon://changes" -> List.of("changes", "--json");
          case "tenon://staged" -> List.of("apply", "--json");
          default -> List.of();
        };
    if (words.isEmpty()) {
      return List.of();
    }
    one.lockInterruptibly();
    try {
      return List.of(
          Json.object()
              .put("uri", uri)
              .put("mimeType", "application/json")
              .put("text", run(words).out.strip())
              .build());
    } finally {
      one.unlock();
    }
  }

  @Override
  public List<Json.Obj> prompts() {
    return List.of();
  }

  @Override
  public Json.Obj prompt(String name, Json.Obj arguments) throws RpcException {
    throw RpcException.invalidParams("there is no prompt '" + name + "'");
  }
}
