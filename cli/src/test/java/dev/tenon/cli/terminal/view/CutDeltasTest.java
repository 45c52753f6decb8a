package dev.tenon.cli.terminal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Cells;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Recorded;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.http.stream.Frame;
import dev.tenon.core.http.stream.LineReader;
import dev.tenon.core.http.stream.SseReader;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.ModelEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// However a model's words are cut on their way, the page is the same.
class CutDeltasTest {
  /// Each event in pieces of one character, halves of pairs as well.
  private static List<AgentEvent> pieces(AgentEvent event) {
    if (!(event instanceof AgentEvent.ModelReported reported)) {
      return List.of(event);
    }
    return switch (reported.event()) {
      case ModelEvent.TextDelta delta ->
          each(delta.text(), piece -> new ModelEvent.TextDelta(delta.index(), piece));
      case ModelEvent.ThinkingDelta delta ->
          each(delta.text(), piece -> new ModelEvent.ThinkingDelta(delta.index(), piece));
      case ModelEvent.CallDelta delta ->
          each(delta.text(), piece -> new ModelEvent.CallDelta(delta.index(), piece));
      default -> List.of(event);
    };
  }

  private interface Delta {
    ModelEvent of(String piece);
  }

  private static List<AgentEvent> each(String text, Delta delta) {
    var pieces = new ArrayList<AgentEvent>();
    for (int i = 0; i < text.length(); i++) {
      pieces.add(Scenes.model(delta.of(text.substring(i, i + 1))));
    }
    return pieces;
  }

  private static String shownInPieces(List<AgentEvent> events, int columns) {
    var page = new Recorded(Page.Reach.LIVE, columns);
    long[] clock = {0};
    var renderer = new EventRenderer(page, Scenes.COLOURED, Scenes.CHANGES, () -> clock[0]);
    for (AgentEvent event : events) {
      clock[0] += 700_000_000L;
      pieces(event).forEach(renderer);
    }
    List<String> growing = page.growing.isEmpty() ? List.of() : page.growing.getLast();
    return page.text() + String.join("\n", growing);
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 60, 80, 200})
  void everySceneIsTheSameInPiecesOfACharacter(int columns) {
    for (Map.Entry<String, List<AgentEvent>> scene : Scenes.events().entrySet()) {
      assertThat(Cells.of(shownInPieces(scene.getValue(), columns)))
          .as(scene.getKey())
          .isEqualTo(Cells.of(Scenes.shown(scene.getValue(), Scenes.COLOURED, columns)));
    }
  }

  @Test
  void anAnswerMayBeginWithCodeThatIsIndented() {
    for (String text : List.of("\n \n    **a**\n\nb", "\t**a**\n\nb")) {
      List<AgentEvent> events = List.of(Scenes.text(text), Scenes.done());
      String shown = Scenes.shown(events, Scenes.COLOURED, 60);
      assertThat(Cells.text(shown)).startsWith("●\n  **a**\n\nb");
      assertThat(Cells.of(shownInPieces(events, 60))).isEqualTo(Cells.of(shown));
    }
    List<AgentEvent> prose = List.of(Scenes.text("\n  *a*"), Scenes.done());
    assertThat(Cells.text(Scenes.shown(prose, Scenes.COLOURED, 60))).startsWith("● a");
  }

  /// Where lines are broken the most often; all cuts at all widths would take ten seconds.
  private static final int ALL_CUTS = 60;

  private static final String WORDS = "a é 漢字 👨‍👩‍👧 👍🏽 🇩🇪 e\u0301 `ü` **ö**\n\n- end\n";

  private static String shown(InputStream wire) throws IOException, JsonException {
    return shown(wire, 40);
  }

  private static String shown(InputStream wire, int columns) throws IOException, JsonException {
    var events = new ArrayList<AgentEvent>();
    var frames = new SseReader(new LineReader(wire, LineReader.DEFAULT_MAX_LINE, () -> {}));
    for (Frame frame = frames.next(); frame != null; frame = frames.next()) {
      events.add(Scenes.text(((Json.Str) Json.parse(frame.data())).value()));
    }
    events.add(Scenes.done());
    return Scenes.shown(events, Scenes.COLOURED, columns);
  }

  /// @param most how many characters an event has
  private static byte[] wire(String text, int most) {
    var wire = new StringBuilder();
    int[] characters = text.codePoints().toArray();
    for (int at = 0; at < characters.length; at += most) {
      String piece = new String(characters, at, Math.min(most, characters.length - at));
      wire.append("data: ").append(Json.of(piece).compact()).append("\n\n");
    }
    return wire.toString().getBytes(StandardCharsets.UTF_8);
  }

  /// All that the model says in the scenes, as it comes from a provider: cut at each byte at one
  /// width, at others at those that may matter, which are those of signs that have several, and
  /// their neighbours.
  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void theTextsOfAllScenesMayBeCutWithinACharacter(int columns) throws Exception {
    var said = new LinkedHashSet<String>();
    for (List<AgentEvent> events : Scenes.events().values()) {
      for (AgentEvent event : events) {
        if (event instanceof AgentEvent.ModelReported reported
            && reported.event() instanceof ModelEvent.TextDelta delta) {
          said.add(delta.text());
        }
      }
    }
    assertThat(said).hasSizeGreaterThan(2);
    for (String text : said) {
      byte[] bytes = wire(text, 7);
      String whole = shown(new ByteArrayInputStream(bytes), columns);
      assertThat(Cells.of(whole))
          .isEqualTo(
              Cells.of(
                  Scenes.shown(
                      List.of(Scenes.text(text), Scenes.done()), Scenes.COLOURED, columns)));
      for (int cut = 1; cut < bytes.length; cut++) {
        boolean within = bytes[cut] < 0 || bytes[cut - 1] < 0;
        if (within || columns == ALL_CUTS || cut % 61 == 0) {
          var first = new ByteArrayInputStream(bytes, 0, cut);
          var rest = new ByteArrayInputStream(bytes, cut, bytes.length - cut);
          assertThat(shown(new SequenceInputStream(first, rest), columns))
              .as("cut at byte %d of %s", cut, text)
              .isEqualTo(whole);
        }
      }
    }
  }

  /// From the bytes of a provider to the page: one cut at each byte, so also within characters.
  @Test
  void aWireMayBeCutWithinACharacter() throws Exception {
    byte[] bytes = wire(WORDS, 1);
    String whole = shown(new ByteArrayInputStream(bytes));
    assertThat(Cells.text(whole)).contains("漢字 👨‍👩‍👧 👍🏽 🇩🇪 e\u0301 ü ö").contains("• end");
    for (int cut = 1; cut < bytes.length; cut++) {
      String shown =
          shown(
              new SequenceInputStream(
                  new ByteArrayInputStream(bytes, 0, cut),
                  new ByteArrayInputStream(bytes, cut, bytes.length - cut)));
      assertThat(shown).as("cut at byte %d", cut).isEqualTo(whole);
    }
  }
}
