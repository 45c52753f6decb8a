package dev.tenon.core.change.layer;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.LockedJournal;
import dev.tenon.core.edit.diff.Merge3;
import dev.tenon.core.text.FileMode;
import dev.tenon.core.text.TextFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Brings what happened in a layer into the project: a three-way merge for each file, against the
/// file as the helper saw it. What fits becomes one commit of the journal; where both changed the
/// same lines the project stays as it is, and the helper's side is answered, so that a person can
/// decide. What is no text, a mode, a link or a deletion comes back whole if nobody changed the
/// file meanwhile. Merging the same files once more changes nothing.
public final class LayerMerge {
  private final LockedJournal locked;
  private final List<Commit.Step> steps = new ArrayList<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private final Set<String> exact = new HashSet<>();

  private LayerMerge(LockedJournal locked) {
    this.locked = locked;
  }

  /// What waits for a person.
  ///
  /// @param wanted the file of the project with the helper's side wherever the two do not fit; null
  ///   where the helper deleted it
  /// @param why for people
  public record Waiting(String path, @Nullable Content wanted, String why) {}

  /// What became of a layer.
  ///
  /// @param merged the files that were changed by it
  /// @param exact those whose bytes are now in the project as they were in the layer, on the disk
  public record Result(List<String> merged, List<Waiting> waiting, Set<String> exact) {
    public Result {
      merged = List.copyOf(merged);
      waiting = List.copyOf(waiting);
      exact = Set.copyOf(exact);
    }
  }

  /// What is done with what fits.
  public enum Fitting {
    WRITTEN,
    /// It waits as well.
    WAITING
  }

  /// Merges the files of a layer: all that fit are written, or none.
  public static Result merge(
      Journal journal, List<LayerFile> files, Attribution by, Fitting fitting)
      throws CommitException, IOException {
    return journal.locked(
        locked -> {
          var merge = new LayerMerge(locked);
          for (LayerFile file : files) {
            merge.add(file);
          }
          if (fitting == Fitting.WAITING) {
            return merge.held();
          }
          if (!merge.steps.isEmpty()) {
            locked.carryOut(merge.steps, by);
          }
          return new Result(
              merge.steps.stream().map(Commit.Step::path).toList(), merge.waiting, merge.exact);
        });
  }

  /// Nothing is written: whatever would be waits too. Where a part of a file does not fit, all of
  /// it is already there.
  private Result held() {
    var all = new ArrayList<>(waiting);
    for (Commit.Step step : steps) {
      if (waiting.stream().noneMatch(each -> each.path().equals(step.path()))) {
        all.add(new Waiting(step.path(), step.after(), "it is to be reviewed"));
      }
    }
    return new Result(List.of(), all, Set.of());
  }

  private void add(LayerFile file) throws IOException, CommitException {
    Content disk = loaded(locked.read(file.path()));
    Content base = loaded(file.base());
    Content now = loaded(file.now());
    if (LayerFile.same(disk, now)) {
      return;
    }
    if (file.known() == LayerFile.Known.UNSURE) {
      waits(file, now, "the project changed it while a command of the helper ran");
    } else if (LayerFile.same(disk, base)) {
      steps.add(new Commit.Step(file.path(), null, disk, inherited(now, disk)));
      exact.add(file.path());
    } else if (now == null) {
      if (isFolder(disk) && isFolder(base)) {
        steps.add(new Commit.Step(file.path(), null, disk, null));
      } else if (disk != null) {
        waits(file, null, "the helper deleted it, and the project changed it");
      }
    } else if (disk == null) {
      waits(file, now, "the helper changed it, and the project deleted it");
    } else {
      both(file, base, disk, now);
    }
  }

  private static @Nullable Content loaded(@Nullable Content content) throws IOException {
    return content == null ? null : content.loaded();
  }

  private static boolean isFolder(@Nullable Content content) {
    return content != null && content.kind() == FileImage.Kind.FOLDER;
  }

  /// A content whose mode is not known keeps that of the file.
  private static @Nullable Content inherited(@Nullable Content now, @Nullable Content disk) {
    return now == null || disk == null || now.image().mode() != null || now.kind() != disk.kind()
        ? now
        : now.withMode(disk.image().mode());
  }

  private void waits(LayerFile file, @Nullable Content wanted, String why) {
    waiting.add(new Waiting(file.path(), wanted, why));
  }

