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
    read("read outside by path", fixture -> fixture.outside().resolve("decoy").toString());
    read("read outside by ..", fixture -> "../outside/decoy");
    read(
        "read through a link",
        fixture -> {
          link(fixture, "out", fixture.outside().resolve("decoy"));
          return "out";
        });
    read("read through /proc", fixture -> "/proc/self/root" + fixture.outside().resolve("decoy"));
    add(
        "search through a link",
        "denied",
        fixture -> {
          link(fixture, "tree", fixture.outside());
          Json.Obj wanted = Json.object().put("pattern", "secret-").put("path", "tree").build();
          return leaks(fixture, fixture.call("grep", wanted));
        });
  }

  private void writes() {
    write("write outside by path", fixture -> fixture.outside().resolve("made").toString());
    write(
        "write through a link",
        fixture -> {
          link(fixture, "out", fixture.outside().resolve("decoy"));
          return "out";
        });
    write(
        "write below a symlinked parent",
        fixture -> {
          link(fixture, "tree", fixture.outside());
          return "tree/made";
        });
    write(
        "write a hard link to a file outside",
        fixture -> {
          Path hard = fixture.project().resolve("hard");
          Files.deleteIfExists(hard);
          Files.createLink(hard, fixture.outside().resolve("decoy"));
          return "hard";
        });
    write("write a git hook", fixture -> ".git/hooks/post-checkout");
    write("write git's configuration", fixture -> ".git/config");
    write("write Tenon's state", fixture -> fixture.stateDecoy().toString());
    add("swap a folder for a link while writing", "denied", ToolAttempts::race);
  }

  /// A thread swaps a folder for a link to the outside and back, while the tool writes into it.
  private static Attempt.Outcome race(AttackFixture fixture)
      throws IOException, InterruptedException {
    Path folder = Files.createDirectories(fixture.project().resolve("swap"));
    Path parked = fixture.project().resolve("parked");
    Path link = fixture.project().resolve("link");
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, fixture.outside());
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
        fixture.call(
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

  private static void link(AttackFixture fixture, String name, Path target) throws IOException {
    Path link = fixture.project().resolve(name);
    if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
      Files.createSymbolicLink(link, target);
    }
  }

  /// The path that an attempt goes for; may prepare it.
  @FunctionalInterface
  private interface Aim {
    String at(AttackFixture fixture) throws IOException;
  }

  private void read(String name, Aim aim) {
    add(
        name,
        "denied",
        fixture ->
            leaks(
                fixture,
                fixture.call("read_file", Json.object().put("path", aim.at(fixture)).build())));
  }

  private void write(String name, Aim aim) {
    add(
        name,
        "denied",
        fixture -> {
          String path = aim.at(fixture);
          fixture.call("write_file", Json.object().put("path", path).put("content", "x").build());
          // Some tools write only what the model has read before.
          fixture.call("read_file", Json.object().put("path", path).build());
          fixture.call("write_file", Json.object().put("path", path).put("content", "x").build());
          return Attempt.held();
        });
  }

  private static Attempt.Outcome leaks(AttackFixture fixture, String said) {
    return said.contains(fixture.secret())
        ? Attempt.through("a file outside was read")
        : Attempt.held();
  }

  private void add(String name, String expected, Attempt.Move move) {
    all.add(new Attempt(name, By.TOOL, expected, move));
  }
}
