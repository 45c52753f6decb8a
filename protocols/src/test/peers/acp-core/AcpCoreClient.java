import com.agentclientprotocol.sdk.client.AcpClient;
import com.agentclientprotocol.sdk.client.AcpSyncClient;
import com.agentclientprotocol.sdk.client.transport.AgentParameters;
import com.agentclientprotocol.sdk.client.transport.StdioAcpClientTransport;
import com.agentclientprotocol.sdk.spec.AcpSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// The client of the protocol's Java library drives the program: AcpCoreClient FOLDER COMMAND
/// ARGUMENTS…
public final class AcpCoreClient {
  public static void main(String[] words) throws Exception {
    Path folder = Path.of(words[0]);
    var kinds = ConcurrentHashMap.<String>newKeySet();
    var asked = new AtomicInteger();
    var written = new AtomicInteger();
    var running = new CountDownLatch(1);
    var agent =
        AgentParameters.builder(words[1])
            .args(Arrays.asList(words).subList(2, words.length))
            .env(Map.of("TENON_HOME", System.getenv("TENON_HOME")))
            .build();
    AcpSyncClient client =
        AcpClient.sync(new StdioAcpClientTransport(agent))
            .requestTimeout(Duration.ofSeconds(60))
            .clientCapabilities(
                new AcpSchema.ClientCapabilities(
                    new AcpSchema.FileSystemCapability(true, true), false))
            .readTextFileHandler(
                request -> {
                  try {
                    return new AcpSchema.ReadTextFileResponse(
                        Files.readString(Path.of(request.path())));
                  } catch (java.io.IOException gone) {
                    throw new IllegalStateException(gone);
                  }
                })
            .writeTextFileHandler(
                request -> {
                  try {
                    Files.writeString(Path.of(request.path()), request.content());
                    written.incrementAndGet();
                    return new AcpSchema.WriteTextFileResponse();
                  } catch (java.io.IOException gone) {
                    throw new IllegalStateException(gone);
                  }
                })
            .requestPermissionHandler(
                request -> {
                  asked.incrementAndGet();
                  return new AcpSchema.RequestPermissionResponse(
                      new AcpSchema.PermissionSelected(request.options().getFirst().optionId()));
                })
            .sessionUpdateConsumer(
                told -> {
                  kinds.add(told.update().getClass().getSimpleName());
                  if (told.update().toString().contains("begun")) {
                    running.countDown();
                  }
                })
            .build();
    try (client) {
      var hello = client.initialize();
      say("protocol", hello.protocolVersion());
      String id =
          client
              .newSession(new AcpSchema.NewSessionRequest(folder.toString(), List.of()))
              .sessionId();
      say("first", client.prompt(prompt(id, "Write")).stopReason());
      client.setSessionMode(new AcpSchema.SetSessionModeRequest(id, "full"));
      var canceller =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      boolean ignored = running.await(30, TimeUnit.SECONDS);
                    } catch (InterruptedException stopped) {
                      return;
                    }
                    client.cancel(new AcpSchema.CancelNotification(id));
                  });
      say("second", client.prompt(prompt(id, "Wait")).stopReason());
      canceller.join();
      client.closeSession(new AcpSchema.CloseSessionRequest(id));
      say(
          "modes",
          client
                  .loadSession(new AcpSchema.LoadSessionRequest(id, folder.toString(), List.of()))
                  .modes()
              != null);
      client.deleteSession(new AcpSchema.DeleteSessionRequest(id));
      say("asked", asked.get());
      say("written", written.get());
      say("kinds", new TreeSet<>(kinds));
    }
    System.exit(0);
  }

  private static AcpSchema.PromptRequest prompt(String id, String text) {
    return new AcpSchema.PromptRequest(id, List.of(new AcpSchema.TextContent(text)));
  }

  private static void say(String key, Object value) {
    System.out.println(key + "=" + value);
  }
}
