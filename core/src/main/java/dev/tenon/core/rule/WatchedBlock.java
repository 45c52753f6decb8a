package dev.tenon.core.rule;

import dev.tenon.core.text.BoundedText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/// One content block of an answer while it arrives: the last few thousand characters of it, and the
/// conditions that could match there. Positions count from the beginning of the block.
final class WatchedBlock {
  /// A match never spans more than this.
  static final int WINDOW = 4096;

  final Source source;
  final String tool;
  final String callId;
  final StringBuilder text = new StringBuilder();
  final BoundedText bounded = new BoundedText(text, () -> false);
  final List<Trial> trials = new ArrayList<>();
  int state = LiteralMatcher.START;
  private final @Nullable ArgumentText arguments;
  private long dropped;

  WatchedBlock(Source source, String tool, String callId) {
    this.source = source;
    this.tool = tool;
    this.callId = callId;
    this.arguments = source == Source.TOOL ? new ArgumentText() : null;
  }

  /// A condition that is tried on this block from now on.
  static final class Trial {
    final int id;
    final Condition condition;

    /// Where a match could begin.
    long from;

    /// Where the last match that could be coming ends.
    long until;

    /// Whether it was tried since there was more text.
    boolean due;

    /// Whether it has matched, and only the path is missing.
    boolean matched;

    int pathsTried = -1;
    @Nullable Matcher matcher;

    Trial(int id, Condition condition, long from, long until) {
      this.id = id;
      this.condition = condition;
      this.from = from;
      this.until = until;
    }
  }

  long end() {
    return dropped + text.length();
  }

  /// The place of a position in the text; its first character is kept only for what looks back.
  int offset(long position) {
    return (int) Math.max(dropped == 0 ? 0 : 1, position - dropped);
  }

  /// Adds what came. Answers the place in the text where it begins.
  int add(String delta) {
    if (full()) {
      int surplus = text.length() - WINDOW;
      text.delete(0, surplus);
      dropped += surplus;
    }
    int begin = text.length();
    if (arguments == null) {
      text.append(delta);
    } else {
      arguments.read(delta, text);
    }
    return begin;
  }

  /// Whether the next piece lets go of the oldest text.
  boolean full() {
    return text.length() > 2 * WINDOW;
  }

  /// How many characters a trial has to look at.
  int ahead(Trial trial) {
    return text.length() - Math.min(text.length(), offset(trial.from));
  }

  int pathCount() {
    return arguments == null ? 0 : arguments.paths().size();
  }

  boolean isEmpty() {
    return dropped == 0 && text.isEmpty();
  }

  /// The position of a place in the text.
  long position(int offset) {
    return dropped + offset;
  }

  /// The first path of this call that a scope is about; null for none.
  @Nullable String pathIn(Scope scope) {
    var paths = new ArrayList<String>();
    if (arguments != null) {
      paths.addAll(arguments.paths());
      ArgumentText.pathsInPatch(text, paths);
    }
    for (String path : paths) {
      if (scope.watches(tool, path)) {
        return path;
      }
    }
    return null;
  }

  /// Any path of this call, to name it.
  String firstPath() {
    return arguments == null || arguments.paths().isEmpty() ? "" : arguments.paths().getFirst();
  }
}
