package dev.tenon.engine.config;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFile;
import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/// What the user decided about projects' configurations. Kept in `trust.json` in the state folder:
/// for each project's real path the SHA-256 of its file and the decision, so that one changed byte
/// asks again. Processes that decide at the same time do not lose each other's decisions.
public final class Consent {
  private static final String NAME = "trust.json";
  private static final String PROJECTS = "projects";

  /// The user's word about one exact content.
  public enum Decision {
    UNDECIDED,
    ACCEPTED,
    DECLINED
  }

  private final JsonFile file;

  /// @param home the state folder; it is made when something is remembered
  public Consent(Path home) {
    this.file = new JsonFile(home.resolve(NAME));
  }

  /// Why nothing counts that was ever decided, where the memory cannot be understood.
  static Optional<String> damage(Path home) {
    Path memory = home.resolve(NAME);
    if (!Files.exists(memory)) {
      return Optional.empty();
    }
    String why;
    try {
      Json.Obj content = new JsonFile(memory).read();
      String odd =
          Stream.of(PROJECTS, "items")
              .filter(each -> content.has(each) && content.object(each) == null)
              .findFirst()
              .orElse("");
      if (odd.isEmpty()) {
        return Optional.empty();
      }
      why = "'" + odd + "' is no object";
    } catch (JsonException broken) {
      why = String.valueOf(broken.getMessage());
    } catch (IOException unreadable) {
      why = IoFailure.reason(unreadable);
    }
    return Optional.of(
        memory
            + " cannot be used ("
            + why
            + "): what you agreed to or declined for projects does not count; mend it, or decide"
            + " anew, which puts it aside");
  }

  /// What was decided about this content. A memory that cannot be read is no consent.
  public Decision remembered(ProjectRequest request) {
    Json.Obj memory;
    try {
      memory = file.read();
    } catch (IOException | JsonException unreadable) {
      return Decision.UNDECIDED;
    }
    Json.Obj project = memory.objectOrEmpty(PROJECTS).objectOrEmpty(request.root().toString());
    if (!request.sha256().equals(project.string("sha256"))) {
      return Decision.UNDECIDED;
    }
    return switch (project.string("decision", "")) {
      case "accepted" -> Decision.ACCEPTED;
      case "declined" -> Decision.DECLINED;
      default -> Decision.UNDECIDED;
    };
  }

  /// Remembers a decision about this content; [Decision#UNDECIDED] forgets.
  public void remember(ProjectRequest request, Decision decision) throws IOException {
    String project = request.root().toString();
    if (decision == Decision.UNDECIDED) {
      boolean ignored = forget(request.root());
      return;
    }
    change(
        projects ->
            projects.put(
                project,
                Json.object()
                    .put("sha256", request.sha256())
                    .put("decision", decision.name().toLowerCase(Locale.ROOT))
                    .build()));
  }

  /// Forgets whatever was decided about a project. Answers whether that was something.
  public boolean forget(Path root) throws IOException {
    if (!Files.exists(file.path())) {
      return false;
    }
    var gone = new AtomicBoolean();
    change(projects -> gone.set(projects.remove(root.toString()) != null));
    return gone.get();
  }

  /// An edit of the remembered projects.
  private interface Edit {
    void apply(Map<String, Json> projects);
  }

  private void change(Edit edit) throws IOException {
    file.change(
        memory -> {
          Map<String, Json> projects =
              new LinkedHashMap<>(memory.objectOrEmpty(PROJECTS).members());
          edit.apply(projects);
          return memory.with(PROJECTS, new Json.Obj(projects));
        });
  }
}
