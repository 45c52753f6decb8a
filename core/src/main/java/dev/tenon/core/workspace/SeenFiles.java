package dev.tenon.core.workspace;

import dev.tenon.core.text.FileVersion;
import dev.tenon.core.text.TextFile;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the model knows of the files: each state it was shown or has written itself, with a version
/// number of the session. A path gets a new number when its hash differs from the last one seen.
/// The texts are kept too, as far as a budget goes, so that an edit made against an older state can
/// be carried over to the present one.
///
/// One per conversation; safe for several threads.
public final class SeenFiles {
  /// How many states of one file are remembered.
  private static final int STATES_OF_A_FILE = 8;

  private final long mostCharacters;
  private final Map<Path, Deque<FileVersion>> states = new HashMap<>();

  /// By hash, the one used longest ago first.
  private final LinkedHashMap<String, TextFile> texts = new LinkedHashMap<>(16, 0.75f, true);

  private long characters;
  private int lastVersion;

  public SeenFiles() {
    this(16L * 1024 * 1024);
  }

  /// @param mostCharacters how much text is kept for later; the least recently used goes first
  public SeenFiles(long mostCharacters) {
    this.mostCharacters = mostCharacters;
  }

  /// Notes that the model now knows this state, shown or written, and gives its version.
  ///
  /// @param text the whole text if it is at hand
  public synchronized FileVersion saw(Path real, String sha256, @Nullable TextFile text) {
    if (text != null) {
      keep(sha256, text);
    }
    Deque<FileVersion> known = states.computeIfAbsent(real, path -> new ArrayDeque<>());
    FileVersion last = known.peekLast();
    if (last != null && last.sha256().equals(sha256)) {
      return last;
    }
    var next = new FileVersion(++lastVersion, sha256);
    known.addLast(next);
    if (known.size() > STATES_OF_A_FILE) {
      known.removeFirst();
    }
    return next;
  }

  /// The state of the file that the model saw last.
  public synchronized Optional<FileVersion> latest(Path real) {
    Deque<FileVersion> known = states.get(real);
    return known == null ? Optional.empty() : Optional.of(known.getLast());
  }

  /// The version under which the model saw the file with this hash, the latest one if several.
  public synchronized Optional<FileVersion> version(Path real, String sha256) {
    Deque<FileVersion> known = states.get(real);
    if (known != null) {
      for (var all = known.descendingIterator(); all.hasNext(); ) {
        FileVersion version = all.next();
        if (version.sha256().equals(sha256)) {
          return Optional.of(version);
        }
      }
    }
    return Optional.empty();
  }

  /// The version of this state if the model has seen it, otherwise the one that it would get now.
  /// Nothing is noted: the model does not know the state by that.
  public synchronized FileVersion number(Path real, String sha256) {
    return version(real, sha256).orElseGet(() -> new FileVersion(lastVersion + 1, sha256));
  }

  /// The text of a state that was seen, unless it had to make room.
  public synchronized Optional<TextFile> text(String sha256) {
    return Optional.ofNullable(texts.get(sha256));
  }

  /// The states of a file that were seen, newest first.
  public synchronized List<FileVersion> history(Path real) {
    Deque<FileVersion> known = states.get(real);
    return known == null ? List.of() : List.copyOf(known).reversed();
  }

  /// The file is somewhere else now, with all that is known of it.
  public synchronized void moved(Path from, Path to) {
    Deque<FileVersion> known = states.remove(from);
    if (known != null) {
      states.put(to, known);
    }
  }

  /// The file is gone; a new one in its place has to be read first.
  public synchronized void forget(Path real) {
    states.remove(real);
  }

  private void keep(String sha256, TextFile text) {
    if (text.lf().length() > mostCharacters || texts.containsKey(sha256)) {
      return;
    }
    texts.put(sha256, text);
    characters += text.lf().length();
    for (var oldest = texts.values().iterator(); characters > mostCharacters; ) {
      characters -= oldest.next().lf().length();
      oldest.remove();
    }
  }
}
