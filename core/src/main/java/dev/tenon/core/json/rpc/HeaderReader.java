package dev.tenon.core.json.rpc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Messages behind a block of headers, as HTTP has them. Other headers than `Content-Length` are
/// passed over, and so is what a program prints between two messages; a length that is none cannot
/// be lived with.
final class HeaderReader extends FrameReader {
  private static final int LONGEST_LINE = 8 * 1024;
  private static final int MOST_GARBAGE = 64 * 1024;

  private static final String LENGTH = "content-length:";

  HeaderReader(InputStream in, int maxBytes) {
    super(in, maxBytes);
  }

  @Override
  Frame next() throws IOException {
    long length = -1;
    long passed = 0;
    while (true) {
      Line line = line(LONGEST_LINE, LONGEST_LINE, MOST_GARBAGE);
      String text = new String(line.bytes(), StandardCharsets.ISO_8859_1).strip();
      if (line.size() > MOST_GARBAGE) {
        return noLength();
      }
      if (!line.ended()) {
        return text.isEmpty() && length < 0
            ? new Frame.End()
            : new Frame.Broken("it ended within the headers of a message");
      }
      if (text.isEmpty() && line.size() <= LONGEST_LINE) {
        if (length >= 0) {
          return body(length);
        }
        continue;
      }
      int name = text.toLowerCase(Locale.ROOT).lastIndexOf(LENGTH);
      if (name < 0) {
        passed += line.size() + 1;
        if (passed > MOST_GARBAGE) {
          return noLength();
        }
        if (text.indexOf(':') < 1) {
          return length < 0
              ? new Frame.Garbage(quote(line.bytes()))
              : new Frame.Broken("'" + quote(line.bytes()) + "' is no header");
        }
        continue;
      }
      long found = number(text.substring(name + LENGTH.length()).strip());
      if (found < 0) {
        return new Frame.Broken("'" + quote(line.bytes()) + "' is no length");
      }
      if (length >= 0 && length != found) {
        return new Frame.Broken("two Content-Length headers say " + length + " and " + found);
      }
      length = found;
    }
  }

  private static Frame noLength() {
    return new Frame.Broken("no Content-Length came within " + MOST_GARBAGE + " bytes");
  }

  private Frame body(long length) throws IOException {
    if (length > ABSURD) {
      return new Frame.Broken("a message of " + length + " bytes was announced");
    }
    if (length > maxBytes) {
      byte[] head = bytes((int) Math.min(HEAD, length));
      long rest = length - head.length;
      return skip(rest) == rest ? new Frame.TooLarge(head, length) : cut(length);
    }
    byte[] bytes = bytes((int) length);
    return bytes.length == length ? new Frame.Message(bytes) : cut(length);
  }

  private static Frame cut(long length) {
    return new Frame.Broken("it ended within a message of " + length + " bytes");
  }

  /// Digits only: a sign, a fraction or a second number is a mistake.
  private static long number(String text) {
    if (text.isEmpty() || text.length() > 18) {
      return -1;
    }
    long number = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      number = 10 * number + (c - '0');
    }
    return number;
  }
}
