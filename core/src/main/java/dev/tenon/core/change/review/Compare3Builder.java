package dev.tenon.core.change.review;

import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.weave.Layer;
import dev.tenon.core.change.weave.WorkingBuffer;
import dev.tenon.core.change.weave.WovenLayer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the three texts of a [Compare3]: in the change log of a staged file, or in the journal for
/// one that is on the disk.
final class Compare3Builder {
  private final StagedState staging;
  private final Journal journal;

  Compare3Builder(StagedState staging, Journal journal) {
    this.staging = staging;
    this.journal = journal;
  }

  /// @param past what the prompt had staged, if that has left the working buffers
  Optional<Compare3> compare(String checkpoint, String path, Optional<StagedState> past)
      throws IOException, CommitException {
    Optional<Compare3> staged = staged(checkpoint, path);
    if (staged.isPresent() || past.isEmpty()) {
      return staged.isPresent() ? staged : inJournal(checkpoint, path);
    }
    Optional<Compare3> then = new Compare3Builder(past.get(), journal).staged(checkpoint, path);
    return then.isPresent()
        ? Optional.of(new Compare3(path, current(path), then.get().base(), then.get().proposed()))
        : inJournal(checkpoint, path);
  }

  /// A file as it is in the working buffers, or on the disk; null for none.
  private @Nullable String current(String path) throws IOException, CommitException {
    WorkingBuffer buffer = staging.at(path).orElse(null);
    if (buffer != null) {
      return buffer.text(staging.active(buffer)).lf();
    }
    if (staging.covers(path)) {
      return null;
    }
    Optional<String> onDisk =
        journal.locked(locked -> Optional.ofNullable(text(locked.read(path))));
    return onDisk.orElse(null);
  }

  private Optional<Compare3> staged(String checkpoint, String path) {
    for (WorkingBuffer buffer : staging.buffers()) {
      int first = buffer.firstLayerOf(checkpoint);
      if (first >= 0 && isAt(path, buffer, first)) {
        return Optional.of(staged(checkpoint, path, buffer, first));
      }
    }
    return Optional.empty();
  }

  private boolean isAt(String path, WorkingBuffer buffer, int layer) {
    return staging.placeNow(buffer).path().equals(path)
        || buffer.layers().get(layer).from().path().equals(path)
        || buffer.layers().get(layer).to().path().equals(path);
  }

  private Compare3 staged(String checkpoint, String path, WorkingBuffer buffer, int first) {
    WovenLayer.Place base = buffer.layers().get(first).from();
    int last = first;
    for (int i = first; i < buffer.layers().size(); i++) {
      Layer layer = buffer.layers().get(i).layer();
      if (layer.checkpoint().equals(checkpoint) && layer.origin() != Origin.USER) {
        last = i;
      }
    }
    WovenLayer.Place proposed = buffer.layers().get(last).to();
    WovenLayer.Place now = staging.placeNow(buffer);
    return new Compare3(
        path,
        now.present() ? buffer.text(staging.active(buffer)).lf() : null,
        base.present() ? buffer.before(first).lf() : null,
        proposed.present() ? buffer.after(last).lf() : null);
  }

  private Optional<Compare3> inJournal(String checkpoint, String path)
      throws IOException, CommitException {
    return journal.locked(
        locked -> {
          List<Change> changes =
              locked.changes().stream()
                  .filter(change -> change.prompt().equals(checkpoint))
                  .filter(change -> change.by().origin() != Origin.USER)
                  .filter(change -> change.path().equals(path) || change.pathAfter().equals(path))
                  .toList();
          if (changes.isEmpty()) {
            return Optional.empty();
          }
          Change last = changes.getLast();
          return Optional.of(
              new Compare3(
                  path,
                  text(locked.read(last.pathAfter())),
                  text(blob(changes.getFirst().before())),
                  text(blob(last.after()))));
        });
  }

  private @Nullable Content blob(@Nullable FileImage image) throws IOException {
    return image == null ? null : journal.blobs().get(image);
  }

  private static @Nullable String text(@Nullable Content content) {
    return content == null ? null : content.text().map(file -> file.lf()).orElse("");
  }
}
