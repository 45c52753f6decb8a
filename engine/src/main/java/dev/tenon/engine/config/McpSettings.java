package dev.tenon.engine.config;

import dev.tenon.core.json.Json;
import dev.tenon.engine.config.value.Type;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The settings about servers that speak the Model Context Protocol, and what is read of them. A
/// project has no say in them; it has `.mcp.json`, which asks.
public final class McpSettings {
  static final Topic TOPIC =
      new Topic(
          "Servers of the Model Context Protocol",
          "Programs and addresses that bring tools along ([MCP](mcp.md)).");

  /// What the keys of all servers begin with.
  static final String SERVERS = "mcp.servers.";

  static final Setting<Integer> WAIT_SECONDS =
      TOPIC
          .integer("mcp.waitSeconds", 0, 600)
          .byDefault(10)
          .doc("Seconds that tenon -p waits for servers it does not know yet");
  static final Setting<String> SAMPLING =
      TOPIC
          .word("mcp.sampling", "off", "ask")
          .byDefault("off")
          .doc("Whether servers may have your model asked: never, or after you have seen it");
  static final Setting<String> COMMAND =
      TOPIC
          .text("mcp.servers.*.command", "a program")
          .never()
          .doc("The program that is the server");
  static final Setting<List<String>> ARGS =
      TOPIC.list("mcp.servers.*.args", new Type.Text("an argument")).never().doc("Its arguments");
  static final Setting<String> ENV =
      TOPIC.secret("mcp.servers.*.env.*").never().doc("A variable that it gets");
  static final Setting<String> CWD =
      TOPIC
          .text("mcp.servers.*.cwd", "a folder")
          .never()
          .doc("Where it runs, if not in the project");
  static final Setting<String> URL =
      TOPIC
          .of("mcp.servers.*.url", new Type.Url())
          .never()
          .doc("The address of a server that runs already");
  static final Setting<String> TRANSPORT =
      TOPIC
          .word("mcp.servers.*.transport", "http", "sse")
          .never()
          .doc("What is spoken at the address: http (the usual), or sse for servers of 2024");
  static final Setting<String> HEADERS =
      TOPIC
          .secret("mcp.servers.*.headers.*")
          .never()
          .doc("A header for every request to the address");
  static final Setting<String> CLIENT_ID =
      TOPIC
          .text("mcp.servers.*.oauth.clientId", "an id")
          .never()
          .doc("The OAuth client, where one was registered by hand");
  static final Setting<String> CLIENT_SECRET =
      TOPIC.secret("mcp.servers.*.oauth.clientSecret").never().doc("Its secret");
  static final Setting<String> ISSUER =
      TOPIC
          .of("mcp.servers.*.oauth.issuer", new Type.Url())
          .never()
          .doc("The authorization server that counts, whatever the server says");
  static final Setting<String> CLIENT_METADATA_URL =
      TOPIC
          .of("mcp.servers.*.oauth.clientMetadataUrl", new Type.Url())
          .never()
          .doc("Where the document is that describes the OAuth client");
  static final Setting<List<String>> INCLUDE =
      TOPIC
          .list("mcp.servers.*.tools.include", new Type.Text("a tool, * for any text"))
          .never()
          .doc("The tools that are wanted; all when left out");
  static final Setting<List<String>> EXCLUDE =
      TOPIC
          .list("mcp.servers.*.tools.exclude", new Type.Text("a tool, * for any text"))
          .never()
          .doc("Tools that are not wanted");
  static final Setting<Boolean> UP_FRONT =
      TOPIC
          .flag("mcp.servers.*.upFront")
          .never()
          .doc("Whether every request declares its tools, instead of the shelf");
  static final Setting<Integer> START_SECONDS =
      TOPIC
          .integer("mcp.servers.*.startSeconds", 1, 600)
          .never()
          .doc("Seconds that it has to be ready; 120 when left out");
  static final Setting<Integer> CALL_SECONDS =
      TOPIC
          .integer("mcp.servers.*.callSeconds", 1, 600)
          .never()
          .doc("Seconds that a call may take without a sign of progress; 60 when left out");
  static final Setting<Boolean> NETWORK =
      TOPIC
          .flag("mcp.servers.*.network")
          .never()
          .doc("Whether a server of a project gets the network; your own have it");
  static final Setting<Boolean> ENABLED =
      TOPIC.flag("mcp.servers.*.enabled").never().doc("Whether it is used at all");
  static final Setting<Boolean> JOURNAL =
      TOPIC
          .flag("mcp.servers.*.journal")
          .never()
          .doc("Whether what it does to the project is recorded, so that undo takes it back");
  static final Setting<Boolean> PER_AGENT =
      TOPIC
          .flag("mcp.servers.*.perAgent")
          .never()
          .doc("Whether it runs once more for each helper, since it keeps state");

