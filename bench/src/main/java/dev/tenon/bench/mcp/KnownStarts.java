package dev.tenon.bench.mcp;

import dev.tenon.bench.measure.Sample;
import dev.tenon.bench.process.Program;
import dev.tenon.bench.process.Runner;
import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.host.CatalogueStore;
import dev.tenon.protocols.mcp.trust.Pins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What `tenon -p hello` takes where nothing is configured and where many servers are known, in
/// turns.
final class KnownStarts {
  private static final int WARM = 3;

  private final Path launcher;
  private final Path scratch;

  KnownStarts(Path launcher, Path scratch) {
    this.launcher = launcher;
    this.scratch = scratch;
  }

  /// In milliseconds.
  record Times(Sample without, Sample with) {}

  Times measure(int servers, int runs) throws IOException, InterruptedException {
    Path project = Files.createDirectories(scratch.resolve("greeted"));
    Path script =
        Files.writeString(scratch.resolve("hello.json"), "{\"steps\":[{\"text\":\"Hello.\"}]}");
    Path known = scratch.resolve("known");
    know(servers, known, project);
    Program without = program(project, script, scratch.resolve("unknown"));
    Program with = program(project, script, known);
    var runner = new Runner(scratch);
    var times = new Times(new Sample(), new Sample());
    for (int round = -WARM; round < Math.max(20, runs); round++) {
      double nothing = runner.time(without).wall() / 1e6;
      double all = runner.time(with).wall() / 1e6;
      if (round >= 0) {
        times.without().add(nothing);
        times.with().add(all);
      }
    }
    return times;
  }

  private static void know(int servers, Path home, Path project) throws IOException {
    Files.createDirectories(home);
    var store = new CatalogueStore(home);
    var pins = new Pins(home, project);
    var settings = new StringBuilder("mcp:\n  servers:\n");
    for (int i = 0; i < servers; i++) {
      String name = "server" + i;
      Json.Obj entry = Json.object().put("command", "/nowhere/program" + i).build();
      settings.append("    ").append(name).append(": ").append(entry.compact()).append('\n');
      ServerConfig server = McpReport.server(name, entry);
      store.keep(server, McpReport.catalogue(i));
      pins.letIn(server, McpReport.catalogue(i));
    }
    Files.writeString(home.resolve("config.yml"), settings);
  }

  private Program program(Path project, Path script, Path home) {
    return new Program(
        "tenon",
        List.of(launcher.toString(), "-p", "hello", "--model=scripted:" + script),
        project,
        Map.of("PATH", Program.path(), "HOME", home.toString(), "TENON_HOME", home.toString()));
  }
}
