package dev.tenon.protocols.mcp.config;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.config.ServerConfig.Owner;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads one entry, `{"command": …}` or `{"url": …}`, in the customary form and with the keys that
/// stand beside it.
final class ServerEntry {
  private static final Set<String> LOCAL = Set.of("command", "args", "env", "cwd");
  private static final Set<String> REMOTE = Set.of("url", "transport", "headers", "oauth");
  private static final Set<String> BOTH =
      Set.of(
          "type",
          "tools",
          "upFront",
          "startSeconds",
          "callSeconds",
          "network",
          "enabled",
          "disabled",
          "journal",
          "perAgent",
          "description",
          "timeout");

  private static final int LONGEST_NAME = 48;

  private final String key;
  private final Json.Obj entry;
  private final WrittenText variables;

  private ServerEntry(String key, Json.Obj entry, WrittenText variables) {
    this.key = key;
    this.entry = entry;
    this.variables = variables;
  }

  /// @param key how messages call the entry: `mcpServers.NAME`
  static ServerConfig read(
      String name, Owner owner, String where, String key, Json value, WrittenText variables)
      throws ConfigFault {
    if (!isName(name)) {
      throw new ConfigFault(
          key
              + ": a server's name has letters, digits, '_' and '-', at most 48, and begins with a"
              + " letter or digit; rename it");
    }
    if (!(value instanceof Json.Obj entry)) {
      throw new ConfigFault(key + " must be an object with 'command' or 'url'");
    }
    var read = new ServerEntry(key, entry, variables);
    return new ServerConfig(name, owner, where, read.way(), read.use(), entry);
  }

