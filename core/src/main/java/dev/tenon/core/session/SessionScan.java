package dev.tenon.core.session;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonOutline;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads a session file once from its beginning to its end and remembers of each line only where it
/// is and how it hangs in the tree. Never writes.
///
/// A line that is no JSON is passed over and told; so is what a killed program has left of its last
/// line. Everything else is found, however the file was cut.
final class SessionScan {
  private static final int WINDOW = 1 << 20;
  private static final int MAX_TOLD = 5;

  private final Path file;
  private final LoadedSession loaded = new LoadedSession();
  private @Nullable Migration migration;
  private @Nullable EntryNode last;
  private long lineNumber;
  private int damaged;
  private int orphans;

  private SessionScan(Path file) {
    this.file = file;
  }

  static LoadedSession read(Path file) throws IOException, SessionException {
    return new SessionScan(file).read();
  }

  private LoadedSession read() throws IOException, SessionException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      byte[] window = new byte[Math.clamp(channel.size() + 1, 1024, WINDOW)];
      int filled = 0;
      int searched = 0;
      long base = 0;
      while (true) {
        if (filled == window.length) {
          window = Arrays.copyOf(window, Math.multiplyExact(window.length, 2));
        }
        int n = channel.read(ByteBuffer.wrap(window, filled, window.length - filled));
        if (n < 0) {
          break;
        }
        filled += n;
        int start = 0;
        for (int i = searched; i < filled; i++) {
          if (window[i] == '\n') {
            line(window, start, i - start, base + start);
            start = i + 1;
            loaded.end = base + start;
          }
        }
        System.arraycopy(window, start, window, 0, filled - start);
        base += start;
        filled -= start;
        searched = filled;
      }
      loaded.size = base + filled;
      tail(window, filled, base);
    }
    finish();
    return loaded;
  }

  private void line(byte[] bytes, int from, int length, long at) throws SessionException {
    lineNumber++;
    if (blank(bytes, from, length)) {
      return;
    }
    Json.Obj outline;
    try {
      outline = JsonOutline.of(bytes, from, length);
    } catch (JsonException broken) {
      if (loaded.header == null) {
        throw notASession();
      }
      damaged("is no JSON (" + broken.getMessage() + ")");
      return;
    }
    if (loaded.header == null) {
      header(bytes, from, length, outline, at);
    } else if (migration != null) {
      migration.add(bytes, from, length);
    } else {
      entry(bytes, from, length, outline, at);
    }
  }

  private void header(byte[] bytes, int from, int length, Json.Obj outline, long at)
      throws SessionException {
    if (!SessionHeader.is(outline)) {
      throw notASession();
    }
    SessionHeader found = SessionHeader.of(whole(bytes, from, length));
    loaded.bodyStart = at + length + 1;
    if (found.version() < SessionHeader.VERSION) {
      migration = new Migration(found.version());
      found = found.withVersion(SessionHeader.VERSION);
    } else if (found.version() > SessionHeader.VERSION) {
      loaded.warnings.add(
          "the session was written in version "
              + found.version()
              + " of the format, which is newer than "
              + SessionHeader.VERSION
              + "; what is not understood is kept");
    }
    loaded.header = found;
  }

  private void entry(byte[] bytes, int from, int length, Json.Obj outline, long at) {
    EntryNode node = place(outline);
    if (node != null) {
      node.offset = at - loaded.bodyStart;
      node.length = length;
      special(node, bytes, from, length);
    }
  }

  /// Hangs an entry into the tree. A parent is looked for only among earlier lines, so that no
  /// damage can make a circle.
  private @Nullable EntryNode place(Json.Obj outline) {
    String id = outline.string("id");
    if (id == null) {
      damaged("has no id");
      return null;
    }
    if (loaded.nodes.containsKey(id)) {
      damaged("has the id " + id + " of an earlier entry");
      return null;
    }
    String parentId = outline.string("parentId");
    EntryNode parent = null;
    if (parentId != null) {
      parent = last != null && last.id.equals(parentId) ? last : loaded.nodes.get(parentId);
      if (parent == null) {
        orphans++;
      }
    }
    var node = new EntryNode(id, parent, outline.string("type", "").intern());
    loaded.nodes.put(id, node);
    last = node;
    if (node.isMessage()) {
      loaded.messages++;
    }
    return node;
  }

  /// Labels and names hold for the whole session and are looked up often.
  private void special(EntryNode node, byte[] bytes, int from, int length) {
    if (!node.type.equals("label") && !node.type.equals("session_info")) {
      return;
    }
    Entry.Body body = Entry.of(whole(bytes, from, length)).body();
    if (body instanceof Entry.Labelled label) {
      relabel(loaded, label);
    } else if (body instanceof Entry.Renamed renamed) {
      loaded.name = renamed.name();
    }
  }

  static void relabel(LoadedSession loaded, Entry.Labelled change) {
    String label = change.label();
    if (label == null || label.isBlank()) {
      loaded.labels.remove(change.targetId());
    } else {
      loaded.labels.put(change.targetId(), label);
    }
  }

  /// What follows the last line break: nothing, a line that lacks only its line break, or what a
  /// killed program could write of a line.
  private void tail(byte[] bytes, int length, long at) throws SessionException {
    if (length == 0) {
      return;
    }
    boolean whole = !blank(bytes, 0, length);
    try {
      JsonOutline.of(bytes, 0, length);
    } catch (JsonException torn) {
      whole = false;
    }
    if (whole) {
      line(bytes, 0, length, at);
      loaded.end = at + length;
      loaded.lineBreakMissing = true;
    } else if (loaded.header == null && lineNumber == 0 && !looksTorn(bytes, length)) {
      throw notASession();
    } else {
      loaded.warnings.add(
          "the last "
              + length
              + " bytes are half an entry, as a program leaves it that is killed while it writes;"
              + " everything before them is here");
    }
  }

  /// Whether a file without any whole line may be the beginning of a header.
  private static boolean looksTorn(byte[] bytes, int length) {
    String begin = "{\"type\":\"session\"";
    String found = new String(bytes, 0, Math.min(length, begin.length()), StandardCharsets.UTF_8);
    return begin.startsWith(found);
  }

  private void finish() throws SessionException {
    if (loaded.header == null && lineNumber > 0) {
      throw notASession();
    }
    if (migration != null) {
      loaded.migrated = true;
      migration.finish(this::migrated);
    }
    if (damaged > MAX_TOLD) {
      loaded.warnings.add((damaged - MAX_TOLD) + " more lines are damaged");
    }
    if (orphans > 0) {
      loaded.warnings.add(
          orphans
              + (orphans == 1 ? " entry follows one" : " entries follow ones")
              + " that is not in the file; what comes after begins a tree of its own");
    }
  }

  private void migrated(Json.Obj entry) {
    EntryNode node = place(entry);
    if (node != null) {
      byte[] line = entry.compact().getBytes(StandardCharsets.UTF_8);
      node.line = line;
      node.length = line.length;
      special(node, line, 0, line.length);
    }
  }

  private void damaged(String how) {
    if (++damaged <= MAX_TOLD) {
      loaded.warnings.add("line " + lineNumber + " " + how + " and was left out");
    }
  }

  private SessionException notASession() {
    return new SessionException(
        SessionException.Kind.NOT_A_SESSION,
        file + " is no session: its first line is not the header of one; it was left as it is");
  }

  private static Json.Obj whole(byte[] bytes, int from, int length) {
    try {
      return JsonOutline.whole(bytes, from, length);
    } catch (JsonException impossible) {
      throw new IllegalStateException("a line that was checked", impossible);
    }
  }

  private static boolean blank(byte[] bytes, int from, int length) {
    for (int i = from; i < from + length; i++) {
      if (bytes[i] != ' ' && bytes[i] != '\r' && bytes[i] != '\t') {
        return false;
      }
    }
    return true;
  }
}
