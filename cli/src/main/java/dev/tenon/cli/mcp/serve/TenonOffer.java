package dev.tenon.cli.mcp.serve;

import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.text.VisibleText;
import dev.tenon.engine.observe.Version;
import dev.tenon.engine.template.PromptTemplate;
import dev.tenon.engine.template.PromptTemplates;
import dev.tenon.engine.template.TemplateText;
import dev.tenon.protocols.mcp.server.ServerOffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// What Tenon has for clients of the protocol: prompts whose edits are staged, what was changed,
/// and the decisions about it. Each is a command line of Tenon's own, so that the same rules hold;
/// what would be asked is put to the client as a form, or refused with the rule that says so. What
/// changes something runs one at a time, since it is about one project; a Tenon that calls itself
/// does not wait for itself.
final class TenonOffer implements ServerOffer {
  private static final String ARGUMENTS = "arguments";
  private static final String STAGED = "staged";
  static final List<String> MODES = List.of("plan", "ask", "edit", "auto");

  private final LaunchContext context;
  private final OwnCommand commands;
  private final ReadingTools reading;
  private final OfferedResources resources;
  private final List<ReentrantLock> oneADepth;

  /// @param reading what clients may read by themselves
  TenonOffer(LaunchContext context, OwnCommand commands, ReadingTools reading) {
    this.context = context;
    this.commands = commands;
    this.reading = reading;
    this.resources = new OfferedResources(context, commands);
    var locks = new ArrayList<ReentrantLock>();
    for (int depth = 0; depth <= McpServe.DEEPEST; depth++) {
      locks.add(new ReentrantLock());
    }
    this.oneADepth = List.copyOf(locks);
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
            .putAll(property("string", "What may happen unasked; " + usual() + " when left out"))
            .put("enum", Json.strings(MODES))
            .build();
    Json.Obj session = property("string", "The session to go on with, as 'prompt' answered it");
    Json.Obj hunks =
        Json.object()
            .put("type", "array")
            .put("items", Json.object().put("type", "string").build())
            .put("description", "Ids of hunks; all that are staged when left out")
            .build();
    var tools = new ArrayList<Json.Obj>();
    Json.Obj staged =
        property("boolean", "false: edits are written at once, if a person agrees; else staged");
    tools.add(
        tool(
            "prompt",
            "Has work done in the project by a coding agent. Edits are staged, not written.",
            Json.object()
                .put("text", text)
                .put("mode", mode)
                .put("session", session)
                .put(STAGED, staged)
                .build(),
            List.of("text")));
    tools.add(
        tool(
            "reply",
            "Goes on with a session: answers a question of the agent, or asks for more.",
            Json.object().put("session", session).put("text", text).put(STAGED, staged).build(),
            List.of("session", "text")));
    tools.add(tool("changes", "Lists what was changed in the project.", Json.Obj.EMPTY, List.of()));
    tools.add(
        tool(
            "diff",
            "Shows a change as a diff; without an id, the hunks that are staged.",
            Json.object()
                .put("id", property("string", "A change, by the beginning of its id"))
                .build(),
            List.of()));
    tools.add(
        tool(
            "apply",
            "Writes staged hunks to the project, after a person has agreed.",
            Json.object().put("hunks", hunks).build(),
            List.of()));
    tools.add(
        tool(
            "undo",
            "Takes back what the latest prompt changed, or the change with the id.",
            Json.object()
                .put("id", property("string", "A change, by the beginning of its id"))
                .build(),
            List.of()));
    tools.addAll(reading.list());
    return tools;
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
  public Json.Obj call(String tool, Json.Obj given, Caller caller)
      throws RpcException, InterruptedException {
    int depth = Math.max(McpServe.depth(context), caller.depth());
    if (depth >= McpServe.DEEPEST) {
      throw new RpcException(RpcException.INVALID_REQUEST, McpServe.tooDeep());
    }
    known(tool, given);
    return switch (tool) {
      // What only reads waits for nobody.
      case "changes" -> shown(run(depth, "changes", "--json"), "changes");
      case "diff" ->
          given.has("id")
              ? shown(run(depth, "changes", "--", text(given, "id")), "diff")
              : shown(run(depth, "apply", "--json"), "staged");
      case "prompt", "reply" -> prompt(tool, given, caller, depth);
      case "apply" -> apply(given, caller, depth);
      case "undo" -> undo(given, caller, depth);
      default -> {
        if (!reading.has(tool)) {
          throw RpcException.invalidParams("there is no tool '" + tool + "'");
        }
        yield shown(OwnRun.of(context, commands, depth, ReadingTools.words(tool, given)), "result");
      }
    };
  }

  /// An argument that says nothing here may have been meant to say less than all.
  private static void known(String tool, Json.Obj given) throws RpcException {
    List<String> known =
        switch (tool) {
          case "prompt" -> List.of("text", "mode", "session", STAGED);
          case "reply" -> List.of("session", "text", STAGED);
          case "diff", "undo" -> List.of("id");
          case "apply" -> List.of("hunks");
          case "changes" -> List.of();
          default -> List.copyOf(given.members().keySet());
        };
    for (String name : given.members().keySet()) {
      if (!known.contains(name)) {
        throw RpcException.invalidParams(
            tool
                + " has no argument '"
                + VisibleText.line(name)
                + "'"
                + (known.isEmpty() ? "" : "; it takes " + String.join(", ", known)));
      }
    }
  }

  /// The turn of what changes something. Whoever has to wait is told so.
  private ReentrantLock turn(Caller caller, int depth) throws InterruptedException {
    ReentrantLock one = oneADepth.get(depth);
    if (!one.tryLock()) {
      caller.told("waits for another call that works on this project");
      one.lockInterruptibly();
    }
    return one;
  }

  private Json.Obj undo(Json.Obj given, Caller caller, int depth)
      throws RpcException, InterruptedException {
    var words = new ArrayList<>(List.of("undo", "--yes"));
    if (given.has("id")) {
      words.add("--");
      words.add(text(given, "id"));
    }
    ReentrantLock turn = turn(caller, depth);
    try {
      return shown(OwnRun.of(context, commands, depth, words), "undone");
    } finally {
      turn.unlock();
    }
  }

  private Json.Obj prompt(String tool, Json.Obj given, Caller caller, int depth)
      throws RpcException, InterruptedException {
    String text = text(given, "text");
    boolean staged =
        switch (given.get(STAGED)) {
          case null -> true;
          case Json.Bool said -> said.value();
          default -> throw RpcException.invalidParams(STAGED + " must be true or false");
        };
    var words = new ArrayList<>(List.of("--output-format=json"));
    if (staged) {
      words.add("--review");
    }
    String mode = given.has("mode") ? text(given, "mode") : usual();
    if (!MODES.contains(mode)) {
      throw RpcException.invalidParams("mode must be one of " + String.join(", ", MODES));
    }
    words.add("--permission-mode=" + mode);
    if (tool.equals("reply") || given.has("session")) {
      String session = text(given, "session");
      if (!session.matches(OfferedResources.NAME)) {
        throw RpcException.invalidParams("session must be an id that 'prompt' answered");
      }
      words.add("--resume=" + resources.sessionId(session));
    }
    words.add("--print=" + text);
    String refusal =
        staged ? "" : refusal(caller, "what this prompt changes, without staging it first,");
    if (!refusal.isEmpty()) {
      return refused(refusal);
    }
    ReentrantLock turn = turn(caller, depth);
    try {
      return prompted(words, caller, depth);
    } finally {
      turn.unlock();
    }
  }

  /// The mode of prompts that name none.
  private String usual() {
    return context.arguments().text(TenonCommandLine.MODE).orElse("edit");
  }

  private Json.Obj prompted(List<String> words, Caller caller, int depth) {
    caller.told("the agent works");
    OwnRun ran = OwnRun.of(context, commands, depth, words, ElicitedAnswers.of(caller));
    caller.told("the agent is done");
    Json.Obj answer = ran.json();
    Json.Obj staged = run(depth, "apply", "--json").json();
    var structured =
        Json.object()
            .put("answer", answer)
            .put("receipt", answer.object("receipt"))
            .put(STAGED, staged)
            .put("exitCode", ran.code())
            .put("notes", ran.err().isBlank() ? null : ran.err().strip())
            .build();
    String said = answer.string("result", answer.string("text", ran.out().strip()));
    return result(said.isBlank() ? ran.err().strip() : said, structured, ran.code() != 0);
  }

  /// Writing is asked, whatever the client's own rules are; `--yes` is the answer given beforehand.
  /// Nobody waits for the answer: what is staged meanwhile is not what was agreed to.
  private Json.Obj apply(Json.Obj given, Caller caller, int depth)
      throws RpcException, InterruptedException {
    var words = new ArrayList<>(List.of("apply", "--json"));
    List<String> hunks = hunks(given);
    if (hunks.isEmpty()) {
      words.add("--all");
    } else {
      words.add("--");
      words.addAll(hunks);
    }
    Json.Obj seen = run(depth, "apply", "--json").json();
    String what =
        hunks.isEmpty() ? "every hunk that is staged" : "the hunks " + String.join(", ", hunks);
    String refusal = refusal(caller, what);
    if (!refusal.isEmpty()) {
      return refused(refusal);
    }
    ReentrantLock turn = turn(caller, depth);
    try {
      if (hunks.isEmpty() && !run(depth, "apply", "--json").json().equals(seen)) {
        return refused("what is staged has changed since it was asked about; apply once more");
      }
      return shown(OwnRun.of(context, commands, depth, words), "applied");
    } finally {
      turn.unlock();
    }
  }

  /// Why something is not written; empty when it may be.
  private String refusal(Caller caller, String what) throws InterruptedException {
    if (context.arguments().has(TenonCommandLine.YES)) {
      return "";
    }
    if (!caller.elicits()) {
      return "the rule of 'apply' is to ask, and this client cannot be asked (it has no"
          + " elicitation); start the server with --yes to let it write unasked, or decide"
          + " with 'tenon apply'";
    }
    return ElicitedAnswers.confirmed(
            caller, "Write " + what + " to " + context.root().getFileName() + "?")
        ? ""
        : "the person did not agree to write " + what + "; nothing was written";
  }

  /// The hunks that are named; none only where nothing was said of them, which means all.
  private static List<String> hunks(Json.Obj given) throws RpcException {
    if (!given.has("hunks")) {
      return List.of();
    }
    var hunks = new ArrayList<String>();
    for (Json each : given.array("hunks")) {
      if (!(each instanceof Json.Str hunk) || hunk.value().isBlank()) {
        throw notHunks();
      }
      hunks.add(hunk.value());
    }
    if (hunks.isEmpty()) {
      throw notHunks();
    }
    return hunks;
  }

  private static RpcException notHunks() {
    return RpcException.invalidParams(
        "hunks must be a list with ids of hunks, such as [\"…\"]; leave it out for all that are"
            + " staged");
  }

  private static Json.Obj refused(String why) {
    return result(why, Json.object().put("refused", why).build(), true);
  }

  private static String text(Json.Obj given, String name) throws RpcException {
    String text = given.string(name);
    if (text == null || text.isBlank()) {
      throw RpcException.invalidParams(name + " must be a text");
    }
    return text;
  }

  // ---- command lines

  private OwnRun run(int depth, String... words) {
    return OwnRun.of(context, commands, depth, List.of(words));
  }

  private static Json.Obj shown(OwnRun ran, String member) {
    Json.Obj structured = Json.object().put(member, ran.json()).put("exitCode", ran.code()).build();
    String text = ran.code() == 0 || ran.err().isBlank() ? ran.out() : ran.out() + ran.err();
    return result(text.strip(), structured, ran.code() != 0);
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
    return resources.list();
  }

  @Override
  public List<Json.Obj> templates() {
    return resources.templates();
  }

  @Override
  public List<Json.Obj> read(String uri) throws InterruptedException {
    return resources.read(uri);
  }

  // ---- prompts

  private List<PromptTemplate> commandFiles() {
    return PromptTemplates.any(context.options())
        ? List.copyOf(new PromptTemplates(context.options()).callable(name -> false).values())
        : List.of();
  }

  @Override
  public List<Json.Obj> prompts() {
    var prompts = new ArrayList<Json.Obj>();
    for (PromptTemplate each : commandFiles()) {
      Json.Obj argument =
          Json.object()
              .put("name", ARGUMENTS)
              .put("description", each.argumentHint().isEmpty() ? null : each.argumentHint())
              .put("required", false)
              .build();
      prompts.add(
          Json.object()
              .put("name", each.name())
              .put("description", each.description())
              .array("arguments", List.of(argument))
              .build());
    }
    return prompts;
  }

  /// The text of a command. What it would run stays a command: nobody was asked about it.
  @Override
  public Json.Obj prompt(String name, Json.Obj arguments) throws RpcException {
    for (PromptTemplate each : commandFiles()) {
      if (each.name().equals(name)) {
        var text = new StringBuilder();
        for (TemplateText.Piece piece :
            TemplateText.pieces(each.text(), each.syntax(), arguments.string(ARGUMENTS, ""))) {
          text.append(
              switch (piece) {
                case TemplateText.Piece.Said said -> said.text();
                case TemplateText.Piece.Command command ->
                    "(the output of: " + command.line() + ")";
              });
        }
        Json.Obj content = Json.object().put("type", "text").put("text", text.toString()).build();
        Json.Obj message = Json.object().put("role", "user").put("content", content).build();
        return Json.object()
            .put("description", each.description())
            .array("messages", List.of(message))
            .build();
      }
    }
    throw RpcException.invalidParams("there is no prompt '" + name + "'");
  }
}
