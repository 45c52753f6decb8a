package dev.tenon.cli.terminal;

import static org.awaitility.Awaitility.await;

import dev.tenon.harness.DefaultSignals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A program in a real terminal: a tmux server of its own, with nobody's configuration.
final class Tmux {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path folder;
  private final List<String> tmux;

  Tmux(Path folder, int columns, int rows, String shellCommand)
      throws IOException, InterruptedException {
    this.folder = folder;
    this.tmux = List.of("tmux", "-u", "-S", folder.resolve("tmux").toString(), "-f", "/dev/null");
    // In a file, because tmux bounds the length of a command. The pane stays when the program has
    // left, so that one can look at what it leaves behind; Ctrl-C is the program's affair.
    String script =
        "trap : INT; stty -g >before; "
            + shellCommand
            + "; echo $? >code; stty -g >after; exec cat";
    run(
        "new-session",
        "-d",
        "-x",
        Integer.toString(columns),
        "-y",
        Integer.toString(rows),
        "-c",
        folder.toString(),
        "sh "
            + JavaCommand.quoted(
                Files.writeString(folder.resolve("program.sh"), script).toString()));
  }

  String run(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(tmux);
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(DefaultSignals.of(command)).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(command + ": " + output);
    }
    return output;
  }

  /// Presses keys by their tmux names.
  void press(String... names) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("send-keys"));
    command.addAll(List.of(names));
    run(command.toArray(String[]::new));
  }

  /// Presses a key as a person does who looks first, until this is seen.
  void pressUntil(String key, String seen) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(700))
        .until(
            () -> {
              if (text().contains(seen)) {
                return true;
              }
              press(key);
              return false;
            });
  }

  void type(String text) throws IOException, InterruptedException {
    run("send-keys", "-l", text);
  }

  void say(String line) throws IOException, InterruptedException {
    type(line);
    press("Enter");
  }

  void paste(String text) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("clipboard"), text);
    run("load-buffer", file.toString());
    run("paste-buffer", "-p");
  }

  /// What is on the screen and above it, without empty lines at the end.
  String text() throws IOException, InterruptedException {
    return run("capture-pane", "-p", "-S", "-1000").stripTrailing();
  }

  void see(String text) {
    await().atMost(PATIENCE).until(this::text, shown -> shown.contains(text));
  }

  /// Waits until the screen ends with this and nothing goes on: the editor is always there.
  void seeLast(String text) {
    await()
        .atMost(PATIENCE)
        .until(this::text, shown -> shown.endsWith(text) && !shown.contains("esc to stop"));
  }

  /// Waits until the program has left, and answers its exit code.
  int code() throws IOException {
    Path after = folder.resolve("after");
    await().atMost(PATIENCE).until(() -> Files.exists(after) && Files.size(after) > 0);
    return Integer.parseInt(Files.readString(folder.resolve("code")).strip());
  }

  /// Whether the terminal is as it was found.
  boolean restored() throws IOException, InterruptedException {
    return Files.readString(folder.resolve("before"))
            .equals(Files.readString(folder.resolve("after")))
        && run("display-message", "-p", "#{cursor_flag}").strip().equals("1");
  }

  /// Ends the program by its terminal's end, and waits: it still closes its session.
  void close() throws IOException, InterruptedException {
    var programs = new ArrayList<ProcessHandle>();
    for (String pid : run("list-panes", "-a", "-F", "#{pane_pid}").lines().toList()) {
      ProcessHandle.of(Long.parseLong(pid.strip()))
          .ifPresent(
              pane -> {
                programs.add(pane);
                pane.descendants().forEach(programs::add);
              });
    }
    run("kill-server");
    await().atMost(PATIENCE).until(() -> programs.stream().noneMatch(ProcessHandle::isAlive));
  }
}
