package dev.tenon.cli.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.JsonLines;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.ConversationOptions;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.protocols.rpc.RpcDialogs;
import dev.tenon.protocols.rpc.RpcEvents;
import dev.tenon.protocols.rpc.RpcMessages;
import dev.tenon.protocols.rpc.RpcWire;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Every command is answered, whatever becomes of it.
@Timeout(60)
class RpcTurnsTest {
  @TempDir Path folder;

  private record Nothing() implements RpcEvents.Facts {
    @Override
    public String firstKept() {
      return "";
    }

    @Override
    public Conversation.Queued queued() {
      return new Conversation.Queued(List.of(), List.of());
    }
  }

  private static Message.Assistant answers(String text) {
    return new Message.Assistant(
        List.of(new Part.Text(text)), StopReason.STOP, Usage.NONE, "house/model");
  }

  private static Setup broken(Setup whole) {
    return new Setup(
        whole.model(),
        whole.system(),
        whole.tools(),
        whole.limits(),
        text -> {
          throw new IllegalStateException("no reader");
        },
        (occasion, situation, start) -> {
          throw new IllegalStateException("no compactor");
        });
  }

  @Test
  void aBugEndsACommandWithAnAnswer() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Path root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Pipe pipe = Pipe.open();
    InputStream back = Channels.newInputStream(pipe.source());
    Queue<Throwable> bugs = new ConcurrentLinkedQueue<>();
    try (Project project = Project.open(ProjectOptions.of(home, root).withEnvironment(Map.of()));
        ProjectConversation conversation =
            project.conversation(
                ConversationOptions.of((request, sink) -> answers("Fine."), Mode.EDIT));
        var wire =
            new RpcWire(
                InputStream.nullInputStream(), Channels.newOutputStream(pipe.sink()), () -> {})) {
      Conversation live =
          conversation.start(
              ConversationFace.listening(
                  event -> {
                    if (event instanceof AgentEvent.Broke broke) {
                      bugs.add(broke.bug());
                    }
                  }));
      var events =
          new RpcEvents(
              told -> {},
              new RpcDialogs(told -> {}, Duration.ZERO),
              new RpcMessages(model -> null, provider -> "api"),
              new Nothing(),
              Clock.systemUTC());
      var turns = new RpcTurns(conversation, wire, events);
      JsonLines lines = new RpcWire(back, OutputStream.nullOutputStream(), () -> {}).lines();
      Setup whole = live.setup();
      live.use(broken(whole));
      assertThat(turns.prompt(Json.of("1"), "Hello", List.of())).isTrue();
      assertThat(next(lines).string("error")).contains("a bug in Tenon").contains("no reader");
      turns.compact(Json.of("2"), "");
      assertThat(next(lines).string("error")).contains("a bug in Tenon").contains("no compactor");
      live.use(whole);
      assertThat(turns.prompt(Json.of("3"), "Hello", List.of())).as("nothing runs").isTrue();
      assertThat(next(lines).bool("success", false)).isTrue();
      turns.stop();
      assertThat(bugs).as("they are in the log").hasSize(2);
    }
  }

  private static Json.Obj next(JsonLines lines) throws Exception {
    return lines.next() instanceof JsonLines.Line.Message message ? message.json() : Json.Obj.EMPTY;
  }
}
