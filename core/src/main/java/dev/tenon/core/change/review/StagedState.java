package dev.tenon.core.change.review;

import dev.tenon.core.change.journal.Blobs;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.core.change.weave.Layer;
import dev.tenon.core.change.weave.StagedHunk;
import dev.tenon.core.change.weave.WorkingBuffer;
import dev.tenon.core.change.weave.WovenLayer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The staged state: all working buffers and the decisions about their hunks. It knows no disk.
/// Everything is used under the lock.
final class StagedState {
  final ReentrantLock lock = new ReentrantLock();
  final HunkGuard guard;

  /// Where the bytes of files are that are no text.
  final Blobs blobs;

  final Decisions decisions = new Decisions();
  private final Map<String, WorkingBuffer> buffers = new LinkedHashMap<>();
  private long lastBuffer;
  private long lastChange;
  private @Nullable Checkpoint prompt;

  StagedState(HunkGuard guard, Blobs blobs) {
    this.guard = guard;
    this.blobs = blobs;
  }

  List<WorkingBuffer> buffers() {
    return List.copyOf(buffers.values());
  }

  @Nullable WorkingBuffer buffer(String id) {
    return buffers.get(id);
  }

  void put(WorkingBuffer buffer) {
    buffers.put(buffer.id(), buffer);
  }

  void remove(WorkingBuffer buffer) {
    buffers.remove(buffer.id());
  }

  String nextBuffer() {
    return "f_" + ++lastBuffer;
  }

  String nextChange() {
    return "c_" + ++lastChange;
  }

  long lastBuffer() {
    return lastBuffer;
  }

  long lastChange() {
    return lastChange;
  }

  void countFrom(long buffer, long change) {
    lastBuffer = buffer;
    lastChange = change;
  }

  /// Everything as it was at one moment.
  record Memento(
      List<WorkingBuffer> buffers,
      Decisions decisions,
      long lastBuffer,
      long lastChange,
      @Nullable Checkpoint prompt) {}

  Memento memento() {
    return new Memento(
        buffers.values().stream().map(WorkingBuffer::copy).toList(),
        decisions.copy(),
        lastBuffer,
        lastChange,
        prompt);
  }

  /// Comes back to a moment; it can be used once.
  void restore(Memento memento) {
    buffers.clear();
    memento.buffers.forEach(this::put);
    decisions.become(memento.decisions);
    countFrom(memento.lastBuffer, memento.lastChange);
    prompt = memento.prompt;
  }

  /// The prompt to which changes belong, if there is one.
  @Nullable Checkpoint prompt() {
    return prompt;
  }

  void prompt(Checkpoint now) {
    prompt = now;
  }

  /// The id of the prompt, or an empty one.
  String checkpoint() {
    return prompt == null ? "" : prompt.id();
  }

  /// The hunks of a buffer whose status is one of these.
  BitSet hunks(WorkingBuffer buffer, Predicate<Hunk.Status> wanted) {
    var hunks = new BitSet();
    for (StagedHunk hunk : buffer.hunks()) {
      if (wanted.test(decisions.of(hunk.id()))) {
        hunks.set(hunk.number());
      }
    }
    return hunks;
  }

  /// The hunks in force in the working buffer: all but the rejected ones.
  BitSet active(WorkingBuffer buffer) {
    return hunks(buffer, status -> status != Hunk.Status.REJECTED);
  }

  /// The hunks that are on the disk.
  BitSet applied(WorkingBuffer buffer) {
    return hunks(buffer, status -> status == Hunk.Status.APPLIED);
  }

  /// The hunks that are on the disk or are to be.
  BitSet accepted(WorkingBuffer buffer) {
    return hunks(buffer, status -> status == Hunk.Status.APPLIED || status == Hunk.Status.ACCEPTED);
  }

  Set<String> rejected(WorkingBuffer buffer) {
    var ids = new LinkedHashSet<String>();
    for (StagedHunk hunk : buffer.hunks()) {
      if (decisions.of(hunk.id()) == Hunk.Status.REJECTED) {
        ids.add(hunk.id());
      }
    }
    return ids;
  }

  WovenLayer.Place placeNow(WorkingBuffer buffer) {
    return buffer.stays() ? buffer.basePlace() : buffer.place(active(buffer));
  }

  WovenLayer.Place placeOnDisk(WorkingBuffer buffer) {
    return buffer.stays() ? buffer.basePlace() : buffer.place(applied(buffer));
  }

