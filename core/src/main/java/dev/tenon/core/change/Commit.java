package dev.tenon.core.change;

import dev.tenon.core.workspace.FileVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a commit has made of the files, in the order of the transaction.
public record Committed(List<File> files) {
  public Committed {
    files = List.copyOf(files);
  }

  /// One file after the commit.
  ///
  /// @param changeId by which the journal or the change log knows the change
  /// @param path where the file is now, or was
  /// @param version what it is now; null when it is gone
  public record File(String changeId, String path, @Nullable FileVersion version) {}
}
