package dev.tenon.engine.layer;

import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Where staged changes of a project wait from one run to the next: beside its journal.
public final class StagedStore {
  private final Path file;

  /// @param folder of the project's journal
  public StagedStore(Path folder) {
    this.file = folder.resolve("staged.json");
  }

  /// Whether something waits.
  boolean exists() {
    return Files.exists(file);
  }

  /// What is staged, or nothing yet.
  public StagedEditing load(Workspace workspace, Journal journal) throws SetupException {
    try {
      return StagedEditing.fromJson(
          workspace, journal, HunkGuard.DEFAULT, Json.parse(Files.readString(file)));
    } catch (NoSuchFileException nothing) {
      return new StagedEditing(workspace, journal);
    } catch (IOException | JsonException damaged) {
      throw SetupException.failure(
          file + " cannot be read (" + damaged.getMessage() + "); move it away to start anew");
    }
  }

  /// Keeps what is undecided; removes the file when nothing is.
  public void save(StagedEditing editing) throws SetupException {
    try {
      if (editing.review().bundle().files().isEmpty()) {
        Files.deleteIfExists(file);
        return;
      }
      Files.createDirectories(file.getParent());
      Path temporary = Files.createTempFile(file.getParent(), "staged-", ".tmp");
      Files.writeString(temporary, editing.toJson().compact());
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException refused) {
      throw SetupException.failure("staged changes cannot be kept: " + refused.getMessage());
    }
  }
}
