package dev.tenon.core.change.journal;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The entries of a journal: its file, one JSON object a line and only ever appended to, and the
/// state in memory that they add up to: the changes in order, the checkpoints, what each file was
/// last known to be, and the commits that began and did not end. Every form of an entry is written
/// and read here.
///
/// A last line that was cut off by a crash is put aside into a file of its own before anything is
/// appended, and reported. Used under a lock that other processes respect, too.
///
/// A later program whose entries this one would misread (what it takes for unfinished, it would
/// take back) begins with an entry `{"type":"form","form":2}`; that journal is refused as a whole.
final class Ledger {
  /// The form that is written and read; without an entry that names it, it is this one.
  private static final int FORM = 1;

  private final Path file;
  private @Nullable String refusal;
  private long offset;
  private final List<Change> changes = new ArrayList<>();
  private final Map<String, Checkpoint> checkpoints = new LinkedHashMap<>();
  private final Map<String, Optional<FileImage>> lastKnown = new HashMap<>();
  private final Map<String, List<Change>> open = new LinkedHashMap<>();
  private final Set<String> settled = new HashSet<>();
  private final List<String> warnings = new ArrayList<>();

  Ledger(Path file) {
    this.file = file;
  }

  // ---- writing

  /// Files are about to change.
  void intent(String commit, List<Change> intended) throws IOException {
    append(entry("intent", commit).put("changes", json(intended)));
  }

  /// The files of a commit have changed.
  ///
  /// @param folders those that were made for it
  void done(String commit, List<String> folders) throws IOException {
    append(entry("done", commit).put("folders", folders.isEmpty() ? null : Json.strings(folders)));
  }

  /// Nothing is left of a commit that began.
  void voided(String commit) throws IOException {
    append(entry("void", commit));
  }

  /// Files have changed without the journal's doing.
  void observed(String commit, List<Change> noticed) throws IOException {
    append(entry("observed", commit).put("changes", json(noticed)));
  }

  void checkpoint(Checkpoint checkpoint) throws IOException {
    append(Json.object().put("type", "checkpoint").putAll(ChangeJson.toJson(checkpoint)));
  }

  /// Changes are taken back without anything to write.
  void settled(List<String> ids) throws IOException {
    append(Json.object().put("type", "settled").put("undoes", Json.strings(ids)));
    settled.addAll(ids);
  }

  private static Json.Builder entry(String type, String commit) {
    return Json.object().put("type", type).put("commit", commit);
  }

  private static @Nullable Json json(List<Change> some) {
    return some.isEmpty() ? null : Json.array(some.stream().map(ChangeJson::toJson).toList());
  }

