package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Mode;
import dev.tenon.sdk.Tenon;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How a program tests what it does with Tenon: with a scripted model, or with a server of its own.
class SampleTest {
  @TempDir Path folder;

  @Test
  void theModelCallsAToolOfOurs() throws Exception {
    var model =
        ScriptedModel.of(
            Step.calls("stock", Json.object().put("article", "pen").build()), Step.says("Seven."));
    assertEquals("Seven.", OwnTool.ask(folder, model, Map.of("pen", 7)).text());
    assertTrue(model.requests().getLast().messages().getLast().toString().contains("pen: 7"));
  }

  @Test
  void onlyTheFirstHunkIsTaken() throws Exception {
    String lines = IntStream.range(0, 40).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
    Path file = Files.writeString(folder.resolve("a.txt"), lines);
    var model =
        ScriptedModel.of(
            Step.calls("read_file", Json.object().put("path", "a.txt").build()),
            Step.answer().call("edit_file", edit("line 2\n", "second\n")),
            Step.answer().call("edit_file", edit("line 38\n", "last\n")),
            Step.says("Done."));
    assertEquals(2, ReviewByHunk.firstOnly(folder, model, "Edit it"));
    assertEquals(lines.replace("line 2\n", "second\n"), Files.readString(file));
  }

  private static Json.Obj edit(String old, String replacement) {
    return Json.object()
        .put("path", "a.txt")
        .put("old_text", old)
        .put("new_text", replacement)
        .build();
  }

  /// A model that is a server: here one of the test's, which speaks Ollama's protocol. It fixes the
  /// file, and the example takes that back.
  @Test
  void theModelIsAServer() throws Exception {
    Path file = Files.writeString(folder.resolve("price.sh"), "echo $((2 + 2))\n");
    var seen = new ArrayList<String>();
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/api/chat",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          seen.add(Files.readString(file));
          byte[] answer = (seen.size() == 1 ? FIX : SAYS).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    PrintStream before = System.out;
    var out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      FirstPrompt.run(
          Tenon.in(folder)
              .model("ollama/qwen3-coder")
              .mode(Mode.EDIT)
              .setting(
                  "providers.ollama.baseUrl",
                  "http://127.0.0.1:" + server.getAddress().getPort()));
    } finally {
      System.setOut(before);
      server.stop(0);
    }
    assertEquals("From the server.", out.toString(StandardCharsets.UTF_8).strip());
    assertEquals(List.of("echo $((2 + 2))\n", "echo $((2 * 2))\n"), seen);
    assertEquals("echo $((2 + 2))\n", Files.readString(file));
  }

  private static final String FIX =
      """
      {"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"read_file","arguments":{"path":"price.sh"}}},{"function":{"name":"edit_file","arguments":{"path":"price.sh","old_text":"2 + 2","new_text":"2 * 2"}}}]},"done":false}
      {"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":3,"eval_count":2}
      """;

  private static final String SAYS =
      """
      {"model":"m","message":{"role":"assistant","content":"From the "},"done":false}
      {"model":"m","message":{"role":"assistant","content":"server."},"done":false}
      {"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":3,"eval_count":2}
      """;
}
