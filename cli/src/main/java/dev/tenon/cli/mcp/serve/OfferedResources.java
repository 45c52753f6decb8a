package dev.tenon.cli.mcp.serve;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.session.SessionSummary;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The sessions, changes and staged hunks of this project, and of no other, as resources.
record OfferedResources(LaunchContext context, OwnCommand commands) {
  private static final String SESSION = "tenon://session/";
  private static final String CHANGE = "tenon://change/";

  /// No path: what is named lies in the state of this project.
  static final String NAME = "[A-Za-z0-9_-]+";

  private OwnRun run(int depth, String... words) {
    return OwnRun.of(context, commands, depth, List.of(words));
  }

  List<Json.Obj> list() {
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

  List<Json.Obj> templates() {
    return List.of(
        template(SESSION + "{id}", "session", "A session, whole", "text/markdown"),
        template(CHANGE + "{id}", "change", "A change as a diff", "text/x-diff"));
  }

  private static Json.Obj template(String uri, String name, String description, String type) {
    return Json.object()
        .put("uriTemplate", uri)
        .put("name", name)
        .put("description", description)
        .put("mimeType", type)
        .build();
  }

  /// The contents of one; none where there is no such one here.
  List<Json.Obj> read(String uri) {
    int depth = McpServe.depth(context);
    OwnRun ran;
    String type = "application/json";
    switch (uri) {
      case "tenon://sessions" -> ran = run(depth, "sessions", "list", "--json");
      case "tenon://changes" -> ran = run(depth, "changes", "--json");
      case "tenon://staged" -> ran = run(depth, "apply", "--json");
      default -> {
        if (uri.matches(SESSION + NAME)) {
          type = "text/markdown";
          Optional<String> id = ownSession(uri.substring(SESSION.length()));
          if (id.isEmpty()) {
            return List.of();
          }
          ran = run(depth, "sessions", "--", "export", id.get());
        } else if (uri.matches(CHANGE + NAME)) {
          type = "text/x-diff";
          ran = run(depth, "changes", "--", uri.substring(CHANGE.length()));
        } else {
          return List.of();
        }
        if (ran.code() != 0) {
          return List.of();
        }
      }
    }
    return List.of(
        Json.object().put("uri", uri).put("mimeType", type).put("text", ran.out().strip()).build());
  }

  /// The whole id of a session of this project.
  String sessionId(String id) throws RpcException {
    return ownSession(id)
        .orElseThrow(
            () ->
                RpcException.invalidParams(
                    "there is no session '"
                        + id
                        + "' of this project; session must be an id that 'prompt' answered"));
  }

  /// Sessions of other projects are nobody's business here.
  private Optional<String> ownSession(String id) {
    String here = context.root().toString();
    try {
      List<String> found =
          new SessionStore(context.home())
              .listing().byId(id, context.root()).stream()
                  .filter(each -> each.cwd().equals(here))
                  .map(SessionSummary::id)
                  .toList();
      return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }
}
