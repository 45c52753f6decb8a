package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.model.Effort;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import org.junit.jupiter.api.Test;

class ResponsesWireTest extends WireContract {
  ResponsesWireTest() {
    super(WireKind.OPENAI_RESPONSES, "gpt-5.2");
  }

  @Test
  void anEffortThatTheModelDoesNotKnowIsLeftOut() throws InterruptedException {
    server.reply(
        Fault.status(ErrorKind.INVALID_REQUEST)
            .message(
                "Unsupported value: 'xhigh' is not supported with this model (reasoning.effort)."),
        Reply.text("ok"));

    run(Fixtures.with(Effort.MAX, Fixtures.ask("x"))).message();

    assertThat(server.requests().getFirst().body().objectOrEmpty("reasoning").string("effort"))
        .isEqualTo("xhigh");
    assertThat(server.lastRequest().body().has("reasoning")).isFalse();
  }
}