  private final Values values;

  private final List<String> faults;

  /// @param faults what is wrong with servers that are left out
  McpSettings(Map<String, Entry> entries, List<String> faults) {
    this.values = new Values(entries);
    this.faults = List.copyOf(faults);
  }

  /// Whether there is any server, or one that cannot be used, without reading them all.
  public boolean any() {
    return !faults.isEmpty() || !values.names(COMMAND).isEmpty();
  }

  /// What is wrong with servers that cannot be used for it, with file, line and key.
  public List<String> faults() {
    return faults;
  }

  /// How long `tenon -p` waits for servers that are not known yet.
  public int waitSeconds() {
    return values.get(WAIT_SECONDS);
  }

  /// Whether the person is asked when a server wants the model to be asked.
  public boolean asksForSampling() {
    return values.get(SAMPLING).equals("ask");
  }

  /// The user's servers by name, each in the customary form.
  public Map<String, Json.Obj> servers() {
    Map<String, Json.Obj> servers = new LinkedHashMap<>();
    for (String name : values.names(COMMAND)) {
      servers.put(name, server(name));
    }
    return Collections.unmodifiableMap(servers);
  }

  private Json.Obj server(String name) {
    Json.Obj oauth =
        Json.object()
            .put("clientId", values.find(CLIENT_ID, name))
            .put("clientSecret", values.find(CLIENT_SECRET, name))
            .put("issuer", values.find(ISSUER, name))
            .put("clientMetadataUrl", values.find(CLIENT_METADATA_URL, name))
            .build();
    Json.Obj tools =
        Json.object()
            .put("include", strings(values.find(INCLUDE, name)))
            .put("exclude", strings(values.find(EXCLUDE, name)))
            .build();
    return Json.object()
        .put("command", values.find(COMMAND, name))
        .put("args", strings(values.find(ARGS, name)))
        .put("env", texts(values.map(ENV, name)))
        .put("cwd", values.find(CWD, name))
        .put("url", values.find(URL, name))
        .put("transport", values.find(TRANSPORT, name))
        .put("headers", texts(values.map(HEADERS, name)))
        .put("oauth", oauth.isEmpty() ? null : oauth)
        .put("tools", tools.isEmpty() ? null : tools)
        .put("upFront", flag(values.find(UP_FRONT, name)))
        .put("startSeconds", number(values.find(START_SECONDS, name)))
        .put("callSeconds", number(values.find(CALL_SECONDS, name)))
        .put("network", flag(values.find(NETWORK, name)))
        .put("enabled", flag(values.find(ENABLED, name)))
        .put("journal", flag(values.find(JOURNAL, name)))
        .put("perAgent", flag(values.find(PER_AGENT, name)))
        .build();
  }

  private static @Nullable Json strings(@Nullable List<String> texts) {
    return texts == null ? null : Json.strings(texts);
  }

  private static @Nullable Json texts(Map<String, String> texts) {
    if (texts.isEmpty()) {
      return null;
    }
    var object = Json.object();
    texts.forEach(object::put);
    return object.build();
  }

  private static @Nullable Json flag(@Nullable Boolean value) {
    return value == null ? null : new Json.Bool(value);
  }

  private static @Nullable Json number(@Nullable Integer value) {
    return value == null ? null : Json.of(value);
  }
}
