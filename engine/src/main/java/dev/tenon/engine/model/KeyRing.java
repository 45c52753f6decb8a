package dev.tenon.engine.model;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The key ring of the desktop, where `secret-tool` of libsecret gives access to one, or `security`
/// on macOS. Keys go to it through a pipe, never through a command line, which other users could
/// read.
public final class KeyRing {
  /// Stands in the file of the stored keys for one that is in the ring.
  static final String MARK = "keyring:";

  private static final long PATIENCE_SECONDS = 20;
  private static final int MOST_BYTES = 65_536;

  private final Kind kind;
  private final @Nullable File program;
  private final Map<String, String> environment;

  /// Whose ring it is.
  private enum Kind {
    LIBSECRET("secret-tool"),
    MACOS("security");

    final String program;

    Kind(String program) {
      this.program = program;
    }

    /// @param input what the program reads, with the key in it
    record Call(List<String> words, String input) {}

    Call store(String provider, String key) {
      return switch (this) {
        case LIBSECRET ->
            new Call(
                List.of(
                    "store",
                    "--label=Tenon: " + provider,
                    "service",
                    "tenon",
                    "provider",
                    provider),
                key);
        // It takes a password by command line or by its own prompt only, but commands from a pipe.
        case MACOS ->
            new Call(
                List.of("-i"),
                "add-generic-password -U -s tenon -a "
                    + provider
                    + " -X "
                    + HexFormat.of().formatHex(key.getBytes(StandardCharsets.UTF_8))
                    + "\n");
      };
    }

    Call lookup(String provider) {
      return switch (this) {
        case LIBSECRET -> new Call(List.of("lookup", "service", "tenon", "provider", provider), "");
        case MACOS ->
            new Call(List.of("find-generic-password", "-s", "tenon", "-a", provider, "-w"), "");
      };
    }

    Call clear(String provider) {
      return switch (this) {
        case LIBSECRET -> new Call(List.of("clear", "service", "tenon", "provider", provider), "");
        case MACOS ->
            new Call(List.of("delete-generic-password", "-s", "tenon", "-a", provider), "");
      };
    }
  }

  private KeyRing(Kind kind, @Nullable File program, Map<String, String> environment) {
    this.kind = kind;
    this.program = program;
    this.environment = environment;
  }

  /// @param environment the process's variables
  public static KeyRing of(Map<String, String> environment) {
    return of(environment, System.getProperty("os.name", ""));
  }

  /// @param system the name of the operating system
  static KeyRing of(Map<String, String> environment, String system) {
    Kind kind = system.startsWith("Mac") ? Kind.MACOS : Kind.LIBSECRET;
    // Without a session bus libsecret has no ring, and the program would wait for one.
    if (kind == Kind.LIBSECRET
        && environment.getOrDefault("DBUS_SESSION_BUS_ADDRESS", "").isBlank()) {
      return new KeyRing(kind, null, environment);
    }
    for (String folder : environment.getOrDefault("PATH", "").split(":", -1)) {
      var file = new File(folder, kind.program);
      if (file.isAbsolute() && file.isFile() && file.canExecute()) {
        return new KeyRing(kind, file, environment);
      }
    }
    return new KeyRing(kind, null, environment);
  }

  /// Whether there is one, as far as can be told without opening it.
  public boolean present() {
    return program != null;
  }

  /// Keeps a key. It is read back, for a ring may take it and not have it.
  public void store(String provider, String key) throws IOException, InterruptedException {
    if (!isPlain(provider)) {
      throw new IOException("the key ring takes no provider of the name '" + provider + "'");
    }
    run(kind.store(provider, key));
    if (!lookup(provider).equals(Optional.of(key))) {
      throw new IOException("the key ring did not keep the key");
    }
  }

  /// The key of a provider; empty if the ring has none, is locked or does not answer.
  public Optional<String> lookup(String provider) {
    if (program == null) {
      return Optional.empty();
    }
    try {
      String key = run(kind.lookup(provider)).strip();
      return key.isEmpty() ? Optional.empty() : Optional.of(key);
    } catch (IOException locked) {
      return Optional.empty();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  public void forget(String provider) throws IOException, InterruptedException {
    if (program != null) {
      run(kind.clear(provider));
    }
  }

  /// Whether a name can stand in a command of the ring's own.
  private static boolean isPlain(String provider) {
    for (int i = 0; i < provider.length(); i++) {
      char c = provider.charAt(i);
      if (!Character.isLetterOrDigit(c) && c != '-' && c != '_' && c != '.') {
        return false;
      }
    }
    return !provider.isEmpty() && provider.charAt(0) != '-';
  }

  private String run(Kind.Call call) throws IOException, InterruptedException {
    if (program == null) {
      throw new IOException("there is no key ring");
    }
    var line = new ArrayList<String>();
    line.add(program.getPath());
    line.addAll(call.words());
    var builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      var answer = new FutureTask<>(() -> process.getInputStream().readNBytes(MOST_BYTES));
      Thread.ofVirtual().name("key-ring").start(answer);
      try (OutputStream in = process.getOutputStream()) {
        in.write(call.input().getBytes(StandardCharsets.UTF_8));
      } catch (IOException unread) {
        // A program that has ended without reading says so with its exit code.
      }
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("the key ring does not answer");
      }
      if (process.exitValue() != 0) {
        throw new IOException(
            "the key ring refused (" + kind.program + " " + call.words().getFirst() + ")");
      }
      return new String(answer.get(), StandardCharsets.UTF_8);
    } catch (ExecutionException unreadable) {
      throw new IOException("the key ring cannot be read", unreadable);
    } finally {
      process.destroyForcibly();
    }
  }
}
