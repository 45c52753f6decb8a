package dev.tenon.cli.terminal.review;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What was refused while no conversation was there to be told, kept beside the journal until the
/// session whose edits they were goes on.
public final class RefusalLog {
  private static final int MOST = 200;
  private static final int LONGEST = 8192;

  private final Path file;

  /// @param folder of the project's journal
  public RefusalLog(Path folder) {
    this.file = folder.resolve("refused.jsonl");
  }

  public boolean isThere() {
    return Files.exists(file);
  }

  /// @param prompt the journal's name of the prompt that made the edits
  public void add(String prompt, List<Rejection> refused) throws IOException {
    if (refused.isEmpty()) {
      return;
    }
    List<String> lines = lines();
    for (Rejection each : refused) {
      lines.add(
          Json.object()
              .put("prompt", prompt)
              .put("path", each.path())
              .put("hunk", cut(each.body()))
              .put("reason", cut(each.reason()))
              .build()
              .compact());
    }
    write(lines.subList(Math.max(0, lines.size() - MOST), lines.size()));
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "\n[…]";
  }

  /// What was refused of these prompts; it is forgotten here.
  public List<Rejection> take(Set<String> prompts) throws IOException {
    var taken = new ArrayList<Rejection>();
    var left = new ArrayList<String>();
    for (String line : lines()) {
      try {
        Json.Obj json = Json.parseObject(line);
        if (prompts.contains(json.string("prompt", ""))) {
          taken.add(
              new Rejection(
                  json.string("path", ""), json.string("hunk", ""), json.string("reason", "")));
        } else {
          left.add(line);
        }
      } catch (JsonException damaged) {
        // A line that nobody can read is told to nobody.
      }
    }
    if (!taken.isEmpty()) {
      write(left);
    }
    return taken;
  }

  private List<String> lines() throws IOException {
    try {
      return new ArrayList<>(Files.readAllLines(file));
    } catch (NoSuchFileException none) {
      return new ArrayList<>();
    }
  }

  private void write(List<String> lines) throws IOException {
    if (lines.isEmpty()) {
      Files.deleteIfExists(file);
      return;
    }
    Files.createDirectories(file.getParent());
    // Temporary files are for their owner alone, and so is this one then.
    Path temporary = Files.createTempFile(file.getParent(), "refused-", ".tmp");
    Files.write(temporary, lines);
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
