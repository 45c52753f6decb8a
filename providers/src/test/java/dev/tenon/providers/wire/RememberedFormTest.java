package dev.tenon.providers.wire;

import static dev.tenon.providers.wire.Fixtures.ask;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.providers.Providers;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.Settings;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/// A request that was rejected for its thinking or its signatures is rejected once: the model is
/// asked without them from then on.
class RememberedFormTest extends WireTrial {
  RememberedFormTest() {
    super(WireKind.ANTHROPIC, "claude-opus-4-6");
  }

  private static Fault rejected() {
    return Fault.status(ErrorKind.INVALID_REQUEST)
        .message("messages.1.content.0: Invalid `signature` in `thinking` block");
  }

  private Request sealed(String seal) {
    var before = Fixtures.said(name(), new Part.Thinking("hm", seal), new Part.Text("hi"));
    return Fixtures.then(ask("x"), before, Message.User.of("go on"));
  }

  @Test
  void laterTurnsGoRightAtOnce() throws InterruptedException {
    server.reply(rejected(), Reply.text("1"), Reply.text("2"), Reply.text("3"));

    for (int turn = 0; turn < 3; turn++) {
      run(sealed("stale-seal")).message();
    }

    assertThat(server.requests()).hasSize(4);
    assertThat(server.requests().getFirst().text()).contains("stale-seal");
    for (int i = 1; i < 4; i++) {
      assertThat(server.requests().get(i).text()).doesNotContain("stale-seal");
    }
  }

  @Test
  void anotherConversationOfTheProcessKnowsItToo() throws InterruptedException {
    server.reply(rejected(), Reply.text("1"), Reply.text("2"));
    run(sealed("one")).message();

    try (var own = new Transport(PATIENT, Proxies.NONE)) {
      Attempt.run(model(own, server.uri(), KEY), sealed("two")).message();
    }

    assertThat(server.requests()).hasSize(3);
    assertThat(server.lastRequest().text()).doesNotContain("two");
  }

  @Test
  void anotherModelServerOrEffortIsUnaffected() throws InterruptedException {
    server.reply(rejected(), Reply.text("1"), Reply.text("2"), Reply.text("3"));
    run(sealed("seal")).message();

    var other = Fixtures.said("test/other", new Part.Thinking("hm", "others"), new Part.Text("hi"));
    Request request = Fixtures.then(ask("x"), other, Message.User.of("go on"));
    Attempt.run(Providers.open(endpoint(server.uri(), KEY), "other", transport), request).message();
    assertThat(server.lastRequest().text()).contains("others");

    run(Fixtures.with(Effort.HIGH, sealed("with-effort"))).message();
    assertThat(server.lastRequest().text()).contains("with-effort");

    try (var second = ModelServer.start(Settings.DEFAULT.key(KEY))) {
      second.reply(Reply.text("4"));
      Attempt.run(model(transport, second.uri(), KEY), sealed("elsewhere")).message();
      assertThat(second.lastRequest().text()).contains("elsewhere");
    }
    assertThat(server.requests()).hasSize(4);
  }

  /// Only what helped is remembered.
  @Test
  void aRejectionThatThePlainFormDoesNotCureIsForgotten() throws InterruptedException {
    server.reply(rejected(), rejected(), Reply.text("1"));

    assertThat(run(sealed("seal")).failure()).hasMessageContaining("signature");
    run(sealed("seal")).message();

    assertThat(server.requests()).hasSize(3);
    assertThat(server.lastRequest().text()).contains("seal");
  }

  /// A server that has learnt it meanwhile, or that now insists, gets the full form again.
  @Test
  void thePlainFormCanBeRejectedToo() throws InterruptedException {
    Fault insists =
        Fault.status(ErrorKind.INVALID_REQUEST).message("expected `thinking`, found `text`");
    server.reply(rejected(), Reply.text("1"), insists, Reply.text("2"), Reply.text("3"));

    for (int turn = 0; turn < 3; turn++) {
      run(sealed("seal")).message();
    }

    assertThat(server.requests()).hasSize(5);
    assertThat(server.lastRequest().text()).contains("seal");
  }

  @Test
  void manyAtOnceAgree() throws InterruptedException {
    server.reply(rejected(), Reply.text("first"));
    run(sealed("seal")).message();
    var attempts = new ArrayList<Attempt>();
    for (int i = 0; i < 8; i++) {
      server.reply(Reply.text("x"));
    }
    for (int i = 0; i < 8; i++) {
      attempts.add(Attempt.start(model(), sealed("seal")));
    }
    for (Attempt attempt : attempts) {
      attempt.join().message();
    }
    assertThat(server.requests()).hasSize(10);
  }
}