  /// Adds an entry; [#update] reads it like everyone else's.
  private void append(Json.Builder entry) throws IOException {
    byte[] line = (entry.build().compact() + "\n").getBytes(StandardCharsets.UTF_8);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      var buffer = ByteBuffer.wrap(line);
      while (buffer.hasRemaining()) {
        if (channel.write(buffer) < 0) {
          throw new IOException("cannot write " + file);
        }
      }
    }
  }

  // ---- reading

  /// Takes in the entries that were appended since the last time, by whomever. What is wrong with
  /// them is a warning.
  ///
  /// @throws IOException also when a later version wrote them; nothing is to be done with them then
  void update() throws IOException {
    if (refusal != null) {
      throw new IOException(refusal);
    }
    if (!Files.exists(file)) {
      return;
    }
    byte[] bytes;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() <= offset) {
        return;
      }
      var buffer = ByteBuffer.allocate(Math.toIntExact(channel.size() - offset));
      while (buffer.hasRemaining() && channel.read(buffer, offset + buffer.position()) >= 0) {
        // Read on until the buffer is full.
      }
      bytes = buffer.array();
    }
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        line(new String(bytes, start, i - start, StandardCharsets.UTF_8));
        start = i + 1;
      }
    }
    offset += start;
    if (refusal != null) {
      throw new IOException(refusal);
    }
    if (start < bytes.length) {
      warnings.add(tornTail(Arrays.copyOfRange(bytes, start, bytes.length)));
    }
  }

  private void line(String line) {
    if (line.isBlank()) {
      return;
    }
    try {
      read(Json.parseObject(line));
    } catch (JsonException | IllegalArgumentException damaged) {
      warnings.add(file + ": a damaged entry was skipped: " + damaged.getMessage());
    }
  }

  private String tornTail(byte[] tail) throws IOException {
    Path aside = file.resolveSibling(file.getFileName() + ".torn-" + offset);
    Files.write(aside, tail);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(offset);
    }
    return file
        + ": its last entry was cut off ("
        + tail.length
        + " bytes, now in "
        + aside.getFileName()
        + "); everything before it is whole";
  }

  private void read(Json.Obj entry) throws JsonException {
    switch (ChangeJson.required(entry, "type")) {
      case "checkpoint" -> {
        Checkpoint checkpoint = ChangeJson.checkpoint(entry);
        checkpoints.put(checkpoint.id(), checkpoint);
      }
      case "intent" -> {
        var intended = new ArrayList<Change>();
        for (Json.Obj json : entry.objects("changes")) {
          intended.add(ChangeJson.change(json));
        }
        open.put(ChangeJson.required(entry, "commit"), intended);
      }
      case "observed" -> {
        for (Json.Obj json : entry.objects("changes")) {
          settle(ChangeJson.change(json));
        }
      }
      case "done" -> {
        List<Change> done = open.remove(ChangeJson.required(entry, "commit"));
        if (done != null) {
          done.forEach(change -> settle(withFolders(change, entry)));
        }
      }
      case "settled" -> settled.addAll(ChangeJson.strings(entry, "undoes"));
      case "form" -> {
        long form = entry.number("form", 0);
        if (form > FORM) {
          refusal =
              file
                  + " was written by a later version of Tenon (form "
                  + form
                  + ", this one knows "
                  + FORM
                  + "); use that version, or set TENON_HOME to another folder";
        }
      }
      case "void" -> open.remove(ChangeJson.required(entry, "commit"));
      default -> throw new JsonException("unknown entry type " + entry.string("type"), 1, 1);
    }
  }

  private static Change withFolders(Change change, Json.Obj done) {
    var folders = new ArrayList<String>();
    for (Json folder : done.array("folders")) {
      if (folder instanceof Json.Str path && change.pathAfter().startsWith(path.value() + "/")) {
        folders.add(path.value());
      }
    }
    return new Change(
        change.id(),
        change.commit(),
        change.time(),
        change.by(),
        change.session(),
        change.prompt(),
        change.path(),
        change.target(),
        change.before(),
        change.after(),
        folders,
        change.undoes());
  }

  private void settle(Change change) {
    changes.add(change);
    lastKnown.put(
        change.path(), Optional.ofNullable(change.target() == null ? change.after() : null));
    if (change.target() != null) {
      lastKnown.put(change.target(), Optional.ofNullable(change.after()));
    }
  }

  // ---- what they add up to

  /// All changes, oldest first.
  List<Change> changes() {
    return List.copyOf(changes);
  }

  /// The changes of the commit that was recorded last.
  List<Change> changesOf(String commit) {
    int first = changes.size();
    while (first > 0 && changes.get(first - 1).commit().equals(commit)) {
      first--;
    }
    return List.copyOf(changes.subList(first, changes.size()));
  }

  List<Checkpoint> checkpoints() {
    return List.copyOf(checkpoints.values());
  }

  boolean knows(Checkpoint checkpoint) {
    return checkpoints.containsKey(checkpoint.id());
  }

  /// What Tenon last saw or made of the file: nothing known, known as missing, or an image.
  Optional<Optional<FileImage>> lastKnown(String path) {
    return Optional.ofNullable(lastKnown.get(path));
  }

  /// Commits that began and neither ended nor were taken back.
  Map<String, List<Change>> open() {
    return new LinkedHashMap<>(open);
  }

  void warn(String warning) {
    warnings.add(warning);
  }

  List<String> takeWarnings() {
    var taken = List.copyOf(warnings);
    warnings.clear();
    return taken;
  }

  /// The changes that are not in force, because a change in force takes them back.
  Set<String> undone() {
    var undone = new HashSet<>(settled);
    for (Change change : changes.reversed()) {
      if (!undone.contains(change.id())) {
        undone.addAll(change.undoes());
      }
    }
    return undone;
  }
}
