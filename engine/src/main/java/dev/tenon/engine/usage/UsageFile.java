package dev.tenon.engine.usage;

import dev.tenon.core.json.Json;
import dev.tenon.core.session.IsoTime;
import dev.tenon.providers.meter.MeasuredRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/// Writes what each request used to the file of its month in the state folder,
/// `usage/2026-11.jsonl`. A line is written at once and whole, so that several programs can write
/// to it. A disk that refuses costs the record and nothing else; it is told once.
public final class UsageFile implements Consumer<MeasuredRequest> {
  private final Path folder;
  private final String project;
  private final Consumer<String> problems;
  private boolean told;

  /// @param home the state folder
  /// @param project the project in whose name the requests are made
  public UsageFile(Path home, Path project, Consumer<String> problems) {
    this.folder = folderIn(home);
    this.project = project.toString();
    this.problems = problems;
  }

  static Path folderIn(Path home) {
    return home.resolve("usage");
  }

  @Override
  public synchronized void accept(MeasuredRequest measured) {
    String at = IsoTime.of(measured.at().toEpochMilli());
    byte[] line = (json(at, measured).compact() + "\n").getBytes(StandardCharsets.UTF_8);
    String month = at.substring(0, 7);
    // The request may have been interrupted; the record is written all the same.
    boolean interrupted = Thread.interrupted();
    try {
      Path file = folder.resolve(month + ".jsonl");
      try {
        append(file, line);
      } catch (NoSuchFileException first) {
        Files.createDirectories(folder);
        append(file, line);
      }
    } catch (IOException refused) {
      if (!told) {
        told = true;
        problems.accept("usage cannot be recorded: " + refused.getMessage());
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// In one write, so that lines of several programs do not mix.
  private static void append(Path file, byte[] line) throws IOException {
    try (OutputStream out =
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      out.write(line);
    }
  }

  private Json.Obj json(String at, MeasuredRequest measured) {
    var json =
        Json.object()
            .put("at", at)
            .put("model", measured.model())
            .put("project", project)
            .put("input", measured.usage().input())
            .put("output", measured.usage().output())
            .put("cacheRead", measured.usage().cacheRead())
            .put("cacheWrite", measured.usage().cacheWrite());
    Double dollars = measured.dollars();
    if (dollars != null) {
      json.put("dollars", Math.round(dollars * 1e8) / 1e8);
    }
    json.put("millis", measured.took().toMillis());
    if (measured.ending() != MeasuredRequest.Ending.DONE) {
      json.put("ending", measured.ending() == MeasuredRequest.Ending.FAILED ? "failed" : "stopped");
    }
    if (!measured.tools().isEmpty()) {
      json.put("tools", Json.strings(measured.tools()));
    }
    if (!measured.agent().isEmpty()) {
      json.put("agent", measured.agent());
    }
    return json.build();
  }
}