  /// What both changed: bytes and modes each by themselves, so that the mode of one side goes
  /// together with the bytes of the other.
  private void both(LayerFile file, @Nullable Content base, Content disk, Content now)
      throws CommitException {
    FileImage then = Content.imageOf(base);
    boolean alike = disk.kind() == now.kind();
    if (alike && (now.image().sameBytes(then) || now.image().sameBytes(disk.image()))) {
      fits(file, disk, disk, Modes.of(base, disk, now));
    } else if (alike && disk.image().sameBytes(then)) {
      fits(file, disk, now, Modes.of(base, disk, now));
    } else {
      lines(file, base, disk, now);
    }
  }

  /// Writes bytes that fit. Where the modes do not, the helper's waits.
  private void fits(LayerFile file, Content disk, Content bytes, Modes modes) {
    writes(file, disk, bytes.withMode(modes.fitting));
    if (modes.differ()) {
      waits(file, bytes.withMode(modes.helper), "both changed its mode");
    }
  }

  private void writes(LayerFile file, Content disk, Content fitting) {
    if (!fitting.image().equals(disk.image())) {
      steps.add(new Commit.Step(file.path(), null, disk, fitting));
    }
  }

  private void lines(LayerFile file, @Nullable Content base, Content disk, Content now)
      throws CommitException {
    Optional<TextFile> theirs = disk.text();
    Optional<TextFile> mine = now.text();
    Optional<TextFile> ours = base == null ? Optional.empty() : base.text();
    boolean created = base == null && theirs.isPresent() && mine.isPresent();
    if (theirs.isEmpty() || mine.isEmpty() || (ours.isEmpty() && !created)) {
      waits(file, now, "both changed it, and it has no lines to merge");
      return;
    }
    var merged =
        Merge3.of(
            ours.map(TextFile::lf).orElse(""),
            theirs.get().lf(),
            mine.get().lf(),
            Merge3.Touching.CONFLICT);
    Modes modes = Modes.of(base, disk, now);
    String fitting = resolved(merged, Side.PROJECT);
    Content bytes = fitting.equals(theirs.get().lf()) ? disk : disk.edited(file.path(), fitting);
    if (merged.conflicts().isEmpty()) {
      fits(file, disk, bytes, modes);
      return;
    }
    writes(file, disk, bytes.withMode(modes.fitting));
    String wanted = resolved(merged, Side.HELPER);
    waits(
        file,
        disk.edited(file.path(), wanted).withMode(modes.helper),
        "both changed " + places(merged.conflicts()) + (modes.differ() ? ", and its mode" : ""));
  }

  private static String places(List<Merge3.Conflict> conflicts) {
    var lines = new ArrayList<String>();
    for (Merge3.Conflict each : conflicts) {
      lines.add(String.valueOf(each.currentLine()));
    }
    return (lines.size() == 1 ? "line " : "lines ") + String.join(", ", lines);
  }

  /// What becomes of a mode.
  ///
  /// @param helper the helper's, where both changed it, each in its own way; otherwise the same
  private record Modes(@Nullable FileMode fitting, @Nullable FileMode helper) {
    static Modes of(@Nullable Content base, Content disk, Content now) {
      FileMode there = disk.image().mode();
      FileMode wanted = now.image().mode();
      FileMode then = base == null ? null : base.image().mode();
      boolean unknown = wanted == null || (base != null && then == null);
      if (unknown || Objects.equals(wanted, there) || Objects.equals(wanted, then)) {
        return new Modes(there, there);
      }
      boolean fits =
          base == null ? disk.image().sameBytes(now.image()) : Objects.equals(then, there);
      return new Modes(fits ? wanted : there, wanted);
    }

    boolean differ() {
      return !Objects.equals(fitting, helper);
    }
  }

  /// Whose lines stand where the two do not fit.
  private enum Side {
    PROJECT,
    HELPER
  }

  private static String resolved(Merge3 merged, Side side) {
    var out = new StringBuilder();
    for (Merge3.Piece piece : merged.pieces()) {
      switch (piece) {
        case Merge3.Clean clean -> out.append(clean.text());
        case Merge3.Conflict conflict ->
            out.append(side == Side.PROJECT ? conflict.current() : conflict.proposed());
      }
    }
    return out.toString();
  }
}
