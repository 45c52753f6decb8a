package dev.tenon.core.change.layer;

import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.workspace.state.FileFingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What a file of the project was at the moment at which a command took it into a layer, where the
/// project has changed it since: what the journal says it was before its first change after that.
final class LayerHistory {
  private final Journal journal;
  private @Nullable List<Change> changes;

  LayerHistory(Journal journal) {
    this.journal = journal;
  }

  /// @param base null for no file
  record Found(@Nullable Content base) {}

  /// What the project's file was; empty where nobody knows.
  ///
  /// @param place where it lies in the layer
  /// @param disk what the project has now; null for nothing
  Optional<Found> at(String path, Path place, @Nullable Content disk, @Nullable FileFingerprint now)
      throws IOException {
    Instant taken = taken(place);
    if (taken == null) {
      return Optional.empty();
    }
    for (Change change : changes()) {
      if (change.time().isAfter(taken)) {
        if (path.equals(change.path())) {
          return Optional.of(new Found(content(change.before())));
        }
        if (path.equals(change.target())) {
          return Optional.of(new Found(null));
        }
      }
    }
    boolean older =
        now != null
            && now.changed() < TimeUnit.SECONDS.toNanos(taken.getEpochSecond()) + taken.getNano();
    return older ? Optional.of(new Found(disk)) : Optional.empty();
  }

  private @Nullable Content content(@Nullable FileImage image) throws IOException {
    return image == null ? null : journal.blobs().get(image);
  }

  private List<Change> changes() throws IOException {
    List<Change> known = changes;
    if (known == null) {
      try {
        known = journal.changes();
      } catch (CommitException unfinished) {
        throw new IOException(unfinished.getMessage(), unfinished);
      }
      changes = known;
    }
    return known;
  }

  /// When the file came into the layer; null where the file system does not tell.
  private static @Nullable Instant taken(Path place) throws IOException {
    var attributes =
        Files.readAttributes(place, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    boolean told = !attributes.creationTime().equals(attributes.lastModifiedTime());
    return told || attributes.isSymbolicLink() || attributes.isOther()
        ? attributes.creationTime().toInstant()
        : null;
  }
}
