package dev.tenon.protocols.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.rpc.RpcHandler;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A secret that a server repeats is taken out however the message spells it.
class IncomingMessagesTest {
  private static String mask(String text) {
    return text.replace("ab/cd", "[token]");
  }

  private static List<IncomingMessages.Answer> take(String text) throws Exception {
    try (var incoming = new IncomingMessages("s", RpcHandler.none(), message -> {}, note -> {})) {
      return incoming.take(text, IncomingMessagesTest::mask);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"ab/cd\"",
        "\"ab\\/cd\"",
        "\"\\u0061b\\/c\\u0064\"",
        "[{\"deep\": [\"x ab\\u002fcd\"]}]",
        "{\"ab\\/cd\": 1}",
      })
  void everySpellingIsMasked(String value) throws Exception {
    String result = take("{\"id\": 1, \"result\": " + value + "}").getFirst().result().compact();
    assertThat(result).contains("[token]").doesNotContain("ab/cd");
    McpException error =
        take("{\"id\": 1, \"error\": {\"message\": \"ab\\/cd\", \"data\": " + value + "}}")
            .getFirst()
            .error();
    assertThat(error).hasMessageContaining("s answers: [token]");
    assertThat(String.valueOf(error.data())).doesNotContain("ab/cd");
  }

  @Test
  void whatIsNoJsonTellsNoneEither() {
    assertThatThrownBy(() -> take("{\"id\": ab/cd}"))
        .hasMessageContaining("is not JSON")
        .satisfies(failed -> assertThat(failed.getMessage()).doesNotContain("ab/cd"));
  }
}
