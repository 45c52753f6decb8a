package dev.tenon.providers.wire;

import static dev.tenon.providers.wire.Fixtures.ask;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.testkit.script.Block;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import org.junit.jupiter.api.Test;

class AnthropicWireTest extends WireContract {
  AnthropicWireTest() {
    super(WireKind.ANTHROPIC, "claude-opus-4-6");
  }

  @Override
  long cacheWrites() {
    return 50;
  }

  @Test
  void redactedThinkingGoesBackAsItCame() throws InterruptedException {
    server.reply(
        Reply.of(new Block.Redacted("b3BhcXVl"), new Block.Text("hi")), Reply.text("again"));

    Message.Assistant message = run(ask("x")).message();

    assertThat(message.content().getFirst())
        .isEqualTo(new Part.Thinking("", "{\"type\":\"redacted_thinking\",\"data\":\"b3BhcXVl\"}"));
    run(Fixtures.then(ask("x"), message, Message.User.of("go on"))).message();
    assertThat(server.lastRequest().text())
        .contains("{\"type\":\"redacted_thinking\",\"data\":\"b3BhcXVl\"}");
  }

  @Test
  void rejectedSignaturesAreLeftOutOnce() throws InterruptedException {
    server.reply(
        Fault.status(ErrorKind.INVALID_REQUEST)
            .message("messages.1.content.0: Invalid `signature` in `thinking` block"),
        Reply.text("ok"));
    var before = Fixtures.said(name(), new Part.Thinking("hm", "stale-seal"), new Part.Text("hi"));

    run(Fixtures.then(ask("x"), before, Message.User.of("go on"))).message();

    assertThat(server.requests()).hasSize(2);
    assertThat(server.requests().getFirst().text()).contains("stale-seal");
    assertThat(server.lastRequest().text()).doesNotContain("stale-seal");
    server.assertClean();
  }

  @Test
  void aRequestWithoutSignaturesIsNotRepeated() throws InterruptedException {
    server.reply(
        Fault.status(ErrorKind.INVALID_REQUEST).message("Invalid `signature` in `thinking` block"));

    assertThat(run(ask("x")).failure()).hasMessageContaining("signature");
    assertThat(server.requests()).hasSize(1);
  }
}
