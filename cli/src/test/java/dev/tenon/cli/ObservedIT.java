package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tenon.core.json.Json;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rules, budgets, usage, logs and telemetry of the built program, against a loopback model.
class ObservedIT {
  private static final String KEY = "sk-ant-very-secret-4711";

  @TempDir Path temporary;

  private Path project;
  private ModelServer server;
  private Program program;

  @BeforeEach
  void begin() throws IOException {
    project = Files.createDirectory(temporary.resolve("project"));
    server = ModelServer.start();
    program = Program.against(server, project, KEY);
  }

  @AfterEach
  void end() {
    server.close();
  }

  @Test
  void aRuleStopsTheAnswerAndItIsMadeAgain() throws Exception {
    Path rules = Files.createDirectories(temporary.resolve("state/rules"));
    Files.writeString(rules.resolve("polite.md"), "---\ncondition: (?i)damn\n---\nNever swear.\n");
    server.reply(Reply.text("Well, damn it, this is hard."), Reply.text("This is hard."));
    Program.Run run = program.run("-p", "go");
    assertThat(run.output()).isEqualTo("This is hard.\n");
    assertThat(server.lastRequest().text())
        .contains("<system-interrupt reason=\\\"rule_violation\\\" rule=\\\"polite\\\"")
        .contains("Never swear.")
        .doesNotContain("damn it");
  }

  @Test
  void rulesOfTheProjectNeedConsent() throws Exception {
    Path rules = Files.createDirectories(project.resolve(".tenon/rules"));
    Files.writeString(rules.resolve("x.md"), "---\ncondition: hard\n---\nSay easy.\n");
    Files.writeString(rules.resolve("y.md"), "---\ncondition: (\n---\nBroken.\n");
    server.reply(Reply.text("It is hard."), Reply.text("It is hard."), Reply.text("It is easy."));
    Program.Run ignored = program.run("-p", "go");
    assertThat(ignored.output()).isEqualTo("It is hard.\n");
    assertThat(ignored.errors()).contains(".tenon/rules has rules that you have not seen");
    Program.Run trusted = program.run("-p", "go", "--trust");
    assertThat(trusted.output()).isEqualTo("It is easy.\n");
    assertThat(trusted.errors()).contains(".tenon/rules/y.md:2: condition '(' is no regular");
  }

  @Test
  void aSpentBudgetEndsThePrompt() throws Exception {
    server.reply(Reply.toolCall("t1", "list_files", "{}"), Reply.text("never asked for"));
    Program.Run run = program.run("-p", "go", "--max-tokens-total", "1", "--output-format", "json");
    assertThat(run.exitCode()).isEqualTo(1);
    Json.Obj result = Json.parseObject(run.output());
    assertThat(result.string("ending", "")).isEqualTo("budget");
    assertThat(result.string("problem", "")).contains("the budget of 1 tokens is spent");
    assertThat(server.requests()).hasSize(1);
    assertThat(program.run("-p", "go", "--max-cost", "much").errors())
        .contains("budget.maxCost must be a number from 0 on");
  }

  @Test
  void whatWasUsedIsKnownAfterwards() throws Exception {
    server.reply(Reply.toolCall("t1", "list_files", "{}"), Reply.text("done"));
    program.run("-p", "go");
    Program.Run table = program.run("usage");
    assertThat(table.output())
        .contains("MODEL", "anthropic/claude-opus-4-6", "DAY", "PROJECT", "TOOL", "list_files");
    Json.Obj json = Json.parseObject(program.run("usage", "--since", "today", "--json").output());
    Json.Obj model = (Json.Obj) json.array("byModel").getFirst();
    assertThat(model.number("requests", 0)).isEqualTo(2);
    assertThat(program.run("usage", "--since", "tomorrow").errors())
        .contains("--since must be a day such as 2026-11-01");
  }

  @Test
  void failuresAreLoggedWithoutSecrets() throws Exception {
    server.reply(Fault.status(ErrorKind.AUTHENTICATION));
    program.run("-p", "go");
    String log = Files.readString(temporary.resolve("state/logs/tenon.jsonl"));
    assertThat(log).contains("\"event\":\"model_failed\"").doesNotContain(KEY);
  }

  @Test
  void theWireIsShownOnRequestWithoutKeys() throws Exception {
    server.reply(Reply.text("hello"));
    Program.Run run = program.run("-p", "go", "--debug-wire");
    assertThat(run.output()).isEqualTo("hello\n");
    assertThat(run.errors())
        .contains("> POST 127.0.0.1", "< HTTP 200", "< event: message_start", "< data: {")
        .doesNotContain(KEY);
  }

  @Test
  void debugNotesWhatIsOddAboutAnAnswer() throws Exception {
    String stream =
        """
        data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"hello"}}

        data: {"type":"message_delta","delta":{"stop_reason":"brand_new"}}

        data: {"type":"message_stop"}

        """;
    server.reply(new Fault.Raw(200, Map.of("content-type", "text/event-stream"), stream));
    Program.Run run = program.run("-p", "go", "--debug");
    assertThat(run.output()).isEqualTo("hello\n");
    assertThat(run.errors())
        .contains("{\"debug\":\"wire\",\"note\":")
        .contains("unknown stop reason 'brand_new': taken as the end of the answer");
  }

  @Test
  void tracesAndMetricsGoToTheCollector() throws Exception {
    Map<String, String> received = new ConcurrentHashMap<>();
    HttpServer collector =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/",
        exchange -> {
          received.put(
              exchange.getRequestURI().getPath(),
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
    try {
      server.reply(Reply.toolCall("t1", "list_files", "{}"), Reply.text("done"));
      Program.Run run =
          program.run(
              "-p",
              "go",
              "-c",
              "telemetry.enabled=true",
              "-c",
              "telemetry.endpoint=http://127.0.0.1:" + collector.getAddress().getPort());
      assertThat(run).isEqualTo(new Program.Run(0, "done\n", ""));
    } finally {
      collector.stop(0);
    }
    assertThat(received.get("/v1/traces"))
        .contains("invoke_agent tenon", "chat claude-opus-4-6", "execute_tool list_files");
    assertThat(received.get("/v1/metrics")).contains("gen_ai.client.token.usage");
  }
}
