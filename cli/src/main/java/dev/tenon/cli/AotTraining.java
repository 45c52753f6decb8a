package dev.tenon.cli;

import dev.tenon.cli.terminal.Rehearsal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The session that the AOT cache learns from: the build runs it once, and the classes, lambdas and
/// profiles it meets are what every later start finds ready. Whatever a user does often is on the
/// list (the terminal only with the argument `session`, only what needs no engine with `brief`,
/// nothing but the server with `server`); the models are a server of its own on the loopback
/// interface, plain and with TLS.
final class AotTraining {
  private AotTraining() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    String kind = arguments.length == 0 ? "short" : arguments[0];
    run(Map.of(), "", List.of("--version"));
    run(Map.of(), "", List.of("--help"));
    if (kind.equals("brief")) {
      System.exit(0);
    }
    Path folder = Files.createTempDirectory("tenon-training-");
    Path project = Files.createDirectory(folder.resolve("project"));
    Files.writeString(project.resolve("a.txt"), "one\ntwo\n");
    Files.writeString(project.resolve("AGENTS.md"), "Be brief.\n");
    Files.writeString(project.resolve("Makefile"), "all:\n");
    try (var server = TrainingServer.plain()) {
      var environment = environment(folder, server.url());
      if (kind.equals("server")) {
        ServeTraining.perform(environment, project);
        TrainingServer.delete(folder);
        System.exit(0);
      }
      for (List<String> command : commands(project)) {
        run(environment, "", command);
      }
      run(environment, "piped text", List.of("--root", project.toString()));
      if (kind.equals("session")) {
        run(environment, "", List.of("demo"));
        converse(environment, project);
      }
    }
    try (var server = TrainingServer.secured(folder)) {
      run(
          environment(folder, server.url()),
          "",
          List.of("--root", project.toString(), "-p", "hello over TLS"));
    }
    TrainingServer.delete(folder);
    System.exit(0);
  }

  private static List<List<String>> commands(Path project) {
    String root = project.toString();
    var commands = new ArrayList<List<String>>();
    for (String model :
        List.of(
            "anthropic/claude-opus-4-6",
            "openai/gpt-5.2",
            "openai-chat/gpt-5.2",
            "google/gemini")) {
      for (String format : List.of("text", "json", "stream-json")) {
        commands.add(
            List.of("--root", root, "--model", model, "--output-format", format, "-p", "hello"));
      }
    }
    commands.add(List.of("--root", root, "--verbose", "--mode", "full", "-p", "run the check"));
    commands.add(List.of("tool", "--root", root, "--list"));
    commands.add(List.of("tool", "--root", root, "--list", "--json"));
    commands.add(List.of("tool", "--root", root, "read_file", "{\"path\":\"a.txt\"}"));
    commands.add(List.of("tool", "--root", root, "list_files", "{}"));
    commands.add(List.of("tool", "--root", root, "bash", "{\"command\":\"true\"}"));
    commands.add(
        List.of("tool", "--root", root, "write_file", "{\"path\":\"b.txt\",\"content\":\"b\\n\"}"));
    commands.add(List.of("models"));
    commands.add(List.of("config", "--root", root));
    return commands;
  }

  private static Map<String, String> environment(Path folder, String url) {
    return Map.of(
        "TENON_HOME",
        folder.resolve("home").toString(),
        "ANTHROPIC_API_KEY",
        "training",
        "ANTHROPIC_BASE_URL",
        url,
        "OPENAI_API_KEY",
        "training",
        "OPENAI_BASE_URL",
        url + "/v1",
        "GEMINI_API_KEY",
        "training",
        "GOOGLE_GEMINI_BASE_URL",
        url);
  }

  /// A conversation in a terminal that exists only in memory.
  private static void converse(Map<String, String> environment, Path project) throws IOException {
    var atTerminal = new HashMap<>(environment);
    atTerminal.put("TERM", "xterm-256color");
    var streams = new Streams(System.in, System.out, System.err, new Streams.Tty(true, true, true));
    int code =
        Rehearsal.perform(
            () -> Main.run(streams, atTerminal, "--root", project.toString(), "say hello"));
    if (code != 0) {
      System.err.println("training: the conversation ended with " + code);
      System.exit(1);
    }
  }

  private static void run(Map<String, String> environment, String input, List<String> words) {
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    var streams =
        new Streams(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            nowhere,
            System.err,
            new Streams.Tty(false, false, false));
    int code = Main.run(streams, environment, words.toArray(String[]::new));
    if (code != 0) {
      System.err.println("training: " + String.join(" ", words) + " ended with " + code);
      System.exit(1);
    }
  }
}
