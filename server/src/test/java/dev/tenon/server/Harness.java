package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.PromptReader;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Pricing;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.check.ReviewChecks;
import dev.tenon.server.http.AgentServer;
import dev.tenon.server.http.guard.ServerSettings;
import dev.tenon.server.job.engine.JobEngine;
import dev.tenon.server.job.live.ServedProjects;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.record.CommandUse;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.PlanUse;
import dev.tenon.server.job.record.Store;
import dev.tenon.server.job.run.JobLimits;
import dev.tenon.server.job.run.JobObserver;
import dev.tenon.server.job.run.JobSetupFactory;
import dev.tenon.server.store.Retention;
import dev.tenon.server.store.Stores;
import dev.tenon.server.tool.FileLimits;
import dev.tenon.tools.ApplyPatch;
import dev.tenon.tools.Bash;
import dev.tenon.tools.EditFile;
import dev.tenon.tools.ProposeEdits;
import dev.tenon.tools.ToolLimits;
import dev.tenon.tools.WriteFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/// A real server on loopback with scripted models, and a client for it.
final class Harness {
  static final String TOKEN = "0123456789abcdef-test";

  /// A key that someone might quote.
  static final String SECRET = "key-4711-of-the-model";

  final List<AgentEvent> heard = new CopyOnWriteArrayList<>();
  final List<JobRecord> ended = new CopyOnWriteArrayList<>();
  final Path root;
  final Path home;
  final HttpClient client = HttpClient.newHttpClient();
  final Map<AgentMode.Side, Model> models = new EnumMap<>(AgentMode.Side.class);
  JobLimits limits = JobLimits.DEFAULT;
  Retention retention = Retention.IN_MEMORY;
  ServerSettings settings = ServerSettings.loopback(0, TOKEN);

  /// Further projects that are served.
  final List<Path> more = new ArrayList<>();

  /// Further tools of every job.
  final List<Tool<?>> tools = new ArrayList<>();

  /// How long a check may take.
  Duration checkTimeout = Duration.ofMinutes(2);

  final Shell shell = new Shell(Set.of());
  private final Policy rules = new ModePolicy(Mode.ASK);

  /// Where jobs get their work from.
  JobSetupFactory bench = new ScriptedBench();

  /// What stands around the store, to break it.
  UnaryOperator<Store> around = store -> store;

  private AgentServer server;
  private JobEngine engine;
  private volatile Contract contract;
  private final Set<String> succeeded = ConcurrentHashMap.newKeySet();

  private Harness(Path folder) throws IOException {
    root = Files.createDirectories(folder.resolve("project"));
    home = folder.resolve("home");
  }

  /// A harness that is not started yet.
  static Harness in(Path folder) throws IOException {
    return new Harness(folder);
  }

  Harness answering(Step... steps) {
    models.put(AgentMode.Side.REMOTE, ScriptedModel.of(steps));
    return this;
  }

  Harness start() {
    return start(Stores.memory(retention, limits.events(), Clock.systemUTC()));
  }

  Harness startOnDisk() {
    return start(
        Stores.sqlite(
            home.resolve("server.db"), Retention.ON_DISK, limits.events(), Clock.systemUTC()));
  }

  private Harness start(Store store) {
    var roots = new ArrayList<Path>();
    roots.add(root);
    roots.addAll(more);
    engine =
        new JobEngine(
            new ServedProjects(roots, home),
            bench,
            around.apply(store),
            limits,
            FileLimits.DEFAULT,
            Clock.systemUTC());
    server = AgentServer.start(engine, settings, "test");
    return this;
  }

  /// Ends the server in order and starts it again, with the same store on disk.
  void restart() throws Exception {
    server.close();
    startOnDisk();
  }

  String url() {
    return server.url();
  }

  AgentServer server() {
    return server;
  }

  int port() {
    return server.port();
  }

  /// Commands are asked as in mode ask, without a wall.
  private record Ruled(Policy own, Policy ruled) implements Policy {
    @Override
    public Decision decide(String tool, Access access) {
      Decision first = own.decide(tool, access);
      boolean runs = first instanceof Decision.Allow && access instanceof Access.Execute;
      return runs ? ruled.decide(tool, access) : first;
    }

