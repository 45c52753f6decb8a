package dev.tenon.bench.process;

import dev.tenon.bench.measure.Sample;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.Settings;
import dev.tenon.testkit.script.Reply;
import dev.tenon.testkit.wire.Received;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Everything that is measured in one run, with the models it talks to: one server for each kind of
/// conversation. The floors send the very request that Tenon sends.
public final class Lineup implements AutoCloseable {
  static final String VERSION = "`tenon --version`";
  static final String PROMPT = "`tenon -p hello`";
  static final String PROMPT_TLS = PROMPT + ", TLS";
  static final String FLOOR = "`curl`, the same request";
  static final String FLOOR_TLS = FLOOR + ", TLS";

  /// The first tool turn loads what all of them need; the others show what one more costs.
  static final int MORE_TURNS = 10;

  /// So many turns are enough to have compiled what each of them needs.
  static final int WARM_TURNS = 40;

  static final int ALL_TURNS = WARM_TURNS + 20;

  private static final String ANSWER = "Nothing is as fast as doing nothing. ".repeat(11);
  private static final String KEY = "bench";

  private final Path launcher;
  private final Path folder;
  private final Path project;
  private final ModelServer plain = ModelServer.start();
  private final ModelServer oneTurn = ModelServer.start();
  private final ModelServer moreTurns = ModelServer.start();
  private final ModelServer secured = ModelServer.start(Settings.DEFAULT.tls());
  private final Path certificate;
  private final Path trustStore;
  private final ModelServer allTurns = ModelServer.start();
  private final TurnClock clock = new TurnClock(turns(1 + MORE_TURNS), 1);
  private final TurnClock warm = new TurnClock(turns(ALL_TURNS), WARM_TURNS);

  /// @param launcher the launcher of a built distribution
  /// @param folder an empty folder for project, state and requests
  Lineup(Path launcher, Path folder) throws IOException {
    this.launcher = launcher;
    this.folder = folder;
    project = Files.createDirectory(folder.resolve("project"));
    Files.writeString(project.resolve("notes.txt"), "One line.\nAnother line.\n".repeat(20));
    certificate = secured.certificate();
    trustStore = TrustStore.write(secured.trustStore(), folder.resolve("cacerts"));
    plain.answering(request -> Reply.text(ANSWER));
    secured.answering(request -> Reply.text(ANSWER));
    oneTurn.answering(new TurnClock(turns(1), 1)::answer);
    moreTurns.answering(clock::answer);
    allTurns.answering(warm::answer);
  }

  private static List<Reply> turns(int count) {
    var turns = new ArrayList<Reply>();
    for (int turn = 1; turn <= count; turn++) {
      turns.add(
          Reply.toolCall(
              "call_" + turn, "read_file", "{\"path\":\"notes.txt:" + (1 + turn % 20) + "\"}"));
    }
    turns.add(Reply.text(ANSWER));
    return turns;
  }

  static String toolTurns(int count) {
    return "`tenon -p`, " + count + (count == 1 ? " tool turn" : " tool turns");
  }

  Program prompt() {
    return tenon(PROMPT, environment(plain), "-p", "hello");
  }

  List<Program> tenon() {
    var trusting = environment(secured);
    trusting.put("NODE_EXTRA_CA_CERTS", certificate.toString());
    var ofTheJdk = environment(secured);
    ofTheJdk.put("TENON_JAVA_OPTS", "-Djavax.net.ssl.trustStore=" + trustStore);
    return List.of(
        tenon(VERSION, environment(plain), "--version"),
        prompt(),
        tenon(
            PROMPT + ", stream-json",
            environment(plain),
            "-p",
            "hello",
            "--output-format",
            "stream-json"),
        tenon(PROMPT_TLS, trusting, "-p", "hello"),
        tenon(PROMPT + ", TLS of the JDK", ofTheJdk, "-p", "hello"),
        tenon(toolTurns(1), environment(oneTurn), "-p", "read"),
        tenon(toolTurns(1 + MORE_TURNS), environment(moreTurns), "-p", "read"),
        tenon(
            toolTurns(ALL_TURNS),
            environment(allTurns),
            "-p",
            "read",
            "--max-steps",
            Integer.toString(2 * ALL_TURNS)),
        tenon(
            "`tenon tool read_file`",
            environment(plain),
            "tool",
            "read_file",
            "{\"path\":\"notes.txt\"}"));
  }

