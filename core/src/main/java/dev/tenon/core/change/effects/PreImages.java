package dev.tenon.core.change.effects;

import dev.tenon.core.text.IoFailure;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.path.Root;
import dev.tenon.core.workspace.state.FileFingerprint;
import dev.tenon.core.workspace.state.TreeState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// Keeps the contents of a project's files in the user's state folder, so that they can be brought
/// back after a command has changed them. What is kept once is kept for the next command: only
/// files that look different are read again. In a large repository the objects of git stand for
/// what git knows to be unchanged. Used under the lock of [ShellEffects].
final class PreImages {
  /// With less than that to keep, copying is as quick as asking git, and safe from it.
  private static final int FILES_WITHOUT_GIT = 2000;

  private static final long BYTES_WITHOUT_GIT = 16L * 1024 * 1024;
  private static final int FILES_FOR_ONE = 64;

  /// Names of changed files that are told.
  private static final int MOST_CHANGED = 20;

  private static final long BYTES_AT_ONCE = 32L * 1024 * 1024;
  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  private final PreImageLog log;
  private final PathSandbox sandbox;
  private final EffectLimits limits;
  private @Nullable Digested digested;

  /// The digest of what is known, which follows it.
  ///
  /// @param generation of the log, and how long it was
  private record Digested(long generation, long length, TreeDigest digest) {}

  PreImages(Path folder, PathSandbox sandbox, EffectLimits limits) {
    this.log = new PreImageLog(folder);
    this.sandbox = sandbox;
    this.limits = limits;
  }

  /// A file whose content has to be had.
  private record Wanted(
      String path, Path place, FileFingerprint fingerprint, @Nullable KnownFile old) {}

  /// What reading a file came to.
  private static final class Got {
    final Wanted wanted;
    final byte @Nullable [] bytes;
    final String sha256;

    Got(Wanted wanted, byte @Nullable [] bytes, String sha256) {
      this.wanted = wanted;
      this.bytes = bytes;
      this.sha256 = sha256;
    }
  }

  /// Makes sure that every file of the state can be brought back, as far as the limits go.
  ///
  /// @param others whether other commands run that rely on what is kept
  /// @return what is known of every name
  Secured secure(TreeState state, Others others) throws IOException, InterruptedException {
    Map<String, KnownFile> known = log.known();
    Digested last = digested;
    TreeDigest digest =
        last != null && last.generation == log.generation() && last.length == log.length()
            ? last.digest
            : null;
    Map<String, KnownFile> latest = known;
    if (others == Others.NONE && isWasteful(known)) {
      log.begin();
      known = log.known();
      digest = null;
    }
    Map<String, KnownFile> now = HashMap.newHashMap(state.entries().size());
    Map<String, @Nullable KnownFile> news = new LinkedHashMap<>();
    var wanted = new ArrayList<Wanted>();
    long bytes = 0;
    int still = 0;
    for (Map.Entry<String, FileFingerprint> entry : state.entries().entrySet()) {
      String path = entry.getKey();
      FileFingerprint fingerprint = entry.getValue();
      KnownFile old = known.get(path);
      still += old == null ? 0 : 1;
      if (old != null
          && old.age() == KnownFile.Age.SETTLED
          && old.fingerprint().equals(fingerprint)) {
        now.put(path, old);
        bytes += old.image() instanceof PreImage.Packed packed ? packed.length() : 0;
      } else {
        wanted.add(new Wanted(path, sandbox.root().resolve(path), fingerprint, old));
      }
    }
    if (still < known.size()) {
      for (String path : known.keySet()) {
        if (!state.entries().containsKey(path)) {
          news.put(path, null);
        }
      }
    }
    secure(wanted, bytes, state, now, news);
    log.note(news);
    log.known(now);
    digest = digest == null ? TreeDigest.of(now) : followed(digest, known, news);
    digested = new Digested(log.generation(), log.length(), digest);
    return new Secured(now, digest.copy(), changed(latest, now, news));
  }

  /// What is known of every name.
  ///
  /// @param digest of all of it
  /// @param changed names whose content is another than the last time, in order, the first few
  record Secured(Map<String, KnownFile> known, TreeDigest digest, List<String> changed) {}

