package dev.tenon.bench.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenon.core.agent.PromptReader;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Model;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.server.http.AgentServer;
import dev.tenon.server.http.guard.ServerSettings;
import dev.tenon.server.job.engine.JobEngine;
import dev.tenon.server.job.live.ServedProjects;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.run.JobLimits;
import dev.tenon.server.job.run.JobSetupFactory;
import dev.tenon.server.store.Retention;
import dev.tenon.server.store.Stores;
import dev.tenon.server.tool.FileLimits;
import dev.tenon.tools.ProposeEdits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;

/// A process with the agent server on SQLite, whose model is a [PacedModel], and beside it the
/// JDK's bare server, which answers a constant: `ServerTrial PROJECT HOME RUNNING`. Prints both
/// ports and ends with its standard input.
final class ServerTrial {
  static final String TOKEN = "bench-0123456789abcdef";
  private static final int CALLS = 100_000;

  private ServerTrial() {}

  public static void main(String[] words) throws IOException, InterruptedException {
    Path home = Path.of(words[1]);
    var limits =
        new JobLimits(
            CALLS,
            CALLS,
            JobLimits.DEFAULT.schemaRetries(),
            Integer.parseInt(words[2]),
            JobLimits.DEFAULT.queued(),
            JobLimits.DEFAULT.events(),
            CALLS,
            JobLimits.DEFAULT.pollInterval(),
            JobLimits.DEFAULT.hunks(),
            JobLimits.DEFAULT.routing());
    var engine =
        new JobEngine(
            new ServedProjects(List.of(Path.of(words[0])), home),
            new PacedBench(),
            Stores.sqlite(
                home.resolve("server.db"), Retention.ON_DISK, limits.events(), Clock.systemUTC()),
            limits,
            FileLimits.DEFAULT,
            Clock.systemUTC());
    AgentServer server = AgentServer.start(engine, ServerSettings.loopback(0, TOKEN), "bench");
    HttpServer bare = bare();
    System.out.println("ready " + server.port() + " " + bare.getAddress().getPort());
    while (System.in.read() >= 0) {
      // Nothing is said on it; its end is the end.
    }
    bare.stop(0);
    server.close();
  }

  private static HttpServer bare() throws IOException {
    var server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    byte[] constant =
        ("{\"job_id\":\"job_0123456789abcdef\",\"status\":\"running\",\"next_cursor\":24,"
                + "\"events\":[]}")
            .getBytes(StandardCharsets.US_ASCII);
    server.createContext("/constant", exchange -> answer(exchange, constant));
    server.createContext(
        "/heap",
        exchange ->
            answer(exchange, Long.toString(heapInUse()).getBytes(StandardCharsets.US_ASCII)));
    server.start();
    return server;
  }

  private static void answer(HttpExchange exchange, byte[] body) {
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  private static long heapInUse() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static final class PacedBench implements JobSetupFactory {
    private final Model model = new PacedModel();

    @Override
    public boolean has(AgentMode.Side side) {
      return side == AgentMode.Side.REMOTE;
    }

    @Override
    public Assembled assemble(Bench bench) {
      var tools = new ArrayList<Tool<?>>(bench.tools());
      tools.add(new ProposeEdits());
      var runner =
          new ToolRunner(
              tools,
              bench.workspace(),
              bench.editing(),
              bench.policy(),
              Approver.nobody(),
              OutputBound.DEFAULT);
      var limits = new Setup.Limits(bench.steps(), 720 * 1024, 1_000, Effort.DEFAULT);
      return new Assembled(
          new Setup(model, "system", runner, limits, PromptReader.plain()), "bench/paced");
    }
  }
}
