package dev.tenon.engine.discovery;

import dev.tenon.core.json.Json;
import dev.tenon.engine.content.OtherTool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Turns an entry of a tool's file into the customary form: its keys, and how it writes variables.
/// What has no meaning here is left out; what would make it another server is refused.
final class ServerWords {
  private static final Pattern BRACES = Pattern.compile("\\$\\{([^}]*)\\}");
  private static final Pattern OPENCODE = Pattern.compile("\\{(env|file):([^}]*)\\}");
  private static final Pattern BARE = Pattern.compile("\\$([A-Za-z_][A-Za-z0-9_]*)");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final OtherTool tool;
  private final Path root;
  private final Path userHome;

  ServerWords(OtherTool tool, Path root, Path userHome) {
    this.tool = tool;
    this.root = root;
    this.userHome = userHome;
  }

  /// An entry that cannot be followed. The message goes on after the entry's name.
  static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String message) {
      super(message);
    }
  }

  Json.Obj customary(Json.Obj entry) throws Unusable {
    return switch (tool) {
      case OPENCODE -> opencode(entry);
      case CODEX -> codex(entry);
      case GEMINI -> gemini(entry);
      default -> usual(entry);
    };
  }

  private Json.Obj usual(Json.Obj entry) throws Unusable {
    if (entry.has("envFile")) {
      throw new Unusable("has 'envFile', which is not read here; list the variables in 'env'");
    }
    var made = Json.object();
    copy(entry, made, "command", "args", "env", "cwd", "url", "headers");
    remote(entry, made);
    made.put("enabled", on(entry));
    return made.build();
  }

  private static void remote(Json.Obj entry, Json.Builder made) {
    if (entry.has("url") && entry.string("type") != null) {
      made.put("transport", entry.string("type", "http"));
    }
  }

  private Json.Obj gemini(Json.Obj entry) throws Unusable {
    var made = Json.object();
    copy(entry, made, "command", "args", "env", "cwd", "headers");
    if (entry.has("httpUrl")) {
      made.put("url", text(entry.string("httpUrl", "")));
    } else if (entry.has("url")) {
      made.put("url", text(entry.string("url", "")));
      made.put("transport", entry.string("type", "sse"));
    }
    made.put("tools", tools(entry.get("includeTools"), entry.get("excludeTools")));
    made.put("callSeconds", seconds(entry.get("timeout"), 1000));
    made.put("enabled", on(entry));
    return made.build();
  }

  private Json.Obj codex(Json.Obj entry) throws Unusable {
    var made = Json.object();
    copy(entry, made, "command", "args", "cwd", "url");
    var env = Json.object().putAll(entry.objectOrEmpty("env"));
    for (Json each : entry.array("env_vars")) {
      if (each instanceof Json.Str name && NAME.matcher(name.value()).matches()) {
        env.put(name.value(), "${" + name.value() + "}");
      }
    }
    Json.Obj variables = env.build();
    made.put("env", variables.isEmpty() ? null : variables);
    var headers = Json.object().putAll(entry.objectOrEmpty("http_headers"));
    String bearer = entry.string("bearer_token_env_var", "");
    if (!bearer.isEmpty()) {
      headers.put("Authorization", "Bearer ${" + bearer + "}");
    }
    for (Map.Entry<String, Json> each :
        entry.objectOrEmpty("env_http_headers").members().entrySet()) {
      if (each.getValue() instanceof Json.Str name) {
        headers.put(each.getKey(), "${" + name.value() + "}");
      }
    }
    Json.Obj all = headers.build();
    made.put("headers", all.isEmpty() ? null : all);
    made.put("tools", tools(entry.get("enabled_tools"), entry.get("disabled_tools")));
    made.put("startSeconds", seconds(entry.get("startup_timeout_sec"), 1));
    made.put("callSeconds", seconds(entry.get("tool_timeout_sec"), 1));
    made.put("enabled", on(entry));
    return made.build();
  }

  private Json.Obj opencode(Json.Obj entry) throws Unusable {
    var made = Json.object();
    if (entry.get("command") instanceof Json.Arr words) {
      var texts = new ArrayList<Json>();
      for (Json word : words.items()) {
        texts.add(value(word));
      }
      if (texts.isEmpty()) {
        throw new Unusable("has an empty 'command'");
      }
      made.put("command", texts.getFirst());
      made.array("args", texts.subList(1, texts.size()));
    } else {
      copy(entry, made, "command");
    }
    Json environment = entry.get("environment");
    made.put("env", environment == null ? null : value(environment));
    copy(entry, made, "cwd", "url", "headers");
    if (entry.get("oauth") instanceof Json.Obj client) {
      made.put("oauth", value(client));
    }
    made.put("callSeconds", seconds(entry.get("timeout"), 1000));
    made.put("enabled", on(entry));
    return made.build();
  }

  private static @Nullable Json on(Json.Obj entry) {
    return entry.bool("enabled", true) && !entry.bool("disabled", false) ? null : Json.of(false);
  }

  private static @Nullable Json tools(@Nullable Json include, @Nullable Json exclude) {
    return include == null && exclude == null
        ? null
        : Json.object().put("include", include).put("exclude", exclude).build();
  }

  /// A time in seconds within what is possible here; null for the usual one.
  private static @Nullable Json seconds(@Nullable Json value, int perSecond) {
    if (!(value instanceof Json.Num number)) {
      return null;
    }
    double seconds = number.doubleValue() / perSecond;
    return Json.of(Math.clamp((long) Math.ceil(seconds), 1, 600));
  }

  private void copy(Json.Obj entry, Json.Builder made, String... keys) throws Unusable {
    for (String key : keys) {
      Json there = entry.get(key);
      made.put(key, there == null ? null : value(there));
    }
  }

  /// The same with variables in our words, however deep.
  private Json value(Json value) throws Unusable {
    switch (value) {
      case Json.Str string -> {
        return Json.of(text(string.value()));
      }
      case Json.Arr array -> {
        List<Json> items = new ArrayList<>();
        for (Json item : array.items()) {
          items.add(value(item));
        }
        return Json.array(items);
      }
      case Json.Obj object -> {
        var members = Json.object();
        for (Map.Entry<String, Json> each : object.members().entrySet()) {
          members.put(each.getKey(), value(each.getValue()));
        }
        return members.build();
      }
      case Json other -> {
        return other;
      }
    }
  }

  private String text(String text) throws Unusable {
    return switch (tool) {
      case OPENCODE -> replaced(text, OPENCODE, this::opencode);
      case GEMINI -> replaced(text, BARE, found -> "${" + found.group(1) + "}");
      case CURSOR, VSCODE -> replaced(text, BRACES, found -> editors(found.group(1)));
      default -> text;
    };
  }

  private interface Replacement {
    String of(Matcher found) throws Unusable;
  }

  private static String replaced(String text, Pattern pattern, Replacement replacement)
      throws Unusable {
    Matcher found = pattern.matcher(text);
    var out = new StringBuilder();
    int from = 0;
    while (found.find()) {
      out.append(text, from, found.start()).append(replacement.of(found));
      from = found.end();
    }
    return out.append(text, from, text.length()).toString();
  }

  private String opencode(Matcher found) throws Unusable {
    String name = found.group(2).strip();
    if (found.group(1).equals("file") || !NAME.matcher(name).matches()) {
      throw new Unusable("refers to '" + found.group() + "', which is not read here");
    }
    return "${" + name + "}";
  }

  /// Variables as Cursor and VS Code write them.
  private String editors(String inside) throws Unusable {
    if (inside.startsWith("env:") && NAME.matcher(inside.substring(4)).matches()) {
      return "${" + inside.substring(4) + "}";
    }
    return switch (inside) {
      case "workspaceFolder" -> root.toString();
      case "workspaceFolderBasename" -> String.valueOf(root.getFileName());
      case "userHome" -> userHome.toString();
      case "pathSeparator", "/" -> "/";
      default -> {
        if (tool == OtherTool.CURSOR && NAME.matcher(inside.split(":-", 2)[0]).matches()) {
          yield "${" + inside + "}";
        }
        throw new Unusable(
            "refers to '${"
                + inside
                + "}', which only the editor knows; 'tenon mcp add' takes the server with the value"
                + " itself");
      }
    };
  }
}