  private Program tenon(String name, Map<String, String> environment, String... words) {
    var command = new ArrayList<String>();
    command.add(launcher.toString());
    command.addAll(List.of(words));
    return new Program(name, command, project, environment);
  }

  private Map<String, String> environment(ModelServer server) {
    var environment = new TreeMap<String, String>();
    environment.put("PATH", Program.path());
    environment.put("HOME", folder.resolve("home").toString());
    environment.put("TENON_HOME", folder.resolve("state").toString());
    environment.put("TENON_NO_BUILD", "1");
    environment.put("ANTHROPIC_API_KEY", KEY);
    environment.put("ANTHROPIC_BASE_URL", server.url());
    return environment;
  }

  /// Other programs that bound what can be reached; those that are not installed are left out.
  List<Program> floors() throws IOException {
    var floors = new ArrayList<Program>();
    Path body = Files.writeString(folder.resolve("request.json"), lastRequest().text());
    Program.find("curl").ifPresent(curl -> floors.add(floor(FLOOR, curl(curl, body, plain))));
    Program.find("curl")
        .ifPresent(
            curl ->
                floors.add(
                    floor(
                        FLOOR_TLS, curl(curl, body, secured, "--cacert", certificate.toString()))));
    floors.add(floor("an empty `main` on the JVM", emptyJvm()));
    Program.find("node")
        .ifPresent(node -> floors.add(floor("`node -e 0`", List.of(node, "-e", "0"))));
    Program.find("true")
        .ifPresent(nothing -> floors.add(floor("`true`, a process", List.of(nothing))));
    return floors;
  }

  /// What each further tool turn takes, while its code is new.
  TurnClock clock() {
    return clock;
  }

  /// What of it is the model's own share.
  Sample modelShare(int times) throws IOException {
    List<Received> all = moreTurns.modelRequests();
    int count = 1 + MORE_TURNS;
    List<Received> conversation = all.subList(all.size() - count, all.size());
    try (var again = ModelServer.start()) {
      var answers = turns(1 + MORE_TURNS);
      again.answering(request -> answers.get(Math.min(request.turn(), answers.size() - 1)));
      Sample share = ModelShare.measure(again, conversation, times);
      again.assertClean();
      return share;
    }
  }

  /// The same, when its code is compiled.
  TurnClock warm() {
    return warm;
  }

  /// The request of the plain prompt, as it arrived.
  Received lastRequest() {
    return plain.lastRequest();
  }

  private Program floor(String name, List<String> command) {
    return new Program(name, command, project, Map.of("PATH", Program.path()));
  }

  private static List<String> curl(String curl, Path body, ModelServer server, String... more) {
    var command = new ArrayList<>(List.of(curl, "-sS", "--fail", "--noproxy", "*"));
    command.addAll(List.of(more));
    command.addAll(
        List.of(
            "--output",
            "/dev/null",
            "--header",
            "Content-Type: application/json",
            "--header",
            "anthropic-version: 2023-06-01",
            "--header",
            "x-api-key: " + KEY,
            "--data-binary",
            "@" + body,
            server.url() + "/v1/messages"));
    return command;
  }

  /// The command of an empty `main`, with the options of a short start.
  public static List<String> emptyJvm() {
    try {
      var classes = Nothing.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      return List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:-UsePerfData",
          "-cp",
          Path.of(classes).toString(),
          Nothing.class.getName());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /// Fails when a server has seen something that it should not have.
  void check() {
    for (ModelServer server : List.of(plain, oneTurn, moreTurns, allTurns, secured)) {
      server.assertClean();
    }
  }

  @Override
  public void close() {
    for (ModelServer server : List.of(plain, oneTurn, moreTurns, allTurns, secured)) {
      server.close();
    }
  }
}
