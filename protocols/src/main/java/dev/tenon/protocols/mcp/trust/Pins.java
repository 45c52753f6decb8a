package dev.tenon.protocols.mcp.trust;

import dev.tenon.core.json.FileStamp;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFile;
import dev.tenon.core.text.VisibleText;
import dev.tenon.protocols.mcp.client.Catalogue;
import dev.tenon.protocols.mcp.config.ServerConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the person has let in of each server: its tools with everything that they say of
/// themselves, its instructions and its prompts. What is new or says something else is withheld
/// until the person has seen it. Kept in a file of the state folder; two programs lose nothing.
public final class Pins {
  private static final String SERVERS = "servers";
  private static final String INSTRUCTIONS = "instructions";
  static final List<String> OF_TOOLS =
      List.of("name", "title", "description", "inputSchema", "outputSchema", "annotations");
  static final List<String> OF_PROMPTS = List.of("name", "title", "description", "arguments");

  private final JsonFile file;
  private final Path root;
  private @Nullable Parsed parsed;

  /// @param home the state folder
  /// @param root the project, whose servers are its own
  public Pins(Path home, Path root) {
    this.file = new JsonFile(home.resolve("mcp").resolve("pins.json"));
    this.root = root;
  }

  /// What is not let in.
  ///
  /// @param what `tool echo`, `prompt greet` or `instructions`
  /// @param before what was let in; an empty object for something new
  public record Change(String what, Json.Obj before, Json.Obj now) {

    public boolean isNew() {
      return before.isEmpty();
    }

    /// For a person: everything that it says now, and what it said before; hidden characters are
    /// spelled out, and further lines of a text stand behind a bar, so that none looks like ours.
    public List<String> lines() {
      var lines = new ArrayList<String>();
      lines.add(VisibleText.line(what) + (isNew() ? " is new" : " has changed"));
      var names = new LinkedHashSet<>(before.members().keySet());
      names.addAll(now.members().keySet());
      for (String name : names) {
        String old = text(before.get(name));
        String fresh = text(now.get(name));
        if (old.equals(fresh) && !isNew()) {
          continue;
        }
        add(lines, "  - ", name, old);
        add(lines, "  + ", name, fresh);
      }
      return lines;
    }

    private static void add(List<String> lines, String sign, String name, String text) {
      if (text.isEmpty()) {
        return;
      }
      String start = sign + VisibleText.line(name) + ": ";
      for (String line : text.split("\n", -1)) {
        lines.add(start + VisibleText.line(line));
        start = sign + "  | ";
      }
    }

    private static String text(@Nullable Json value) {
      if (value == null) {
        return "";
      }
      return VisibleText.of(value instanceof Json.Str plain ? plain.value() : value.compact());
    }
  }

  /// What became of a catalogue.
  ///
  /// @param withheld names of tools
  /// @param suspicions what a person should look at more closely; looked for when it is shown
  public record Review(
      List<Change> changes, Set<String> withheld, Set<String> prompts, Suspicions suspicions) {
    public Review {
      changes = List.copyOf(changes);
      withheld = Collections.unmodifiableSet(withheld);
      prompts = Collections.unmodifiableSet(prompts);
    }

    public List<String> warnings() {
      return suspicions.lines();
    }

    /// Whether the instructions may be told.
    public boolean instructs() {
      return changes.stream().noneMatch(change -> change.what().equals(INSTRUCTIONS));
    }
  }

  /// Compares what a server says now with what was let in.
  ///
  /// @param others what is not of this server, asked for when warnings are shown
  public Review review(ServerConfig server, Catalogue catalogue, Supplier<OtherNames> others) {
    Map<String, Json.Obj> now = items(catalogue);
    Json.Obj known = known(server);
    var changes = new ArrayList<Change>();
    var withheld = new LinkedHashSet<String>();
    var prompts = new LinkedHashSet<String>();
    for (Map.Entry<String, Json.Obj> each : now.entrySet()) {
      Json.Obj before = known.objectOrEmpty(each.getKey());
      if (same(before, each.getValue())) {
        continue;
      }
      changes.add(new Change(each.getKey(), before, each.getValue()));
      String name = each.getValue().string("name", "");
      if (each.getKey().startsWith("tool ")) {
        withheld.add(name);
      } else if (each.getKey().startsWith("prompt ")) {
        prompts.add(name);
      }
    }
    return new Review(changes, withheld, prompts, new Suspicions(catalogue, others));
  }

