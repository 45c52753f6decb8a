package dev.tenon.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import org.junit.jupiter.api.Test;

class EntryTextTest {
  private static String shown(String message) throws JsonException {
    return EntryText.shown(new Entry.Said(Json.parseObject(message)));
  }

  @Test
  void ofAPromptPeopleSeeWhatTheyWrote() throws JsonException {
    String prompt =
        """
        {"role": "user", "content": [{"type": "text", "text": "Look at @a.txt"},
         {"type": "text", "text": "<file path=\\"a.txt\\" sha256=\\"0a1b\\">\\none\\n</file>"}]}
        """;
    assertThat(shown(prompt)).isEqualTo("Look at @a.txt");
    assertThat(EntryText.written(Json.parseObject(prompt))).isEqualTo("Look at @a.txt");
    String before = "[{\"type\": \"text\", \"text\": \"<user-command x>\"}, {";
    assertThat(shown(prompt.replace("[{", before)))
        .as("what a command of theirs printed stands before")
        .isEqualTo("Look at @a.txt");
    assertThat(shown("{\"role\": \"user\", \"content\": \"as one text\"}"))
        .isEqualTo("as one text");
  }

  @Test
  void ofAResultTheySeeWhatCameOfIt() throws JsonException {
    assertThat(
            shown(
                """
                {"role": "toolResult", "toolName": "read_file",
                 "content": [{"type": "text", "text": "not_found: not found: a\\n{\\"x\\": 1}"}],
                 "details": {"ok": false, "error": {"code": "not_found", "message": "not found: a"}}}
                """))
        .isEqualTo("not found: a");
    assertThat(
            shown(
                """
                {"role": "toolResult", "toolName": "bash",
                 "content": [{"type": "text", "text": "out [changed 1 file; check 7]"}],
                 "details": {"envelope": {"ok": true, "data": {"output": "out", "exit_code": 0}}}}
                """))
        .isEqualTo("out");
    assertThat(
            shown(
                """
                {"role": "toolResult", "toolName": "old",
                 "content": [{"type": "text", "text": "only a text"}]}
                """))
        .isEqualTo("only a text");
  }
}
