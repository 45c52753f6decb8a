package dev.tenon.cli.terminal.device;

import dev.tenon.core.text.IoFailure;
import dev.tenon.core.text.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Takes a picture from the clipboard of the desktop, by the program that the desktop has for it:
/// `wl-paste`, `xclip` or `pngpaste`. Bounded in time and size; what comes is a picture by its
/// first bytes, whatever the program says. Blocks: not for the thread that reads the keys.
public final class ClipboardPicture {
  private static final int MOST_BYTES = 5 * 1024 * 1024;
  private static final int MOST_NAMES = 64 * 1024;
  private static final List<String> TYPES =
      List.of("image/png", "image/jpeg", "image/webp", "image/gif");

  private final Map<String, String> environment;
  private final Path folder;
  private final Duration patience;

  /// @param environment says which desktop it is, and where its programs lie
  /// @param folder gets the file
  public ClipboardPicture(Map<String, String> environment, Path folder, Duration patience) {
    this.environment = environment;
    this.folder = folder;
    this.patience = patience;
  }

  /// A program, how to ask it for the kinds of what it has (empty: it has but one), and how to get
  /// one of them.
  private record Desktop(List<String> kinds, List<String> get) {}

  /// How it went.
  public sealed interface Outcome {
    /// @param file only its owner can read it; it goes when the program ends
    record Taken(Path file) implements Outcome {}

    record None(String reason) implements Outcome {}
  }

  public Outcome take() {
    Optional<Desktop> desktop = desktop();
    if (desktop.isEmpty()) {
      return new Outcome.None(
          "pictures are taken from the clipboard by wl-paste, xclip or pngpaste, and none is here;"
              + " paste or drag the path of a picture instead");
    }
    try {
      byte[] bytes = bytes(desktop.get());
      if (bytes.length > MOST_BYTES) {
        return new Outcome.None("the picture in the clipboard is larger than 5 MB");
      }
      String type = MediaType.of(bytes).orElse("");
      return TYPES.contains(type)
          ? new Outcome.Taken(store(bytes, type.substring("image/".length())))
          : new Outcome.None("there is no picture in the clipboard");
    } catch (IOException failed) {
      return new Outcome.None("the clipboard cannot be read: " + IoFailure.named(failed));
    }
  }

  private Optional<Desktop> desktop() {
    if (!environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty()) {
      Optional<String> program = program("wl-paste");
      if (program.isPresent()) {
        return Optional.of(
            new Desktop(
                List.of(program.get(), "--list-types"),
                List.of(program.get(), "--no-newline", "--type")));
      }
    }
    if (!environment.getOrDefault("DISPLAY", "").isEmpty()) {
      Optional<String> program = program("xclip");
      if (program.isPresent()) {
        List<String> all = List.of(program.get(), "-selection", "clipboard", "-o", "-t");
        var kinds = new ArrayList<>(all);
        kinds.add("TARGETS");
        return Optional.of(new Desktop(kinds, all));
      }
    }
    return program("pngpaste").map(paste -> new Desktop(List.of(), List.of(paste, "-")));
  }

  private Optional<String> program(String name) {
    for (String place : environment.getOrDefault("PATH", "").split(":", -1)) {
      // What lies in the current folder belongs to the project.
      if (place.startsWith("/") && Files.isExecutable(Path.of(place, name))) {
        return Optional.of(place + "/" + name);
      }
    }
    return Optional.empty();
  }

  private byte[] bytes(Desktop desktop) throws IOException {
    long until = System.nanoTime() + patience.toNanos();
    if (desktop.kinds.isEmpty()) {
      return run(desktop.get, MOST_BYTES, until);
    }
    String kinds = new String(run(desktop.kinds, MOST_NAMES, until), StandardCharsets.UTF_8);
    for (String type : TYPES) {
      if (kinds.lines().anyMatch(type::equals)) {
        var get = new ArrayList<>(desktop.get);
        get.add(type);
        return run(get, MOST_BYTES, until);
      }
    }
    return new byte[0];
  }

  /// What it writes, at most one byte more than so many.
  private byte[] run(List<String> command, int most, long until) throws IOException {
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    Thread guard =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    if (!process.waitFor(Duration.ofNanos(until - System.nanoTime()))) {
                      process.destroyForcibly();
                    }
                  } catch (InterruptedException done) {
                    // It has written all that is wanted.
                    process.destroyForcibly();
                  }
                });
    try (InputStream out = process.getInputStream()) {
      process.getOutputStream().close();
      byte[] bytes = out.readNBytes(most + 1);
      if (System.nanoTime() > until) {
        throw new IOException(command.getFirst() + " does not answer");
      }
      return bytes;
    } finally {
      guard.interrupt();
    }
  }

  private Path store(byte[] bytes, String ending) throws IOException {
    Files.createDirectories(folder);
    Path file =
        Files.createTempFile(
            folder,
            "clipboard-",
            "." + ending,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    file.toFile().deleteOnExit();
    Files.write(file, bytes);
    return file.toAbsolutePath();
  }
}
