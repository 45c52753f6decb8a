package dev.tenon.core.change.effects;

import dev.tenon.core.change.journal.Blobs;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.state.FileFingerprint;
import dev.tenon.core.workspace.state.TreeState;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Compares the state before a command with the state after it, and puts the contents of both into
/// the journal's blobs. One comparison per instance.
final class StateComparison {
  private final PathSandbox sandbox;
  private final PreImages images;
  private final Blobs blobs;
  private final EffectLimits limits;
  private final Map<String, KnownFile> before;
  private final TreeState stateBefore;
  private final Map<String, String> missed = new TreeMap<>();
  private final Map<String, Trace> traces = new TreeMap<>();
  private long bytes;

  /// @param before all that is known of the moment before
  /// @param stateBefore what was left out then, and when that was
  StateComparison(
      PathSandbox sandbox,
      PreImages images,
      Blobs blobs,
      EffectLimits limits,
      Map<String, KnownFile> before,
      TreeState stateBefore) {
    this.sandbox = sandbox;
    this.images = images;
    this.blobs = blobs;
    this.limits = limits;
    this.before = before;
    this.stateBefore = stateBefore;
  }

  /// A name that does not look the same.
  private static final class Trace {
    final @Nullable KnownFile before;
    final @Nullable FileFingerprint fingerprint;
    @Nullable FileImage old;
    @Nullable FileImage now;

    Trace(@Nullable KnownFile before, @Nullable FileFingerprint fingerprint) {
      this.before = before;
      this.fingerprint = fingerprint;
    }
  }

  /// What has changed, in the order of the paths.
  List<ObservedChange> compare(TreeState after) throws IOException, InterruptedException {
    int still = 0;
    for (Map.Entry<String, FileFingerprint> entry : after.entries().entrySet()) {
      KnownFile known = before.get(entry.getKey());
      still += known == null ? 0 : 1;
      if (known == null) {
        if (stateBefore.leftOut(entry.getKey()) == null) {
          traces.put(entry.getKey(), new Trace(null, entry.getValue()));
        }
      } else if (mayDiffer(known, entry.getValue())) {
        traces.put(entry.getKey(), new Trace(known, entry.getValue()));
      }
    }
    if (still < before.size()) {
      for (Map.Entry<String, KnownFile> entry : before.entrySet()) {
        if (!after.entries().containsKey(entry.getKey())) {
          missing(entry.getKey(), entry.getValue());
        }
      }
    }
    readNow();
    readBefore();
    return observed();
  }

  /// What has changed and cannot be taken back, with the reason.
  List<Effects.Missed> missed() {
    var all = new ArrayList<Effects.Missed>();
    missed.forEach((path, reason) -> all.add(new Effects.Missed(path, reason)));
    return all;
  }

  private static boolean mayDiffer(KnownFile known, FileFingerprint now) {
    return !known.fingerprint().equals(now)
        || (known.age() == KnownFile.Age.YOUNG && now.kind() == FileStat.Kind.FILE);
  }

  /// A name that was not found again: it is gone, or the ignore rules have come to hide it.
  private void missing(String path, KnownFile known) throws IOException {
    Path place = sandbox.root().resolve(path);
    FileFingerprint now = null;
    if (sandbox.reachable(place)) {
      try {
        now = FileFingerprint.of(place);
      } catch (NoSuchFileException gone) {
        now = null;
      } catch (FileSystemException hidden) {
        // A folder that may not be searched any more: what is in it has not changed.
        return;
      }
    }
    if (now == null || mayDiffer(known, now)) {
      traces.put(path, new Trace(known, now));
    }
  }

  private void readNow() throws IOException {
    for (Map.Entry<String, Trace> entry : List.copyOf(traces.entrySet())) {
      String path = entry.getKey();
      Trace trace = entry.getValue();
      String why = trace.fingerprint == null ? null : readNow(path, trace, trace.fingerprint);
      if (why != null) {
        missed.put(path, why);
        traces.remove(path);
      } else if (trace.fingerprint != null && trace.now == null) {
        traces.remove(path);
      }
    }
  }

  /// Takes what is there now; leaves it out if it is what it was. Answers why it cannot be taken.
  private @Nullable String readNow(String path, Trace trace, FileFingerprint fingerprint)
      throws IOException {
    return switch (fingerprint.kind()) {
      case FOLDER -> {
        trace.now = Content.folder(fingerprint.fileMode()).image();
        yield null;
      }
      case OTHER -> "neither file, link nor folder";
      case LINK -> {
        Path place = sandbox.root().resolve(path);
        Content link = Content.link(Files.readSymbolicLink(place).toString());
        blobs.put(link);
        trace.now = link.image();
        yield null;
      }
      case FILE -> readFile(path, trace, fingerprint);
    };
  }

