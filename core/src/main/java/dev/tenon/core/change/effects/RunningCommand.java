package dev.tenon.core.change.effects;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.ChangeJson;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.workspace.state.TreeState;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The note that a command runs, in a file of its own, so that what it did is found even when the
/// program dies with it.
///
/// @param length how far the log of pre-images went when it began
/// @param taken when the state was taken, in nanoseconds since 1970
/// @param leftOut the names that were left out of the state
/// @param only the files that the state is of; empty for all
record RunningCommand(
    Path file,
    long pid,
    long started,
    long length,
    long taken,
    Set<String> leftOut,
    List<String> only,
    Attribution by,
    String session,
    String prompt,
    Instant begun) {
  RunningCommand {
    leftOut = Set.copyOf(leftOut);
    only = List.copyOf(only);
  }

  static Path folder(Path journal) {
    return journal.resolve("running");
  }

  /// Writes the note of a command of this program.
  static RunningCommand begin(
      Path journal,
      long length,
      TreeState state,
      List<String> only,
      Attribution by,
      String session,
      String prompt)
      throws IOException {
    ProcessHandle own = ProcessHandle.current();
    Set<String> leftOut = new HashSet<>(state.ignored().keySet());
    leftOut.addAll(state.unreadable());
    Path folder = Files.createDirectories(folder(journal));
    var command =
        new RunningCommand(
            folder.resolve(Journal.newId() + ".json"),
            own.pid(),
            startOf(own),
            length,
            state.taken(),
            leftOut,
            only,
            by,
            session,
            prompt,
            Instant.now());
    // Whoever finds a note finds all of it.
    Path temporary = Files.createTempFile(folder, "new-", ".tmp");
    Files.writeString(temporary, command.toJson().compact());
    Files.move(temporary, command.file, StandardCopyOption.ATOMIC_MOVE);
    return command;
  }

  private static long startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  void ended() throws IOException {
    Files.deleteIfExists(file);
    try {
      Files.deleteIfExists(file.getParent());
    } catch (DirectoryNotEmptyException others) {
      // Other commands run.
    }
  }

  /// All notes that are there.
  static List<RunningCommand> all(Path journal) throws IOException {
    var all = new ArrayList<RunningCommand>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder(journal), "*.json")) {
      for (Path file : files) {
        try {
          all.add(of(file, Json.parseObject(Files.readString(file))));
        } catch (JsonException | DateTimeException | IllegalArgumentException cutOff) {
          // Damaged by whomever: without it nothing can be found out.
          Files.deleteIfExists(file);
        } catch (NoSuchFileException endedMeanwhile) {
          // Then it is not there.
        }
      }
    } catch (NoSuchFileException none) {
      return List.of();
    }
    return all;
  }

  /// Whether the program that ran it is gone.
  boolean isOrphan() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .map(process -> started != 0 && startOf(process) != started)
        .orElse(true);
  }

  /// The state that is known of the moment before it, as far as a comparison needs it.
  TreeState before() {
    return TreeState.ofLeftOut(leftOut, taken);
  }

  private Json.Obj toJson() {
    return Json.object()
        .put("pid", pid)
        .put("started", started)
        .put("length", length)
        .put("taken", taken)
        .put("left_out", Json.strings(List.copyOf(leftOut)))
        .put("only", only.isEmpty() ? null : Json.strings(only))
        .put("origin", by.origin().name().toLowerCase(Locale.ROOT))
        .put("tool", by.tool())
        .put("call_id", by.callId())
        .put("session", session)
        .put("prompt", prompt)
        .put("begun", begun.toString())
        .build();
  }

  private static RunningCommand of(Path file, Json.Obj json) throws JsonException {
    return new RunningCommand(
        file,
        number(json, "pid"),
        number(json, "started"),
        number(json, "length"),
        number(json, "taken"),
        Set.copyOf(ChangeJson.strings(json, "left_out")),
        ChangeJson.strings(json, "only"),
        new Attribution(
            Origin.valueOf(ChangeJson.required(json, "origin").toUpperCase(Locale.ROOT)),
            ChangeJson.required(json, "tool"),
            json.string("call_id")),
        ChangeJson.required(json, "session"),
        ChangeJson.required(json, "prompt"),
        Instant.parse(ChangeJson.required(json, "begun")));
  }

  private static long number(Json.Obj json, String name) throws JsonException {
    if (json.get(name) instanceof Json.Num number) {
      return number.longValue();
    }
    throw new JsonException("'" + name + "' is missing", 1, 1);
  }
}
