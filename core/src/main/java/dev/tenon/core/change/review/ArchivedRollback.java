package dev.tenon.core.change.review;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.RawText;
import dev.tenon.core.change.weave.StagedHunk;
import dev.tenon.core.change.weave.WholeFile;
import dev.tenon.core.change.weave.WorkingBuffer;
import dev.tenon.core.change.weave.WovenLayer;
import dev.tenon.core.edit.diff.Merge3;
import dev.tenon.core.edit.diff.TextLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Takes back what a run has left on the disk after its files have left the working buffers. What
/// happened since is merged with the way back; where both are at the same lines, it is a conflict.
/// Nothing is written: the way back is a change of the person's, to be saved. Used under the lock
/// of [StagedState].
final class ArchivedRollback {
  private static final Attribution BY = Attribution.user("rollback");

  private final StagedState staging;
  private final StagedState past;
  private final StagedCommit commit;

  ArchivedRollback(StagedState staging, StagedState past, StagedCommit commit) {
    this.staging = staging;
    this.past = past;
    this.commit = commit;
  }

  /// Files of the run that are in the working buffers no more are again what they were before it,
  /// whatever happened to them since. Answers their paths.
  List<String> all(String checkpoint) throws CommitException, IOException {
    var paths = new ArrayList<String>();
    for (WorkingBuffer buffer : past.buffers()) {
      int first = buffer.firstLayerOf(checkpoint);
      WorkingBuffer live = staging.buffer(buffer.id());
      if (first < 0 || (live != null && live.firstLayerOf(checkpoint) >= 0)) {
        continue;
      }
      WovenLayer.Place wanted = buffer.layers().get(first).from();
      String at = past.placeNow(buffer).path();
      forget(at);
      forget(wanted.path());
      commit.bring(commit.any(at), wanted, buffer.before(first), BY);
      paths.add(wanted.path());
    }
    return paths;
  }

  /// Drops what is staged for a path, wherever that is now.
  private void forget(String path) {
    for (WorkingBuffer buffer : staging.buffers()) {
      if (staging.placeNow(buffer).path().equals(path)
          || staging.placeOnDisk(buffer).path().equals(path)) {
        staging.remove(buffer);
      }
    }
  }

  /// Takes back these hunks alone, as far as they were written. Answers the paths.
  List<String> hunks(Collection<String> hunks)
      throws ReviewException, CommitException, IOException {
    new HunkResolver(past).requireNoDependents(hunks);
    Map<WorkingBuffer, BitSet> chosen = new LinkedHashMap<>();
    Map<String, StagedState.Placed> all = past.allHunks();
    for (String id : hunks) {
      StagedState.Placed placed = all.get(id);
      if (placed != null && past.decisions.of(id) == Hunk.Status.APPLIED) {
        chosen.computeIfAbsent(placed.buffer(), it -> new BitSet()).set(placed.hunk().number());
      }
    }
    var conflicts = new LinkedHashSet<String>();
    var ways = new ArrayList<Way>();
    for (Map.Entry<WorkingBuffer, BitSet> each : chosen.entrySet()) {
      Optional<Way> way = way(each.getKey(), each.getValue());
      if (way.isPresent()) {
        ways.add(way.get());
      } else {
        conflicts.addAll(overlapping(each.getKey(), each.getValue()));
      }
    }
    if (!conflicts.isEmpty()) {
      throw new ReviewException(
          ReviewException.Kind.CONFLICT,
          List.copyOf(conflicts),
          "newer changes are at the lines of "
              + (conflicts.size() == 1 ? "hunk " : "hunks ")
              + String.join(", ", conflicts)
              + "; take them back by hand");
    }
    Set<String> paths = new LinkedHashSet<>();
    for (Way way : ways) {
      commit.bring(commit.any(way.at), way.wanted, way.text, BY);
      paths.add(way.wanted.path());
    }
    return List.copyOf(paths);
  }

  /// How a file gets to where it should be.
  private record Way(String at, WovenLayer.Place wanted, RawText text) {}

  /// The hunks that cannot be taken back one by one; all of them if each alone could.
  private List<String> overlapping(WorkingBuffer buffer, BitSet hunks)
      throws CommitException, IOException {
    var each = new ArrayList<String>();
    var all = new ArrayList<String>();
    for (StagedHunk hunk : buffer.hunks()) {
      if (hunks.get(hunk.number())) {
        all.add(hunk.id());
        var alone = new BitSet();
        alone.set(hunk.number());
        if (way(buffer, alone).isEmpty()) {
          each.add(hunk.id());
        }
      }
    }
    return each.isEmpty() ? all : each;
  }

  /// The way back of some hunks of a file, unless newer changes are in it.
  private Optional<Way> way(WorkingBuffer buffer, BitSet hunks)
      throws CommitException, IOException {
    BitSet applied = past.applied(buffer);
    var without = (BitSet) applied.clone();
    without.andNot(hunks);
    WovenLayer.Place then = buffer.place(applied);
    WovenLayer.Place wanted = buffer.place(without);
    @Nullable Content now = commit.present(then.path());
    boolean elsewhere = wanted.present() && !wanted.path().equals(then.path());
    if (elsewhere && commit.present(wanted.path()) != null) {
      return Optional.empty();
    }
    if (!then.present()) {
      return now == null
          ? Optional.of(new Way(then.path(), wanted, buffer.text(without)))
          : Optional.empty();
    }
    if (now == null) {
      return wanted.present()
          ? Optional.empty()
          : Optional.of(new Way(then.path(), wanted, buffer.text(without)));
    }
    RawText current = commit.raw(now, buffer.encoding());
    String before = buffer.text(applied).text();
    if (!wanted.present()) {
      return current.text().equals(before)
          ? Optional.of(new Way(then.path(), wanted, current))
          : Optional.empty();
    }
    return Merge3.of(before, current.text(), buffer.text(without).text(), Merge3.Touching.MERGE)
        .text()
        .map(TextLines::terminated)
        // A whole file cannot be merged with lines of a text.
        .filter(lines -> lines.size() == 1 || lines.stream().noneMatch(WholeFile::isLine))
        .map(lines -> new Way(then.path(), wanted, current.withLines(lines)));
  }
}
