package dev.tenon.cli.terminal.review;

import static org.awaitility.Awaitility.await;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.engine.check.ReviewChecks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/// The states of the review's screen, as they are painted.
final class ReviewScenes {
  private static final String BEFORE =
      """
      package bank;

      /** An account. */
      public final class Account {
        private final String owner;
        private long balance;

        public Account(String owner) {
          this.owner = owner;
        }

        // Nothing happens here.

        /** What is there. */
        public long balance() {
          return balance;
        }
      }
      """;

  private final Path folder;
  private final Map<String, String> frames = new LinkedHashMap<>();
  private final int columns;
  private final int rows;
  private final AtomicLong clock = new AtomicLong();

  private static final DisplayOptions COLOURED =
      new DisplayOptions(Palette.COLOURED, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);
  private static final DisplayOptions ASCII =
      new DisplayOptions(Palette.PLAIN, Glyphs.ASCII, DisplayOptions.Thinking.SHORT);

  private final DisplayOptions look;

  private ReviewScenes(DisplayOptions look, Path folder, int columns, int rows) {
    this.look = look;
    this.folder = folder;
    this.columns = columns;
    this.rows = rows;
  }

  /// All of them for a window of this size, by their names.
  static Map<String, String> all(Path folder, int columns, int rows) throws Exception {
    Map<String, String> all = in(COLOURED, folder, columns, rows);
    var plain = new ReviewScenes(ASCII, folder, columns, rows);
    plain.scene("ascii");
    all.putAll(plain.frames);
    return all;
  }

  /// Those with colours, in a look of one's choice.
  static Map<String, String> in(DisplayOptions look, Path folder, int columns, int rows)
      throws Exception {
    var scenes = new ReviewScenes(look, folder, columns, rows);
    scenes.scene("hunk");
    scenes.scene("decided", typed("a"), typed("r"));
    scenes.scene("list", Key.Named.TAB, Key.Named.DOWN);
    scenes.scene("reason", typed("w"), new Key.Pasted("holder is no better word"));
    scenes.scene("help", typed("?"));
    scenes.scene("leaving", typed("a"), typed("q"));
    scenes.scene("applying", typed("a"), Key.Named.ENTER);
    scenes.scene("search", typed("/"), new Key.Pasted("closed"));
    scenes.scene("searched", typed("/"), new Key.Pasted("TWO"), Key.Named.ENTER);
    scenes.scene("found-nothing", typed("/"), new Key.Pasted("zzz"), Key.Named.ENTER);
    scenes.scene("split", typed("n"), typed("s"));
    scenes.scene("undecided", Key.Named.ENTER);
    scenes.scene("file-rejected", typed("R"));
    scenes.scene("conflict", Key.Named.TAB, Key.Named.HOME, Key.Named.DOWN, Key.Named.TAB);
    scenes.scene(
        "picture", Key.Named.TAB, Key.Named.HOME, Key.Named.DOWN, Key.Named.DOWN, Key.Named.ENTER);
    scenes.checked("check-asked", "make test");
    scenes.checked("check-running", "seq 3; sleep 600", Key.Named.ENTER);
    scenes.checked("check-failed", "echo no; exit 3", Key.Named.ENTER);
    return scenes.frames;
  }

  private static Key typed(String letter) {
    return new Key.Typed(letter);
  }

  private void scene(String name, Key... keys) throws Exception {
    StagedFiles files = staged();
    paint(name, new ReviewScreen(model(files), look, clock::get), keys);
  }

  /// A state of a check with one accepted hunk, once it has printed its lines.
  private void checked(String name, String command, Key... keys) throws Exception {
    StagedFiles files = staged();
    try (var shell = new Shell(Set.of())) {
      var service =
          new ReviewChecks(
              files.root,
              shell,
              new ModePolicy(Mode.FULL),
              Files.createTempDirectory(folder, "check"),
              Duration.ofMinutes(2),
              UnaryOperator.identity());
      var check = new ReviewCheck(service, files.editing);
      var screen = new ReviewScreen(model(files), look, clock::get, check);
      paint(name, screen, typed("a"), typed("c"));
      // What is offered first stands there.
      paint(name, screen, Key.Named.ERASE_ALL, new Key.Pasted(command));
      paint(name, screen, keys);
      if (keys.length > 0) {
        boolean runs = command.contains("sleep");
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> runs ? check.tail(1).equals(List.of("3")) : !check.isRunning());
        paint(name, screen);
      }
      check.end();
    }
  }

  private void paint(String name, ReviewScreen screen, Key... keys) {
    if (!frames.containsKey(name)) {
      screen.appear("");
    }
    List<String> lines = screen.lines(columns, rows);
    for (Key key : keys) {
      clock.addAndGet(1_000_000_000);
      var _ = screen.press(key);
      lines = screen.lines(columns, rows);
    }
    frames.put(name, String.join("\n", lines) + "\n");
  }

  private static ReviewModel model(StagedFiles files) {
    ReviewModel model = files.model();
    model.goToFile(3);
    return model;
  }

  private StagedFiles staged() throws Exception {
    var files = new StagedFiles(Files.createTempDirectory(folder, "scene"));
    String after =
        BEFORE
            .replace("String owner;", "String holder;")
            .replace(
                "  return balance;",
                "  if (closed) {\n      return 0;\n    }\n    return balance;");
    files.edit("src/main/java/bank/Account.java", BEFORE, after);
    files.edit("notes.txt", "one\ntwo\n", "one\nTWO\n");
    files.create("pic.png", "\u0089PNG\r\n\032\n\0\0".getBytes(StandardCharsets.ISO_8859_1));
    Files.writeString(files.root.resolve("old.txt"), "bye\n");
    files.stage(new FileChange.Delete(files.file("old.txt")));
    files.edit("zz.txt", "a\n", "b\n");
    Files.writeString(files.root.resolve("old.txt"), "changed meanwhile\n");
    return files;
  }
}
