package dev.tenon.cli.config;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// What the user decided about projects' configurations. Kept in `trust.json` in the state folder:
/// for each project's real path the SHA-256 of its file and the decision, so that one changed byte
/// asks again. Processes that decide at the same time do not lose each other's decisions.
public final class Consent {
  private static final String PROJECTS = "projects";

  // A file lock is held by a whole process; its threads need one of their own.
  private static final ReentrantLock THREADS = new ReentrantLock();

  /// The user's word about one exact content.
  public enum Decision {
    UNDECIDED,
    ACCEPTED,
    DECLINED
  }

  private final Path home;
  private final Path file;

  /// @param home the state folder; it is made when something is remembered
  public Consent(Path home) {
    this.home = home;
    this.file = home.resolve("trust.json");
  }

  /// What was decided about this content. A memory that cannot be read is no consent.
  public Decision remembered(ProjectRequest request) {
    Json.Obj memory;
    try {
      memory = read();
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
      forget(request.root());
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

  /// Forgets whatever was decided about a project.
  public void forget(Path root) throws IOException {
    if (Files.exists(file)) {
      change(projects -> projects.remove(root.toString()));
    }
  }

  /// An edit of the remembered projects.
  private interface Edit {
    void apply(Map<String, Json> projects);
  }

  private void change(Edit edit) throws IOException {
    Files.createDirectories(home);
    THREADS.lock();
    try (FileChannel lock =
        FileChannel.open(
            home.resolve("trust.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      // Released when the channel is closed.
      lock.lock();
      Json.Obj memory;
      try {
        memory = read();
      } catch (JsonException broken) {
        Files.move(file, home.resolve("trust.json.broken"), StandardCopyOption.REPLACE_EXISTING);
        memory = Json.Obj.EMPTY;
      }
      Map<String, Json> projects = new LinkedHashMap<>(memory.objectOrEmpty(PROJECTS).members());
      edit.apply(projects);
      write(memory.with(PROJECTS, new Json.Obj(projects)));
    } finally {
      THREADS.unlock();
    }
  }

  private Json.Obj read() throws IOException, JsonException {
    try {
      return Json.parseObject(Files.readString(file));
    } catch (NoSuchFileException none) {
      return Json.Obj.EMPTY;
    }
  }

  private void write(Json.Obj memory) throws IOException {
    Path temporary = Files.createTempFile(home, "trust", ".tmp");
    try {
      try (FileChannel out = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        ByteBuffer bytes =
            ByteBuffer.wrap((memory.pretty() + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          out.write(bytes);
        }
        out.force(true);
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
