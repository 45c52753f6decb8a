package dev.tenon.core.session;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One session: a tree of entries that only grows, and a leaf that says where it goes on. Every
/// entry is on disk when [#append] returns, unless the session is empty or kept in memory only; the
/// file is made with the first message. Safe for several threads; one program at a time writes.
///
/// Only the shape of the tree is in memory. Entries are read from the file when they are asked for.
public final class SessionLog implements AutoCloseable {
  private final ReentrantLock own = new ReentrantLock();
  private final Map<String, EntryNode> nodes;
  private final Map<String, String> labels;
  private final List<EntryNode> unsaved = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final Storage storage;
  private SessionHeader header;
  private @Nullable String name;
  private @Nullable EntryNode leaf;
  private int messages;

  /// What a session is stored with.
  ///
  /// @param file null for a session in memory
  /// @param lock null when it is only read
  record Storage(
      @Nullable SessionFile file,
      ImageBlobs blobs,
      EntryShrinker shrinker,
      @Nullable SessionLock lock) {

    /// Where the blobs of another program's session would be.
    List<Path> otherBlobs() {
      Path path = file == null ? null : file.path().toAbsolutePath();
      for (int i = 0; i < 3 && path != null; i++) {
        path = path.getParent();
      }
      return path == null ? List.of() : List.of(path.resolve("blobs"));
    }
  }

  /// A session that begins.
  SessionLog(SessionHeader header, Storage storage) {
    this.header = header;
    this.storage = storage;
    this.nodes = new LinkedHashMap<>();
    this.labels = new HashMap<>();
  }

  /// A session that was read. Its leaf is the last entry.
  SessionLog(LoadedSession loaded, SessionHeader header, Storage storage) {
    this.header = header;
    this.storage = storage;
    this.nodes = loaded.nodes;
    this.labels = loaded.labels;
    this.name = loaded.name;
    this.messages = loaded.messages;
    this.warnings.addAll(loaded.warnings);
    for (EntryNode node : nodes.values()) {
      leaf = node;
    }
  }

  public SessionHeader header() {
    return header;
  }

  public String id() {
    return header.id();
  }

  /// The file, if the session has one by now.
  public Optional<Path> file() {
    SessionFile file = storage.file();
    return file == null || !file.exists() ? Optional.empty() : Optional.of(file.path());
  }

  /// Where it is written to, be it there yet or not; empty for one that is not kept.
  public Optional<Path> place() {
    return Optional.ofNullable(storage.file()).map(SessionFile::path);
  }

  /// Whether the session is one that is written to disk.
  public boolean isKept() {
    return storage.file() != null;
  }

  /// What was found damaged when the session was opened, and what became of it.
  public List<String> warnings() {
    return locked(() -> List.copyOf(warnings));
  }

  /// The title: a person's, or one that was made. Empty when it has none yet.
  public Optional<String> title() {
    return locked(
        () -> {
          boolean chosen = SessionHeader.BY_USER.equals(header.titleSource());
          return Optional.ofNullable(chosen || name == null ? header.title() : name);
        });
  }

  public int messageCount() {
    return locked(() -> messages);
  }

  public int size() {
    return locked(nodes::size);
  }

  /// Where the next entry hangs; empty before the first one.
  public Optional<String> leafId() {
    return locked(() -> leaf == null ? Optional.empty() : Optional.of(leaf.id));
  }

  // ---- growing

  /// Adds an entry after the leaf, which it becomes. When it cannot be written it is kept in
  /// memory, and written with the next one that can.
  public Entry append(Entry.Body body) throws IOException {
    own.lock();
    try {
      var entry =
          new Entry(
              SessionIds.entry(id -> !nodes.containsKey(id)),
              leaf == null ? null : leaf.id,
              IsoTime.of(System.currentTimeMillis()),
              body);
      add(entry, leaf);
      save();
      return entry;
    } finally {
      own.unlock();
    }
  }

  private void add(Entry entry, @Nullable EntryNode parent) throws IOException {
    Json.Obj whole = entry.toJson();
    Json.Obj json =
        storage.file() == null ? whole : SessionFile.whole(() -> storage.shrinker().slim(whole));
    byte[] line = json.compact().getBytes(StandardCharsets.UTF_8);
    var node = new EntryNode(entry.id(), parent, entry.body().type());
    node.line = line;
    node.length = line.length;
    nodes.put(node.id, node);
    unsaved.add(node);
    leaf = node;
    if (entry.body() instanceof Entry.Said) {
      messages++;
    } else if (entry.body() instanceof Entry.Labelled change) {
      relabel(change);
    } else if (entry.body() instanceof Entry.Renamed renamed) {
      name = renamed.name();
    }
  }

