package dev.tenon.bench;

import dev.tenon.bench.agents.AgentsReport;
import dev.tenon.bench.choices.ChoicesReport;
import dev.tenon.bench.editor.EditorReport;
import dev.tenon.bench.loop.LoopReport;
import dev.tenon.bench.mcp.McpReport;
import dev.tenon.bench.measure.Report;
import dev.tenon.bench.measure.Scratch;
import dev.tenon.bench.process.EndToEnd;
import dev.tenon.bench.rules.RulesReport;
import dev.tenon.bench.server.ServerReport;
import dev.tenon.bench.session.SessionReport;
import dev.tenon.bench.shell.CommandsReport;
import dev.tenon.bench.shell.ShellReport;
import dev.tenon.bench.terminal.TerminalReport;
import dev.tenon.bench.workspace.WorkspaceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Runs the benchmarks that are named, or all of them, and writes one page of results for each:
/// `Bench ROOT [--runs N] [--against CHECKOUT] [end-to-end] [loop] [rules] [workspace] [shell]
/// [commands] [session] [server] [terminal] [editor] [mcp] [agents] [choices]`.
public final class Bench {
  private static final List<String> PARTS =
      List.of(
          "end-to-end",
          "loop",
          "rules",
          "workspace",
          "shell",
          "commands",
          "session",
          "server",
          "terminal",
          "editor",
          "mcp",
          "agents",
          "choices");
  private static final int DEFAULT_RUNS = 15;
  private static final int MOST_RUNS = 200;

  private final Path root;
  private final Path scratch;
  private final int runs;
  private final Optional<Path> against;

  private Bench(Path root, Path scratch, int runs, Optional<Path> against) {
    this.root = root;
    this.scratch = scratch;
    this.runs = runs;
    this.against = against;
  }

  public static void main(String[] words) throws IOException, InterruptedException {
    Set<String> parts = new LinkedHashSet<>();
    int runs = DEFAULT_RUNS;
    Optional<Path> against = Optional.empty();
    for (int i = 1; i < words.length; i++) {
      if (words[i].equals("--runs") && i + 1 < words.length && words[i + 1].matches("\\d{1,3}")) {
        runs = Math.clamp(Integer.parseInt(words[++i]), 1, MOST_RUNS);
      } else if (words[i].equals("--against")
          && i + 1 < words.length
          && Files.isExecutable(Path.of(words[i + 1], "tenon"))) {
        against = Optional.of(Path.of(words[++i]).toAbsolutePath().resolve("tenon"));
      } else if (PARTS.contains(words[i])) {
        parts.add(words[i]);
      } else {
        System.err.println(
            "bench: '"
                + words[i]
                + "' is none of --runs N, --against CHECKOUT, "
                + String.join(", ", PARTS));
        System.exit(2);
      }
    }
    Path scratch = Files.createTempDirectory("tenon-bench-");
    try {
      var bench = new Bench(Path.of(words[0]), scratch, runs, against);
      for (String part : parts.isEmpty() ? PARTS : parts) {
        bench.run(part);
      }
    } finally {
      Scratch.delete(scratch);
    }
  }

  private void run(String part) throws IOException, InterruptedException {
    Path own = Files.createDirectory(scratch.resolve(part));
    Path log = root.resolve("bench/target/" + part + ".log");
    System.err.println("bench: " + part + " …");
    Report report =
        switch (part) {
          case "end-to-end" ->
              new EndToEnd(root.resolve("tenon"), own, runs, Duration.ofMinutes(5)).run();
          case "loop" -> LoopReport.run(log);
          case "rules" -> RulesReport.run(log);
          case "workspace" -> WorkspaceReport.run(root.resolve("tenon"), own, log);
          case "shell" -> ShellReport.run(own);
          case "commands" -> CommandsReport.run(root.resolve("tenon"), against, own, runs);
          case "session" -> SessionReport.run(root.resolve("tenon"), own);
          case "editor" -> new EditorReport(root.resolve("tenon"), own, runs).run();
          case "mcp" -> new McpReport(root.resolve("tenon"), own, runs).run();
          case "agents" -> AgentsReport.run(root.resolve("tenon"), own, runs);
          case "choices" -> ChoicesReport.run(own);
          case "terminal" -> TerminalReport.run(root.resolve("tenon"), against, own, runs);
          case "server" -> ServerReport.run(root.resolve("tenon"), own);
          default -> throw new IllegalArgumentException(part);
        };
    System.out.println(report);
    report.write(root.resolve("bench/results/" + part + ".md"));
  }
}
