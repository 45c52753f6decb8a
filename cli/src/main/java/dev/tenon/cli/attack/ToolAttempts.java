package dev.tenon.cli.attack;

import dev.tenon.cli.attack.Attempt.By;
import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// What the model tries with file tools. They run in Tenon itself, so no wall of the operating
/// system stands around them: the path sandbox has to hold.
final class ToolAttempts {
  private static final int RACES = 150;

  private final List<Attempt> all = new ArrayList<>();

  private ToolAttempts() {}

  static List<Attempt> all() {
    var attempts = new ToolAttempts();
    attempts.reads();
    attempts.writes();
    return attempts.all;
  }

  private void reads() {
    read("read outside by path", arena -> arena.outside().resolve("decoy").toString());
    read("read outside by ..", arena -> "../outside/decoy");
    read(
        "read through a link",
        arena -> {
          link(arena, "out", arena.outside().resolve("decoy"));
          return "out";
        });
    read("read through /proc", arena -> "/proc/self/root" + arena.outside().resolve("decoy"));
    add(
        "search through a link",
        "denied",
        arena -> {
          link(arena, "tree", arena.outside());
          Json.Obj wanted = Json.object().put("pattern", "secret-").put("path", "tree").build();
          return leaks(arena, arena.call("grep", wanted));
        });
  }

  private void writes() {
    write("write outside by path", arena -> arena.outside().resolve("made").toString());
    write(
        "write through a link",
        arena -> {
          link(arena, "out", arena.outside().resolve("decoy"));
          return "out";
        });
    write(
        "write below a symlinked parent",
        arena -> {
          link(arena, "tree", arena.outside());
          return "tree/made";
        });
    write(
        "write a hard link to a file outside",
        arena -> {
          Path hard = arena.project().resolve("hard");
          Files.deleteIfExists(hard);
          Files.createLink(hard, arena.outside().resolve("decoy"));
          return "hard";
        });
    write("write a git hook", arena -> ".git/hooks/post-checkout");
    write("write git's configuration", arena -> ".git/config");
    write("write Tenon's state", arena -> arena.stateDecoy().toString());
    add("swap a folder for a link while writing", "denied", ToolAttempts::race);
  }

  /// A thread swaps a folder for a link to the outside and back, while the tool writes into it.
  private static Attempt.Outcome race(AttackFixture arena)
      throws IOException, InterruptedException {
    Path folder = Files.createDirectories(arena.project().resolve("swap"));
    Path parked = arena.project().resolve("parked");
    Path link = arena.project().resolve("link");
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, arena.outside());
    var over = new AtomicBoolean();
    Thread swapper =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!over.get()) {
                    move(folder, parked);
                    move(link, folder);
                    move(folder, link);
                    move(parked, folder);
                  }
                });
    try {
      for (int i = 0; i < RACES; i++) {
        arena.call(
            "write_file", Json.object().put("path", "swap/made" + i).put("content", "x").build());
      }
    } finally {
      over.set(true);
      swapper.join();
    }
    return Attempt.held();
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to);
    } catch (IOException busy) {
      // The tool made something in between; the next round goes on from there.
      Thread.onSpinWait();
    }
  }

  private static void link(AttackFixture arena, String name, Path target) throws IOException {
    Path link = arena.project().resolve(name);
    if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
      Files.createSymbolicLink(link, target);
    }
  }

  /// The path that an attempt goes for; may prepare it.
  @FunctionalInterface
  private interface Aim {
    String at(AttackFixture arena) throws IOException;
  }

  private void read(String name, Aim aim) {
    add(
        name,
        "denied",
        arena ->
            leaks(
                arena, arena.call("read_file", Json.object().put("path", aim.at(arena)).build())));
  }

  private void write(String name, Aim aim) {
    add(
        name,
        "denied",
        arena -> {
          String path = aim.at(arena);
          arena.call("write_file", Json.object().put("path", path).put("content", "x").build());
          // Some tools write only what the model has read before.
          arena.call("read_file", Json.object().put("path", path).build());
          arena.call("write_file", Json.object().put("path", path).put("content", "x").build());
          return Attempt.held();
        });
  }

  private static Attempt.Outcome leaks(AttackFixture arena, String said) {
    return said.contains(arena.secret())
        ? Attempt.through("a file outside was read")
        : Attempt.held();
  }

  private void add(String name, String expected, Attempt.Move move) {
    all.add(new Attempt(name, By.TOOL, expected, move));
  }
}
