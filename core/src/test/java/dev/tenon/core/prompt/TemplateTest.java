package dev.tenon.core.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TemplateTest {

  @Test
  void replacesEveryPlaceholderOnceAndLeavesValuesAlone() {
    var template = new Template("t", "a {{x}} b {{y}}{{x}}");
    assertThat(template.render(Map.of("x", "{{y}} $1 \\", "y", "2")))
        .isEqualTo("a {{y}} $1 \\ b 2{{y}} $1 \\");
    assertThat(new Template("t", "plain } { text").render(Map.of())).isEqualTo("plain } { text");
  }

  @Test
  void comesFromAResourceToo() {
    assertThat(Template.resource("golden-system-ask.md").text()).startsWith("You are Tenon");
  }

  @Test
  void whatDoesNotMatchIsAMistake() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Template("t.md", "a {{x}}").render(Map.of()))
        .withMessage("t.md: no value for {{x}}");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Template("t.md", "a").render(Map.of("x", "1")))
        .withMessage("t.md: no placeholder for [x]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Template("t.md", "a {{x").render(Map.of("x", "1")))
        .withMessage("t.md: '{{' without '}}' at character 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Template.resource("absent.md"))
        .withMessage("there is no prompt template absent.md");
  }
}
