package dev.tenon.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.engine.config.value.Origin;
import dev.tenon.engine.config.value.Value;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nothing is accepted and ignored: what can be declared is read. That what is read is also used is
/// the matter of a rule of the house (`settings`, which looks for callers of every component of
/// [Settings]) and, for the server, of `ServeLimitsTest`.
class SettingsAreReadTest {
  @TempDir Path folder;
  private Configuration configuration;

  /// Every pattern gets a value; everything else has one.
  @BeforeEach
  void everythingIsSet() throws Exception {
    configuration =
        new Sample(folder)
            .user(
                """
                retry: {fallbackChains: {default: [a/b]}}
                providers:
                  own:
                    wire: openai-chat
                    baseUrl: http://127.0.0.1:9/v1
                    path: /chat
                    keyEnv: OWN_KEY
                    apiKey: sk-own
                    headers: {X-A: b}
                    query: {version: two}
                models:
                  own/m:
                    contextWindow: 1000
                    aliases: [small]
                    maxOutput: 100
                    price: {input: 1, output: 2, cacheRead: 3, cacheWrite: 4}
                    abilities: [tools]
                telemetry: {headers: {X-C: d}}
                mcp:
                  servers:
                    own:
                      command: server
                      args: [a, b]
                      env: {A_KEY: secret}
                      cwd: sub
                      tools: {include: [x], exclude: ["y*"]}
                      upFront: true
                      startSeconds: 5
                      callSeconds: 6
                      network: true
                      enabled: true
                      journal: false
                      perAgent: true
                    far:
                      url: http://127.0.0.1:9/mcp
                      transport: sse
                      headers: {X-E: f}
                      oauth:
                        clientId: c
                        clientSecret: s
                        issuer: http://127.0.0.1:9/
                        clientMetadataUrl: http://127.0.0.1:9/client
                hooks: {Stop: [{hooks: [{type: command, command: "true"}]}]}
                keys: {undo: ctrl-x}
                """)
            .load();
  }

  /// What the program does with a configuration, but for the server's part.
  private static void read(RecordedEntries entries) {
    Settings.of(new Values(entries.map()), List.of());
    new RuleLayers().add(new LinkedHashMap<>(), entries.map());
    var mcp = new McpSettings(entries.map(), List.of());
    assertThat(List.of(mcp.any(), mcp.waitSeconds(), mcp.asksForSampling())).hasSize(3);
    assertThat(mcp.servers()).isNotNull();
    assertThat(Configuration.hooks(entries.map())).isNotNull();
    assertThat(Configuration.clientTerminals(entries.map())).isFalse();
    assertThat(Configuration.rpcAnswerSeconds(entries.map())).isPositive();
  }

  private static List<String> unread(RecordedEntries entries) {
    read(entries);
    List<String> unread = entries.unread("");
    unread.removeIf(key -> key.startsWith("server."));
    return unread;
  }

  @Test
  void theSampleSetsEverySetting() {
    Map<String, Entry> entries = configuration.entries();
    for (Setting<?> setting : Catalog.ALL) {
      assertThat(entries.values())
          .as("a value of %s in the sample", setting.key())
          .anyMatch(entry -> entry.setting() == setting);
    }
  }

  @Test
  void everySettingIsRead() {
    assertThat(unread(RecordedEntries.of(configuration)))
        .as("settings that are accepted and that nobody reads")
        .isEmpty();
  }

  @Test
  void aSettingThatNobodyReadsIsNamed() {
    var attic = new Topic("Attic", "");
    Setting<Integer> ghost = attic.integer("attic.ghosts", 0, 9).byDefault(3).doc("Ghosts");
    Setting<String> pattern = attic.secret("providers.*.ghost").doc("A provider's ghost");
    RecordedEntries entries = RecordedEntries.of(configuration);
    entries
        .map()
        .put(ghost.key(), new Entry(ghost.key(), ghost, value(ghost), new Origin.Default()));
    String key = pattern.named("own");
    entries.map().put(key, new Entry(key, pattern, new Value.Text("boo"), new Origin.Default()));
    assertThat(unread(entries)).containsExactly("attic.ghosts", "providers.own.ghost");
  }

  private static Value value(Setting<?> setting) {
    Value preset = setting.preset();
    assertThat(preset).isNotNull();
    return preset;
  }
}
