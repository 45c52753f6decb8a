package dev.tenon.cli.terminal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Recorded;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Part;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThoughtTextTest {
  private static final String WORDS = "The parser reads a word at a time and looks back. ";

  private final Recorded page = new Recorded(Page.Reach.LIVE, 30);

  private EventRenderer renderer(DisplayOptions.Thinking thinking) {
    return new EventRenderer(
        page, new DisplayOptions(Palette.PLAIN, Glyphs.UNICODE, thinking), ChangeSource.none());
  }

  private static AgentEvent thought(String piece) {
    return new AgentEvent.ModelReported(new ModelEvent.ThinkingDelta(0, piece));
  }

  private static AgentEvent over(String whole) {
    return new AgentEvent.ModelReported(
        new ModelEvent.ThinkingEnded(0, new Part.Thinking(whole, null)));
  }

  @Test
  void aWholeThoughtIsNeverBrokenWithinAWord() {
    String whole = WORDS.repeat(60) + "\n\n" + WORDS + "end";
    EventRenderer renderer = renderer(DisplayOptions.Thinking.FULL);
    for (int at = 0; at < whole.length(); at += 7) {
      renderer.accept(thought(whole.substring(at, Math.min(whole.length(), at + 7))));
    }
    renderer.accept(over(whole));
    assertThat(page.text().lines()).allMatch(row -> DisplayWidth.of(row) <= 30);
    assertThat(page.text().split("\\s+")).isEqualTo(whole.split("\\s+"));
    assertThat(page.text()).contains("\n\n").endsWith("end\n");
    assertThat(page.growing).as("words are seen while they come").hasSizeGreaterThan(400);
    assertThat(page.growing.getLast()).isEmpty();
  }

  @Test
  void theTailOfALongThoughtIsItsEnd() {
    EventRenderer renderer = renderer(DisplayOptions.Thinking.SHORT);
    for (int i = 0; i < 300; i++) {
      renderer.accept(thought(WORDS));
    }
    renderer.accept(thought("and this is\r\033[1m the end"));
    assertThat(page.tail).hasSize(3);
    assertThat(String.join(" ", page.tail)).endsWith("looks back. and this is the end");
    assertThat(page.tail).allMatch(row -> DisplayWidth.of(row) <= 25);
  }

  @Test
  void aHiddenThoughtCanStillBeOpened() {
    EventRenderer renderer = renderer(DisplayOptions.Thinking.HIDDEN);
    renderer.accept(thought("**Plan**"));
    renderer.accept(over("**Plan**\nread it"));
    renderer.accept(over(""));
    assertThat(page.text()).isEmpty();
    assertThat(page.tail).isEmpty();
    assertThat(renderer.cards().cards()).hasSize(1);
    assertThat(renderer.cards().cards().getLast().content().rows(80))
        .isEqualTo(List.of("**Plan**", "read it"));
  }
}
