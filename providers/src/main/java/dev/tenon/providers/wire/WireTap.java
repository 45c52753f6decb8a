package dev.tenon.providers.wire;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Shows what goes over the wire, line by line as it comes, without keys: `>` before what is sent,
/// `<` before what arrives.
final class WireTap {
  private final Consumer<String> lines;
  private final SecretMask secrets;

  WireTap(Consumer<String> lines, Endpoint endpoint) {
    this.lines = lines;
    this.secrets = new SecretMask(endpoint);
  }

  void sent(String where, byte[] body) {
    show("> POST " + where);
    show("> " + new String(body, StandardCharsets.UTF_8));
  }

  void answered(int status) {
    show("< HTTP " + status);
  }

  private void show(String line) {
    lines.accept(secrets.clean(line));
  }

  /// The same stream; its lines are shown when they are whole.
  InputStream over(InputStream body) {
    return new FilterInputStream(body) {
      private final java.io.ByteArrayOutputStream line = new java.io.ByteArrayOutputStream();

      @Override
      public int read() throws IOException {
        int b = super.read();
        if (b >= 0) {
          take((byte) b);
        } else {
          end();
        }
        return b;
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        int count = super.read(target, offset, length);
        for (int i = 0; i < count; i++) {
          take(target[offset + i]);
        }
        if (count < 0) {
          end();
        }
        return count;
      }

      private void take(byte b) {
        if (b == '\n') {
          show("< " + line.toString(StandardCharsets.UTF_8));
          line.reset();
        } else if (b != '\r') {
          line.write(b);
        }
      }

      private void end() {
        if (line.size() > 0) {
          take((byte) '\n');
        }
      }
    };
  }
}
