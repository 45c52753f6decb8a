package dev.tenon.protocols.mcp.config;

import dev.tenon.core.json.Json;
import dev.tenon.core.text.Sha256;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// One server and how it is used. The text form holds no value of a variable or header.
///
/// @param name as in `mcp__NAME__TOOL`
/// @param way how it is reached
/// @param written the entry as it stands in its file, before variables were put in
public record ServerConfig(
    String name, Owner owner, String where, Way way, Use use, Json.Obj written) {
  /// A word of a command line that is the same without quotes.
  private static final Pattern PERSON = Pattern.compile("//[^/?#]*@");

  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./${}~*?-]+");

  /// Who wrote it down.
  public enum Owner {
    USER,
    /// Nothing of it runs before the person has agreed.
    PROJECT,
    /// A program that drives Tenon; counts as the user.
    CLIENT,
    /// A command line that names a program or an address.
    COMMAND_LINE
  }

  /// How a server is reached.
  public sealed interface Way {}

  /// A program that speaks over its standard streams.
  ///
  /// @param directory where it runs; empty for the project
  public record Local(
      String command, List<String> arguments, Map<String, String> environment, String directory)
      implements Way {
    public Local {
      arguments = List.copyOf(arguments);
      environment = ordered(environment);
    }
  }

  /// A server at an address.
  public record Remote(
      URI address, Transport transport, Map<String, String> headers, OAuthClient oauth)
      implements Way {
    public Remote {
      headers = ordered(headers);
    }
  }

  /// What is spoken at an address.
  public enum Transport {
    /// Whatever it understands, the newest first.
    HTTP,
    /// The transport of 2024.
    SSE
  }

  /// The client that the user has registered by hand; empty texts where there is none.
  public record OAuthClient(
      String clientId, String clientSecret, String issuer, String clientMetadataUrl) {
    public static final OAuthClient NONE = new OAuthClient("", "", "", "");

    @Override
    public String toString() {
      return "OAuth client " + clientId;
    }
  }

  /// How it is used.
  ///
  /// @param include names of tools, `*` for any text; empty for all
  /// @param upFront whether every request declares its tools
  /// @param network whether a program of a project gets the network
  /// @param journal whether what it does to the project is recorded
  /// @param perAgent whether each helper has a server of its own, since it keeps state
  public record Use(
      List<String> include,
      List<String> exclude,
      boolean upFront,
      int startSeconds,
      int callSeconds,
      boolean network,
      boolean enabled,
      boolean journal,
      boolean perAgent) {
    public static final Use DEFAULT =
        new Use(List.of(), List.of(), false, 120, 60, false, true, true, false);

    public Use {
      include = List.copyOf(include);
      exclude = List.copyOf(exclude);
    }

    /// Whether a tool of this name is wanted.
    public boolean wants(String tool) {
      return (include.isEmpty() || meets(include, tool)) && !meets(exclude, tool);
    }

    /// How many of these are.
    public int wanted(Collection<String> tools) {
      return (int) tools.stream().filter(this::wants).count();
    }

    private static boolean meets(List<String> patterns, String tool) {
      for (String pattern : patterns) {
        if (NamePattern.matches(pattern, tool)) {
          return true;
        }
      }
      return false;
    }
  }

  /// Keys of its entry that mean nothing here, as other tools write them.
  public List<String> foreignKeys() {
    return ServerEntry.foreign(written);
  }

  public boolean isLocal() {
    return way instanceof Local;
  }

  /// How a command line of `tenon mcp` means it: by its name where it is written down, otherwise by
  /// its address if it has one.
  public String spelled() {
    boolean written = owner == Owner.USER || owner == Owner.PROJECT;
    return !written && way instanceof Remote remote ? remote.address().toString() : name;
  }

  /// The command with which a person lets in what it says of itself. What a program handed over is
  /// known in its conversation alone.
  public String trustCommand() {
    return (owner == Owner.CLIENT ? "/mcp trust " : "tenon mcp trust ") + name;
  }

  /// What runs or is connected to, in one line without secrets.
  public String described() {
    return switch (way) {
      case Local local -> {
        List<Json> texts = written.array("args");
        var words = new StringBuilder(local.command());
        for (int i = 0; i < local.arguments().size(); i++) {
          String word = local.arguments().get(i);
          boolean given = texts.size() == local.arguments().size();
          words.append(' ').append(word(given ? text(texts.get(i), word) : word));
        }
        yield words.toString();
      }
      case Remote remote -> shown(written.string("url", remote.address().toString()));
    };
  }

  private static String text(Json written, String otherwise) {
    return written instanceof Json.Str text ? text.value() : otherwise;
  }

  /// A word with its borders, where they would not be seen.
  private static String word(String text) {
    return !text.isEmpty() && PLAIN.matcher(text).matches()
        ? text
        : "'" + text.replace("'", "'\\''") + "'";
  }

  /// As it is written, variables by their names, and without what may hold a key: the query, and a
  /// person before the host.
  private static String shown(String address) {
    int query = address.indexOf('?');
    String text = query < 0 ? address : address.substring(0, query) + "?…";
    return PERSON.matcher(text).replaceFirst("//…@");
  }

  /// The hash of everything that decides which server this is: one changed byte is another one.
  public String hash() {
    Json.Obj content =
        switch (way) {
          case Local local ->
              Json.object()
                  .put("command", local.command())
                  .put("args", Json.strings(local.arguments()))
                  .put("env", json(local.environment()))
                  .put("cwd", local.directory())
                  .put("network", use.network())
                  .build();
          case Remote remote ->
              Json.object()
                  .put("url", remote.address().toString())
                  .put("transport", remote.transport().name())
                  .put("headers", json(remote.headers()))
                  .put("clientId", remote.oauth().clientId())
                  .put("issuer", remote.oauth().issuer())
                  .build();
        };
    String text = Json.object().put("name", name).putAll(content).build().compact();
    return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Json.Obj json(Map<String, String> values) {
    var json = Json.object();
    new TreeMap<>(values).forEach(json::put);
    return json.build();
  }

  private static Map<String, String> ordered(Map<String, String> values) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  @Override
  public String toString() {
    return name + " (" + where + ")";
  }
}
