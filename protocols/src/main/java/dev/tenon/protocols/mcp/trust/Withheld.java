package dev.tenon.protocols.mcp.trust;

import dev.tenon.protocols.mcp.config.ServerConfig;
import java.util.ArrayList;
import java.util.List;

/// What of a server is kept back until the person has seen it, as far as it would be used.
///
/// @param tools names of those that are wanted
/// @param prompts names
/// @param instructions whether they are
public record Withheld(List<String> tools, List<String> prompts, boolean instructions) {
  private static final int MOST_NAMED = 12;

  public Withheld {
    tools = List.copyOf(tools);
    prompts = List.copyOf(prompts);
  }

  public static Withheld of(ServerConfig server, Pins.Review review) {
    return new Withheld(
        review.withheld().stream()
            .filter(name -> !name.isEmpty() && server.use().wants(name))
            .toList(),
        List.copyOf(review.prompts()),
        !review.instructs());
  }

  public int count() {
    return tools.size() + prompts.size() + (instructions ? 1 : 0);
  }

  /// For a person: `the MCP server s has 1 tool and instructions that you have not let in (echo);
  /// 'tenon mcp trust s' shows them and asks`.
  public String line(ServerConfig server) {
    var kinds = new ArrayList<String>();
    add(kinds, tools.size(), "tool");
    add(kinds, prompts.size(), "prompt");
    if (instructions) {
      kinds.add("instructions");
    }
    String last = kinds.removeLast();
    var names = new ArrayList<>(tools);
    names.addAll(prompts);
    return "the MCP server "
        + server.name()
        + " has "
        + (kinds.isEmpty() ? last : String.join(", ", kinds) + " and " + last)
        + " that you have not let in"
        + (names.isEmpty()
            ? ""
            : " ("
                + String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())))
                + (names.size() > MOST_NAMED ? ", …" : "")
                + ")")
        + "; '"
        + server.trustCommand()
        + "' shows "
        + (count() == 1 && !instructions ? "it" : "them")
        + " and asks";
  }

  private static void add(List<String> kinds, int count, String kind) {
    if (count > 0) {
      kinds.add(count + " " + kind + (count == 1 ? "" : "s"));
    }
  }
}
