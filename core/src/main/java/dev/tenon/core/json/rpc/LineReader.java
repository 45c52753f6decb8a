package dev.tenon.core.json.rpc;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// One message a line. Many programs also print plain words to the same stream; a line that cannot
/// be a message is garbage and breaks nothing.
final class LineReader extends FrameReader {

  LineReader(InputStream in, int maxBytes) {
    super(in, maxBytes);
  }

  @Override
  Frame next() throws IOException {
    while (true) {
      Line line = line(maxBytes, HEAD, ABSURD);
      if (line.size() > ABSURD) {
        return new Frame.Broken("a line does not end within " + ABSURD + " bytes");
      }
      if (line.size() > maxBytes) {
        return new Frame.TooLarge(line.bytes(), line.size());
      }
      byte[] bytes = stripped(line.bytes());
      if (bytes.length > 0) {
        // A last line without its line feed may still be whole; if not, it is no JSON.
        return bytes[0] == '{' || bytes[0] == '['
            ? new Frame.Message(bytes)
            : new Frame.Garbage(quote(bytes));
      }
      if (!line.ended()) {
        return new Frame.End();
      }
    }
  }

  /// Without white space around it, and without the byte order mark that some begin with.
  private static byte[] stripped(byte[] bytes) {
    int from = 0;
    int to = bytes.length;
    if (to >= 3 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb && bytes[2] == (byte) 0xbf) {
      from = 3;
    }
    while (from < to && blank(bytes[from])) {
      from++;
    }
    while (from < to && blank(bytes[to - 1])) {
      to--;
    }
    return to - from == bytes.length ? bytes : Arrays.copyOfRange(bytes, from, to);
  }

  private static boolean blank(byte b) {
    return b == ' ' || b == '\t' || b == '\r';
  }
}
