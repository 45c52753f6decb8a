package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Answer;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Received;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Helpers in scripts: one run of the program after the other, in one session.
@Timeout(240)
class HelperRunsTest {
  private static final Pattern HELPER = Pattern.compile("You are the helper (\\S+):");

  @TempDir Path folder;
  private Path home;
  private Path root;
  private final ModelServer server = ModelServer.start();

  /// What each of them answers next; the conversation itself is `0-Main`.
  private final Map<String, Queue<Reply>> scripts = new HashMap<>();

  private final List<String> requests = new ArrayList<>();

  private record Shown(int code, String out, String err) {}

  @BeforeEach
  void makeProject() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "a\n");
    Files.writeString(
        home.resolve("config.yml"),
        """
        providers: {house: {wire: anthropic, baseUrl: '%s', apiKey: sk-test-abcdef}}
        model: house/claude-opus-4-6
        editDialect: edit_file
        sandbox: {kind: off}
        jobs: {headless: true}
        """
            .formatted(server.url()));
    server.answering(this::answer);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private synchronized Answer answer(Received request) {
    String body = request.body().compact();
    Matcher helper = HELPER.matcher(body);
    String id = helper.find() ? helper.group(1) : "0-Main";
    requests.add(id + " " + body.substring(body.indexOf("\"messages\":")));
    Queue<Reply> script = scripts.get(id);
    Reply next = script == null ? null : script.poll();
    return next == null ? Reply.text(id + " was not expected to ask") : next;
  }

  private HelperRunsTest script(String id, Reply... replies) {
    scripts.put(id, new ConcurrentLinkedQueue<>(List.of(replies)));
    return this;
  }

  private Shown run(String... words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--root", root.toString()));
    var streams =
        new Streams(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            new Streams.Tty(false, false, false));
    int code =
        Main.run(
            streams,
            Map.of(
                "TENON_HOME",
                home.toString(),
                "HOME",
                home.toString(),
                "OPENAI_API_KEY",
                "sk-not-for-commands",
                "PATH",
                System.getenv("PATH")),
            all.toArray(String[]::new));
    streams.end();
    return new Shown(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static Reply task(String agent, String id) {
    return Reply.toolCall(
        "t-" + id,
        "task",
        """
        {"agent": "%s", "tasks": [{"id": "%s", "description": "does it", "assignment": "Do it."}]}\
        """
            .formatted(agent, id));
  }

  private static Reply resume(String id) {
    return Reply.toolCall(
        "r-" + id, "task", "{\"resume\": {\"id\": \"" + id + "\", \"message\": \"Go on.\"}}");
  }

  private static Reply yields(String text) {
    return Reply.toolCall("y", "yield", "{\"result\": \"" + text + "\"}");
  }

  private static Reply jobs() {
    return Reply.toolCall("j", "job", "{}");
  }

  /// What was said in the requests of one of them.
  private synchronized String asked(String id) {
    return String.join(
        "\n", requests.stream().filter(request -> request.startsWith(id + " ")).toList());
  }

  private Path only(String glob) throws Exception {
    try (Stream<Path> all = Files.walk(home.resolve("sessions"))) {
      return all.filter(file -> file.toString().endsWith(glob)).findFirst().orElseThrow();
    }
  }

  @Test
  void aHelperBesideAScriptIsRefusedByTheRuleAndItsUsageIsSummedUp() throws Exception {
    script("0-Main", task("task", "Make"), jobs(), Reply.text("told"));
    script(
        "0-Make",
        Reply.toolCall("b", "bash", "{\"command\": \"touch made.txt\"}"),
        yields("it may not"));
    Shown shown = run("-p", "go", "--permission-mode", "ask");
    assertThat(shown.code()).as(shown.err()).isZero();
    assertThat(shown.out()).contains("told");
    assertThat(asked("0-Main")).contains("Works as the background job task-1", "it may not");
    assertThat(asked("0-Make"))
        .contains("not allowed without a person to ask", "add bash(touch) to permissions.allow");
    assertThat(root.resolve("made.txt")).doesNotExist();

    // With the rule that it names, the helper may.
    Files.writeString(
        home.resolve("config.yml"),
        "permissions: {allow: ['bash(touch)', 'bash(env)']}\n",
        StandardOpenOption.APPEND);
    script("0-Main", resume("0-Make"), jobs(), Reply.text("told again"));
    script(
        "0-Make",
        Reply.toolCall("b", "bash", "{\"command\": \"touch made.txt\"}"),
        Reply.toolCall("e", "bash", "{\"command\": \"env\"}"),
        yields("made it"));
    shown = run("-p", "go on", "--continue", "--permission-mode", "ask");
    assertThat(shown.code()).as(shown.err()).isZero();
    assertThat(root.resolve("made.txt")).exists();
    assertThat(asked("0-Make")).contains("PATH=").doesNotContain("sk-not-for-commands");

    Shown usage = run("usage", "--by", "agent");
    assertThat(usage.code()).isZero();
    assertThat(usage.out().lines().filter(line -> line.strip().startsWith("task")))
        .as(usage.out())
        .singleElement()
        .asString()
        .matches("\\s*task\\s+5\\s+.*");
    assertThat(run("usage", "--by", "agent", "--json").out()).contains("\"task\"");
    assertThat(run("agents").out()).contains("0-Make", "completed");
  }

  /// Everything that can be missing around a helper is one clear answer, and nothing else breaks.
  @Test
  void whatIsGoneIsNamedWithTheWayOut() throws Exception {
    script("0-Main", task("explore", "Look"), jobs(), Reply.text("done"));
    script("0-Look", yields("it says a"));
    assertThat(run("-p", "go").code()).isZero();
    BiConsumer<Reply, List<String>> told =
        (call, words) -> {
          synchronized (this) {
            requests.clear();
          }
          script("0-Main", call, Reply.text("seen"));
          Shown shown = run("-p", "go on", "--continue");
          assertThat(shown.code()).as(shown.err()).isZero();
          assertThat(shown.out()).contains("seen");
          assertThat(asked("0-Main")).contains(words);
        };
    told.accept(
        resume("9-Nobody"),
        List.of("there is no helper '9-Nobody' in this session", "There are: 0-Look"));
    told.accept(resume("../x"), List.of("there is no helper '../x' in this session"));
    told.accept(
        Reply.toolCall("a", "read_file", "{\"path\": \"agent://0-Lok\"}"),
        List.of("there is no helper '0-Lok' in this session", "Did you mean agent://0-Look?"));
    told.accept(
        Reply.toolCall("a", "read_file", "{\"path\": \"agent://0-Look/findings\"}"),
        List.of("is text and no JSON", "Read agent://0-Look as a whole."));
    told.accept(
        Reply.toolCall(
            "s",
            "task",
            "{\"agent\": \"explore\", \"schema\": {\"$ref\": \"#\"}, \"tasks\": [{\"id\": \"S\","
                + " \"assignment\": \"x\"}]}"),
        List.of("the schema cannot be used"));
    told.accept(
        Reply.toolCall(
            "s",
            "task",
            "{\"agent\": \"explore\", \"schema\": {\"$ref\": \"http://localhost:1/x\"}, \"tasks\":"
                + " [{\"id\": \"S\", \"assignment\": \"x\"}]}"),
        List.of("the schema cannot be used"));
    // The session of the helper is gone, its result is not.
    Files.delete(only("0-Look.jsonl"));
    told.accept(resume("0-Look"), List.of("0-Look cannot be resumed: its session", "is not there"));
    told.accept(
        Reply.toolCall("a", "read_file", "{\"path\": \"agent://0-Look\"}"), List.of("it says a"));
    assertThat(run("agents").out()).contains("0-Look");
    // So is that of the conversation that called it.
    String parent = String.valueOf(only("0-Look.md").getParent());
    Files.delete(Path.of(parent.substring(0, parent.length() - ".artifacts".length()) + ".jsonl"));
    Shown listed = run("agents");
    assertThat(listed.code()).as(listed.err()).isZero();
    assertThat(listed.out()).contains("0-Look");
  }
}