  private @Nullable String readFile(String path, Trace trace, FileFingerprint fingerprint)
      throws IOException {
    if (fingerprint.size() > limits.fileBytes()) {
      return PreImage.Reason.TOO_LARGE.words();
    }
    byte[] content;
    try {
      content = sandbox.files().readAll(sandbox.place(path), limits.fileBytes());
    } catch (NoSuchFileException gone) {
      return "it was gone a moment later";
    } catch (FileSystemException | PathException unreadable) {
      return PreImage.Reason.UNREADABLE.words();
    }
    var now = new Content(content, fingerprint.fileMode());
    KnownFile known = trace.before;
    boolean sameMode = known != null && known.fingerprint().mode() == fingerprint.mode();
    if (known != null && sameMode && isSame(known, now)) {
      return null;
    }
    bytes += content.length;
    if (bytes > limits.totalBytes()) {
      return PreImage.Reason.FULL.words();
    }
    blobs.put(now);
    trace.now = now.image();
    return null;
  }

  private static boolean isSame(KnownFile known, Content now) {
    return switch (known.image()) {
      case PreImage.Packed packed -> packed.sha256().equals(now.image().sha256());
      case PreImage.InGit git ->
          known.fingerprint().size() == now.bytes().length
              && git.id().equals(GitBlobs.id(now.bytes()));
      case PreImage.Link ignored -> false;
      case PreImage.Nothing ignored -> false;
      case PreImage.Missing ignored -> false;
    };
  }

  /// Brings the old contents into the blobs.
  private void readBefore() throws IOException, InterruptedException {
    Map<String, KnownFile> wanted = new LinkedHashMap<>();
    for (Map.Entry<String, Trace> entry : traces.entrySet()) {
      Trace trace = entry.getValue();
      KnownFile known = trace.before;
      if (known == null) {
        continue;
      }
      switch (known.fingerprint().kind()) {
        case FOLDER -> trace.old = Content.folder(known.fingerprint().fileMode()).image();
        case LINK -> {
          if (known.image() instanceof PreImage.Link link) {
            Content content = Content.link(link.target());
            blobs.put(content);
            trace.old = content.image();
          }
        }
        case FILE -> wanted.put(entry.getKey(), known);
        case OTHER -> {}
      }
    }
    images.contents(
        wanted,
        (path, content) -> {
          Trace trace = traces.get(path);
          KnownFile known = wanted.get(path);
          if (trace != null && known != null) {
            var old = new Content(content, known.fingerprint().fileMode());
            blobs.put(old);
            trace.old = old.image();
          }
        });
    for (Map.Entry<String, Trace> entry : List.copyOf(traces.entrySet())) {
      Trace trace = entry.getValue();
      if (trace.before != null && trace.old == null) {
        missed.put(entry.getKey(), reason(trace.before));
        traces.remove(entry.getKey());
      }
    }
  }

  private static String reason(KnownFile known) {
    return known.image() instanceof PreImage.Missing missing
        ? missing.reason().words()
        : known.fingerprint().kind() == FileStat.Kind.OTHER
            ? "neither file, link nor folder"
            : "its old content is lost";
  }

  private List<ObservedChange> observed() {
    Map<Long, String> gone = new HashMap<>();
    for (Map.Entry<String, Trace> entry : traces.entrySet()) {
      Trace trace = entry.getValue();
      if (trace.before != null
          && trace.now == null
          && trace.before.fingerprint().kind() == FileStat.Kind.FILE) {
        gone.put(trace.before.fingerprint().inode(), entry.getKey());
      }
    }
    Map<String, String> cameFrom = new HashMap<>();
    Map<String, String> wentTo = new HashMap<>();
    for (Map.Entry<String, Trace> entry : traces.entrySet()) {
      Trace trace = entry.getValue();
      String from =
          trace.before == null && trace.fingerprint != null
              ? gone.get(trace.fingerprint.inode())
              : null;
      Trace source = from == null ? null : traces.get(from);
      // A freed inode is given to the next file, so the content has to be the same as well.
      if (source != null
          && trace.fingerprint != null
          && trace.fingerprint.inode() != 0
          && trace.now != null
          && trace.now.sameBytes(source.old)
          && !wentTo.containsKey(from)) {
        cameFrom.put(entry.getKey(), from);
        wentTo.put(from, entry.getKey());
      }
    }
    var all = new ArrayList<ObservedChange>();
    for (Map.Entry<String, Trace> entry : traces.entrySet()) {
      String path = entry.getKey();
      Trace trace = entry.getValue();
      String target = wentTo.get(path);
      Trace moved = target == null ? null : traces.get(target);
      if (moved != null) {
        all.add(new ObservedChange(path, target, trace.old, moved.now));
      } else if (!cameFrom.containsKey(path) && !same(trace)) {
        all.add(new ObservedChange(path, null, trace.old, trace.now));
      }
    }
    return all;
  }

  private static boolean same(Trace trace) {
    return trace.old == null ? trace.now == null : trace.old.equals(trace.now);
  }
}