  private static TreeDigest followed(
      TreeDigest digest, Map<String, KnownFile> before, Map<String, @Nullable KnownFile> news) {
    TreeDigest now = digest.copy();
    news.forEach((path, file) -> now.replace(path, before.get(path), file));
    return now;
  }

  private static List<String> changed(
      Map<String, KnownFile> before,
      Map<String, KnownFile> now,
      Map<String, @Nullable KnownFile> news) {
    if (before.isEmpty()) {
      return List.of();
    }
    var names = new TreeSet<String>();
    for (String path : news.keySet()) {
      KnownFile old = before.get(path);
      KnownFile file = now.get(path);
      String was = old == null ? "" : TreeDigest.content(old);
      if (!was.equals(file == null ? "" : TreeDigest.content(file))) {
        names.add(path);
      }
    }
    return names.stream().limit(MOST_CHANGED).toList();
  }

  /// Whether other commands are running.
  enum Others {
    NONE,
    SOME
  }

  private boolean isWasteful(Map<String, KnownFile> known) throws IOException {
    long kept = log.contentBytes();
    if (kept < limits.totalBytes() / 4 && log.length() < 64L * 1024 * 1024) {
      return false;
    }
    long used = 0;
    for (KnownFile file : known.values()) {
      used += file.image() instanceof PreImage.Packed packed ? packed.length() : 0;
    }
    return kept > 2 * used || log.length() > 1024L * Math.max(1000, known.size());
  }

  /// How far the log goes by now: with it [#knownAt] gives the same again.
  long length() {
    return log.length();
  }

  Map<String, KnownFile> knownAt(long length) throws IOException {
    return log.knownAt(length);
  }

  private void secure(
      List<Wanted> wanted,
      long used,
      TreeState state,
      Map<String, KnownFile> now,
      Map<String, @Nullable KnownFile> news)
      throws IOException, InterruptedException {
    // The smallest first: if not everything fits, most files do.
    wanted.sort(Comparator.comparingLong(each -> each.fingerprint.size()));
    Map<String, PreImage.InGit> inGit = inGit(wanted, state);
    var toRead = new ArrayList<Wanted>();
    long bytes = used;
    for (Wanted each : wanted) {
      PreImage without = withoutReading(each, bytes, inGit);
      if (without == null) {
        toRead.add(each);
        bytes += each.fingerprint.size();
      } else {
        note(each, without, state, now, news);
      }
    }
    for (int from = 0; from < toRead.size(); ) {
      int to = from;
      long chunk = 0;
      while (to < toRead.size() && (to == from || chunk < BYTES_AT_ONCE)) {
        chunk += toRead.get(to).fingerprint.size();
        to++;
      }
      keep(read(toRead.subList(from, to)), state, now, news);
      from = to;
    }
  }

  private @Nullable PreImage withoutReading(
      Wanted each, long bytes, Map<String, PreImage.InGit> inGit) {
    switch (each.fingerprint.kind()) {
      case FOLDER, OTHER -> {
        return PreImage.Nothing.NOTHING;
      }
      case LINK -> {
        try {
          return new PreImage.Link(Files.readSymbolicLink(each.place).toString());
        } catch (IOException gone) {
          return new PreImage.Missing(PreImage.Reason.UNREADABLE);
        }
      }
      case FILE -> {
        if (each.fingerprint.size() > limits.fileBytes()) {
          return new PreImage.Missing(PreImage.Reason.TOO_LARGE);
        }
        PreImage object = inGit.get(each.path);
        return object == null && bytes + each.fingerprint.size() > limits.totalBytes()
            ? new PreImage.Missing(PreImage.Reason.FULL)
            : object;
      }
    }
    throw new IllegalStateException("unknown kind " + each.fingerprint.kind());
  }