  /// The staged file that is at this path now.
  Optional<WorkingBuffer> at(String path) {
    for (WorkingBuffer buffer : buffers.values()) {
      WovenLayer.Place place = placeNow(buffer);
      if (place.present() && place.path().equals(path)) {
        return Optional.of(buffer);
      }
    }
    return Optional.empty();
  }

  /// Whether the file that lies at this path on the disk is a staged one, wherever that is now.
  boolean covers(String path) {
    for (WorkingBuffer buffer : buffers.values()) {
      WovenLayer.Place place = placeOnDisk(buffer);
      if (place.present() && place.path().equals(path)) {
        return true;
      }
    }
    return false;
  }

  /// The staged file that was last at this path and is gone, so that a new one continues it.
  Optional<WorkingBuffer> goneFrom(String path) {
    WorkingBuffer found = null;
    for (WorkingBuffer buffer : buffers.values()) {
      WovenLayer.Place place = placeNow(buffer);
      if (!place.present() && place.path().equals(path)) {
        found = buffer;
      }
    }
    return Optional.ofNullable(found);
  }

  /// The layers in which other files left this path.
  List<Layer.Vacated> vacated(String path, WorkingBuffer by) {
    var vacated = new ArrayList<Layer.Vacated>();
    for (WorkingBuffer buffer : buffers.values()) {
      if (buffer == by) {
        continue;
      }
      for (int i = 0; i < buffer.layers().size(); i++) {
        WovenLayer layer = buffer.layers().get(i);
        boolean was = layer.from().present() && layer.from().path().equals(path);
        boolean is = layer.to().present() && layer.to().path().equals(path);
        if (was && !is) {
          vacated.add(new Layer.Vacated(buffer.id(), i));
        }
      }
    }
    return vacated;
  }

  /// Files of which nothing is staged any more are forgotten.
  void tidy() {
    buffers.values().removeIf(buffer -> buffer.hunks().isEmpty());
    if (!decisions.all().isEmpty()) {
      decisions.retain(allHunks().keySet());
    }
  }

  /// Something was decided about these hunks.
  void decided(Set<String> hunks) {
    for (WorkingBuffer buffer : buffers.values()) {
      for (StagedHunk hunk : buffer.hunks()) {
        if (hunks.contains(hunk.id())) {
          buffer.decided();
        }
      }
    }
  }

  /// A person's edit made all hunks but these. Taking it back is rejecting them.
  void typed(Set<String> before) {
    var turns = new LinkedHashMap<String, Decisions.Turn>();
    for (String hunk : allHunks().keySet()) {
      if (!before.contains(hunk)) {
        turns.put(hunk, new Decisions.Turn(Hunk.Status.REJECTED, Hunk.Status.PENDING));
      }
    }
    if (!turns.isEmpty()) {
      decisions.undo().push(turns);
    }
    closeTyped();
  }

  /// The next edit of a person is a change of its own.
  void closeTyped() {
    for (WorkingBuffer buffer : buffers.values()) {
      if (!buffer.layers().isEmpty() && buffer.layers().getLast().layer().origin() == Origin.USER) {
        buffer.decided();
      }
    }
  }

  /// All hunks by their ids.
  Map<String, Placed> allHunks() {
    var all = new LinkedHashMap<String, Placed>();
    for (WorkingBuffer buffer : buffers.values()) {
      for (StagedHunk hunk : buffer.hunks()) {
        all.put(hunk.id(), new Placed(buffer, hunk));
      }
    }
    return all;
  }

  /// A hunk in its file.
  record Placed(WorkingBuffer buffer, StagedHunk hunk) {}

  /// The ids of the hunks without which this one cannot be.
  Set<String> requires(Placed placed) {
    var ids = new LinkedHashSet<String>();
    List<StagedHunk> own = placed.buffer.hunks();
    placed.hunk.requires().forEach(number -> ids.add(own.get(number).id()));
    if (placed.hunk.kind() == Hunk.Kind.CREATE || placed.hunk.kind() == Hunk.Kind.MOVE) {
      for (Layer.Vacated vacated :
          placed.buffer.layers().get(placed.hunk.layer()).layer().vacated()) {
        WorkingBuffer other = buffers.get(vacated.buffer());
        if (other != null && vacated.layer() < other.layers().size()) {
          for (StagedHunk hunk : other.layers().get(vacated.layer()).hunks()) {
            if (hunk.kind() == Hunk.Kind.MOVE || hunk.kind() == Hunk.Kind.DELETE) {
              ids.add(hunk.id());
            }
          }
        }
      }
    }
    return ids;
  }
}
