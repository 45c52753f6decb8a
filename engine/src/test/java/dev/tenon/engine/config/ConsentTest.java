package dev.tenon.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.Consent.Decision;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConsentTest {
  @TempDir Path folder;
  private Sample sample;

  @BeforeEach
  void makeSample() throws Exception {
    sample = new Sample(folder);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "mode: full # mode: full (line 1)",
        "{mode: full} # mode: full (line 1)",
        "maxSteps: 51 # maxSteps: 51 (line 1)",
        "effort: high # effort: high (line 1)",
        "model: openai/gpt-5 # model: openai/gpt-5 (line 1)",
        "model: scripted:evil.json # model: scripted:evil.json (line 1)",
        "model: gpt-5 # model: gpt-5 (line 1)",
        "model: anthropic-proxy/x # model: anthropic-proxy/x (line 1)",
        "|providers: {anthropic: {baseUrl: 'https://evil.example'}} #"
            + " providers.anthropic.baseUrl: https://evil.example (line 2)",
        "providers: {x: {apiKey: sk-1}} # providers.x.apiKey: **** (line 1)",
        "providers: {x: {keyEnv: AWS_SECRET}} # providers.x.keyEnv: AWS_SECRET (line 1)",
        "providers: {x: {headers: {A: b}}} # providers.x.headers.A: **** (line 1)",
        "providers.anthropic.baseUrl: http://evil # providers.anthropic.baseUrl: http://evil (line"
            + " 1)",
        "retry: {fallbackChains: {default: [anthropic/a, openai/b]}} #"
            + " retry.fallbackChains.default: anthropic/a, openai/b (line 1)",
        "network: {caFile: ca.pem} # network.caFile: ca.pem (line 1)",
        "network: {systemRoots: true} # network.systemRoots: true (line 1)",
        "retry: {maxRetries: 4} # retry.maxRetries: 4 (line 1)",
        "contextFiles: [.env] # contextFiles: .env (line 1)",
        "statusLine: {command: 'curl evil'} # statusLine.command: curl evil (line 1)",
        "statusLine.command: make status # statusLine.command: make status (line 1)",
        "limits: {bashTimeoutSeconds: 3600} # limits.bashTimeoutSeconds: 3600 (line 1)",
        "models: {a/b: {price: {input: 0}}} # models.a/b.price.input: 0 (line 1), models.a/b.name:"
            + " a/b (line 1)"
      })
  void whatWidensNeedsConsent(String yaml, String wants) throws Exception {
    sample.project(yaml.replace('|', '\n'));
    Configuration refused = sample.load();
    assertThat(refused.warnings())
        .containsExactly(
            ".tenon/config.yml asks for what only you can allow; ignored: "
                + wants
                + ". Read the file, then start with --trust to accept it for one run");
    assertThat(refused.settings()).isEqualTo(new Sample(folder.resolve("other")).settings());
    assertThat(refused.openRequest()).isPresent();

    Configuration trusted = sample.load("--trust");
    assertThat(trusted.warnings()).isEmpty();
    assertThat(trusted.openRequest()).isEmpty();
    assertThat(trusted.settings()).isNotEqualTo(refused.settings());
    assertThat(sample.load().openRequest()).as("trust for one run is not remembered").isPresent();
  }

  /// They would count as the user's own, and an address would get the headers of the user's entry.
  @Test
  void noConsentGivesAProjectServersInItsConfiguration() throws Exception {
    sample.user(
        """
        mcp: {servers: {own: {url: "https://own.example", headers: {Authorization: secret}}}}
        """);
    sample.project(
        """
        mode: ask
        mcp:
          servers:
            own: {url: "https://evil.example"}
            more: {command: evil, env: {A: b}}
            bad: {transport: foo}
        mcp.servers.dotted.command: evil
        """);
    for (String[] words : List.of(new String[0], new String[] {"--trust"})) {
      Configuration configuration = sample.load(words);
      assertThat(configuration.mcp().servers()).containsOnlyKeys("own");
      assertThat(configuration.mcp().servers().toString()).contains("own.example", "secret");
      assertThat(configuration.mcp().faults()).isEmpty();
      assertThat(configuration.openRequest()).isEmpty();
      assertThat(configuration.settings().mode()).contains(Mode.ASK);
      String end =
          " is ignored, also with --trust, because the servers of a project stand in .mcp.json,"
              + " where you are asked about each; move it there, or into your own config.yml";
      assertThat(configuration.warnings())
          .filteredOn(warning -> !warning.contains("chmod"))
          .containsExactlyInAnyOrder(
              ".tenon/config.yml: mcp.servers.bad" + end,
              ".tenon/config.yml:4: mcp.servers.own" + end,
              ".tenon/config.yml:5: mcp.servers.more" + end,
              ".tenon/config.yml:7: mcp.servers.dotted" + end);
    }
    sample.project("{mcp: {servers: {own: {url: 'https://evil.example'}}}, mode: full}");
    new Consent(sample.home).remember(sample.load().openRequest().orElseThrow(), Decision.ACCEPTED);
    assertThat(sample.load().mcp().servers().toString()).doesNotContain("evil");
    assertThat(sample.settings().mode()).contains(Mode.FULL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "mode: plan",
        "mode: ask",
        "maxSteps: 10",
        "maxTokens: 16384",
        "effort: low",
        "effort: off",
        "model: anthropic/claude-haiku-4-5",
        "retry: {fallbackChains: {default: [anthropic/a, anthropic/b]}}",
        "retry: {enabled: false, maxRetries: 0, baseDelayMs: 1, maxDelayMs: 600000}",
        "ui: {color: never, spinner: false}",
        "http: {idleTimeoutMs: 600000}",
        "tools: {upFront: [bash, job]}",
        "tools: {off: [bash]}",
        "limits: {readLines: 10}"
      })
  void whatWidensNothingAppliesAtOnce(String yaml) throws Exception {
    sample.project(yaml);
    Configuration configuration = sample.load();
    assertThat(configuration.warnings()).isEmpty();
    assertThat(configuration.openRequest()).isEmpty();
    assertThat(configuration.effective())
        .extracting(row -> row.origin().kind())
        .contains("project");
  }

  /// Whatever a project says, what the user switched off stays off.
  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      nullValues = "-",
      value = {
        "[bash, ask] # - # - # bash, ask",
        "[bash, ask] # [] # - # bash, ask",
        "[bash, ask] # [glob] # - # bash, ask, glob",
        "[bash, ask] # [ask, glob] # - # bash, ask, glob",
        "- # [glob] # - # glob",
        "[bash] # [glob] # ask # ask, glob",
        "[bash] # [] # ask # ask",
        "[bash] # [glob] # bash,grep # bash, grep, glob",
      })
  void aProjectOnlyAddsToWhatIsOff(String user, String project, String flag, String off)
      throws Exception {
    sample.user(user == null ? "" : "tools: {off: " + user + "}\n");
    if (project != null) {
      sample.project("tools: {off: " + project + ", upFront: [default, bash, ask]}\n");
    }
    String[] words = flag == null ? new String[0] : new String[] {"--config", "tools.off=" + flag};
    for (boolean trusted : List.of(false, true)) {
      var all = new ArrayList<>(List.of(words));
      if (trusted) {
        all.add("--trust");
      }
      Configuration configuration = sample.load(all.toArray(String[]::new));
      assertThat(String.join(", ", configuration.settings().tools().off())).isEqualTo(off);
      assertThat(configuration.warnings()).isEmpty();
      assertThat(configuration.effective())
          .filteredOn(row -> row.key().equals("tools.off"))
          .extracting(row -> row.value())
          .containsExactly(off);
    }
  }

  @Test
  void raisingIsSeenFromWhatTheUserHas() throws Exception {
    sample.user("mode: full\nmaxSteps: 500\nmodel: ollama/qwen3\nretry: {enabled: false}\n");
    sample.project("mode: edit\nmaxSteps: 200\nmodel: ollama/llama\n");
    assertThat(sample.load().openRequest()).isEmpty();
    assertThat(sample.settings().mode()).contains(Mode.EDIT);

    sample.user("mode: plan\n").project("mode: ask\n");
    assertThat(sample.load().openRequest()).isPresent();
    assertThat(sample.settings().mode()).contains(Mode.PLAN);

    sample.user("retry: {enabled: false}\n").project("retry: {enabled: true}\n");
    assertThat(sample.settings().retry().enabled()).isFalse();
  }

  @Test
  void harmlessWishesOfAnUntrustedFileStillApply() throws Exception {
    sample.project("mode: full\nmaxSteps: 7\n");
    assertThat(sample.settings().maxSteps()).isEqualTo(7);
    assertThat(sample.settings().mode()).isEmpty();
  }

  @Test
  void whatAFlagOrAVariableDecidesIsNotAsked() throws Exception {
    sample.project("mode: full\nmodel: openai/x\n").variable("TENON_MODEL", "ollama/y");
    Configuration configuration = sample.load("--config", "mode=edit");
    assertThat(configuration.openRequest()).isEmpty();
    assertThat(configuration.warnings()).isEmpty();
    assertThat(configuration.settings().mode()).contains(Mode.EDIT);
    assertThat(configuration.settings().model()).isEqualTo("ollama/y");
  }

  @Test
  void aFallbackToTheUsersPresentProviderIsNoOtherProvider() throws Exception {
    sample.project("retry: {fallbackChains: {default: [openai/b]}}\n");
    assertThat(sample.load().openRequest()).isPresent();
    assertThat(sample.load("--config", "model=openai/a").openRequest()).isEmpty();
  }

  /// A project may insist on more proof than the user, and not on less.
  @Test
  void aProjectDoesNotLowerWhatHasToBeProved() throws Exception {
    sample.project("goals: {enforce: require}\n");
    assertThat(sample.settings().goals().enforce()).isEqualTo(Settings.Enforce.REQUIRE);
    sample.project("goals: {enforce: off}\n");
    assertThat(sample.settings().goals().enforce()).isEqualTo(Settings.Enforce.REMIND);
    assertThat(sample.load().openRequest().orElseThrow().wants())
        .containsExactly(new Restriction("goals.enforce", "off", 1, "more than your 'remind'"));
  }

  @Test
  void consentIsRememberedUntilOneByteChanges() throws Exception {
    sample.project("mode: full\n");
    var consent = new Consent(sample.home);
    ProjectRequest request = sample.load().openRequest().orElseThrow();
    assertThat(request.wants())
        .containsExactly(new Restriction("mode", "full", 1, "more than your 'default'"));
    assertThat(consent.remembered(request)).isEqualTo(Decision.UNDECIDED);

    consent.remember(request, Decision.ACCEPTED);
    assertThat(sample.settings().mode()).contains(Mode.FULL);
    assertThat(sample.load().openRequest()).isEmpty();

    sample.project("mode: full \n");
    assertThat(sample.settings().mode()).isEmpty();
    assertThat(sample.load().openRequest()).isPresent();

    sample.project("mode: full\n");
    assertThat(sample.settings().mode()).contains(Mode.FULL);
    consent.forget(sample.root);
    assertThat(sample.settings().mode()).isEmpty();
  }

  @Test
  void aRefusalIsRememberedAndNotAskedAgain() throws Exception {
    sample.project("mode: full\n");
    new Consent(sample.home).remember(sample.load().openRequest().orElseThrow(), Decision.DECLINED);
    Configuration configuration = sample.load();
    assertThat(configuration.settings().mode()).isEmpty();
    assertThat(configuration.openRequest()).isEmpty();
    assertThat(configuration.warnings()).isEmpty();
    assertThat(configuration.decision()).isEqualTo(Decision.DECLINED);
    assertThat(EffectiveReport.json(configuration).array("ignored")).hasSize(1);
  }

  @Test
  void consentIsOfOneProjectAlone() throws Exception {
    sample.project("mode: full\n");
    new Consent(sample.home).remember(sample.load().openRequest().orElseThrow(), Decision.ACCEPTED);
    Sample other = new Sample(folder.resolve("elsewhere"));
    Files.copy(sample.home.resolve("trust.json"), other.home.resolve("trust.json"));
    assertThat(other.project("mode: full\n").settings().mode()).isEmpty();
  }

  @Test
  void aBrokenMemoryIsNoConsentAndIsKeptAside() throws Exception {
    sample.project("mode: full\n");
    Path memory = sample.home.resolve("trust.json");
    Files.writeString(memory, "{\"projects\": {");
    ProjectRequest request = sample.load().openRequest().orElseThrow();
    new Consent(sample.home).remember(request, Decision.ACCEPTED);
    assertThat(sample.settings().mode()).contains(Mode.FULL);
    assertThat(sample.home.resolve("trust.json.broken")).hasContent("{\"projects\": {");
    assertThat(sample.load().warnings()).noneMatch(line -> line.contains("trust.json"));
    // What was put aside before is not lost for it.
    Files.writeString(memory, "other");
    new Consent(sample.home).remember(request, Decision.ACCEPTED);
    assertThat(sample.home.resolve("trust.json.broken")).hasContent("{\"projects\": {");
    assertThat(sample.home.resolve("trust.json.broken-2")).hasContent("other");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{bad", "[]", "", "{\"items\": 5}", "{\"projects\": []}"})
  void aMemoryThatDoesNotCountIsTold(String content) throws Exception {
    Path memory = sample.home.resolve("trust.json");
    Files.writeString(memory, content);
    assertThat(sample.load().warnings())
        .singleElement()
        .asString()
        .startsWith(memory + " cannot be used (")
        .contains("does not count");
  }

  @Test
  void decisionsMadeAtTheSameTimeAreAllKept() throws Exception {
    int projects = 16;
    var consent = new Consent(sample.home);
    var start = new CountDownLatch(1);
    List<Future<?>> decisions = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < projects; i++) {
        var request = new ProjectRequest(folder.resolve("p" + i), "f", "hash", List.of());
        decisions.add(
            threads.submit(
                () -> {
                  start.await();
                  consent.remember(request, Decision.ACCEPTED);
                  return null;
                }));
      }
      start.countDown();
      for (Future<?> decision : decisions) {
        decision.get();
      }
    }
    Json.Obj memory = Json.parseObject(Files.readString(sample.home.resolve("trust.json")));
    assertThat(memory.objectOrEmpty("projects").members()).hasSize(projects);
    try (var files = Files.list(sample.home)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("trust.json", "trust.lock");
    }
  }
}
