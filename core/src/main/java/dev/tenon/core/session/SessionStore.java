package dev.tenon.core.session;

import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// All sessions under a state folder: `sessions/--PROJECT--/TIME_ID.jsonl`, their pictures in
/// `blobs/`. Makes, opens, copies and deletes them; [SessionListing] finds them.
public final class SessionStore {
  static final String SUFFIX = ".jsonl";
  private static final int FOLDER_BYTES = 200;

  private final Path home;
  private final @Nullable Path single;
  private final ImageBlobs blobs;

  public SessionStore(Path home) {
    this(home, null);
  }

  /// @param single keeps the sessions of all projects; null for a folder for each below the state
  ///   folder
  public SessionStore(Path home, @Nullable Path single) {
    this.home = home;
    this.single = single;
    this.blobs = new ImageBlobs(home.resolve("blobs"));
  }

  public Path home() {
    return home;
  }

  /// Where all sessions are.
  public Path folder() {
    return single == null ? home.resolve("sessions") : single;
  }

  /// Where the sessions of a project are. Two projects may share a folder; the header tells.
  public Path folderOf(Path cwd) {
    if (single != null) {
      return single;
    }
    String path = cwd.toAbsolutePath().normalize().toString();
    String plain = path.startsWith("/") ? path.substring(1) : path;
    var name = new StringBuilder("--");
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      name.append(c == '/' || c == '\\' || c == ':' ? '-' : c);
    }
    if (name.toString().getBytes(StandardCharsets.UTF_8).length > FOLDER_BYTES) {
      name.setLength(40);
      name.append('-').append(Sha256.of(path), 0, 16);
    }
    return folder().resolve(name.append("--").toString());
  }

  public SessionListing listing() {
    return new SessionListing(this);
  }

  /// A session of this project. Nothing is on disk before its first message.
  public SessionLog create(Path cwd) throws IOException {
    return create(cwd, null);
  }

  /// @param parent what it was made from, if it was
  public SessionLog create(Path cwd, @Nullable String parent) throws IOException {
    Path folder = folderOf(cwd);
    PrivateFiles.folders(folder);
    SessionHeader header = newHeader(cwd, parent);
    Path file = folder.resolve(fileName(header));
    SessionLock lock = SessionLock.take(lockFile(), file);
    return new SessionLog(
        header,
        new SessionLog.Storage(new SessionFile(file), blobs, new EntryShrinker(blobs), lock));
  }

  /// The session of a helper, in a file of its own beside what its parent keeps.
  ///
  /// @param parent the session that it works for
  public SessionLog createAt(Path file, Path cwd, @Nullable String parent) throws IOException {
    Path folder = file.getParent();
    if (folder != null) {
      PrivateFiles.folders(folder);
    }
    // The file need not lie among the others, and may be the first of all.
    PrivateFiles.folders(folder());
    SessionLock lock = SessionLock.take(lockFile(), file);
    return new SessionLog(
        newHeader(cwd, parent),
        new SessionLog.Storage(new SessionFile(file), blobs, new EntryShrinker(blobs), lock));
  }

  /// A session that is never written.
  public static SessionLog inMemory(Path cwd) {
    return new SessionLog(
        newHeader(cwd, null),
        new SessionLog.Storage(
            null, new ImageBlobs(Path.of("blobs")), new EntryShrinker(null), null));
  }

  private static SessionHeader newHeader(Path cwd, @Nullable String parent) {
    return SessionHeader.create(
        SessionIds.session(), IsoTime.of(System.currentTimeMillis()), cwd.toString(), parent);
  }

  private static String fileName(SessionHeader header) {
    return header.timestamp().replace(':', '-').replace('.', '-') + "_" + header.id() + SUFFIX;
  }

  private Path lockFile() {
    return folder().resolve(".lock");
  }

  /// Opens a session to go on with it. An older version is brought to the current one at once; a
  /// later one can only be looked at, since its next entries would have to be of that version.
  ///
  /// @throws SessionException when there is none, when another program has it open, or when its
  ///   version is not known
  public SessionLog open(Path file) throws SessionException {
    try {
      Path real = file.toRealPath();
      SessionLock lock = lock(file, real, ", in this program or another one, which writes to it");
      try {
        SessionLog log = opened(real, lock);
        requireKnown(file, log.header());
        return log;
      } catch (SessionException | IOException refused) {
        lock.close();
        throw refused;
      }
    } catch (IOException unusable) {
      throw unusable(file, unusable);
    }
  }

  private static void requireKnown(Path file, SessionHeader header) throws SessionException {
    if (header.version() > SessionHeader.VERSION) {
      throw new SessionException(
          SessionException.Kind.UNUSABLE,
          "the session "
              + file
              + " was written in version "
              + header.version()
              + " of the format by a later Tenon, and this one knows "
              + SessionHeader.VERSION
              + "; go on with it there, or look at it with 'tenon sessions show'");
    }
  }

  /// Opens a session only to look at it. Nothing is written, whatever is found.
  public SessionLog look(Path file) throws SessionException {
    try {
      return opened(file.toRealPath(), null);
    } catch (IOException unusable) {
      throw unusable(file, unusable);
    }
  }

  private SessionLog opened(Path file, @Nullable SessionLock lock)
      throws IOException, SessionException {
    LoadedSession loaded = SessionScan.read(file);
    SessionHeader header = loaded.header;
    if (header == null) {
      header = SessionHeader.create(idOf(file), IsoTime.of(System.currentTimeMillis()), "", null);
    }
    var log =
        new SessionLog(
            loaded,
            header,
            new SessionLog.Storage(
                new SessionFile(file, loaded), blobs, new EntryShrinker(blobs), lock));
    if (loaded.migrated && lock != null) {
      log.rewriteAll();
    }
    return log;
  }

  /// The id in a file's name.
  static String idOf(Path file) {
    String name = String.valueOf(file.getFileName());
    String stem = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    return stem.substring(stem.lastIndexOf('_') + 1);
  }

  private SessionLock lock(Path file, Path real, String why) throws IOException, SessionException {
    PrivateFiles.folders(folder());
    SessionLock lock = SessionLock.take(lockFile(), real);
    if (lock == null) {
      throw new SessionException(
          SessionException.Kind.IN_USE, "the session " + file + " is open already" + why);
    }
    return lock;
  }

  private static SessionException unusable(Path file, IOException why) {
    return why instanceof NoSuchFileException
        ? new SessionException(
            SessionException.Kind.MISSING, "there is no session file " + file, why)
        : new SessionException(
            SessionException.Kind.UNUSABLE, "the session " + file + " cannot be used: " + why, why);
  }

  /// Where long outputs of a session are kept, beside its file.
  public static Path artifactsOf(Path file) {
    String name = String.valueOf(file.getFileName());
    String stem = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    return file.resolveSibling(stem + ".artifacts");
  }

  /// A copy of a session speaks of the same outputs, and outlives the original.
  private void bringArtifacts(SessionLog from, SessionLog copy) throws IOException {
    Path there = from.file().map(SessionStore::artifactsOf).orElse(null);
    Path here = copy.file().map(SessionStore::artifactsOf).orElse(null);
    if (there == null
        || here == null
        || !Files.isDirectory(there, LinkOption.NOFOLLOW_LINKS)
        || !there.toRealPath().startsWith(folder().toRealPath())) {
      return;
    }
    PrivateFiles.folders(here);
    try (var outputs =
        Files.newDirectoryStream(there, "*{" + Artifacts.SUFFIX + "," + SUFFIX + ",.md}")) {
      for (Path output : outputs) {
        if (Files.isRegularFile(output, LinkOption.NOFOLLOW_LINKS)) {
          Path target = here.resolve(String.valueOf(output.getFileName()));
          // A helper's session may grow in either; outputs stay as they are.
          if (target.toString().endsWith(SUFFIX) || !linked(target, output)) {
            Files.copy(output, target, LinkOption.NOFOLLOW_LINKS);
          }
        }
      }
    }
  }

  private static boolean linked(Path target, Path output) throws IOException {
    try {
      Files.createLink(target, output);
      return true;
    } catch (UnsupportedOperationException | FileSystemException elsewhere) {
      return false;
    }
  }

  private static void deleteArtifacts(Path session) throws IOException {
    Path folder = artifactsOf(session);
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      try (var outputs = Files.newDirectoryStream(folder)) {
        for (Path output : outputs) {
          Files.delete(output);
        }
      }
    }
    Files.deleteIfExists(folder);
  }

  /// A copy of a whole session, all branches included, in this project. It goes on where the
  /// original is.
  public SessionLog fork(SessionLog from, Path cwd) throws IOException, SessionException {
    String leaf = from.leafId().orElse(null);
    String parent = from.file().map(Path::toString).orElse(from.id());
    if (from.messageCount() == 0) {
      return create(cwd, parent);
    }
    Json.Obj fields = from.header().fields();
    SessionHeader fresh = newHeader(cwd, parent);
    var members = new LinkedHashMap<>(fields.members());
    members.putAll(fresh.fields().members());
    SessionLog copy = open(write(cwd, SessionHeader.of(new Json.Obj(members)), from::copyBody));
    bringArtifacts(from, copy);
    if (leaf == null) {
      copy.resetLeaf();
    } else {
      copy.branch(leaf);
    }
    return copy;
  }

  /// A session of its own that begins with the path to an entry, or anew for null. Labels of what
  /// is on the path come along.
  public SessionLog branch(SessionLog from, @Nullable String entryId, Path cwd)
      throws IOException, SessionException {
    String parent = from.file().map(Path::toString).orElse(from.id());
    List<Json.Obj> lines = from.linesOf(entryId);
    if (lines.stream().noneMatch(line -> line.string("type", "").equals("message"))) {
      return create(cwd, parent);
    }
    Set<String> kept = new HashSet<>();
    var copied = new ArrayList<Json.Obj>();
    Json last = Json.Null.VALUE;
    for (Json.Obj line : lines) {
      if (!line.string("type", "").equals("label")) {
        copied.add(line.with("parentId", last));
        last = Json.of(line.string("id", ""));
        kept.add(line.string("id", ""));
      }
    }
    SessionLog branch =
        open(
            write(
                cwd,
                newHeader(cwd, parent),
                out -> {
                  for (Json.Obj line : copied) {
                    out.write(
                        ByteBuffer.wrap((line.compact() + "\n").getBytes(StandardCharsets.UTF_8)));
                  }
                }));
    bringArtifacts(from, branch);
    for (Map.Entry<String, String> label : from.labels().entrySet()) {
      if (kept.contains(label.getKey())) {
        branch.append(new Entry.Labelled(label.getKey(), label.getValue()));
      }
    }
    return branch;
  }

  private interface Writing {
    void to(FileChannel out) throws IOException;
  }

  /// Writes a new session as a whole: aside, synced, renamed.
  private Path write(Path cwd, SessionHeader header, Writing body) throws IOException {
    Path folder = folderOf(cwd);
    PrivateFiles.folders(folder);
    Path file = folder.resolve(fileName(header));
    Path fresh = folder.resolve(file.getFileName() + ".new");
    try (FileChannel out =
        FileChannel.open(
            fresh,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PrivateFiles.file(fresh))) {
      out.write(
          ByteBuffer.wrap((header.fields().compact() + "\n").getBytes(StandardCharsets.UTF_8)));
      body.to(out);
      out.force(true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    return file;
  }

  /// Deletes a session, what was set aside of it, and its long outputs.
  ///
  /// @throws SessionException when it is open in a program
  public void delete(Path file) throws SessionException {
    try {
      Path real = file.toRealPath();
      SessionLock lock = lock(file, real, "; leave that one first");
      try (lock;
          var siblings =
              Files.newDirectoryStream(real.getParent(), real.getFileName() + ".torn-*")) {
        for (Path torn : siblings) {
          Files.delete(torn);
        }
        deleteArtifacts(real);
        Files.delete(real);
      }
    } catch (IOException unusable) {
      throw unusable(file, unusable);
    }
  }
}
