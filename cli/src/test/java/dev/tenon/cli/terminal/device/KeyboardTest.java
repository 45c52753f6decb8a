package dev.tenon.cli.terminal.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.KeyDecoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.terminal.Attributes;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KeyboardTest {
  /// As a terminal of the process is: who asks it after its end gets an exception.
  private static final class Ending extends LineDisciplineTerminal {
    final AtomicBoolean over = new AtomicBoolean();

    Ending() throws IOException {
      super("test", "xterm", new ByteArrayOutputStream(), StandardCharsets.UTF_8);
    }

    @Override
    public Attributes getAttributes() {
      if (over.get()) {
        throw new IllegalStateException("Terminal has been closed");
      }
      return super.getAttributes();
    }
  }

  /// A signal closes the terminal while the thread of the keys is between two reads.
  @Test
  void aTerminalThatIsClosedIsTheEndOfTheKeysAndNoFailure() throws Exception {
    var terminal = new Ending();
    var sleeps = new AtomicBoolean();
    var pressed = new LinkedBlockingQueue<Key>();
    var typed = new LinkedBlockingQueue<Integer>();
    var input = new TtyInput(terminal, new Typed(typed), StandardCharsets.UTF_8, sleeps::get);
    var keyboard = new Keyboard(new KeyDecoder(input), pressed::add, (key, bug) -> {});
    keyboard.start();
    typed.add((int) 'a');
    assertThat(pressed.poll(30, TimeUnit.SECONDS)).isEqualTo(new Key.Typed("a"));
    terminal.over.set(true);
    // Whoever waits in another way has to ask the terminal first.
    sleeps.set(true);
    assertThat(pressed.poll(30, TimeUnit.SECONDS)).isEqualTo(Key.Named.GONE);
    keyboard.stop();
  }

  @Test
  void aBugInWhatAKeyDoesLeavesTheKeysAlive() throws Exception {
    var typed = new LinkedBlockingQueue<Integer>();
    var pressed = new LinkedBlockingQueue<Key>();
    var broken = new LinkedBlockingQueue<String>();
    var input = new TtyInput(new Ending(), new Typed(typed), StandardCharsets.UTF_8, () -> false);
    var keyboard =
        new Keyboard(
            new KeyDecoder(input),
            key -> {
              if (key.equals(new Key.Typed("a"))) {
                throw new IllegalStateException("no such row");
              }
              pressed.add(key);
            },
            (key, bug) -> broken.add(key + " " + bug.getMessage()));
    keyboard.start();
    typed.add((int) 'a');
    assertThat(broken.poll(30, TimeUnit.SECONDS)).isEqualTo("Typed[text=a] no such row");
    typed.add((int) 'b');
    assertThat(pressed.poll(30, TimeUnit.SECONDS)).isEqualTo(new Key.Typed("b"));
    keyboard.stop();
  }

  /// Answers each read after a moment, as the terminal's own timer does.
  private static final class Typed extends InputStream {
    private final BlockingQueue<Integer> keys;

    Typed(BlockingQueue<Integer> keys) {
      this.keys = keys;
    }

    @Override
    public int read() throws IOException {
      throw new IOException("only whole pieces are read");
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      try {
        Integer key = keys.poll(50, TimeUnit.MILLISECONDS);
        if (key == null) {
          return 0;
        }
        buffer[offset] = key.byteValue();
        return 1;
      } catch (InterruptedException over) {
        throw new IOException(over);
      }
    }

    @Override
    public int available() {
      return keys.size();
    }
  }
}
