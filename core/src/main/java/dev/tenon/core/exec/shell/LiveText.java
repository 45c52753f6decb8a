package dev.tenon.core.exec.shell;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Output on its way to a face: takes bytes as they come, gives text in which no character is torn.
/// When a face is slower than the command, it skips what is old. Used under the lock of its owner.
final class LiveText {
  static final int MOST = 64 * 1024;

  private byte[] waiting = new byte[1024];
  private int length;
  private long skipped;

  /// How much to take.
  enum Take {
    WHOLE_CHARACTERS,
    /// Half a character too, since nothing follows.
    ALL
  }

  boolean isEmpty() {
    return length == 0;
  }

  void add(ByteBuffer bytes) {
    int more = bytes.remaining();
    if (more > MOST) {
      skipped += length + (more - MOST);
      length = 0;
      bytes.position(bytes.limit() - MOST);
      more = MOST;
    }
    int excess = length + more - MOST;
    if (excess > 0) {
      System.arraycopy(waiting, excess, waiting, 0, length - excess);
      length -= excess;
      skipped += excess;
    }
    if (length + more > waiting.length) {
      waiting = Arrays.copyOf(waiting, Math.min(MOST, 2 * (length + more)));
    }
    bytes.get(waiting, length, more);
    length += more;
  }

  String take(Take how) {
    int from = skipped > 0 ? Utf8.start(waiting, 0, length) : 0;
    int to = how == Take.ALL ? length : Utf8.whole(waiting, length);
    if (to <= from && how == Take.WHOLE_CHARACTERS) {
      return "";
    }
    String text = new String(waiting, from, to - from, StandardCharsets.UTF_8);
    if (skipped > 0) {
      text = "\n[… " + (skipped + from) + " bytes not shown here …]\n" + text;
      skipped = 0;
    }
    System.arraycopy(waiting, to, waiting, 0, length - to);
    length -= to;
    return text;
  }
}
