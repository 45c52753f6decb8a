package dev.tenon.providers.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptFileTest {
  private static final Request HELLO =
      Request.of("You help.", List.of(Message.User.of("Hello")), List.of());

  @TempDir private Path folder;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static Message.Assistant answer(Model model) throws Exception {
    return model.stream(HELLO, event -> {});
  }

  @Test
  void aWholeScriptIsPlayed() throws Exception {
    Path file =
        write(
            "demo.json",
            """
            {"steps": [
              {"expect": {"lastUserContains": "Hello", "systemContains": ["You", "help"]},
               "thinking": "Hm.", "text": ["Two", "lines"],
               "calls": [{"name": "read_file", "arguments": {"path": "a"}}, {"name": "b", "id": "x",
                          "problem": "broken"}],
               "usage": {"input": 10, "output": 3}},
              {"text": "cut", "stop": "length"},
              {"fail": {"kind": "overloaded", "message": "busy", "retryAfterMs": 1500}}
            ]}
            """);
    Model model = ScriptFile.load(file);
    assertThat(answer(model))
        .isEqualTo(
            new Message.Assistant(
                List.of(
                    new Part.Thinking("Hm.", null),
                    new Part.Text("Two\nlines"),
                    Part.Call.of("call_1_3", "read_file", Json.object().put("path", "a").build()),
                    Part.Call.of("x", "b", Json.Obj.EMPTY).withProblem("broken")),
                StopReason.TOOL_USE,
                new Usage(10, 3, 0, 0),
                "scripted/demo"));
    assertThat(answer(model).stopReason()).isEqualTo(StopReason.LENGTH);
    assertThatThrownBy(() -> answer(model))
        .hasMessage("busy")
        .isInstanceOfSatisfying(
            ModelException.class,
            failure -> {
              assertThat(failure.kind()).isEqualTo(ModelException.Kind.OVERLOADED);
              assertThat(failure.retryAfter()).contains(Duration.ofMillis(1500));
            });
    assertThatThrownBy(() -> answer(model)).hasMessageContaining("scripted/demo is exhausted");
  }

  @Test
  void aListAndLinesWorkToo() throws Exception {
    Model list = ScriptFile.load(write("a.json", "[{\"text\":\"one\"},{\"text\":\"two\"}]"));
    Model lines =
        ScriptFile.load(write("b.jsonl", "{\"text\":\"one\"}\n\n  \n{\"text\":\"two\"}\n"));
    for (Model model : List.of(list, lines)) {
      assertThat(answer(model).text()).isEqualTo("one");
      assertThat(answer(model).text()).isEqualTo("two");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      value = {
        "{\"steps\":[{\"text\":\"a\"},{\"text\":7}]}"
            + "|step 2: text: expected a string or a list of strings",
        "[{\"txt\":\"a\"}]|step 1: txt: is unknown; known are expect, thinking, text, calls, stop,"
            + " usage, delayMs, fail, hang",
        "[{\"calls\":[{\"arguments\":{}}]}]|step 1: calls[0].name: is missing",
        "[{\"calls\":[{\"name\":\"x\",\"arguments\":\"{}\"}]}]"
            + "|step 1: calls[0].arguments: expected an object, was a string",
        "[{\"fail\":{\"kind\":\"bored\"}}]|step 1: fail.kind: must be one of authentication,"
            + " quota,",
        "[{\"text\":\"a\",\"delayMs\":-5}]|step 1: delayMs: must be 0 or more, was -5",
        "[{\"text\":\"a\",\"hang\":true,\"stop\":\"stop\"}]"
            + "|step 1: stop: means nothing in a step that does not complete",
        "[{\"text\":\"a\",\"hang\":true,\"fail\":{\"kind\":\"quota\"}}]"
            + "|step 1: hang: cannot stand beside fail",
        "[{\"text\":\"a\",\"expect\":{\"lastResult\":\"fine\"}}]"
            + "|step 1: expect.lastResult: must be one of ok, failed, was 'fine'",
        "[{}]|step 1: is empty; give it text, calls, fail or hang",
        "[1]|step 1: expected an object, was the number 1",
        "{\"step\":[]}|step: is unknown; known are steps, delayMs",
        "[]|a script needs at least one step",
        "{\"steps\":[|Unexpected end-of-input",
        "\"hello\"|expected an object, was a string",
      })
  void anErrorNamesFileStepAndField(String text, String message) throws IOException {
    Path file = write("bad.json", text);
    assertThatThrownBy(() -> ScriptFile.load(file))
        .isInstanceOf(JsonException.class)
        .hasMessageStartingWith(file + ": " + message);
  }

  @Test
  void anErrorInLinesNamesTheLine() throws IOException {
    Path file = write("bad.jsonl", "{\"text\":\"ok\"}\n\n{oops}\n");
    assertThatThrownBy(() -> ScriptFile.load(file)).hasMessageStartingWith(file + ": line 3: ");
  }

  @Test
  void aFileThatCannotBeReadIsNamed() throws IOException {
    Path missing = folder.resolve("missing.json");
    assertThatThrownBy(() -> ScriptFile.load(missing))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot read the script " + missing + ": there is no such file");
    Path binary = folder.resolve("binary.json");
    Files.write(binary, "é".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> ScriptFile.load(binary)).hasMessageContaining("not UTF-8 text");
    assertThatThrownBy(() -> ScriptFile.load(folder))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot read the script " + folder);
  }
}
