package dev.tenon.engine.model;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The key ring of the desktop, where `secret-tool` of libsecret gives access to one. Keys go to it
/// through a pipe, never through a command line, which other users could read.
public final class KeyRing {
  /// Stands in the file of the stored keys for one that is in the ring.
  static final String MARK = "keyring:";

  private static final String PROGRAM = "secret-tool";
  private static final long PATIENCE_SECONDS = 20;
  private static final int MOST_BYTES = 16_384;

  private final @Nullable File program;
  private final Map<String, String> environment;

  private KeyRing(@Nullable File program, Map<String, String> environment) {
    this.program = program;
    this.environment = environment;
  }

  /// @param environment the process's variables
  public static KeyRing of(Map<String, String> environment) {
    // Without a session bus there is no ring, and the program would wait for one.
    if (environment.getOrDefault("DBUS_SESSION_BUS_ADDRESS", "").isBlank()) {
      return new KeyRing(null, environment);
    }
    for (String folder : environment.getOrDefault("PATH", "").split(":", -1)) {
      var file = new File(folder, PROGRAM);
      if (file.isAbsolute() && file.isFile() && file.canExecute()) {
        return new KeyRing(file, environment);
      }
    }
    return new KeyRing(null, environment);
  }

  /// Whether there is one, as far as can be told without opening it.
  public boolean present() {
    return program != null;
  }

  /// Keeps a key. It is read back, for a ring may take it and not have it.
  public void store(String provider, String key) throws IOException, InterruptedException {
    run(
        List.of("store", "--label=Tenon: " + provider, "service", "tenon", "provider", provider),
        key);
    if (!lookup(provider).equals(Optional.of(key))) {
      throw new IOException("the key ring did not keep the key");
    }
  }

  /// The key of a provider; empty if the ring has none, is locked or does not answer.
  Optional<String> lookup(String provider) {
    if (program == null) {
      return Optional.empty();
    }
    try {
      String key = run(List.of("lookup", "service", "tenon", "provider", provider), "").strip();
      return key.isEmpty() ? Optional.empty() : Optional.of(key);
    } catch (IOException locked) {
      return Optional.empty();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  void forget(String provider) throws IOException, InterruptedException {
    if (program != null) {
      run(List.of("clear", "service", "tenon", "provider", provider), "");
    }
  }

  private String run(List<String> words, String input) throws IOException, InterruptedException {
    if (program == null) {
      throw new IOException("there is no key ring");
    }
    var line = new ArrayList<String>();
    line.add(program.getPath());
    line.addAll(words);
    var builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      var answer = new FutureTask<>(() -> process.getInputStream().readNBytes(MOST_BYTES));
      Thread.ofVirtual().name("key-ring").start(answer);
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      } catch (IOException unread) {
        // A program that has ended without reading says so with its exit code.
      }
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("the key ring does not answer");
      }
      if (process.exitValue() != 0) {
        throw new IOException("the key ring refused (" + PROGRAM + " " + words.getFirst() + ")");
      }
      return new String(answer.get(), StandardCharsets.UTF_8);
    } catch (ExecutionException unreadable) {
      throw new IOException("the key ring cannot be read", unreadable);
    } finally {
      process.destroyForcibly();
    }
  }
}
