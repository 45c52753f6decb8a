package dev.tenon.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WarmUpTest {
  @Test
  void onlyPromptsAreWorthIt() {
    assertThat(WarmUp.isPrompt(new String[] {"-p", "hello"})).isTrue();
    assertThat(WarmUp.isPrompt(new String[] {"--model", "x", "--print", "hello"})).isTrue();
    assertThat(WarmUp.isPrompt(new String[] {"tool", "--list"})).isFalse();
    assertThat(WarmUp.isPrompt(new String[] {})).isFalse();
  }

  @Test
  void aPlainAddressIsNot() {
    assertThat(WarmUp.isPlain(Map.of("ANTHROPIC_BASE_URL", "http://127.0.0.1:9"))).isTrue();
    assertThat(WarmUp.isPlain(Map.of("ANTHROPIC_BASE_URL", "https://x.example"))).isFalse();
    assertThat(WarmUp.isPlain(Map.of("PATH", "/bin"))).isFalse();
  }
}