  /// Whether a server says exactly the same, in the same order: the model reads it in order.
  private static boolean same(@Nullable Json before, @Nullable Json now) {
    return switch (before) {
      case Json.Obj old -> now instanceof Json.Obj fresh && same(old, fresh);
      case Json.Arr old -> now instanceof Json.Arr fresh && same(old.items(), fresh.items());
      case null, default -> Objects.equals(before, now);
    };
  }

  private static boolean same(Json.Obj before, Json.Obj now) {
    return List.copyOf(before.members().keySet()).equals(List.copyOf(now.members().keySet()))
        && same(List.copyOf(before.members().values()), List.copyOf(now.members().values()));
  }

  private static boolean same(List<Json> before, List<Json> now) {
    boolean same = before.size() == now.size();
    for (int i = 0; same && i < before.size(); i++) {
      same = same(before.get(i), now.get(i));
    }
    return same;
  }

  /// Lets in what the server says now.
  public void letIn(ServerConfig server, Catalogue catalogue) throws IOException {
    var items = new LinkedHashMap<String, Json>(items(catalogue));
    change(server, new Json.Obj(items));
  }

  /// Forgets what was let in.
  public void forget(ServerConfig server) throws IOException {
    change(server, Json.Obj.EMPTY);
  }

  private synchronized void change(ServerConfig server, Json.Obj items) throws IOException {
    parsed = null;
    file.change(
        content -> {
          Map<String, Json> servers = new LinkedHashMap<>(content.objectOrEmpty(SERVERS).members());
          if (items.isEmpty()) {
            servers.remove(key(server));
          } else {
            servers.put(key(server), items);
          }
          return content.with(SERVERS, new Json.Obj(servers));
        });
  }

  private Json.Obj known(ServerConfig server) {
    try {
      return content().objectOrEmpty(SERVERS).objectOrEmpty(key(server));
    } catch (IOException | JsonException unreadable) {
      // A memory that cannot be read has let nobody in.
      return Json.Obj.EMPTY;
    }
  }

  /// Parsed once for all servers, for as long as nobody has written it.
  private synchronized Json.Obj content() throws IOException, JsonException {
    String stamp = stamp();
    Parsed known = parsed;
    if (known == null || !known.stamp.equals(stamp)) {
      known = new Parsed(stamp, file.read());
      parsed = known;
    }
    return known.content;
  }

  private record Parsed(String stamp, Json.Obj content) {}

  /// Which state of the memory this is.
  public String stamp() {
    return FileStamp.of(file.path());
  }

  /// Whose server it is: another project's of the same name is another one.
  public String key(ServerConfig server) {
    return switch (server.owner()) {
      case USER -> "user " + server.name();
      case PROJECT -> "project " + root + " " + server.name();
      case CLIENT -> "client " + server.name();
      case COMMAND_LINE -> "command " + server.hash();
    };
  }

  private static Map<String, Json.Obj> items(Catalogue catalogue) {
    Map<String, Json.Obj> items = new LinkedHashMap<>();
    for (Json.Obj tool : catalogue.tools()) {
      items.put("tool " + tool.string("name", ""), only(tool, OF_TOOLS));
    }
    for (Json.Obj prompt : catalogue.prompts()) {
      items.put("prompt " + prompt.string("name", ""), only(prompt, OF_PROMPTS));
    }
    if (!catalogue.instructions().isEmpty()) {
      items.put(INSTRUCTIONS, Json.object().put("text", catalogue.instructions()).build());
    }
    return items;
  }

  private static Json.Obj only(Json.Obj thing, List<String> names) {
    var out = Json.object();
    for (String name : names) {
      out.put(name, thing.get(name));
    }
    return out.build();
  }
}
