package dev.tenon.providers.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HarmonyGuardTest {
  private static final Request HELLO = Request.of("", List.of(Message.User.of("Hello")), List.of());
  private static final Json.Obj CLEAN = Json.object().put("text", "int a = 1;").build();
  private static final Json.Obj LEAKED =
      Json.object().put("text", "int a = 1;analysis to=functions.edit code above").build();

  private static Model scripted() {
    return ScriptedModel.of(
        Step.says("I edit.")
            .call("edit", CLEAN)
            .call("edit", LEAKED)
            .part(Part.Call.of("c9", "edit", LEAKED).withProblem("not JSON")));
  }

  @Test
  void onlyTheLeakedCallGetsAProblem() throws Exception {
    var events = new ArrayList<ModelEvent>();
    Message.Assistant answer =
        HarmonyGuard.around("openai/gpt-5.4", scripted()).stream(HELLO, events::add);
    assertThat(answer.text()).isEqualTo("I edit.");
    List<Part.Call> calls = answer.calls();
    assertThat(calls.get(0).problem()).isNull();
    assertThat(calls.get(1).problem())
        .contains("contaminated")
        .contains("analysis to=functions.edit")
        .contains("send the call again");
    assertThat(calls.get(1).arguments()).isEqualTo(LEAKED);
    assertThat(calls.get(2).problem()).isEqualTo("not JSON");
    assertThat(
            events.stream()
                .filter(ModelEvent.CallEnded.class::isInstance)
                .map(event -> ((ModelEvent.CallEnded) event).part()))
        .isEqualTo(calls);
  }

  @Test
  void modelsOfOthersAreLeftAlone() throws Exception {
    Model model = scripted();
    assertThat(HarmonyGuard.around("anthropic/claude-opus-4-6", model)).isSameAs(model);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "openai/gpt-5.4",
        "openai-chat/whatever",
        "azure/my-deployment",
        "openrouter/openai/gpt-5.3-codex",
        "openrouter/openai/o3",
        "groq/openai/gpt-oss-120b",
        "ollama/gpt-oss:20b",
        "github/o4-mini",
        "together/codex-mini-latest",
        "x/GPT-5",
        "gpt-5",
      })
  void openAisModelsAreGuarded(String name) {
    assertThat(HarmonyGuard.speaksHarmony(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "anthropic/claude-opus-4-6",
        "google/gemini-3.8-flash",
        "ollama/olmo2",
        "ollama/o",
        "openrouter/anthropic/claude-opus-4.6",
        "mistral/codestral-latest",
        "scripted/demo",
      })
  void othersAreNot(String name) {
    assertThat(HarmonyGuard.speaksHarmony(name)).isFalse();
  }
}
