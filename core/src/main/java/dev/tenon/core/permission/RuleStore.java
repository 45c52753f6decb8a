package dev.tenon.core.permission;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// The rules that a person allowed for a project with "always": `permissions.json` among the
/// project's state, never in the project. Written all or nothing; processes that write at the same
/// time do not lose each other's rules.
public final class RuleStore {
  private static final String ALLOW = "allow";

  // A file lock is held by a whole process; its threads need one of their own.
  private static final ReentrantLock THREADS = new ReentrantLock();

  private final Path folder;
  private final Path file;

  /// @param folder the project's state; it is made when a rule is kept
  public RuleStore(Path folder) {
    this.folder = folder;
    this.file = folder.resolve("permissions.json");
  }

  public Path file() {
    return file;
  }

  /// The rules that are kept. What cannot be read allows nothing.
  public List<Rule> rules() {
    try {
      return read();
    } catch (IOException | JsonException unreadable) {
      return List.of();
    }
  }

  private List<Rule> read() throws IOException, JsonException {
    Json.Obj memory;
    try {
      memory = Json.parseObject(Files.readString(file));
    } catch (NoSuchFileException none) {
      return List.of();
    }
    var source = new Rule.Source(Rule.Source.Kind.REMEMBERED, file.toString());
    var rules = new ArrayList<Rule>();
    for (Json each : allowed(memory)) {
      if (each instanceof Json.Str text) {
        try {
          rules.add(Rule.of(Verdict.ALLOW, text.value(), source));
        } catch (RuleException unreadable) {
          // A rule of another version: it allows nothing here, and is kept for that one.
        }
      }
    }
    return rules;
  }

  private static List<? extends Json> allowed(Json.Obj memory) {
    return memory.get(ALLOW) instanceof Json.Arr list ? list.values() : List.of();
  }

  /// Keeps rules that allow.
  public void keep(List<Rule> rules) throws IOException {
    change(
        texts -> {
          for (Rule rule : rules) {
            if (!texts.contains(rule.text())) {
              texts.add(rule.text());
            }
          }
        });
  }

  /// Forgets a rule. Answers whether it was there.
  public boolean forget(String rule) throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    var there = new boolean[1];
    change(texts -> there[0] = texts.remove(rule));
    return there[0];
  }

  /// A change of the texts of the rules.
  private interface Edit {
    void apply(List<String> texts);
  }

  private void change(Edit edit) throws IOException {
    Files.createDirectories(folder);
    THREADS.lock();
    try (FileChannel lock =
        FileChannel.open(
            folder.resolve("permissions.lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
      // Released when the channel is closed.
      lock.lock();
      Json.Obj memory = memory();
      var texts = new ArrayList<String>();
      for (Json each : allowed(memory)) {
        if (each instanceof Json.Str text) {
          texts.add(text.value());
        }
      }
      edit.apply(texts);
      write(memory.with(ALLOW, Json.strings(texts)));
    } finally {
      THREADS.unlock();
    }
  }

  private Json.Obj memory() throws IOException {
    try {
      return Json.parseObject(Files.readString(file));
    } catch (NoSuchFileException none) {
      return Json.Obj.EMPTY;
    } catch (JsonException broken) {
      Files.move(
          file, folder.resolve("permissions.json.broken"), StandardCopyOption.REPLACE_EXISTING);
      return Json.Obj.EMPTY;
    }
  }

  private void write(Json.Obj memory) throws IOException {
    Path temporary = Files.createTempFile(folder, "permissions", ".tmp");
    try {
      try (FileChannel out = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        ByteBuffer bytes =
            ByteBuffer.wrap((memory.pretty() + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          out.write(bytes);
        }
        out.force(true);
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
