package dev.tenon.core.http.tls;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Memory outside the heap through which all bytes of a session go, and where they are: it stays in
/// place. Used by one session at a time, under its lock; some are kept for the next session.
final class TransferBuffer {
  static final int SIZE = 18_432;

  /// The most that fits into a record.
  static final int PLAIN = 16_384;

  private static final String HEX = "0123456789ABCDEF";
  private static final int MOST_KEPT = 8;
  private static final ConcurrentLinkedQueue<TransferBuffer> KEPT = new ConcurrentLinkedQueue<>();

  private final ByteBuffer bytes;
  private final long address;

  private TransferBuffer(int size) {
    bytes = ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
    address = MemorySegment.ofBuffer(bytes).address();
  }

  /// One of another size, which is not to be given back.
  static TransferBuffer of(int size) {
    return new TransferBuffer(size);
  }

  static TransferBuffer take() {
    TransferBuffer kept = KEPT.poll();
    return kept == null ? new TransferBuffer(SIZE) : kept;
  }

  void giveBack() {
    if (KEPT.size() < MOST_KEPT) {
      KEPT.add(this);
    }
  }

  long address() {
    return address;
  }

  void put(byte[] source, int offset, int length) {
    bytes.put(0, source, offset, length);
  }

  void putAt(int at, byte[] source) {
    bytes.put(at, source, 0, source.length);
  }

  void get(byte[] target, int offset, int length) {
    bytes.get(0, target, offset, length);
  }

  /// The text as a C string at the beginning of the buffer.
  long text(String text) {
    byte[] plain = (text + "\0").getBytes(StandardCharsets.UTF_8);
    put(plain, 0, plain.length);
    return address;
  }

  /// The C string at the beginning of the buffer.
  String text() {
    var text = new StringBuilder();
    for (int i = 0; i < bytes.capacity() && bytes.get(i) != 0; i++) {
      text.append((char) (bytes.get(i) & 0xff));
    }
    return text.toString();
  }

  boolean isAt(int at, char c) {
    return bytes.get(at) == c;
  }

  /// So many bytes at the beginning of the buffer, in capitals.
  String hex(int count) {
    var text = new StringBuilder(2 * count);
    for (int i = 0; i < count; i++) {
      int one = bytes.get(i);
      text.append(HEX.charAt((one >> 4) & 0xf)).append(HEX.charAt(one & 0xf));
    }
    return text.toString();
  }

  /// One number of the size of a pointer at this place, which has to be a multiple of 8.
  void number(int at, long value) {
    bytes.putLong(at, value);
  }

  long number(int at) {
    return bytes.getLong(at);
  }
}
