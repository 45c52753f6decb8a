package dev.tenon.engine.discovery;

import dev.tenon.core.json.Json;
import dev.tenon.engine.content.OtherTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Servers of the Model Context Protocol in files of other tools, each in the customary form of
/// `.mcp.json`.
///
/// @param problems one line each, with file, line and way out
public record OtherServers(List<Server> servers, List<String> problems) {
  public static final OtherServers NONE = new OtherServers(List.of(), List.of());

  public OtherServers {
    servers = List.copyOf(servers);
    problems = List.copyOf(problems);
  }

  /// A server.
  ///
  /// @param entry with `command` or `url`; variables as `${NAME}`
  /// @param file relative to the root
  public record Server(String name, Json.Obj entry, OtherTool tool, String file, int line) {}

  /// Where a tool has its servers.
  ///
  /// @param below the member of the file that holds them
  private record Place(OtherTool tool, String file, String below) {}

  private static final List<Place> PLACES =
      List.of(
          new Place(OtherTool.CURSOR, Discovery.CURSOR, "mcpServers"),
          new Place(OtherTool.VSCODE, Discovery.VSCODE, "servers"),
          new Place(OtherTool.GEMINI, Discovery.GEMINI, "mcpServers"),
          new Place(OtherTool.CODEX, Discovery.CODEX, "mcp_servers"),
          new Place(OtherTool.OPENCODE, Discovery.OPENCODE.get(0), "mcp"),
          new Place(OtherTool.OPENCODE, Discovery.OPENCODE.get(1), "mcp"),
          new Place(OtherTool.OPENCODE, Discovery.OPENCODE.get(2), "mcp"),
          new Place(OtherTool.OPENCODE, Discovery.OPENCODE.get(3), "mcp"),
          new Place(OtherTool.PI, Discovery.PI, "mcpServers"));

  /// Whether one of the files is there.
  public static boolean any(Path root, Set<OtherTool> off) {
    for (Place place : PLACES) {
      if (!off.contains(place.tool()) && Files.exists(root.resolve(place.file()))) {
        return true;
      }
    }
    return false;
  }

  /// Reads them all.
  public static OtherServers read(Path root, Path userHome, Set<OtherTool> off) {
    var servers = new ArrayList<Server>();
    var problems = new ArrayList<String>();
    for (Place place : PLACES) {
      if (off.contains(place.tool())) {
        continue;
      }
      // What is wrong with a file that has more in it is told by whoever reads its permissions.
      boolean alone = place.below().equals("mcpServers") && place.tool() != OtherTool.GEMINI;
      OtherFile file =
          OtherFile.read(
              root,
              place.file(),
              alone || place.tool() == OtherTool.VSCODE ? problems::add : problem -> {});
      if (file != null) {
        read(file, place, new ServerWords(place.tool(), root, userHome), servers, problems::add);
      }
    }
    return new OtherServers(servers, problems);
  }

  private static void read(
      OtherFile file,
      Place place,
      ServerWords words,
      List<Server> servers,
      Consumer<String> problems) {
    Json below = file.value().get(place.below());
    if (below == null) {
      return;
    }
    if (!(below instanceof Json.Obj entries)) {
      problems.accept(
          file.at("/" + place.below())
              + ": "
              + place.below()
              + " must be an object of servers by their names");
      return;
    }
    for (Map.Entry<String, Json> each : entries.members().entrySet()) {
      String path = "/" + place.below() + "/" + each.getKey();
      String at = file.at(path) + ": " + place.below() + "." + each.getKey();
      if (!(each.getValue() instanceof Json.Obj entry)) {
        problems.accept(at + " must be an object; it is left out");
        continue;
      }
      try {
        servers.add(
            new Server(
                each.getKey(),
                words.customary(entry),
                place.tool(),
                place.file(),
                file.line(path)));
      } catch (ServerWords.Unusable unusable) {
        problems.accept(at + " " + unusable.getMessage() + "; it is left out");
      }
    }
  }
}
