package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.dialog.Dialogs;
import dev.tenon.cli.terminal.editor.Candidate;
import dev.tenon.cli.terminal.editor.Editor;
import dev.tenon.cli.terminal.editor.EditorSettings;
import dev.tenon.cli.terminal.editor.EditorState;
import dev.tenon.cli.terminal.editor.Recall;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.input.Pager;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.LivePage;
import dev.tenon.cli.terminal.screen.FramePainter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyRouterTest {
  private static final DisplayOptions LOOK = DisplayOptions.plain(Glyphs.ASCII);

  private final List<Key> meant = new ArrayList<>();
  private final List<Candidate> offered = new ArrayList<>();
  private final StringWriter shown = new StringWriter();

  private final KeyRouter router =
      new KeyRouter(
          new LivePage(shown, () -> 80, () -> 24, LOOK, Duration.ZERO, FramePainter.Narrowing.CUTS),
          editor(offered),
          KeyRouterTest::editor,
          new Dialogs(System::nanoTime),
          new Meanings());

  private static Editor editor() {
    return editor(List.of());
  }

  private static Editor editor(List<Candidate> offered) {
    return new Editor(EditorSettings.usual(), (text, cursor) -> offered, Recall.NOTHING, LOOK);
  }

  private final class Meanings implements KeyRouter.Meanings {
    @Override
    public EditorState state() {
      return EditorState.IDLE;
    }

    @Override
    public void send(String text) {}

    @Override
    public void followUp(String text) {}

    @Override
    public void external(String text) {}

    @Override
    public void notice(String line) {}

    @Override
    public void picture() {}

    @Override
    public boolean takeBack() {
      return false;
    }

    @Override
    public void key(Key key) {
      meant.add(key);
    }

    @Override
    public boolean coversWindow() {
      return true;
    }
  }

  /// Ctrl-Z is for the program in the pager as everywhere, and what is open stays open.
  @Test
  void aMenuIsSuspendedWithTheProgram() {
    var step =
        router.open(
            new Pager(List.of(new Pager.Text("all of it", width -> List.of("one", "two"))), LOOK));
    router.press(Key.Named.SUSPEND);
    assertThat(meant).containsExactly(Key.Named.SUSPEND);
    assertThat(step).isNotDone();
    router.press(new Key.Typed("q"));
    assertThat(step).isCompletedWithValue(Menu.Step.CLOSED);
  }

  /// Who is quick has typed before there is anything to offer.
  @Test
  void whatIsTypedBeforeTheCommandsCameIsOffered() {
    for (String letter : List.of("/", "h", "e")) {
      router.press(new Key.Typed(letter));
    }
    assertThat(shown.toString()).contains("/he").doesNotContain("/help");
    offered.add(new Candidate("/help ", "/help", "what there is", 0, 3));
    router.offerAgain();
    assertThat(shown.toString()).contains("/help");
  }
}