    @Override
    public Optional<String> allowed(
        String tool, Access access, Decision.Ask ask, Approver.Answer answer) {
      return ruled.allowed(tool, access, ask, answer);
    }
  }

  private final class ScriptedBench implements JobSetupFactory {
    @Override
    public boolean has(AgentMode.Side side) {
      return models.containsKey(side);
    }

    @Override
    public List<ModelInfo> models() {
      return List.of(
          new ModelInfo("test/other", 1_000, 100, null, Set.of()),
          new ModelInfo("test/third", 1_000, 100, new Pricing(1, 2, 0, 0), Set.of()));
    }

    @Override
    public String withoutSecrets(String text) {
      return text.replace(TOKEN, "[hidden]").replace(SECRET, "[hidden]");
    }

    @Override
    public Optional<ReviewChecks> checks(Workspace workspace) {
      return Optional.of(
          new ReviewChecks(
              workspace.root(),
              shell,
              new ModePolicy(Mode.FULL),
              home.resolve("state"),
              checkTimeout,
              this::withoutSecrets));
    }

    @Override
    public List<Tool<?>> commandTools(Workspace workspace, CommandUse use, PlanUse plan) {
      return List.of(new Bash(new CommandRunner(shell), ToolLimits.DEFAULT));
    }

    @Override
    public JobObserver observer(JobRecord job) {
      return new JobObserver() {
        @Override
        public void accept(AgentEvent event) {
          heard.add(event);
        }

        @Override
        public void ended(JobRecord over) {
          ended.add(over);
        }
      };
    }

    @Override
    public Assembled assemble(Bench bench) throws WorkbenchException {
      Model model = models.get(bench.side());
      if (model == null) {
        throw new WorkbenchException("there is no " + bench.side().label() + " model");
      }
      var all = new ArrayList<Tool<?>>(bench.tools());
      all.add(new ProposeEdits());
      all.add(new EditFile());
      all.add(new WriteFile());
      all.add(new ApplyPatch());
      all.addAll(tools);
      var runner =
          new ToolRunner(
              all,
              bench.workspace(),
              bench.editing(),
              new Ruled(bench.policy(), rules),
              bench.commands().approver(),
              OutputBound.DEFAULT);
      return new Assembled(
          new Setup(
              model,
              "system",
              runner,
              new Setup.Limits(bench.steps(), 720 * 1024, 1_000, Effort.DEFAULT),
              PromptReader.plain()),
          bench.model().isEmpty() ? "test/" + bench.side().label() : bench.model());
    }
  }

  /// An answer of the server.
  record Got(int status, Json.Obj json, HttpResponse<String> response) {
    String text(String field) {
      return json.string(field, "");
    }

    Json.Obj error() {
      return json.objectOrEmpty("error");
    }
  }

  Got get(String path) throws Exception {
    return send(request(path).GET());
  }