  private static void note(
      Wanted each,
      PreImage image,
      TreeState state,
      Map<String, KnownFile> now,
      Map<String, @Nullable KnownFile> news) {
    KnownFile.Age age =
        state.isYoung(each.fingerprint) ? KnownFile.Age.YOUNG : KnownFile.Age.SETTLED;
    var file = new KnownFile(each.fingerprint, age, image);
    now.put(each.path, file);
    if (!file.equals(each.old)) {
      news.put(each.path, file);
    }
  }

  private void keep(
      List<Got> all,
      TreeState state,
      Map<String, KnownFile> now,
      Map<String, @Nullable KnownFile> news)
      throws IOException {
    var contents = new ArrayList<byte[]>();
    for (Got got : all) {
      if (got.bytes != null && kept(got) == null) {
        contents.add(got.bytes);
      }
    }
    long offset = contents.isEmpty() ? 0 : log.append(contents);
    for (Got got : all) {
      PreImage image = kept(got);
      if (image == null && got.bytes != null) {
        image = new PreImage.Packed(offset, got.bytes.length, got.sha256);
        offset += got.bytes.length;
      }
      note(
          got.wanted,
          image == null ? new PreImage.Missing(PreImage.Reason.UNREADABLE) : image,
          state,
          now,
          news);
    }
  }

  /// What is kept already with the same content.
  private static @Nullable PreImage kept(Got got) {
    KnownFile old = got.wanted.old;
    if (old == null || got.bytes == null) {
      return null;
    }
    return switch (old.image()) {
      case PreImage.Packed packed -> packed.sha256().equals(got.sha256) ? packed : null;
      case PreImage.InGit git -> GitBlobs.id(got.bytes).equals(git.id()) ? git : null;
      case PreImage.Link ignored -> null;
      case PreImage.Nothing ignored -> null;
      case PreImage.Missing ignored -> null;
    };
  }

  private List<Got> read(List<Wanted> wanted) throws IOException, InterruptedException {
    var all = new ArrayList<Got>(wanted.size());
    int threads = Math.min(Runtime.getRuntime().availableProcessors(), 4);
    if (wanted.size() < FILES_FOR_ONE || threads == 1) {
      for (Wanted each : wanted) {
        all.add(read(each));
      }
      return all;
    }
    try (ExecutorService readers = Executors.newFixedThreadPool(threads)) {
      var parts = new ArrayList<Future<List<Got>>>();
      for (int from = 0; from < wanted.size(); from += FILES_FOR_ONE) {
        List<Wanted> part = wanted.subList(from, Math.min(wanted.size(), from + FILES_FOR_ONE));
        parts.add(
            readers.submit(
                () -> {
                  var got = new ArrayList<Got>(part.size());
                  for (Wanted each : part) {
                    got.add(read(each));
                  }
                  return got;
                }));
      }
      try {
        for (Future<List<Got>> part : parts) {
          all.addAll(part.get());
        }
      } catch (ExecutionException failed) {
        readers.shutdownNow();
        if (failed.getCause() instanceof IOException io) {
          throw new IOException("files cannot be kept: " + IoFailure.named(io), failed);
        }
        throw new IllegalStateException("files cannot be kept", failed);
      } catch (InterruptedException stopped) {
        readers.shutdownNow();
        throw stopped;
      }
    }
    return all;
  }

