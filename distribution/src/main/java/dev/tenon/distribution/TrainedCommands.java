package dev.tenon.distribution;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
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

/// The session that an AOT cache learns from: the classes, lambdas and profiles it meets are what
/// every later start finds ready. Whatever a user does often is on the list (the terminal only with
/// the kind `session`, only what opens no project with `brief`, nothing but the server with
/// `server`).
///
/// `TrainedCommands KIND PROJECT URL TLS-URL CERTIFICATE`, with the models at the two addresses,
/// the second with that certificate; what lies beside the project is thrown away afterwards.
final class TrainedCommands {
  /// The prompt that has files written and commands run.
  static final String CHECK = "run the check";

  /// The prompt that looks for a tool.
  static final String TOOLS = "look for a tool";

  private TrainedCommands() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    String kind = arguments[0];
    Path project = Path.of(arguments[1]);
    run(Map.of(), "", List.of("--version"));
    run(Map.of(), "", List.of("--help"));
    switch (kind) {
      case "brief" -> {}
      case "server" -> ServeTraining.perform(environment(project, arguments[2]), project);
      case "session" -> {
        Map<String, String> environment = environment(project, arguments[2]);
        run(environment, "", List.of("demo"));
        run(known(environment, project), "", hello(project, "hello"));
        converse(environment, project);
        edit(environment, project);
        prompts(project, arguments);
      }
      case "short" -> prompts(project, arguments);
      default -> throw new IllegalArgumentException("no kind of training: " + kind);
    }
    System.exit(0);
  }

  private static void prompts(Path project, String[] arguments) throws IOException {
    Map<String, String> environment = environment(project, arguments[2]);
    for (List<String> command : commands(project)) {
      run(environment, "", command);
    }
    run(environment, "piped text", List.of("--root", project.toString()));
    var secured = new HashMap<>(environment(project, arguments[3]));
    secured.put("NODE_EXTRA_CA_CERTS", arguments[4]);
    run(secured, "", List.of("--root", project.toString(), "-p", "hello over TLS"));
    discover(project);
    run(environment, "", List.of("--root", project.toString(), "-p", "hello"));
    run(known(environment, project), "", hello(project, "hello"));
    run(known(environment, project), "", hello(project, TOOLS));
  }

  /// Gives the user an agent, a skill and a command.
  private static void discover(Path project) throws IOException {
    String head = "---\nname: trained\ndescription: For training.\n---\nDo it.\n";
    Path home = project.resolveSibling("home");
    for (Path file :
        List.of(
            home.resolve("agents/trained.md"),
            home.resolve("skills/trained/SKILL.md"),
            home.resolve("commands/trained.md"))) {
      Files.createDirectories(file.getParent() == null ? home : file.getParent());
      Files.writeString(file, head);
    }
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
    commands.add(List.of("--root", root, "--verbose", "--mode", "full", "-p", CHECK));
    commands.add(List.of("tool", "--root", root, "--list"));
    commands.add(List.of("tool", "--root", root, "--list", "--json"));
    commands.add(List.of("tool", "--root", root, "read_file", "{\"path\":\"a.txt\"}"));
    commands.add(List.of("tool", "--root", root, "list_files", "{}"));
    commands.add(List.of("tool", "--root", root, "bash", "{\"command\":\"true\"}"));
    commands.add(
        List.of("tool", "--root", root, "write_file", "{\"path\":\"b.txt\",\"content\":\"b\\n\"}"));
    commands.add(List.of("tool", "--root", root, "grep", "{\"pattern\":\"(?i)a+\"}"));
    commands.add(List.of("tool", "--root", root, "glob", "{\"pattern\":\"**/*.txt\"}"));
    commands.add(List.of("permissions", "--root", root));
    commands.add(List.of("permissions", "--root", root, "check", "--", "git", "status"));
    commands.add(List.of("changes", "--root", root));
    commands.add(List.of("undo", "--root", root, "--yes"));
    commands.add(List.of("redo", "--root", root));
    commands.add(List.of("sessions", "--root", root));
    commands.add(List.of("usage"));
    commands.add(List.of("models"));
    commands.add(List.of("config", "--root", root));
    return commands;
  }

  private static List<String> hello(Path project, String prompt) {
    return List.of("--root", project.toString(), "-p", prompt);
  }

  /// Of a user with settings and servers that are known and need not run.
  private static Map<String, String> known(Map<String, String> environment, Path project) {
    var all = new HashMap<>(environment);
    all.put("TENON_HOME", KnownServer.home(project).toString());
    return all;
  }

  private static Map<String, String> environment(Path project, String url) {
    return Map.of(
        "TENON_HOME",
        project.resolveSibling("home").toString(),
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
        TerminalTraining.perform(
            () -> Main.run(streams, atTerminal, "--root", project.toString(), "say hello"));
    if (code != 0) {
      System.err.println("training: the conversation ended with " + code);
      System.exit(1);
    }
  }

  private static void edit(Map<String, String> environment, Path project)
      throws IOException, InterruptedException {
    int code = AcpTraining.perform(environment, project);
    if (code == 0) {
      code = RpcTraining.perform(environment, project);
    }
    if (code != 0) {
      System.err.println("training: the session of another program ended with " + code);
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
