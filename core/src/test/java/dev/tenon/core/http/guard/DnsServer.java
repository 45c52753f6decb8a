package dev.tenon.core.http.guard;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A name server on loopback that says what a test wants, and something else the next time if the
/// test wants that. Speaks DNS over UDP.
public final class DnsServer implements AutoCloseable {
  static final int A = 1;
  static final int CNAME = 5;
  static final int AAAA = 28;

  private final DatagramSocket socket;
  private final Map<String, List<List<String>>> zone = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  private final Thread thread;

  public DnsServer() {
    try {
      socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    thread = Thread.ofVirtual().start(this::serve);
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
  }

  /// Addresses, or a name after `@` for an alias. Given several times, each question of a client
  /// gets the next answer, and the last one from then on.
  public DnsServer says(String name, String... records) {
    zone.computeIfAbsent(name, each -> new ArrayList<>()).add(List.of(records));
    return this;
  }

  /// How often a client has asked for addresses of this name.
  public int asked(String name) {
    return asked.getOrDefault(name, new AtomicInteger()).get();
  }

  private void serve() {
    var buffer = new byte[512];
    while (!socket.isClosed()) {
      var packet = new DatagramPacket(buffer, buffer.length);
      try {
        socket.receive(packet);
        byte[] answer = answer(buffer, packet.getLength());
        socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private byte[] answer(byte[] query, int length) throws IOException {
    String name = DnsNames.name(query, 12, new int[1]);
    int type = query[length - 3] & 0xff;
    // A client asks for A first and for AAAA then: one question of its own, two packets.
    int round =
        type == A
            ? asked.computeIfAbsent(name, each -> new AtomicInteger()).getAndIncrement()
            : asked(name) - 1;
    List<List<String>> known = zone.getOrDefault(name, List.of());
    List<String> records =
        known.isEmpty() ? List.of() : known.get(Math.clamp(round, 0, known.size() - 1));
    var answers = new ByteArrayOutputStream();
    int count = 0;
    for (String record : records) {
      int kind = record.startsWith("@") ? CNAME : record.indexOf(':') >= 0 ? AAAA : A;
      if (kind == type || kind == CNAME) {
        write(new DataOutputStream(answers), kind, record);
        count++;
      }
    }
    var out = new ByteArrayOutputStream();
    var data = new DataOutputStream(out);
    data.write(query, 0, 2);
    data.writeShort(known.isEmpty() ? 0x8183 : 0x8180);
    data.writeShort(1);
    data.writeShort(count);
    data.writeInt(0);
    data.write(query, 12, length - 12);
    data.write(answers.toByteArray());
    return out.toByteArray();
  }

  private static void write(DataOutputStream out, int kind, String record) throws IOException {
    byte[] data;
    if (kind == CNAME) {
      var name = new ByteArrayOutputStream();
      DnsNames.write(new DataOutputStream(name), record.substring(1));
      data = name.toByteArray();
    } else {
      data = kind == A ? IpText.four(record) : IpText.six(record);
    }
    out.writeShort(0xc00c);
    out.writeShort(kind);
    out.writeShort(1);
    out.writeInt(0);
    out.writeShort(data.length);
    out.write(data);
  }

  @Override
  public void close() {
    socket.close();
    try {
      thread.join();
    } catch (InterruptedException leaving) {
      Thread.currentThread().interrupt();
    }
  }
}
