package dev.tenon.cli.terminal.editor.text;

import java.util.ArrayList;
import java.util.List;

/// What was cut, the latest last. What is cut by keys one after the other is one piece.
public final class KillRing {
  private static final int MOST = 60;

  private final List<String> pieces = new ArrayList<>();
  private int at;

  /// Where a piece goes that follows another at once.
  public enum Side {
    BEFORE,
    AFTER
  }

  public void add(String text, Side side, boolean follows) {
    if (text.isEmpty()) {
      return;
    }
    if (follows && !pieces.isEmpty()) {
      String last = pieces.removeLast();
      pieces.add(side == Side.BEFORE ? text + last : last + text);
    } else {
      pieces.add(text);
      if (pieces.size() > MOST) {
        pieces.removeFirst();
      }
    }
    at = pieces.size() - 1;
  }

  /// Whether a large paste is among the pieces.
  public boolean hasPastes() {
    for (String piece : pieces) {
      if (Pastes.count(piece) > 0) {
        return true;
      }
    }
    return false;
  }

  /// What was cut last, or nothing.
  public String latest() {
    at = pieces.size() - 1;
    return pieces.isEmpty() ? "" : pieces.getLast();
  }

  /// The piece before the one that was given last, around the ring.
  public String earlier() {
    if (pieces.isEmpty()) {
      return "";
    }
    at = Math.floorMod(at - 1, pieces.size());
    return pieces.get(at);
  }
}