  private void relabel(Entry.Labelled change) {
    String label = change.label();
    if (label == null || label.isBlank()) {
      labels.remove(change.targetId());
    } else {
      labels.put(change.targetId(), label);
    }
  }

  /// Writes what is not on disk yet. A session in which nobody has said anything has no file.
  private void save() throws IOException {
    SessionFile file = storage.file();
    if (file == null || unsaved.isEmpty() || (!file.exists() && !speaks())) {
      return;
    }
    if (storage.lock() == null) {
      throw new IOException("the session " + file.path() + " was opened only to be read");
    }
    Path aside = file.append(header, unsaved);
    unsaved.clear();
    if (aside != null) {
      warnings.add("what was left of the torn entry is now in " + aside);
    }
  }

  private boolean speaks() {
    for (EntryNode node : unsaved) {
      if (node.isMessage() || node.type.equals("custom_message")) {
        return true;
      }
    }
    return false;
  }

  // ---- moving

  /// Goes on from this entry. Nothing is written: the next entry tells.
  ///
  /// @throws IllegalArgumentException when there is no such entry
  public void branch(String entryId) {
    own.lock();
    try {
      leaf = node(entryId);
    } finally {
      own.unlock();
    }
  }

  /// Goes on before the first entry: the next one is another root.
  public void resetLeaf() {
    own.lock();
    try {
      leaf = null;
    } finally {
      own.unlock();
    }
  }

  /// Goes on from this entry, or from the root, with a summary of what happened elsewhere.
  public Entry branchWithSummary(@Nullable String entryId, String summary, @Nullable Json details)
      throws IOException {
    own.lock();
    try {
      leaf = entryId == null ? null : node(entryId);
      String from = entryId == null ? Entry.BranchSummarized.ROOT : entryId;
      return append(new Entry.BranchSummarized(from, summary, details, false));
    } finally {
      own.unlock();
    }
  }

  private EntryNode node(String id) {
    EntryNode node = nodes.get(id);
    if (node == null) {
      throw new IllegalArgumentException("the session " + header.id() + " has no entry " + id);
    }
    return node;
  }

  // ---- looking

  public Optional<Entry> entry(String id) throws IOException {
    own.lock();
    try {
      EntryNode node = nodes.get(id);
      return node == null ? Optional.empty() : Optional.of(read(node));
    } finally {
      own.unlock();
    }
  }

  /// All entries, in the order in which they were made.
  public List<Entry> entries() throws IOException {
    own.lock();
    try {
      return readAll(nodes.values());
    } finally {
      own.unlock();
    }
  }

  /// The entries from the root to this one; none for null.
  public List<Entry> path(@Nullable String entryId) throws IOException {
    own.lock();
    try {
      return readAll(pathTo(entryId));
    } finally {
      own.unlock();
    }
  }

  /// What the model sees at this entry; nothing for null.
  public SessionContext context(@Nullable String entryId) throws IOException {
    own.lock();
    try {
      return SessionContext.build(pathTo(entryId), new Lines());
    } finally {
      rest();
      own.unlock();
    }
  }

  /// How many messages a program sees at this entry; none for null. Reads none of them.
  public int contextCount(@Nullable String entryId) throws IOException {
    own.lock();
    try {
      return SessionContext.count(pathTo(entryId), new Lines());
    } finally {
      rest();
      own.unlock();
    }
  }

  private final class Lines implements SessionContext.Lines {
    @Override
    public Entry read(EntryNode node) throws IOException {
      return SessionLog.this.read(node);
    }

    @Override
    public @Nullable String picture(String data) {
      return SessionLog.this.picture(data).orElse(null);
    }
  }

  /// The Base64 text that the data of a picture's block stand for; empty when it is lost.
  public Optional<String> picture(String data) {
    return data.startsWith(ImageBlobs.REFERENCE)
        ? storage.blobs().get(data, storage.otherBlobs())
        : Optional.of(data);
  }

