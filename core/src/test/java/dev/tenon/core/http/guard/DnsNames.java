package dev.tenon.core.http.guard;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A small resolver that asks a [DnsServer] for A and AAAA and follows aliases.
public record DnsNames(DnsServer server) implements Names {
  private static final int MOST_ALIASES = 4;

  @Override
  public InetAddress[] resolve(String host) throws IOException {
    var found = new ArrayList<InetAddress>();
    for (int type : new int[] {DnsServer.A, DnsServer.AAAA}) {
      String name = host;
      for (int i = 0; i < MOST_ALIASES && name != null; i++) {
        name = ask(name, type, found);
      }
    }
    if (found.isEmpty()) {
      throw new UnknownHostException(host);
    }
    return found.toArray(InetAddress[]::new);
  }

  /// The alias to follow, or null.
  private String ask(String name, int type, List<InetAddress> found) throws IOException {
    var out = new ByteArrayOutputStream();
    var data = new DataOutputStream(out);
    data.writeShort(name.hashCode());
    data.writeShort(0x0100);
    data.writeShort(1);
    data.writeShort(0);
    data.writeInt(0);
    write(data, name);
    data.writeShort(type);
    data.writeShort(1);
    byte[] query = out.toByteArray();
    var answer = new byte[1_024];
    var packet = new DatagramPacket(answer, answer.length);
    try (var socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      socket.setSoTimeout(5_000);
      socket.send(new DatagramPacket(query, query.length, server.address()));
      socket.receive(packet);
    }
    return read(answer, type, found);
  }

  private static String read(byte[] answer, int type, List<InetAddress> found) throws IOException {
    int count = (answer[6] & 0xff) << 8 | (answer[7] & 0xff);
    var at = new int[1];
    name(answer, 12, at);
    int next = at[0] + 4;
    String alias = null;
    for (int i = 0; i < count; i++) {
      name(answer, next, at);
      next = at[0];
      int kind = (answer[next] & 0xff) << 8 | (answer[next + 1] & 0xff);
      int length = (answer[next + 8] & 0xff) << 8 | (answer[next + 9] & 0xff);
      if (kind == type) {
        found.add(
            InetAddress.getByAddress(Arrays.copyOfRange(answer, next + 10, next + 10 + length)));
      } else if (kind == DnsServer.CNAME) {
        alias = name(answer, next + 10, at);
      }
      next += 10 + length;
    }
    return alias;
  }

  static void write(DataOutputStream out, String name) throws IOException {
    for (String label : name.split("\\.", -1)) {
      byte[] bytes = label.getBytes(StandardCharsets.US_ASCII);
      out.writeByte(bytes.length);
      out.write(bytes);
    }
    out.writeByte(0);
  }

  /// The name at a place of a message; `end` gets the place behind it.
  static String name(byte[] message, int start, int[] end) {
    var name = new StringBuilder();
    int at = start;
    boolean jumped = false;
    while (message[at] != 0) {
      int length = message[at] & 0xff;
      if (length >= 0xc0) {
        if (!jumped) {
          end[0] = at + 2;
        }
        jumped = true;
        at = (length & 0x3f) << 8 | (message[at + 1] & 0xff);
        continue;
      }
      name.append(name.isEmpty() ? "" : ".");
      name.append(new String(message, at + 1, length, StandardCharsets.US_ASCII));
      at += length + 1;
    }
    if (!jumped) {
      end[0] = at + 1;
    }
    return name.toString();
  }
}
