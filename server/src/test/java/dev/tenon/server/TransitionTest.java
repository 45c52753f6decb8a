package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.run.JobLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// What every operation does to a job in every state. The table is the one of the documentation; a
/// cell is the status of the answer, then the code of its error, or what the job is then.
class TransitionTest {
  private static final List<String> STATES =
      List.of(
          "queued",
          "running",
          "waiting_for_user",
          "awaiting_review",
          "completed",
          "failed",
          "interrupted");

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> everyOperationInEveryState() throws Exception {
    var tests = new ArrayList<DynamicTest>();
    for (String row : table()) {
      List<String> cells = Stream.of(row.split("\\|", -1)).map(String::strip).toList();
      String operation = cells.get(1).replaceFirst("^`(\\w+)`.*", "$1");
      for (int i = 0; i < STATES.size(); i++) {
        String state = STATES.get(i);
        String expected = cells.get(i + 2).replace("`", "");
        tests.add(
            DynamicTest.dynamicTest(
                operation + " when " + state, () -> check(operation, state, expected)));
      }
    }
    assertThat(tests).hasSize(11 * STATES.size());
    return tests.stream();
  }

  /// The rows of the table in the documentation.
  private static List<String> table() throws Exception {
    List<String> lines = Files.readAllLines(Path.of("../docs/server.md"));
    int head =
        lines.indexOf(
            "| operation | queued | running | waiting_for_user | awaiting_review | completed |"
                + " failed | interrupted |");
    assertThat(head).as("the table of docs/server.md").isPositive();
    return lines.stream().skip(head + 2L).takeWhile(line -> line.startsWith("|")).toList();
  }

  private void check(String operation, String state, String expected) throws Exception {
    Harness server = Harness.in(folder.resolve(operation + "-" + state));
    server.models.put(AgentMode.Side.REMOTE, new ByInstruction());
    server.limits = JobLimits.DEFAULT.withQueue(1, 10);
    server.file("a.md", "one\n");
    server.startOnDisk();
    try {
      boolean asks = operation.equals("approve") && state.equals("waiting_for_user");
      String job = asks ? awaitingApproval(server) : job(server, state);
      String session = server.get("/api/agent/jobs/" + job).text("session_id");
      Harness.Got got = carryOut(server, operation, session, job);
      String code = got.status() < 400 ? "" : got.error().string("code", "");
      Json.Obj after = server.get("/api/agent/jobs/" + job).json();
      String error = after.objectOrEmpty("error").string("code", "");
      String now = after.string("status", "") + (error.isEmpty() ? "" : " (" + error + ")");
      String found = got.status() + " " + (code.isEmpty() ? now : code);
      // What a run that goes on becomes next is not this table's business.
      assertThat(found.replaceFirst("202 .*", "202"))
          .isEqualTo(expected.replaceFirst("202 .*", "202"));
      if (expected.startsWith("202 failed")) {
        assertThat(now).isEqualTo(expected.substring(4));
      }
      if (!code.isEmpty()) {
        String same = state.equals("interrupted") ? "failed" : state;
        assertThat(after.string("status")).isEqualTo(same);
      }
    } finally {
      server.close();
    }
  }

  private static String job(Harness server, String state) throws Exception {
    return switch (state) {
      case "queued" -> {
        server.until(server.run(server.session(), "hang"), "running");
        yield server.run(server.session(), "greet");
      }
      case "running" -> until(server, "hang", "running");
      case "waiting_for_user" -> until(server, "ask", "waiting_for_user");
      case "awaiting_review" -> until(server, "edit a.md", "awaiting_review");
      case "completed" -> until(server, "greet", "completed");
      case "failed" -> {
        String job = until(server, "hang", "running");
        server.cancel(job);
        yield job;
      }
      case "interrupted" -> {
        String job = until(server, "hang", "running");
        server.restart();
        yield job;
      }
      default -> throw new IllegalArgumentException(state);
    };
  }

  private static String awaitingApproval(Harness server) throws Exception {
    Json.Obj tools = Json.object().put("commands", "ask").build();
    String session =
        server
            .post("/api/agent/sessions", Json.object().put("tool_config", tools).build())
            .text("session_id");
    String job = server.run(session, "command");
    server.until(job, "waiting_for_user");
    return job;
  }

  private static String until(Harness server, String instruction, String status) throws Exception {
    String job = server.run(server.session(), instruction);
    server.until(job, status);
    return job;
  }

  private static Harness.Got carryOut(Harness server, String operation, String session, String job)
      throws Exception {
    String path = "/api/agent/jobs/" + job;
    return switch (operation) {
      case "run" ->
          server.post(
              "/api/agent/run",
              Json.object().put("session_id", session).put("instruction", "greet").build());
      case "clarify" ->
          server.post(
              path + "/clarify",
              Json.object().put("question_id", "q_1").put("answer", "yes").build());
      case "approve" ->
          server.post(
              path + "/approve",
              Json.object().put("approval_id", "ap_1").put("decision", "allow").build());
      case "check" -> server.post(path + "/check", Json.object().put("command", "true").build());
      case "review" ->
          server.post(path + "/review", Json.object().put("action", "accept_all").build());
      case "apply" -> server.apply(session, job, List.of());
      case "save" -> server.save(session);
      case "cancel" -> server.cancel(job);
      case "resume", "rerun" -> server.post(path + "/" + operation);
      case "archive" -> server.post("/api/agent/sessions/" + session + "/archive");
      default -> throw new IllegalArgumentException(operation);
    };
  }
}