  /// Looked at by hand: every start asks this of every server, before anything is compiled.
  static boolean isName(String name) {
    if (name.isEmpty() || name.length() > LONGEST_NAME || !isAlphanumeric(name.charAt(0))) {
      return false;
    }
    for (int i = 1; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!isAlphanumeric(c) && c != '_' && c != '-') {
        return false;
      }
    }
    return true;
  }

  private static boolean isAlphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  private ServerConfig.Way way() throws ConfigFault {
    boolean local = entry.has("command");
    boolean remote = entry.has("url");
    if (local && remote) {
      throw new ConfigFault(key + " has both 'command' and 'url'; keep one of them");
    }
    if (!local && !remote) {
      throw new ConfigFault(
          key + " has neither 'command' (a program) nor 'url' (an address); add one of them");
    }
    for (String name : entry.members().keySet()) {
      if ((local ? REMOTE : LOCAL).contains(name)) {
        throw new ConfigFault(
            key
                + " has '"
                + shown(name)
                + "', which means nothing for "
                + (local ? "a program" : "an address")
                + "; remove it");
      }
    }
    return local ? local() : remote();
  }

  /// What other tools write beside the customary keys and means nothing here, in order.
  static List<String> foreign(Json.Obj entry) {
    Set<String> own = entry.has("command") ? LOCAL : REMOTE;
    var foreign = new ArrayList<String>();
    for (String name : entry.members().keySet()) {
      if (!BOTH.contains(name) && !own.contains(name)) {
        foreign.add(name);
      }
    }
    return foreign;
  }

  private ServerConfig.Local local() throws ConfigFault {
    String command = text("command");
    if (command.isBlank()) {
      throw new ConfigFault(key + ".command is empty; name a program");
    }
    var environment = texts("env");
    for (String name : environment.keySet()) {
      if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
        throw new ConfigFault(key + ".env has '" + shown(name) + "', which is no variable's name");
      }
    }
    return new ServerConfig.Local(
        command, list(entry, key, "args"), environment, entry.has("cwd") ? text("cwd") : "");
  }

  private ServerConfig.Remote remote() throws ConfigFault {
    String url = text("url");
    URI address;
    try {
      address = new URI(url.strip());
    } catch (URISyntaxException broken) {
      throw new ConfigFault(key + ".url is no address: " + broken.getReason());
    }
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    if (address.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
      throw new ConfigFault(key + ".url must begin with http:// or https:// and a host");
    }
    if (address.getUserInfo() != null) {
      throw new ConfigFault(key + ".url has a user in it; use 'headers' or 'oauth' instead");
    }
    Map<String, String> headers = texts("headers");
    for (Map.Entry<String, String> header : headers.entrySet()) {
      if (!header.getKey().matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")
          || header.getValue().chars().anyMatch(c -> (c < 0x20 && c != '\t') || c == 0x7f)) {
        throw new ConfigFault(
            key + ".headers." + shown(header.getKey()) + " is not a header that HTTP allows");
      }
    }
    return new ServerConfig.Remote(address, transport(), headers, oauth());
  }

  /// Some call it `type`, and some say how the newer one streams.
  private ServerConfig.Transport transport() throws ConfigFault {
    String word = entry.string("transport", entry.string("type", "http"));
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "http", "streamable-http", "streamablehttp", "streamable_http" ->
          ServerConfig.Transport.HTTP;
      case "sse" -> ServerConfig.Transport.SSE;
      default ->
          throw new ConfigFault(key + ".transport must be http or sse, was '" + shown(word) + "'");
    };
  }

  private ServerConfig.OAuthClient oauth() throws ConfigFault {
    Json oauth = entry.get("oauth");
    if (oauth == null || oauth instanceof Json.Bool) {
      return ServerConfig.OAuthClient.NONE;
    }
    if (!(oauth instanceof Json.Obj client)) {
      throw new ConfigFault(
          key + ".oauth must be an object with clientId, clientSecret, issuer, clientMetadataUrl");
    }
    return new ServerConfig.OAuthClient(
        inside(client, "clientId"),
        inside(client, "clientSecret"),
        inside(client, "issuer"),
        inside(client, "clientMetadataUrl"));
  }

  private String inside(Json.Obj client, String name) throws ConfigFault {
    String text = client.string(name, "");
    return variables.expanded(key + ".oauth." + name, text);
  }

  private ServerConfig.Use use() throws ConfigFault {
    ServerConfig.Use usual = ServerConfig.Use.DEFAULT;
    Json tools = entry.get("tools");
    List<String> include = List.of();
    List<String> exclude = List.of();
    if (tools instanceof Json.Arr) {
      include = list(entry, key, "tools");
    } else if (tools instanceof Json.Obj both) {
      include = list(both, key + ".tools", "include");
      exclude = list(both, key + ".tools", "exclude");
    } else if (tools != null) {
      throw new ConfigFault(key + ".tools must be an object with include and exclude");
    }
    boolean enabled = flag("enabled", true) && !flag("disabled", false);
    return new ServerConfig.Use(
        include,
        exclude,
        flag("upFront", usual.upFront()),
        seconds("startSeconds", usual.startSeconds()),
        entry.has("callSeconds") ? seconds("callSeconds", usual.callSeconds()) : timeout(),
        flag("network", usual.network()),
        enabled,
        flag("journal", usual.journal()),
        flag("perAgent", usual.perAgent()));
  }

  /// How others call `callSeconds`: some in seconds, some in milliseconds.
  private int timeout() throws ConfigFault {
    int usual = ServerConfig.Use.DEFAULT.callSeconds();
    Json value = entry.get("timeout");
    if (value == null) {
      return usual;
    }
    if (!(value instanceof Json.Num number) || !number.isWhole() || number.longValue() < 1) {
      throw new ConfigFault(
          key
              + ".timeout must be a number of seconds, was "
              + value.compact()
              + "; or callSeconds");
    }
    long seconds = number.longValue() >= 1_000 ? number.longValue() / 1_000 : number.longValue();
    return (int) Math.min(600, seconds);
  }

  private String text(String name) throws ConfigFault {
    if (!(entry.get(name) instanceof Json.Str text)) {
      throw new ConfigFault(key + "." + name + " must be a text");
    }
    if (text.value().indexOf('\0') >= 0) {
      throw new ConfigFault(key + "." + name + " holds a character that nothing can be called");
    }
    return variables.expanded(key + "." + name, text.value());
  }

  private Map<String, String> texts(String name) throws ConfigFault {
    Json value = entry.get(name);
    if (value == null) {
      return Map.of();
    }
    if (!(value instanceof Json.Obj object)) {
      throw new ConfigFault(key + "." + name + " must be an object of texts");
    }
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, Json> each : object.members().entrySet()) {
      String text = scalar(each.getValue());
      if (text == null) {
        throw new ConfigFault(key + "." + name + "." + shown(each.getKey()) + " must be a text");
      }
      texts.put(
          each.getKey(), variables.expanded(key + "." + name + "." + shown(each.getKey()), text));
    }
    return texts;
  }

  private List<String> list(Json.Obj object, String prefix, String name) throws ConfigFault {
    Json value = object.get(name);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof Json.Arr items)) {
      throw new ConfigFault(prefix + "." + name + " must be a list of texts");
    }
    var list = new ArrayList<String>();
    for (Json item : items.items()) {
      String text = scalar(item);
      if (text == null || text.indexOf('\0') >= 0) {
        throw new ConfigFault(prefix + "." + name + "[" + list.size() + "] must be a text");
      }
      list.add(variables.expanded(prefix + "." + name + "[" + list.size() + "]", text));
    }
    return list;
  }

  private static @Nullable String scalar(Json value) {
    return switch (value) {
      case Json.Str text -> text.value();
      case Json.Num number -> number.text();
      case Json.Bool truth -> Boolean.toString(truth.value());
      case Json.Obj ignored -> null;
      case Json.Arr ignored -> null;
      case Json.Null ignored -> null;
    };
  }

  private boolean flag(String name, boolean otherwise) throws ConfigFault {
    Json value = entry.get(name);
    if (value == null) {
      return otherwise;
    }
    String word = scalar(value);
    return switch (word == null ? "" : word.toLowerCase(Locale.ROOT)) {
      case "true", "on", "yes" -> true;
      case "false", "off", "no" -> false;
      default -> throw new ConfigFault(key + "." + name + " must be true or false");
    };
  }

  private int seconds(String name, int otherwise) throws ConfigFault {
    Json value = entry.get(name);
    if (value == null) {
      return otherwise;
    }
    if (value instanceof Json.Num number
        && number.isWhole()
        && number.longValue() >= 1
        && number.longValue() <= 600) {
      return (int) number.longValue();
    }
    throw new ConfigFault(key + "." + name + " must be 1 to 600, was " + value.compact());
  }

  private static String shown(String name) {
    return name.length() > 40 ? name.substring(0, 40) + "…" : name;
  }
}
