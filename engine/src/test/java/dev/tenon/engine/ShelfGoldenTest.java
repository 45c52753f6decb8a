package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Reply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests of a plain project as they leave for each vendor, compared with files that a person has
/// looked at: before something is taken from the shelf, and after. What differs between the two is
/// what breaks a provider's cache.
///
/// The files are the bodies, spread over lines. After a wanted change of prompts or tools they are
/// written anew by `mvn -q -Dfast -pl engine -am test -Dtest=ShelfGoldenTest
/// -Dsurefire.failIfNoSpecifiedTests=false -Dtest.jvm.args=-Dgolden=update`.
class ShelfGoldenTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/shelf");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai-responses", "openai-chat", "gemini", "ollama"})
  void theBodiesAreThoseOfTheFiles(String wire) throws Exception {
    List<String> sent;
    try (ModelServer server = ModelServer.start()) {
      server.reply(
          Reply.toolCall("call_1", "list_files", "{}"),
          Reply.toolCall("call_2", "more_tools", "{\"names\":[\"monitor\"]}"),
          Reply.text("done"));
      try (Project project = ShelfRequestsTest.project(folder, server, wire, "");
          ProjectConversation attended = ShelfRequestsTest.attended(project, wire)) {
        assertThat(attended.start(ShelfRequestsTest.face()).prompt("go").text()).isEqualTo("done");
      }
      sent = server.requests().stream().map(request -> request.text()).toList();
    }
    assertThat(sent).hasSize(3);
    check(wire + "-before.json", sent.get(1));
    check(wire + "-after.json", sent.get(2));
    // Nothing but the conversation has grown before that.
    String before = withoutMarks(sent.get(1));
    String first = withoutMarks(sent.getFirst());
    int grown = before.length() - first.length();
    int same = 0;
    while (same < first.length() && first.charAt(same) == before.charAt(same)) {
      same++;
    }
    assertThat(before.substring(same + grown)).isEqualTo(first.substring(same));
    assertThat(before.substring(same, same + grown)).contains("list_files").doesNotContain("go\"");
  }

  /// The bytes have to be those of the file, written without white space.
  private void check(String name, String body) throws Exception {
    Path file = GOLDEN.resolve(name);
    // The key is made of the prompt, which names the folder.
    String text =
        body.replace(folder.toRealPath().toString(), "{{folder}}")
            .replaceFirst("(\"prompt_cache_key\":\"tenon-)[0-9a-z]+", "$1{{key}}");
    if ("update".equals(System.getProperty("golden"))) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, Json.parse(text).pretty() + "\n");
    }
    assertThat(file).as("golden file; -Dgolden=update writes it").exists();
    String golden = Files.readString(file);
    assertThat(Json.parse(text).pretty() + "\n").as("see %s", file).isEqualTo(golden);
    assertThat(text).as("see %s", file).isEqualTo(Json.parse(golden).compact());
  }

  /// Marks of where to cache are no part of what is cached.
  private static String withoutMarks(String body) {
    return body.replace(",\"cache_control\":{\"type\":\"ephemeral\"}", "");
  }
}