  /// The ids of the entries without a follower, oldest first: the tips of all branches.
  public List<String> tips() {
    return locked(
        () -> {
          Set<EntryNode> parents = new HashSet<>();
          for (EntryNode node : nodes.values()) {
            if (node.parent != null) {
              parents.add(node.parent);
            }
          }
          var tips = new ArrayList<String>();
          for (EntryNode node : nodes.values()) {
            if (!parents.contains(node)) {
              tips.add(node.id);
            }
          }
          return tips;
        });
  }

  /// The name that someone gave to an entry.
  public Optional<String> label(String entryId) {
    return locked(() -> Optional.ofNullable(labels.get(entryId)));
  }

  /// All labels by the id of their entry.
  public Map<String, String> labels() {
    return locked(() -> Map.copyOf(labels));
  }

  private List<EntryNode> pathTo(@Nullable String entryId) {
    var path = new ArrayList<EntryNode>();
    for (EntryNode at = entryId == null ? null : node(entryId); at != null; at = at.parent) {
      path.add(at);
    }
    Collections.reverse(path);
    return path;
  }

  private List<Entry> readAll(Iterable<EntryNode> wanted) throws IOException {
    var entries = new ArrayList<Entry>();
    for (EntryNode node : wanted) {
      entries.add(read(node));
    }
    rest();
    return entries;
  }

  private Entry read(EntryNode node) throws IOException {
    SessionFile file = storage.file();
    Json.Obj line = file == null ? SessionFile.inMemory(node) : file.line(node);
    Entry entry = Entry.of(line);
    // A parent that is not in the file is none.
    return new Entry(
        node.id, node.parent == null ? null : node.parent.id, entry.timestamp(), entry.body());
  }

  private void rest() {
    if (storage.file() != null) {
      storage.file().rest();
    }
  }

  // ---- the whole

  /// Gives the session a title. One that a person chose is replaced only by a person.
  public void rename(String title, String source) throws IOException {
    own.lock();
    try {
      boolean chosen = SessionHeader.BY_USER.equals(header.titleSource());
      if (chosen && !source.equals(SessionHeader.BY_USER)) {
        return;
      }
      header = header.withTitle(title, source);
      SessionFile file = storage.file();
      if (file != null && file.exists()) {
        if (storage.lock() == null) {
          throw new IOException("the session " + file.path() + " was opened only to be read");
        }
        save();
        file.rewrite(header, null);
      }
    } finally {
      own.unlock();
    }
  }

  /// A title for a session that has none and is not on disk yet: the beginning of its first prompt.
  void suggestTitle(String prompt) {
    own.lock();
    try {
      SessionFile file = storage.file();
      if (header.title() == null && (file == null || !file.exists())) {
        String title = Titles.of(prompt);
        if (!title.isEmpty()) {
          header = header.withTitle(title, SessionHeader.AUTOMATIC);
        }
      }
    } finally {
      own.unlock();
    }
  }

  /// Writes lines that were brought to the current version.
  void rewriteAll() throws IOException {
    SessionFile file = storage.file();
    if (file != null) {
      file.rewrite(header, List.copyOf(nodes.values()));
    }
  }

  /// Copies all lines but the header.
  void copyBody(FileChannel out) throws IOException {
    own.lock();
    try {
      SessionFile file = storage.file();
      var inMemory = new ArrayList<EntryNode>();
      for (EntryNode node : nodes.values()) {
        if (node.line != null) {
          inMemory.add(node);
        }
      }
      if (file != null && inMemory.size() < nodes.size()) {
        file.copyBody(out);
      }
      for (EntryNode node : inMemory) {
        SessionFile.copy(node, out);
      }
    } finally {
      own.unlock();
    }
  }

  /// The lines of the path to an entry as they are in the file, and the labels of what is on it.
  List<Json.Obj> linesOf(@Nullable String entryId) throws IOException {
    own.lock();
    try {
      var lines = new ArrayList<Json.Obj>();
      for (EntryNode node : pathTo(entryId)) {
        SessionFile file = storage.file();
        lines.add(file == null ? SessionFile.inMemory(node) : file.line(node));
      }
      rest();
      return lines;
    } finally {
      own.unlock();
    }
  }

  private <T> T locked(Supplier<T> look) {
    own.lock();
    try {
      return look.get();
    } finally {
      own.unlock();
    }
  }

  /// Lets other programs write to the session.
  @Override
  public void close() throws IOException {
    own.lock();
    try {
      if (storage.file() != null) {
        storage.file().close();
      }
    } finally {
      if (storage.lock() != null) {
        storage.lock().close();
      }
      own.unlock();
    }
  }
}
