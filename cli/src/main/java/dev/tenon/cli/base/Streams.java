package dev.tenon.cli.base;

import dev.tenon.core.text.IoFailure;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The standard streams, and which of them are terminals. The launcher says it with
/// `-Dtenon.tty=in,out,err`, because asking the JVM costs more than a whole start. Standard output
/// and standard error are a terminal each by itself.
public record Streams(InputStream in, Output out, Output err, Tty tty) {

  /// Which streams a person is at.
  public record Tty(boolean in, boolean out, boolean err) {}

  public Streams(InputStream in, PrintStream out, PrintStream err, Tty tty) {
    this(in, new Output(out, tty.out), new Output(err, tty.err), tty);
  }

  /// Streams that lead to a program.
  public static Streams captured(InputStream in, OutputStream out, OutputStream err) {
    return new Streams(
        in,
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        new Tty(false, false, false));
  }

  public static Streams ofProcess() {
    String told = System.getProperty("tenon.tty");
    Tty tty =
        told == null
            ? new Tty(isTerminal(0), isTerminal(1), isTerminal(2))
            : new Tty(told.contains("in"), told.contains("out"), told.contains("err"));
    String columns = System.getenv("COLUMNS");
    var streams =
        new Streams(
            System.in,
            new Output(System.out, tty.out, tty.out ? new TerminalWidth(1, columns) : null),
            new Output(System.err, tty.err, tty.err ? new TerminalWidth(2, columns) : null),
            tty);
    Thread.setDefaultUncaughtExceptionHandler(streams.err);
    return streams;
  }

  /// Whether a descriptor leads to a terminal, by the system's word.
  static boolean isTerminal(int descriptor) {
    try {
      String leads = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return leads.startsWith("/dev/pts/") || leads.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException elsewhere) {
      return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }
  }

  /// Why standard output did not take everything: a full disk, a closed stream. Null if it did, or
  /// if its reader has gone away (`tenon … | head -1`), who wants no more.
  public @Nullable String lost() {
    return out.checkError() ? failure() : null;
  }

  /// The same for output that failed already, whoever wrote it.
  public @Nullable String failure() {
    // The stream only remembers that something failed; one more byte tells what.
    try (var again = new FileOutputStream(FileDescriptor.out)) {
      again.write('\n');
      return "something failed";
    } catch (IOException broken) {
      String why = IoFailure.reason(broken);
      return why.contains("pipe") ? null : why;
    }
  }

  /// The program ends; nothing is printed any more.
  public void end() {
    out.end();
    err.end();
  }
}
