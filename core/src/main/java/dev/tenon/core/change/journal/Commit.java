package dev.tenon.core.change.journal;

import dev.tenon.core.text.FileVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A transaction that was carried out: what it has made of the files, in its order.
public record Commit(List<File> files) {
  public Commit {
    files = List.copyOf(files);
  }

  /// One file after the commit.
  ///
  /// @param changeId by which the journal or the change log knows the change
  /// @param path where the file is now, or was
  /// @param version what it is now; null when it is gone
  public record File(String changeId, String path, @Nullable FileVersion version) {}

  /// One file of a commit on its way: verified, with the contents themselves. It is written to the
  /// disk and recorded as a [Change].
  ///
  /// @param target where the file is afterwards, if it moves
  /// @param before what has to be there; null for nothing
  /// @param after what comes in its place; null for nothing
  /// @param undoes the changes that this one takes back
  public record Step(
      String path,
      @Nullable String target,
      @Nullable Content before,
      @Nullable Content after,
      List<String> undoes) {
    public Step {
      undoes = List.copyOf(undoes);
    }

    /// A step that takes nothing back.
    public Step(
        String path, @Nullable String target, @Nullable Content before, @Nullable Content after) {
      this(path, target, before, after, List.of());
    }

    /// Where the file is afterwards, or was.
    public String pathAfter() {
      return target == null ? path : target;
    }
  }
}
