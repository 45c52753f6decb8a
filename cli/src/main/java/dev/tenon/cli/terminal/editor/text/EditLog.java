package dev.tenon.cli.terminal.editor.text;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What was changed, to take it back and to do it again. Characters that are typed one after the
/// other are one change up to the end of their word.
public final class EditLog {
  private static final int MOST = 1000;

  private final Deque<Edit> done = new ArrayDeque<>();
  private final Deque<Edit> undone = new ArrayDeque<>();
  private boolean closed = true;

  /// @param before where the cursor stood
  public record Edit(int at, String removed, String inserted, int before) {
    public int end() {
      return at + inserted.length();
    }
  }

  /// How a change goes together with the one before it.
  public enum Kind {
    TYPED,
    ERASED,
    OTHER
  }

  private Kind last = Kind.OTHER;

  public void add(Edit edit, Kind kind) {
    undone.clear();
    Edit before = done.peekLast();
    Edit joined = closed || kind != last || before == null ? null : joined(before, edit, kind);
    if (joined == null) {
      done.addLast(edit);
      if (done.size() > MOST) {
        done.removeFirst();
      }
    } else {
      done.removeLast();
      done.addLast(joined);
    }
    last = kind;
    closed = kind == Kind.OTHER;
  }

  private static @Nullable Edit joined(Edit before, Edit edit, Kind kind) {
    if (kind == Kind.TYPED && edit.removed().isEmpty() && before.end() == edit.at()) {
      boolean newWord =
          !before.inserted().isEmpty()
              && Character.isWhitespace(before.inserted().charAt(before.inserted().length() - 1))
              && !Character.isWhitespace(edit.inserted().charAt(0));
      return newWord
          ? null
          : new Edit(
              before.at(), before.removed(), before.inserted() + edit.inserted(), before.before());
    }
    if (kind == Kind.ERASED && before.inserted().isEmpty() && edit.inserted().isEmpty()) {
      if (edit.at() + edit.removed().length() == before.at()) {
        return new Edit(edit.at(), edit.removed() + before.removed(), "", before.before());
      }
      if (edit.at() == before.at()) {
        return new Edit(edit.at(), before.removed() + edit.removed(), "", before.before());
      }
    }
    return null;
  }

  /// The next change begins anew.
  public void close() {
    closed = true;
  }

  Optional<Edit> undo() {
    closed = true;
    Edit edit = done.pollLast();
    if (edit != null) {
      undone.addLast(edit);
    }
    return Optional.ofNullable(edit);
  }

  Optional<Edit> redo() {
    closed = true;
    Edit edit = undone.pollLast();
    if (edit != null) {
      done.addLast(edit);
    }
    return Optional.ofNullable(edit);
  }

  public void clear() {
    done.clear();
    undone.clear();
    closed = true;
  }
}
