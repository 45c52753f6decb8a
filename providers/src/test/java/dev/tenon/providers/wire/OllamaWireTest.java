package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Usage;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import org.junit.jupiter.api.Test;

class OllamaWireTest extends WireContract {
  OllamaWireTest() {
    super(WireKind.OLLAMA, "qwen3:8b");
  }

  @Override
  boolean argumentsAreText() {
    return false;
  }

  @Override
  boolean hasSignatures() {
    return false;
  }

  @Override
  boolean hasRefusals() {
    return false;
  }

  @Override
  Usage counted(Usage sent) {
    return new Usage(sent.input() + sent.cacheRead(), sent.output(), 0, 0);
  }

  @Override
  String garbage(String text) {
    return text + "\n";
  }

  @Test
  void aModelThatCannotThinkIsAskedWithoutIt() throws InterruptedException {
    server.reply(
        Fault.status(ErrorKind.INVALID_REQUEST).message("\"qwen3:8b\" does not support thinking"),
        Reply.text("ok"));

    run(Fixtures.with(Effort.HIGH, Fixtures.ask("x"))).message();

    assertThat(server.requests().getFirst().body().bool("think", false)).isTrue();
    assertThat(server.lastRequest().body().has("think")).isFalse();
  }

  @Test
  void aModelThatIsNotThereCanBePulled() throws InterruptedException {
    server.reply(Fault.status(ErrorKind.UNKNOWN_MODEL));

    assertThat(run(Fixtures.ask("x")).failure()).hasMessageContaining("ollama pull qwen3:8b");
  }
}