  Got post(String path, Json.Obj body) throws Exception {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.compact())));
  }

  Got post(String path) throws Exception {
    return send(request(path).POST(HttpRequest.BodyPublishers.noBody()));
  }

  Got put(String path, Json.Obj body) throws Exception {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(body.compact())));
  }

  HttpRequest.Builder request(String path) {
    return bare(path).header("Authorization", "Bearer " + TOKEN);
  }

  HttpRequest.Builder bare(String path) {
    return HttpRequest.newBuilder(URI.create(server.url() + path)).timeout(Duration.ofSeconds(30));
  }

  Got send(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> response =
        client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    check(response);
    Json.Obj json =
        response.body().startsWith("{") ? Json.parseObject(response.body()) : Json.Obj.EMPTY;
    return new Got(response.statusCode(), json, response);
  }

  /// Holds every answer against the document that the server serves.
  private void check(HttpResponse<String> response) throws Exception {
    HttpRequest request = response.request();
    assertThat(response.body())
        .as("an answer tells no secrets")
        .doesNotContain(TOKEN, root.getParent().toString(), "\tat ", "Exception");
    String operation =
        contract()
            .check(
                request.method(),
                request.uri().getPath(),
                response.statusCode(),
                response.headers().firstValue("Content-Type").orElse(""),
                response.body());
    if (response.statusCode() < 300 && !operation.isEmpty()) {
      succeeded.add(operation);
    }
  }

  /// The document of the server.
  Contract contract() throws Exception {
    Contract known = contract;
    if (known == null) {
      HttpRequest request = request("/api/openapi.json").build();
      known = Contract.of(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
      contract = known;
    }
    return known;
  }

  /// The operations that have succeeded.
  Set<String> succeeded() {
    return succeeded;
  }

  String session() throws Exception {
    return post("/api/agent/sessions").text("session_id");
  }

  String run(String session, String instruction) throws Exception {
    return post(
            "/api/agent/run",
            Json.object().put("session_id", session).put("instruction", instruction).build())
        .text("job_id");
  }

  /// Waits until the job has this status.
  Json.Obj until(String job, String status) throws Exception {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> get("/api/agent/jobs/" + job).text("status").equals(status));
    return get("/api/agent/jobs/" + job).json();
  }

  /// Waits until the job runs no more.
  Json.Obj over(String job) throws Exception {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () ->
                List.of("awaiting_review", "completed", "failed")
                    .contains(get("/api/agent/jobs/" + job).text("status")));
    return get("/api/agent/jobs/" + job).json();
  }

  List<Json.Obj> events(String job) throws Exception {
    return get("/api/agent/jobs/" + job + "/events?cursor=0").json().objects("events");
  }

  void file(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  String file(String path) throws IOException {
    return Files.readString(root.resolve(path));
  }

  /// An edit that replaces lines, made for a file as it is now.
  Json.Obj edit(String id, String path, int first, int last, String text) throws IOException {
    List<String> lines = file(path).lines().toList();
    String target = String.join("\n", lines.subList(first - 1, last));
    return Json.object()
        .put("edit_id", id)
        .put("file_path", path)
        .put("operation", "replace")
        .put("start_line", first)
        .put("end_line", last)
        .put("new_text", text)
        .put("expected_hash", "sha256:" + Sha256.of(target.getBytes(StandardCharsets.UTF_8)))
        .build();
  }

  static Step proposing(Json.Obj... edits) {
    return Step.calls("propose_edits", Json.object().array("edits", List.of(edits)).build());
  }

  Got apply(String session, String job, List<String> hunks) throws Exception {
    return post(
        "/api/agent/apply",
        Json.object()
            .put("session_id", session)
            .put("job_id", job)
            .put("accepted_hunk_ids", Json.strings(hunks))
            .build());
  }

  Got review(String job, String action, List<String> hunks) throws Exception {
    return post(
        "/api/agent/jobs/" + job + "/review",
        Json.object().put("action", action).put("hunk_ids", Json.strings(hunks)).build());
  }

  Got cancel(String job) throws Exception {
    return post("/api/agent/jobs/" + job + "/cancel");
  }

  /// Puts a person's text into a working buffer, made from what is there now.
  Got type(String session, String path, String text) throws Exception {
    String buffer = "/api/agent/sessions/" + session + "/buffer";
    String base = get(buffer + "?file_path=" + path).text("file_hash");
    return put(
        buffer,
        Json.object().put("file_path", path).put("content", text).put("base_hash", base).build());
  }

  /// The text of a working buffer, or what the error says.
  String buffer(String session, String path) throws Exception {
    Got got = get("/api/agent/sessions/" + session + "/buffer?file_path=" + path);
    return got.status() == 200 ? got.text("content") : got.error().string("code", "");
  }

  Got save(String session) throws Exception {
    return post("/api/agent/sessions/" + session + "/save");
  }

  List<String> types(String job) throws Exception {
    return events(job).stream().map(event -> event.string("type", "")).toList();
  }

  static List<String> hunks(Json.Obj bundle) {
    return bundle.objects("files").stream()
        .flatMap(file -> file.objects("hunks").stream())
        .map(hunk -> hunk.string("hunk_id", ""))
        .toList();
  }

  void close() throws InterruptedException {
    client.close();
    server.close();
    shell.close();
  }
}
