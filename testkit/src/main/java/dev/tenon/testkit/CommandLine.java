package dev.tenon.testkit;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// The server as a program, for the hand and for training runs.
final class CommandLine {
  private static final String USAGE =
      """
      usage: ModelServer [--port N] [--script FILE] [--key KEY] [--lenient] [--tls]

        --port N       the port on 127.0.0.1; 0 (the default) takes a free one
        --script FILE  the answers as JSON; without it every request gets a greeting
        --key KEY      the only key that is good; by default any key but 'bad-key'
        --lenient      accept any request that is JSON
        --tls          speak HTTPS with a key made at start; prints where the trust store is
      """;

  private CommandLine() {}

  /// Serves until the process ends; answers at once only for wrong usage.
  static int run(String[] arguments) throws InterruptedException {
    Settings settings = Settings.DEFAULT;
    ScriptFile script = ScriptFile.GREETING;
    try {
      for (int i = 0; i < arguments.length; i++) {
        switch (arguments[i]) {
          case "--port" -> settings = settings.port(port(value(arguments, ++i)));
          case "--script" -> {
            Path file = Path.of(value(arguments, ++i));
            script = ScriptFile.parse(read(file), file.toString());
          }
          case "--key" -> settings = settings.key(value(arguments, ++i));
          case "--lenient" -> settings = settings.lenient();
          case "--tls" -> settings = settings.tls();
          case "--help" -> {
            print(System.out, USAGE);
            return 0;
          }
          default -> throw new IllegalArgumentException("unknown argument '" + arguments[i] + "'");
        }
      }
    } catch (IllegalArgumentException e) {
      print(System.err, e.getMessage() + "\n" + USAGE);
      return 2;
    }
    try (ModelServer server = ModelServer.start(settings)) {
      script.load(server);
      if (settings.transport() == Settings.Transport.TLS) {
        print(System.out, "trust store " + server.trustStore() + " (changeit)\n");
      }
      print(System.out, "listening on " + server.url() + "\n");
      Thread.currentThread().join();
      return 0;
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read the script " + file + ": " + e, e);
    }
  }

  private static void print(PrintStream stream, String text) {
    stream.print(text);
    stream.flush();
  }

  private static String value(String[] arguments, int index) {
    if (index >= arguments.length) {
      throw new IllegalArgumentException(arguments[index - 1] + " needs a value");
    }
    return arguments[index];
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 0 && port <= 65_535) {
        return port;
      }
    } catch (NumberFormatException e) {
      // reported below with the text itself
    }
    throw new IllegalArgumentException("--port must be 0..65535, was '" + text + "'");
  }
}
