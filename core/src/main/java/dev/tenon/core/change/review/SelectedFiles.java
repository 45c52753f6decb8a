package dev.tenon.core.change.review;

import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.weave.WorkingBuffer;
import dev.tenon.core.change.weave.WovenLayer;
import dev.tenon.core.workspace.path.FileBuffer;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The files of a staged state with a [Selection] of its hunks. Used under the lock of the state.
final class SelectedFiles {
  private final StagedState staging;
  private final Selection selection;

  SelectedFiles(StagedState staging, Selection selection) {
    this.staging = staging;
    this.selection = selection;
  }

  private BitSet selected(WorkingBuffer buffer) {
    return switch (selection) {
      case ACCEPTED -> staging.accepted(buffer);
      case ALL -> staging.active(buffer);
    };
  }

  private WovenLayer.Place place(WorkingBuffer buffer) {
    return buffer.stays() ? buffer.basePlace() : buffer.place(selected(buffer));
  }

  /// What is otherwise than on the disk, by real paths; nothing stands for a file that is gone.
  Map<Path, Optional<FileBuffer>> under(Path root) {
    var files = new LinkedHashMap<Path, Optional<FileBuffer>>();
    Set<String> taken = new HashSet<>();
    for (WorkingBuffer buffer : staging.buffers()) {
      WovenLayer.Place now = place(buffer);
      if (now.present()) {
        taken.add(now.path());
      }
    }
    for (WorkingBuffer buffer : staging.buffers()) {
      WovenLayer.Place disk = staging.placeOnDisk(buffer);
      if (disk.present() && !taken.contains(disk.path())) {
        files.put(root.resolve(disk.path()), Optional.empty());
      }
      WovenLayer.Place now = place(buffer);
      BitSet selected = selected(buffer);
      if (now.present() && !selected.equals(staging.applied(buffer))) {
        Content content = buffer.written(selected);
        files.put(
            root.resolve(now.path()),
            Optional.of(new FileBuffer(content.data(), content.image().mode())));
      }
    }
    return files;
  }
}