  /// The content of a file with the fingerprint that it had while it was read.
  private Got read(Wanted wanted) throws ClosedByInterruptException {
    Wanted now = wanted;
    for (int attempt = 0; attempt < 3; attempt++) {
      try (SeekableByteChannel channel = Files.newByteChannel(now.place, READ)) {
        FileFingerprint fingerprint = FileFingerprint.of(now.place);
        now = new Wanted(now.path, now.place, fingerprint, now.old);
        if (fingerprint.kind() != FileStat.Kind.FILE || fingerprint.size() > limits.fileBytes()) {
          break;
        }
        var buffer = ByteBuffer.allocate(Math.toIntExact(fingerprint.size()));
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
          // Read on until it is whole.
        }
        if (!buffer.hasRemaining() && FileFingerprint.of(now.place).equals(fingerprint)) {
          return new Got(now, buffer.array(), Sha256.of(buffer.array()));
        }
      } catch (ClosedByInterruptException stopped) {
        throw stopped;
      } catch (IOException unreadable) {
        break;
      }
    }
    return new Got(now, null, "");
  }

  /// The objects of git that stand for files, by path, if there is so much to keep that it pays to
  /// ask.
  private Map<String, PreImage.InGit> inGit(List<Wanted> wanted, TreeState state)
      throws InterruptedException {
    long bytes = 0;
    for (Wanted each : wanted) {
      bytes += each.fingerprint.size();
    }
    if (wanted.size() < FILES_WITHOUT_GIT && bytes < BYTES_WITHOUT_GIT) {
      return Map.of();
    }
    var attributes = new ArrayList<Path>();
    for (String path : state.entries().keySet()) {
      if (path.endsWith(".gitattributes")) {
        attributes.add(sandbox.root().resolve(path));
      }
    }
    Map<String, PreImage.InGit> all = new HashMap<>();
    for (Root root : sandbox.roots()) {
      GitBlobs git =
          root.use() == Root.Use.WRITABLE ? GitBlobs.around(root.path(), attributes) : null;
      if (git != null) {
        addObjects(git, wanted, state, all);
      }
    }
    return all;
  }

  private static void addObjects(
      GitBlobs git, List<Wanted> wanted, TreeState state, Map<String, PreImage.InGit> all)
      throws InterruptedException {
    Map<String, String> ids = new LinkedHashMap<>();
    for (Wanted each : wanted) {
      String id =
          each.fingerprint.kind() == FileStat.Kind.FILE && !state.isYoung(each.fingerprint)
              ? git.cleanId(each.place, each.fingerprint)
              : null;
      if (id != null) {
        ids.put(each.path, id);
      }
    }
    if (ids.isEmpty()) {
      return;
    }
    Map<String, Long> sizes;
    try {
      sizes = GitBlobs.sizes(git.repository(), List.copyOf(Set.copyOf(ids.values())));
    } catch (IOException noGit) {
      return;
    }
    for (Wanted each : wanted) {
      String id = ids.get(each.path);
      Long size = id == null ? null : sizes.get(id);
      if (id != null && size != null && size == each.fingerprint.size()) {
        all.put(each.path, new PreImage.InGit(git.repository(), id));
      }
    }
  }

  /// The contents of these pre-images by path, handed over one after the other; those that cannot
  /// be had are left out.
  void contents(Map<String, KnownFile> files, Sink sink) throws IOException, InterruptedException {
    Map<String, Map<String, List<String>>> inGit = new LinkedHashMap<>();
    for (Map.Entry<String, KnownFile> each : files.entrySet()) {
      switch (each.getValue().image()) {
        case PreImage.Packed packed -> {
          byte[] bytes = log.content(packed);
          if (Sha256.of(bytes).equals(packed.sha256())) {
            sink.take(each.getKey(), bytes);
          }
        }
        case PreImage.InGit git ->
            inGit
                .computeIfAbsent(git.repository(), key -> new LinkedHashMap<>())
                .computeIfAbsent(git.id(), key -> new ArrayList<>())
                .add(each.getKey());
        case PreImage.Link ignored -> {}
        case PreImage.Nothing ignored -> {}
        case PreImage.Missing ignored -> {}
      }
    }
    for (Map.Entry<String, Map<String, List<String>>> each : inGit.entrySet()) {
      var refused = new ArrayList<IOException>();
      try {
        GitBlobs.contents(
            each.getKey(),
            List.copyOf(each.getValue().keySet()),
            (id, bytes) -> {
              for (String path : each.getValue().getOrDefault(id, List.of())) {
                try {
                  KnownFile file = files.get(path);
                  if (file != null && bytes.length == file.fingerprint().size()) {
                    sink.take(path, bytes);
                  }
                } catch (IOException full) {
                  refused.add(full);
                }
              }
            });
      } catch (IOException gitIsGone) {
        // The repository went with the command: what it held is left out.
      }
      if (!refused.isEmpty()) {
        throw refused.getFirst();
      }
    }
  }

  /// Takes contents.
  interface Sink {
    void take(String path, byte[] bytes) throws IOException;
  }
}
