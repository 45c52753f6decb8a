package dev.tenon.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The tokenizer of OpenAI's models is the oracle.
class TokenCounterTest {
  private static final Encoding O200K =
      Encodings.newDefaultEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pom.xml",
        "src/main/java/dev/tenon/core/agent/AgentLoop.java",
        "src/main/java/dev/tenon/core/edit/patch/SafePatch.java",
        "src/main/java/dev/tenon/core/model/TokenCounter.java",
        "src/test/java/dev/tenon/core/change/journal/JournalTest.java",
        "../README.md",
        "../ARCHITECTURE.md",
        "../verify"
      })
  void filesOfThisProjectAreCountedToATenth(String file) throws IOException {
    assertClose(Files.readString(Path.of(file)), 0.12);
  }

  @Test
  void jsonHashesAndOtherScriptsAreCountedToAFifth() {
    assertClose(
        "{\"path\":\"src/Main.java\",\"sha256\":\"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b\",\"n\":[1,22,333]}"
            .repeat(20),
        0.2);
    assertClose("Нужно изменить этот файл так, чтобы он работал. ".repeat(20), 0.2);
    assertClose("我们需要修改这个文件,使其能够正确处理所有输入。".repeat(20), 0.2);
    assertClose("Die Prüfung schlägt fehl, weil die Größe nicht übereinstimmt. ".repeat(20), 0.2);
  }

  @Test
  void moreTextIsNeverFewerTokens() {
    var random = new Random(7);
    var text = new StringBuilder();
    long before = 0;
    for (int i = 0; i < 2_000; i++) {
      text.append("ab C0;\n é漢".charAt(random.nextInt(10)));
      long now = TokenCounter.ANTHROPIC.count(text.toString());
      assertThat(now).isGreaterThanOrEqualTo(before - 2);
      before = now;
    }
    assertThat(TokenCounter.OTHER.count("")).isZero();
  }

  @Test
  void eachFamilyHasItsCounter() {
    assertThat(List.of("anthropic/claude-x", "openrouter/anthropic/claude-y"))
        .allMatch(name -> TokenCounter.suiting(name) == TokenCounter.ANTHROPIC);
    assertThat(TokenCounter.suiting("google/gemini-pro")).isEqualTo(TokenCounter.GEMINI);
    assertThat(TokenCounter.suiting("openai/o9")).isEqualTo(TokenCounter.OPENAI);
    assertThat(TokenCounter.suiting("ollama/llama")).isEqualTo(TokenCounter.OTHER);
  }

  private static void assertClose(String text, double tolerance) {
    double exact = O200K.countTokensOrdinary(text);
    assertThat(TokenCounter.OPENAI.count(text) / exact).isBetween(1 - tolerance, 1 + tolerance);
  }
}
