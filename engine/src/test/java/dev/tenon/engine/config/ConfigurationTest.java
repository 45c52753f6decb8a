package dev.tenon.engine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.helper.HelperBounds;
import dev.tenon.core.helper.HelperSettings;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.ModelInfo.Ability;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.session.compaction.CompactionLimits;
import dev.tenon.engine.config.value.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {
  @TempDir Path folder;
  private Sample sample;

  @BeforeEach
  void makeSample() throws Exception {
    sample = new Sample(folder);
  }

  @Test
  void withoutAnySourceTheDefaultsHold() throws Exception {
    assertThat(sample.settings())
        .isEqualTo(
            new Settings(
                "anthropic/claude-opus-4-6",
                Optional.empty(),
                16384,
                50,
                Effort.DEFAULT,
                "auto",
                720 * 1024,
                CompactionLimits.DEFAULT,
                new Settings.Retry(
                    true, 3, 2000, 300_000, 5, 5, Settings.RevertPolicy.COOLDOWN_EXPIRY, Map.of()),
                new Settings.Http(30_000, 300_000, 120_000, "", false),
                new Settings.Limits(3000, 51200, 1000, 50, 51200, 120, 600),
                List.of("AGENTS.md", "CLAUDE.md", "GEMINI.md"),
                List.of(),
                new Settings.Roots(List.of(), List.of()),
                new Settings.Sandbox(
                    "auto",
                    false,
                    List.of(),
                    List.of("default"),
                    List.of(),
                    "readOnly",
                    false,
                    4096,
                    0),
                new Settings.Commands(false, 700, List.of()),
                new Settings.Jobs(100, 30, 20, true, false),
                true,
                new Settings.Tools(List.of("default"), List.of()),
                EffectLimits.DEFAULT,
                new Settings.Rules(true, "always", "discard", "once", 10),
                new Settings.Skills(true, List.of(), List.of()),
                new HelperSettings(
                    HelperBounds.DEFAULT, List.of(), "default", true, "auto", 256L * 1024 * 1024),
                new Settings.Dialog(false, 30, true, false),
                new Settings.Goals(Settings.Enforce.REMIND, List.of(), 0.05),
                new Settings.Budget(0, 0),
                new Settings.Observation("warn", null, Map.of()),
                new Settings.Ui(
                    Settings.Color.AUTO,
                    true,
                    new Settings.Look("auto", "dark", "light", false, Settings.SymbolPreset.AUTO),
                    new Settings.EditorKeys(Settings.EditingStyle.EMACS, List.of()),
                    new Settings.Window(
                        new Settings.StatusLine(true, List.of(Settings.StatusSegment.values()), ""),
                        true,
                        Settings.Notify.AUTO),
                    false,
                    "short"),
                Map.of(),
                List.of(),
                List.of()));
    assertThat(sample.load().warnings()).isEmpty();
    assertThat(sample.load().modelChosen()).isFalse();
  }

  @Test
  void laterSourcesWinKeyByKey() throws Exception {
    sample
        .user(
            """
            maxSteps: 40
            maxTokens: 1000
            retry: {maxRetries: 4, baseDelayMs: 1s}
            ui: {color: always}
            """)
        .project("maxSteps: 30\nretry:\n  maxRetries: 2\n")
        .variable("TENON_MAX_STEPS", "20");
    assertThat(sample.settings().maxSteps()).isEqualTo(20);
    assertThat(sample.settings("--config", "maxSteps=9").maxSteps()).isEqualTo(9);
    assertThat(sample.settings("--config", "maxSteps=9", "--config", "maxSteps=10").maxSteps())
        .isEqualTo(10);
    assertThat(sample.settings().maxTokens()).isEqualTo(1000);
    assertThat(sample.settings().retry().maxRetries()).isEqualTo(2);
    assertThat(sample.settings().retry().baseDelayMs()).isEqualTo(1000);
    assertThat(sample.settings().ui().color()).isEqualTo(Settings.Color.ALWAYS);
  }

  @Test
  void everyKindOfSettingCanBeWritten() throws Exception {
    sample.user(
        """
        # A comment.
        model: openai/gpt-5
        mode: edit
        effort: off
        historyBudget: 1 MB
        contextFiles: [AGENTS.md, NOTES.md]
        retry.streamMaxRetries: 7
        retry:
          enabled: false
          maxDelayMs: 2m
          fallbackRevertPolicy: never
          fallbackChains:
            default: [openai/gpt-5-mini, google/gemini-3.1-pro]
            openai/gpt-5.1: anthropic/claude-sonnet-4-6
        providers:
          groq:
            wire: openai-chat
            baseUrl: https://api.groq.example/v1
            keyEnv: GROQ_KEY
            headers:
              X-Team: carpenters
              X-Two.Parts: "yes"
          local.lan:
            apiKey: sk-abc
            query: {api-version: 2026-01-01}
        models:
          - name: groq/llama-4.5
            contextWindow: 131072
            price: {input: 0.5, output: 2}
            abilities: [tools, images]
          - name: groq/plain
        limits:
        """);
    Settings settings = sample.settings();
    assertThat(settings.model()).isEqualTo("openai/gpt-5");
    assertThat(settings.mode()).contains(Mode.EDIT);
    assertThat(settings.effort()).isEqualTo(Effort.OFF);
    assertThat(settings.historyBudget()).isEqualTo(1024 * 1024);
    assertThat(settings.contextFiles()).containsExactly("AGENTS.md", "NOTES.md");
    assertThat(settings.retry())
        .isEqualTo(
            new Settings.Retry(
                false,
                3,
                2000,
                120_000,
                5,
                7,
                Settings.RevertPolicy.NEVER,
                Map.of(
                    "default",
                    List.of("openai/gpt-5-mini", "google/gemini-3.1-pro"),
                    "openai/gpt-5.1",
                    List.of("anthropic/claude-sonnet-4-6"))));
    assertThat(settings.providers().values())
        .containsExactly(
            new Settings.Provider(
                "groq",
                "openai-chat",
                "https://api.groq.example/v1",
                null,
                "GROQ_KEY",
                null,
                Map.of("X-Team", "carpenters", "X-Two.Parts", "yes"),
                Map.of()),
            new Settings.Provider(
                "local.lan",
                null,
                null,
                null,
                null,
                "sk-abc",
                Map.of(),
                Map.of("api-version", "2026-01-01")));
    assertThat(settings.models())
        .containsExactly(
            new Settings.ExtraModel(
                "groq/llama-4.5",
                131072L,
                null,
                0.5,
                2.0,
                null,
                null,
                Set.of(Ability.TOOLS, Ability.IMAGES),
                null),
            new Settings.ExtraModel("groq/plain", null, null, null, null, null, null, null, null));
  }

  @Test
  void modelsMayAlsoBeAMappingByName() throws Exception {
    sample.user("models:\n  groq/a.b:\n    maxOutput: 8192\n  groq/c:\n");
    assertThat(sample.settings().models())
        .containsExactly(
            new Settings.ExtraModel("groq/a.b", null, 8192L, null, null, null, null, null, null),
            new Settings.ExtraModel("groq/c", null, null, null, null, null, null, null, null));
  }

  @Test
  void environmentVariablesFollowOneRule() throws Exception {
    sample
        .variable("TENON_MODEL", "ollama/qwen3")
        .variable("TENON_RETRY_MAX_RETRIES", "9")
        .variable("TENON_CONTEXT_FILES", "A.md, B.md")
        .variable("TENON_PROVIDERS_MY_VENDOR_BASE_URL", "http://localhost:1234")
        .variable("TENON_RETRY_FALLBACK_CHAINS_DEFAULT", "a/b,c/d")
        .variable("TENON_MAX_TOKENS", "")
        .variable("TENON_HOME", "/somewhere")
        .variable("TENON_UNRELATED_THING", "1");
    Settings settings = sample.settings();
    assertThat(settings.model()).isEqualTo("ollama/qwen3");
    assertThat(settings.retry().maxRetries()).isEqualTo(9);
    assertThat(settings.retry().fallbackChains()).containsEntry("default", List.of("a/b", "c/d"));
    assertThat(settings.contextFiles()).containsExactly("A.md", "B.md");
    assertThat(settings.providers().get("my-vendor").baseUrl()).isEqualTo("http://localhost:1234");
    assertThat(settings.maxTokens()).isEqualTo(16384);
    assertThat(sample.load().warnings()).isEmpty();
  }

  @Test
  void everyPlainSettingHasAVariableThatSetsIt() throws Exception {
    for (Setting<?> setting : Catalog.ALL) {
      if (setting.isPattern()) {
        continue;
      }
      String variable = EnvironmentLayer.variable(setting.key());
      sample.environment.clear();
      // An empty variable counts as none.
      String value = Objects.requireNonNull(setting.preset(), setting.key()).text();
      String other =
          setting.type() instanceof Type.Texts<?> texts
                  && texts.item() instanceof Type.Choice<?> choice
              ? choice.words().getFirst()
              : "some_folder";
      sample.variable(variable, value.isEmpty() ? other : value);
      assertThat(sample.load().effective())
          .filteredOn(row -> row.key().equals(setting.key()))
          .extracting(row -> row.origin().describe())
          .containsExactly("$" + variable);
    }
  }

  @Test
  void aMistypedVariableIsPointedOut() throws Exception {
    sample.variable("TENON_MODLE", "x");
    assertThat(sample.load().warnings())
        .containsExactly("TENON_MODLE is no setting; did you mean TENON_MODEL?");
  }

  /// A program that runs within another one has variables that nobody mistyped.
  @Test
  void ownVariablesAreNoMistakes() throws Exception {
    for (String own : List.of("TENON_MARK", "TENON_MCP_DEPTH", "TENON_TOKEN", "TENON_NO_BUILD")) {
      sample.variable(own, "1");
    }
    assertThat(sample.load().warnings()).isEmpty();
  }

  @Test
  void noColorIsHonouredAndTheOwnVariableIsMoreSpecific() throws Exception {
    sample.user("ui: {color: always}").variable("NO_COLOR", "1");
    assertThat(sample.settings().ui().color()).isEqualTo(Settings.Color.NEVER);
    assertThat(sample.variable("TENON_UI_COLOR", "auto").settings().ui().color())
        .isEqualTo(Settings.Color.AUTO);
    assertThat(sample.settings("--config", "ui.color=never").ui().color())
        .isEqualTo(Settings.Color.NEVER);
    sample.environment.clear();
    assertThat(sample.variable("NO_COLOR", "").settings().ui().color())
        .isEqualTo(Settings.Color.ALWAYS);
  }

  @Test
  void effectiveTellsWhereEachValueComesFromAndHidesSecrets() throws Exception {
    sample
        .user(
            """
            maxSteps: 40
            providers:
              x:
                apiKey: sk-very-secret
                baseUrl: https://me:pa55word@host.example/v1?key=concealed
                headers: {Authorization: Bearer hush}
            """)
        .project("ui:\n  spinner: false\n")
        .variable("TENON_MAX_TOKENS", "99");
    Configuration configuration = sample.load("--config", "mode=plan", "--config", "effort=low");
    assertThat(configuration.effective())
        .extracting(
            EffectiveSetting::key,
            EffectiveSetting::value,
            row -> row.origin().describe().replace(sample.home + "/", ""))
        .contains(
            tuple("model", "anthropic/claude-opus-4-6", "default"),
            tuple("maxSteps", "40", "config.yml:1"),
            tuple("ui.spinner", "false", ".tenon/config.yml:2"),
            tuple("maxTokens", "99", "$TENON_MAX_TOKENS"),
            tuple("mode", "plan", "--config"),
            tuple("effort", "low", "--config"),
            tuple("providers.x.apiKey", "****", "config.yml:4"),
            tuple("providers.x.baseUrl", "https://****@host.example/v1?****", "config.yml:5"),
            tuple("providers.x.headers.Authorization", "****", "config.yml:6"));
    String shown =
        EffectiveReport.table(configuration)
            + EffectiveReport.json(configuration).pretty()
            + configuration.settings();
    assertThat(shown).doesNotContain("sk-very-secret", "hush");
    assertThat(EffectiveReport.table(configuration)).doesNotContain("pa55word", "concealed");
  }

  @Test
  void theReportIsATableAndJson() throws Exception {
    sample.project("mode: full\n");
    Configuration configuration = sample.load();
    assertThat(EffectiveReport.table(configuration).lines().map(line -> line.replaceAll(" +", " ")))
        .contains("KEY VALUE FROM", "maxTokens 16384 default")
        .last()
        .asString()
        .startsWith("warning: .tenon/config.yml asks for");
    assertThat(EffectiveReport.table(configuration, cell -> cell, 20).lines())
        .contains("maxTokens = 16384 (default)")
        .noneMatch(line -> line.startsWith("KEY"));
    assertThat(EffectiveReport.table(configuration, cell -> cell, 1_000))
        .isEqualTo(EffectiveReport.table(configuration));
    assertThat(EffectiveReport.json(configuration).objects("settings"))
        .filteredOn(row -> "maxTokens".equals(row.string("key")))
        .first()
        .asString()
        .isEqualTo(
            "{\"key\":\"maxTokens\",\"value\":16384,\"origin\":\"default\",\"from\":\"default\","
                + "\"description\":\"Output tokens of one answer\"}");
    assertThat(EffectiveReport.json(configuration).get("ignored"))
        .asString()
        .isEqualTo(
            "[{\"key\":\"mode\",\"value\":\"full\",\"line\":1,\"reason\":\"more than your"
                + " 'default'\"}]");
  }

  @Test
  void aKeyThatOthersCanReadIsWarnedAbout() throws Exception {
    sample.user("providers: {x: {apiKey: sk-secret}}");
    Path file = sample.home.resolve("config.yml");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(sample.load().warnings())
        .singleElement()
        .asString()
        .endsWith("holds providers.x.apiKey and others can read it (rw-r--r--); chmod 600 it")
        .doesNotContain("sk-secret");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThat(sample.load().warnings()).isEmpty();
  }

  @Test
  void theStateFolderAsAProjectIsNotAskedTwice() throws Exception {
    Path user = Files.createDirectories(folder.resolve("me"));
    Path state = Files.createDirectories(user.resolve(".tenon"));
    Files.writeString(state.resolve("config.yml"), "mode: full\n");
    Configuration configuration =
        Configuration.load(ProjectOptions.of(state, user.toRealPath()).withEnvironment(Map.of()));
    assertThat(configuration.settings().mode()).contains(Mode.FULL);
    assertThat(configuration.project()).isEmpty();
  }

  @Test
  void theKeysOfTheEditorKnowWhereTheyAreChosen() throws Exception {
    sample.user("editor: {keys: vi}\nkeys:\n  undo: ctrl-x\n  redo: [alt-r, f5]\n  yank: []\n");
    Settings.EditorKeys keys = sample.settings().ui().editor();
    assertThat(keys.style()).isEqualTo(Settings.EditingStyle.VI);
    assertThat(keys.chosen())
        .extracting(Settings.KeyChoice::action, Settings.KeyChoice::keys)
        .containsExactly(
            tuple("undo", List.of("ctrl-x")),
            tuple("redo", List.of("alt-r", "f5")),
            tuple("yank", List.of()));
    assertThat(keys.chosen().getFirst().where()).endsWith("config.yml:3");
  }
}
