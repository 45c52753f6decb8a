package dev.tenon.protocols.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Forms that ask for what no server should get, however they spell it.
class ElicitFormTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "password | string | `` | true",
        "PassWord | string | `` | true",
        "pass\u200bword | string | `` | true",
        "api-key | string | `` | true",
        "apiKey | string | `` | true",
        "API_KEY | string | `` | true",
        "sshKey | string | `` | true",
        "Access Key | string | `` | true",
        "your key | string | `` | true",
        "pin | string | `` | true",
        "value | string | Enter your GitHub token | true",
        "value | string | Your PASSPHRASE, please | true",
        "sure | boolean | Rotate the token? | false",
        "monkey | string | `` | false",
        "keyboard | string | Which layout? | false",
        "spin | integer | How fast? | false",
      })
  void secretsAreFound(String name, String type, String message, boolean secret) throws Exception {
    Json.Obj field = Json.object().put("type", type).build();
    Json.Obj params =
        Json.object()
            .put("message", message)
            .object(
                "requestedSchema",
                schema -> schema.object("properties", fields -> fields.put(name, field)))
            .build();
    assertThat(ElicitForm.of(params).asksForSecret()).isEqualTo(secret);
  }
}
