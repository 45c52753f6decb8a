package dev.tenon.bench.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// One connection of [Pollers] that asks for the events after its cursor.
final class Poller {
  private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] CURSOR = "\"next_cursor\":".getBytes(StandardCharsets.US_ASCII);
  private static final int STATUS_AT = 9;

  private final SocketChannel channel;
  private final String target;
  private final String token;
  private ByteBuffer request;
  private byte[] answer = new byte[4096];
  private int size;
  private long cursor;
  private long due;

  Poller(SocketChannel channel, String target, String token) {
    this.channel = channel;
    this.target = target;
    this.token = token;
    this.request = request();
  }

  private ByteBuffer request() {
    byte[] bytes =
        ("GET "
                + target
                + cursor
                + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
                + token
                + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  long cursor() {
    return cursor;
  }

  /// When the request under way should have been sent.
  long due() {
    return due;
  }

  void send(long dueAt) throws IOException {
    due = dueAt;
    size = 0;
    channel.write(request);
    if (request.hasRemaining()) {
      throw new IOException("a request of some bytes does not fit the socket");
    }
    request.rewind();
  }

  /// Takes what has come. Answers whether the answer is complete.
  boolean receive(ByteBuffer incoming) throws IOException {
    incoming.clear();
    int count = channel.read(incoming);
    if (count < 0) {
      throw new IOException("the server hung up");
    }
    incoming.flip();
    if (size + count > answer.length) {
      answer = Arrays.copyOf(answer, 2 * (size + count));
    }
    incoming.get(answer, size, count);
    size += count;
    return isComplete();
  }

  private boolean isComplete() throws IOException {
    int length = -1;
    int at = 0;
    while (at < size) {
      int end = at;
      while (end < size && answer[end] != '\n') {
        end++;
      }
      if (end == size) {
        return false;
      }
      if (end == at + 1) {
        return body(end + 1, length);
      }
      if (begins(at, LENGTH)) {
        length = (int) number(at + LENGTH.length + 1);
      }
      at = end + 1;
    }
    return false;
  }

  private boolean body(int begin, int length) throws IOException {
    if (answer[STATUS_AT] != '2' || length < 0) {
      throw new IOException(
          "unexpected answer " + new String(answer, 0, size, StandardCharsets.UTF_8));
    }
    if (size < begin + length) {
      return false;
    }
    for (int at = begin; at + CURSOR.length < size; at++) {
      if (answer[at] == '"' && begins(at, CURSOR)) {
        long next = number(at + CURSOR.length);
        if (next != cursor) {
          cursor = next;
          request = request();
        }
        break;
      }
    }
    return true;
  }

  private boolean begins(int at, byte[] lowerCase) {
    for (int i = 0; i < lowerCase.length; i++) {
      byte have = answer[at + i];
      if ((have >= 'A' && have <= 'Z' ? have + 32 : have) != lowerCase[i]) {
        return false;
      }
    }
    return true;
  }

  private long number(int at) {
    long number = 0;
    for (int i = at; answer[i] >= '0' && answer[i] <= '9'; i++) {
      number = number * 10 + answer[i] - '0';
    }
    return number;
  }

  void close() throws IOException {
    channel.close();
  }
}
