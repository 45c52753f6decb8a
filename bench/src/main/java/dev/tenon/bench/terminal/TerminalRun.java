package dev.tenon.bench.terminal;

import dev.tenon.bench.process.Program;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// One run of a program on a terminal of 120 columns. Everything that it writes is kept, with the
/// time at which it could be read.
///
/// One thread types and waits; another one, of this class, reads.
final class TerminalRun implements AutoCloseable {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final String FRAME = "\033[?2026h";

  /// Becomes the leader of a session whose terminal is the file that it opens first.
  private static final String ATTACH = "exec 0<>\"$0\" 1>&0 2>&0; exec \"$@\"";

  private final PseudoTerminal terminal = new PseudoTerminal(120, 40);
  private final Process process;
  private final long begun;
  private final Thread reader;

  /// One character for each byte.
  private final StringBuilder written = new StringBuilder();

  private final List<Long> ends = new ArrayList<>();
  private final List<Long> times = new ArrayList<>();
  private boolean ended;

  TerminalRun(Program program) throws IOException {
    var command = new ArrayList<>(List.of("setsid", "sh", "-c", ATTACH, terminal.path()));
    command.addAll(program.command());
    var builder = new ProcessBuilder(command).directory(program.folder().toFile());
    builder.environment().clear();
    builder.environment().putAll(program.environment());
    builder.environment().put("TERM", "xterm-256color");
    builder.environment().put("LC_ALL", "C.UTF-8");
    begun = System.nanoTime();
    process = builder.start();
    reader = Thread.ofPlatform().daemon().name("terminal-reader").start(this::read);
  }

  private void read() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(1 << 16);
      boolean attached = false;
      while (true) {
        int count = terminal.read(buffer);
        long now = System.nanoTime();
        if (count > 0) {
          attached = true;
          byte[] bytes = buffer.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE);
          add(new String(bytes, StandardCharsets.ISO_8859_1), now);
        } else if (attached || !process.isAlive()) {
          break;
        } else {
          Thread.onSpinWait();
        }
      }
    }
    end();
  }

  private synchronized void add(String bytes, long now) {
    written.append(bytes);
    ends.add((long) written.length());
    times.add(now);
    notifyAll();
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }

  long begun() {
    return begun;
  }

  long pid() {
    return process.pid();
  }

  /// How much was written until now.
  synchronized int position() {
    return written.length();
  }

  /// How many frames were painted until now: each is one synchronized update.
  synchronized int frames() {
    int frames = 0;
    for (int at = written.indexOf(FRAME); at >= 0; at = written.indexOf(FRAME, at + 1)) {
      frames++;
    }
    return frames;
  }

  synchronized boolean shows(String text) {
    return written.indexOf(bytes(text)) >= 0;
  }

  /// When this text stood behind a position.
  synchronized long await(String text, int from) throws IOException, InterruptedException {
    String bytes = bytes(text);
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    int looked = from;
    while (true) {
      int found = written.indexOf(bytes, looked);
      if (found >= 0) {
        return timeOf(found + bytes.length());
      }
      looked = Math.max(from, written.length() - bytes.length());
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (ended || left <= 0) {
        throw new IOException("'" + text + "' was not shown; the end is: " + tail());
      }
      wait(left);
    }
  }

  private long timeOf(int end) {
    int read = 0;
    while (ends.get(read) < end) {
      read++;
    }
    return times.get(read);
  }

  private String tail() {
    byte[] all = written.toString().getBytes(StandardCharsets.ISO_8859_1);
    String text = new String(all, StandardCharsets.UTF_8).replace('\u001b', '^');
    return text.substring(Math.max(0, text.length() - 400));
  }

  private static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  void type(String text) throws IOException {
    terminal.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /// Types one character that is not on the screen, and answers after how many milliseconds it is.
  double echo(String character) throws IOException, InterruptedException {
    int from = position();
    long begin = System.nanoTime();
    type(character);
    return (await(character, from) - begin) / 1e6;
  }

  /// Leaves: empties the editor, and ends the input.
  @Override
  public void close() throws IOException {
    try {
      if (process.isAlive()) {
        type("\u0015");
        type("\u0004");
      }
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      reader.join(Duration.ofSeconds(5));
    } catch (InterruptedException stopped) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    terminal.close();
  }
}
