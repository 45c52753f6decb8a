package dev.tenon.cli.base;

import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The standard streams, and which of them are terminals. The launcher says it with
/// `-Dtenon.tty=in,out,err`, because asking the JVM costs more than a whole start. Standard output
/// and standard error are a terminal each by itself.
public record Streams(InputStream in, Output out, Output err, Tty tty) {

  /// Which streams a person is at.
  public record Tty(boolean in, boolean out, boolean err) {}

  public Streams(InputStream in, PrintStream out, PrintStream err, Tty tty) {
    this(in, new Output(out, tty.out), new Output(err, tty.err), tty);
  }

  public static Streams ofProcess() {
    String told = System.getProperty("tenon.tty");
    Tty tty =
        told == null
            ? new Tty(terminal(0), terminal(1), terminal(2))
            : new Tty(told.contains("in"), told.contains("out"), told.contains("err"));
    var streams = new Streams(System.in, System.out, System.err, tty);
    Thread.setDefaultUncaughtExceptionHandler(streams.err);
    return streams;
  }

  private static boolean terminal(int descriptor) {
    try {
      String leads = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return leads.startsWith("/dev/pts/") || leads.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException elsewhere) {
      return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }
  }

  /// The program ends; nothing is printed any more.
  public void end() {
    out.end();
    err.end();
  }
}
