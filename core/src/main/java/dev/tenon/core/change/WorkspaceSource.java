package dev.tenon.core.change;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.text.BinaryFile;
import dev.tenon.core.text.FileVersion;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.PathException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Turns what is in a workspace into the states that planners work on, and notes what the model
/// knows after a commit.
public final class WorkspaceSource {
  private final Workspace workspace;

  public WorkspaceSource(Workspace workspace) {
    this.workspace = workspace;
  }

  /// Where files come from: the disk, or working buffers in front of it.
  @FunctionalInterface
  public interface Files {
    Optional<Snapshot> snapshot(Path real) throws IOException;
  }

  /// A text file that is to be edited, a missing one, or a failure for the model.
  public FileState current(String path, Files files) throws PlanException {
    FileState state = whole(path, files);
    if (state instanceof FileState.Whole file) {
      throw file.refused();
    }
    return state;
  }

  /// The same for a file that is not looked into, so that it may be anything.
  public FileState whole(String path, Files files) throws PlanException {
    Path real;
    try {
      real = workspace.sandbox().writable(path);
    } catch (PathException denied) {
      throw new PlanFailure(
              PlanFailure.Code.DENIED,
              String.valueOf(denied.getMessage()),
              null,
              null,
              denied.suggestions())
          .exception();
    }
    String name = workspace.sandbox().relative(real);
    try {
      Optional<Snapshot> snapshot = files.snapshot(real);
      return snapshot.isEmpty() ? new FileState.Missing(name) : state(snapshot.get());
    } catch (IOException unreadable) {
      throw PlanFailure.of(
              PlanFailure.Code.DENIED,
              "Cannot read " + name + ": " + IoFailure.reason(unreadable) + ".")
          .exception();
    }
  }

  private FileState state(Snapshot snapshot) {
    FileVersion version = workspace.seen().number(snapshot.real(), snapshot.sha256());
    return switch (snapshot.content()) {
      case BinaryFile binary ->
          new FileState.Whole(
              snapshot.path(), binary.size(), version, FileState.Kind.BINARY, binary.reason());
      case TextFile text -> {
        Optional<String> guessed = text.readOnlyReason();
        yield guessed.isEmpty()
            ? new FileState.Existing(snapshot.path(), text.lf(), version)
            : new FileState.Whole(
                snapshot.path(),
                text.bytes().length,
                version,
                FileState.Kind.GUESSED_TEXT,
                guessed.get());
      }
    };
  }

  public List<FileVersion> seen(String path) {
    try {
      return workspace.seen().history(workspace.sandbox().writable(path));
    } catch (PathException unusable) {
      return List.of();
    }
  }

  public List<FileState.Existing> remembered(String path) {
    Path real;
    try {
      real = workspace.sandbox().writable(path);
    } catch (PathException unusable) {
      return List.of();
    }
    var states = new ArrayList<FileState.Existing>();
    for (FileVersion version : workspace.seen().history(real)) {
      Optional<TextFile> text = workspace.seen().text(version.sha256());
      if (text.isPresent()) {
        states.add(new FileState.Existing(path, text.get().lf(), version));
      }
    }
    return states;
  }

  /// Notes what a commit has made of its files.
  public Commit committed(List<Commit.Step> steps, List<Change> changes, Attribution by)
      throws CommitException {
    var files = new ArrayList<Commit.File>();
    for (int i = 0; i < steps.size(); i++) {
      Commit.Step step = steps.get(i);
      files.add(committed(changes.get(i).id(), step.path(), step.target(), step.after(), by));
    }
    return new Commit(files);
  }

  /// Notes what a commit has made of a file. The model knows the content only if it made it.
  ///
  /// @param target where the file is now, if it was moved
  /// @param after null when the file is gone
  public Commit.File committed(
      String changeId,
      String path,
      @Nullable String target,
      @Nullable Content after,
      Attribution by)
      throws CommitException {
    if (after == null) {
      workspace.seen().forget(real(path));
      return new Commit.File(changeId, path, null);
    }
    String now = target == null ? path : target;
    Path real = real(now);
    if (target != null) {
      workspace.seen().moved(real(path), real);
    }
    String sha256 = after.image().sha256();
    FileVersion version =
        by.origin() == Origin.AGENT
            ? workspace.seen().saw(real, sha256, after.text().orElse(null))
            : workspace.seen().number(real, sha256);
    return new Commit.File(changeId, now, version);
  }

  public Path real(String path) throws CommitException {
    try {
      return workspace.sandbox().writable(path);
    } catch (PathException denied) {
      throw CommitException.denied(path, denied);
    }
  }
}
