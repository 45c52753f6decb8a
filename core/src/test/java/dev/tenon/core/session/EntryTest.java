package dev.tenon.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every entry type in the form of the file, read and written again.
class EntryTest {
  private static final String HEAD =
      "\"id\":\"a1b2c3d4\",\"parentId\":null,\"timestamp\":\"2026-02-16T10:21:00.000Z\",";

  static Stream<String> golden() {
    return Stream.of(
        "{\"type\":\"message\","
            + HEAD
            + "\"message\":{\"role\":\"assistant\",\"provider\":\"p\",\"model\":\"m\","
            + "\"content\":[{\"type\":\"text\",\"text\":\"Done.\"}],\"unknown\":{\"x\":[1]}}}",
        "{\"type\":\"model_change\"," + HEAD + "\"model\":\"openai/gpt-4o\",\"role\":\"default\"}",
        "{\"type\":\"model_change\"," + HEAD + "\"model\":\"openai/gpt-4o\"}",
        "{\"type\":\"service_tier_change\"," + HEAD + "\"serviceTier\":\"flex\"}",
        "{\"type\":\"service_tier_change\"," + HEAD + "\"serviceTier\":null}",
        "{\"type\":\"thinking_level_change\"," + HEAD + "\"thinkingLevel\":\"high\"}",
        "{\"type\":\"compaction\","
            + HEAD
            + "\"summary\":\"S\",\"shortSummary\":\"s\",\"firstKeptEntryId\":\"e1\","
            + "\"tokensBefore\":42000,\"details\":{\"readFiles\":[\"src/a.ts\"]},"
            + "\"preserveData\":{\"hookState\":true},\"fromExtension\":false}",
        "{\"type\":\"branch_summary\","
            + HEAD
            + "\"fromId\":\"root\",\"summary\":\"S\",\"details\":{\"note\":1},"
            + "\"fromExtension\":true}",
        "{\"type\":\"custom\"," + HEAD + "\"customType\":\"ext\",\"data\":{\"state\":1}}",
        "{\"type\":\"custom_message\","
            + HEAD
            + "\"customType\":\"ext\",\"content\":\"Injected\",\"display\":true,"
            + "\"details\":{\"debug\":false},\"attribution\":\"agent\"}",
        "{\"type\":\"label\"," + HEAD + "\"targetId\":\"e1\",\"label\":\"checkpoint\"}",
        "{\"type\":\"label\"," + HEAD + "\"targetId\":\"e1\"}",
        "{\"type\":\"ttsr_injection\"," + HEAD + "\"injectedRules\":[\"a\",\"b\"]}",
        "{\"type\":\"mcp_tool_selection\"," + HEAD + "\"selectedToolNames\":[\"server.tool\"]}",
        "{\"type\":\"session_init\","
            + HEAD
            + "\"systemPrompt\":\"P\",\"task\":\"T\",\"tools\":[\"read\"],"
            + "\"outputSchema\":{\"type\":\"object\"}}",
        "{\"type\":\"mode_change\"," + HEAD + "\"mode\":\"plan\",\"data\":{\"planFile\":\"/p\"}}",
        "{\"type\":\"session_info\"," + HEAD + "\"name\":\"N\"}",
        "{\"type\":\"of_the_future\"," + HEAD + "\"anything\":[{\"a\":1.50}]}");
  }

  @ParameterizedTest
  @MethodSource("golden")
  void everyTypeSurvives(String line) throws JsonException {
    Entry entry = Entry.of(Json.parseObject(line));

    assertThat(entry.toJson().compact()).isEqualTo(line);
    assertThat(Entry.of(entry.toJson())).isEqualTo(entry);
  }

  @Test
  void onlyTheUnknownIsUnknown() throws JsonException {
    for (String line : golden().toList()) {
      boolean unknown = Entry.of(Json.parseObject(line)).body() instanceof Entry.Unknown;
      assertThat(unknown).as(line).isEqualTo(line.contains("of_the_future"));
    }
  }

  @Test
  void aKnownTypeWithoutItsMembersIsKeptAsItIs() throws JsonException {
    for (String type : List.of("message", "label", "model_change", "compaction")) {
      String line = "{\"type\":\"" + type + "\"," + HEAD + "\"odd\":1}";
      Entry entry = Entry.of(Json.parseObject(line));
      assertThat(entry.body()).isInstanceOf(Entry.Unknown.class);
      assertThat(entry.toJson().compact()).isEqualTo(line);
    }
  }

  @Test
  void aModelInTwoPartsIsUnderstood() throws JsonException {
    Entry entry =
        Entry.of(
            Json.parseObject(
                "{\"type\":\"model_change\","
                    + HEAD
                    + "\"provider\":\"anthropic\",\"modelId\":\"claude\"}"));
    assertThat(entry.body()).isEqualTo(new Entry.ModelChanged("anthropic/claude", null));
  }

  @Test
  void timesAreThoseOfTheFormat() {
    assertThat(IsoTime.of(0)).isEqualTo("1970-01-01T00:00:00.000Z");
    for (long millis : new long[] {1_771_237_230_000L, 951_782_399_999L, 951_868_800_001L, -1}) {
      String expected = java.time.Instant.ofEpochMilli(millis).toString();
      assertThat(java.time.Instant.parse(IsoTime.of(millis)).toString()).isEqualTo(expected);
      assertThat(IsoTime.of(millis)).hasSize(24);
    }
  }
}
