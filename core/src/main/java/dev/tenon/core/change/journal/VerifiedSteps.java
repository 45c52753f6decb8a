package dev.tenon.core.change.journal;

import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Turns transactions into steps, if every file is what it was planned for: the one place that
/// compares hashes before something is written.
public final class VerifiedSteps {
  private final Reader files;

  /// What is at a path now, or null.
  @FunctionalInterface
  public interface Reader {
    @Nullable Content read(String path) throws IOException, CommitException;
  }

  public VerifiedSteps(Reader files) {
    this.files = files;
  }

  public List<Commit.Step> of(Transaction transaction) throws CommitException, IOException {
    var steps = new ArrayList<Commit.Step>();
    for (FileChange change : transaction.changes()) {
      steps.add(verify(change, transaction.origins(change.path())));
    }
    return steps;
  }

  private Commit.Step verify(FileChange change, int @Nullable [] origins)
      throws IOException, CommitException {
    String path = change.path();
    Content now = files.read(path);
    return switch (change) {
      case FileChange.Create create -> {
        requireAbsent(path, now);
        yield new Commit.Step(path, null, null, Content.created(path, create.text()));
      }
      case FileChange.Update update -> {
        Content base = base(path, update.base().sha256(), now);
        String from = update.form().path();
        Content form =
            from.equals(path) ? base : base(from, update.form().sha256(), files.read(from));
        yield new Commit.Step(path, null, base, form.edited(path, update.text(), origins));
      }
      case FileChange.Delete delete ->
          new Commit.Step(path, null, base(path, delete.base().sha256(), now), null);
      case FileChange.Move move -> {
        requireAbsent(move.target(), files.read(move.target()));
        Content base = base(path, move.base().sha256(), now);
        yield new Commit.Step(path, move.target(), base, base.edited(path, move.text(), origins));
      }
      case FileChange.Bytes bytes -> verify(bytes, now);
    };
  }

  private Commit.Step verify(FileChange.Bytes change, @Nullable Content now)
      throws IOException, CommitException {
    String path = change.path();
    String target = change.target();
    String sha256 = change.base();
    if (sha256 == null) {
      requireAbsent(path, now);
      return new Commit.Step(path, null, null, Content.after(change, null));
    }
    if (target != null) {
      requireAbsent(target, files.read(target));
    }
    Content base = base(path, sha256, now);
    return new Commit.Step(path, target, base, Content.after(change, base));
  }

  private static void requireAbsent(String path, @Nullable Content now) throws CommitException {
    if (now != null) {
      throw CommitException.stale(path, "exists already");
    }
  }

  private static Content base(String path, String sha256, @Nullable Content now)
      throws CommitException {
    if (now == null) {
      throw CommitException.stale(path, "is gone");
    }
    if (now.kind() != FileImage.Kind.FILE) {
      throw CommitException.stale(path, "is no longer a file");
    }
    if (!now.image().sha256().equals(sha256)) {
      throw CommitException.stale(path, "has changed since it was read");
    }
    return now;
  }
}
