package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.terminal.dialog.ChoiceDialog;
import dev.tenon.cli.terminal.dialog.ChoiceMenu;
import dev.tenon.cli.terminal.dialog.Dialogs;
import dev.tenon.cli.terminal.editor.Action;
import dev.tenon.cli.terminal.editor.Candidate;
import dev.tenon.cli.terminal.editor.Editor;
import dev.tenon.cli.terminal.editor.EditorSettings;
import dev.tenon.cli.terminal.editor.EditorState;
import dev.tenon.cli.terminal.editor.Keymap;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class KeyRouterTest {
  private static final DisplayOptions LOOK = DisplayOptions.plain(Glyphs.ASCII);

  private final List<Key> meant = new ArrayList<>();
  private final List<Action> acted = new ArrayList<>();
  private final List<Candidate> offered = new ArrayList<>();
  private final StringWriter shown = new StringWriter();
  private final List<String> sent = new ArrayList<>();
  private final AtomicLong clock = new AtomicLong();
  private final AtomicInteger rows = new AtomicInteger(24);
  private final Dialogs dialogs = new Dialogs(clock::get);
  private Consumer<String> picture = path -> {};
  private Consumer<String> edited = text -> {};

  private final KeyRouter router =
      new KeyRouter(
          new LivePage(
              shown, () -> 80, rows::get, LOOK, Duration.ZERO, FramePainter.Narrowing.CUTS),
          editor(offered),
          KeyRouterTest::editor,
          dialogs,
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
    public void send(String text) {
      sent.add(text);
    }

    @Override
    public void followUp(String text) {}

    @Override
    public void external(String text, Consumer<String> replace) {
      edited = replace;
    }

    @Override
    public void notice(String line) {}

    @Override
    public void picture(Consumer<String> insert) {
      picture = insert;
    }

    @Override
    public boolean takeBack() {
      return false;
    }

    @Override
    public void act(Action action) {
      acted.add(action);
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

  /// What still grows is followed while its end is on the screen.
  @Test
  void thePagerOfARunningCommandGoesOn() {
    var lines = new ArrayList<String>(List.of("first"));
    var open =
        router.open(
            new Pager(
                List.of(new Pager.Text("make (so far)", width -> List.copyOf(lines), true)), LOOK));
    for (int i = 0; i < 50; i++) {
      lines.add("line " + i);
    }
    assertThat(shown.toString()).contains("first").doesNotContain("line 49");
    router.tick();
    assertThat(shown.toString()).contains("line 49");
    router.press(Key.Named.HOME);
    lines.add("the very last");
    router.tick();
    assertThat(shown.toString())
        .as("whoever reads the beginning stays")
        .doesNotContain("very last");
    assertThat(open).isNotDone();
  }

  @Test
  void keysOfTheConsoleAreActionsToo() {
    router.press(new Key.Chord(Key.Modifier.CONTROL, 'o'));
    router.press(new Key.Modified(Key.Modifier.SHIFT, Key.Named.TAB));
    router.press(new Key.Chord(Key.Modifier.CONTROL, 'l'));
    router.press(new Key.Function(2));
    assertThat(acted)
        .containsExactly(Action.OPEN_FOLDED, Action.NEXT_MODE, Action.CLEAR_SCREEN, Action.TREE);
  }

  /// A picture comes when the desktop has it, which may be late.
  @Test
  void aLatePictureGoesWhereItWasWanted() {
    router.press(new Key.Typed("see "));
    router.press(new Key.Chord(Key.Modifier.CONTROL, 'v'));
    var step = router.open(new ChoiceMenu("Restore it?", List.of("No", "Yes"), LOOK));
    picture.accept("2.png");
    assertThat(step).isNotDone();
    router.press(Key.Named.ESCAPE);
    assertThat(router.draft()).isEqualTo("see 2.png");
  }

  @Test
  void aQuestionIsToldInAWindowOfOneRow() {
    rows.set(1);
    var step = asks(new ChoiceMenu("Restore it?", List.of("No", "Yes"), LOOK));
    await().until(() -> shown.toString().contains("? a question waits: window too low"));
    router.press(new Key.Typed("d"));
    assertThat(router.draft()).isEqualTo("d");
    assertThat(step).isNotDone();
    router.press(Key.Named.INTERRUPT);
  }

  private CompletableFuture<Menu.Step> asks(ChoiceMenu menu) {
    dialogs.onChange(router::refresh);
    var step = new CompletableFuture<Menu.Step>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                step.complete(router.show(menu));
              } catch (InterruptedException unexpected) {
                step.completeExceptionally(unexpected);
              }
            });
    await().pollInterval(Duration.ofMillis(1)).until(dialogs::waiting);
    return step;
  }

  private void press(Key key, long pause) {
    router.press(key);
    clock.addAndGet(Duration.ofMillis(pause).toNanos());
  }

  private static Menu.Step stepOf(CompletableFuture<Menu.Step> step) {
    return await().until(() -> step.getNow(Menu.Step.STAY), got -> got != Menu.Step.STAY);
  }

  /// What `/undo` and others ask is answered by nothing that was typed for the editor.
  @Test
  void aFewAnswersAreAskedAsEveryQuestionIs() {
    var menu = new ChoiceMenu("Take it back?", List.of("Leave it", "Take it back"), LOOK);
    CompletableFuture<Menu.Step> step = asks(menu);
    await().until(shown::toString, text -> text.contains("Take it back?"));
    press(Key.Named.DOWN, 100);
    press(Key.Named.ENTER, 100);
    assertThat(step).as("nobody has read it yet").isNotDone();
    press(new Key.Typed("2"), 0);
    press(Key.Named.ENTER, 400);
    assertThat(step).as("in one go").isNotDone();
    router.recall("");
    clock.addAndGet(Duration.ofSeconds(1).toNanos());
    "the 2 tests".chars().forEach(c -> press(new Key.Typed(Character.toString(c)), 400));
    assertThat(router.draft()).isEqualTo("the 2 tests");
    press(Key.Named.ENTER, 1000);
    assertThat(sent).containsExactly("the 2 tests");
    assertThat(step).as("a sentence and Enter").isNotDone();
    press(new Key.Typed("2"), 100);
    press(Key.Named.ENTER, 0);
    assertThat(stepOf(step)).isEqualTo(Menu.Step.CHOSEN);
    assertThat(menu.chosen()).isEqualTo(1);
    assertThat(router.menuInterrupted()).isFalse();
  }

  @Test
  void ctrlCLeavesAFewAnswersAtOnce() {
    var menu = new ChoiceMenu("Take it back?", List.of("Leave it", "Take it back"), LOOK);
    CompletableFuture<Menu.Step> step = asks(menu);
    press(Key.Named.INTERRUPT, 0);
    assertThat(stepOf(step)).isEqualTo(Menu.Step.CLOSED);
    assertThat(menu.chosen()).isEqualTo(-1);
    assertThat(router.menuInterrupted()).isTrue();
  }

  /// A key that is pasted a moment before its field is there.
  @Test
  void textBesideSecretsIsForNobody() {
    CompletableFuture<Menu.Step> step =
        asks(ChoiceMenu.besideSecrets("What now?", List.of("Give another key", "Leave"), LOOK));
    press(new Key.Pasted("canary"), 0);
    press(new Key.Typed("2"), 1000);
    press(new Key.Typed("2"), 0);
    press(new Key.Typed("3"), 0);
    press(Key.Named.ENTER, 1000);
    press(new Key.Pasted("canary"), 1000);
    assertThat(router.draft()).isEmpty();
    assertThat(shown.toString()).doesNotContain("canary");
    assertThat(step).isNotDone();
    press(Key.Named.ENTER, 0);
    assertThat(stepOf(step)).isEqualTo(Menu.Step.CHOSEN);
  }

  /// A Tab that completes a word, as the question appears, does not turn to it.
  @Test
  void enterSendsTheDraftUnderWhichAQuestionAppeared() {
    press(new Key.Typed("fix @src"), 0);
    CompletableFuture<Menu.Step> step =
        asks(new ChoiceMenu("Take it back?", List.of("No", "Yes"), LOOK));
    press(Key.Named.TAB, 1000);
    press(Key.Named.ENTER, 1000);
    assertThat(sent).containsExactly("fix @src");
    assertThat(step).isNotDone();
    press(new Key.Typed("draft"), 1000);
    press(Key.Named.TAB, 100);
    press(Key.Named.ENTER, 0);
    assertThat(stepOf(step)).as("after a rest it does").isEqualTo(Menu.Step.CHOSEN);
    assertThat(router.draft()).isEqualTo("draft");
  }

  /// Whoever looks for the way out of a question has not left the program with it.
  @Test
  void ctrlDAtAQuestionIsNotForTheProgram() {
    CompletableFuture<Menu.Step> step =
        asks(new ChoiceMenu("Take it back?", List.of("No", "Yes"), LOOK));
    clock.addAndGet(Duration.ofSeconds(1).toNanos());
    press(new Key.Chord(Key.Modifier.CONTROL, 'd'), 0);
    assertThat(meant).isEmpty();
    press(Key.Named.INTERRUPT, 0);
    stepOf(step);
    press(new Key.Chord(Key.Modifier.CONTROL, 'd'), 0);
    assertThat(meant).containsExactly(new Key.Chord(Key.Modifier.CONTROL, 'd'));
  }

  /// Whatever key it is unbound from.
  @Test
  void nobodyLeavesWithSomethingWritten() {
    var settings =
        new EditorSettings(
            EditorSettings.Mode.EMACS,
            Keymap.of(List.of(new Keymap.Entry("delete-right", List.of("delete"), "test")))
                .keymap(),
            path -> false);
    router.use(settings);
    router.press(new Key.Typed("draft"));
    router.press(new Key.Chord(Key.Modifier.CONTROL, 'd'));
    assertThat(meant).isEmpty();
    router.recall("");
    router.press(new Key.Chord(Key.Modifier.CONTROL, 'd'));
    assertThat(meant).containsExactly(new Key.Chord(Key.Modifier.CONTROL, 'd'));
  }

  @Test
  void aTextThatComesBackUnchangedKeepsItsPastesSmall() {
    router.press(new Key.Pasted("copied\n".repeat(40)));
    router.press(new Key.Chord(Key.Modifier.CONTROL, 'g'));
    shown.getBuffer().setLength(0);
    edited.accept(router.draft());
    router.press(new Key.Typed("x"));
    assertThat(shown.toString()).contains("[pasted 40 lines]").doesNotContain("copied");
    assertThat(router.draft()).isEqualTo("copied\n".repeat(40) + "x");
  }

  @Test
  void anEnormousTextIsTakenBackAsOneSign() {
    router.recall("word ".repeat(20_000));
    assertThat(shown.toString()).contains("[pasted").doesNotContain("word");
    assertThat(router.draft()).isEqualTo("word ".repeat(20_000));
  }

  /// While another program had the text, something that was not sent came back into the editor.
  @Test
  void whatComesWhileTheTextIsElsewhereStays() {
    router.press(new Key.Typed("my text"));
    router.press(new Key.Chord(Key.Modifier.CONTROL, 'g'));
    router.put("said before");
    edited.accept("my better text");
    assertThat(router.draft()).isEqualTo("said before\nmy better text");
    router.recall("");
    router.press(new Key.Chord(Key.Modifier.CONTROL, 'g'));
    router.put("said before");
    edited.accept("new");
    assertThat(router.draft()).isEqualTo("said before\nnew");
  }

  /// An answer was asked for meanwhile, which is something else.
  @Test
  void aTextComesBackToTheEditorItWasTakenFrom() {
    router.press(new Key.Typed("my text"));
    router.press(new Key.Chord(Key.Modifier.CONTROL, 'g'));
    router.beginAnswer("an answer");
    edited.accept("my better text");
    router.endAnswer();
    assertThat(router.draft()).isEqualTo("my better text");
  }

  /// The prompt is stopped while a person writes why they say no.
  @Test
  void whatWasWrittenAtAQuestionThatIsWithdrawnIsInTheEditor() throws InterruptedException {
    var dialog =
        new ChoiceDialog(
            "What becomes of it?",
            columns -> List.of(),
            List.of(ChoiceDialog.Option.safe("Not now"), ChoiceDialog.Option.words("Change it")),
            LOOK);
    Thread asking =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    dialogs.show(dialog);
                  } catch (InterruptedException withdrawn) {
                    Thread.currentThread().interrupt();
                  }
                });
    await().pollInterval(Duration.ofMillis(1)).until(dialogs::waiting);
    clock.addAndGet(Duration.ofSeconds(1).toNanos());
    press(Key.Named.TAB, 100);
    press(new Key.Typed("use make"), 100);
    asking.interrupt();
    asking.join();
    router.refresh();
    assertThat(router.draft()).isEqualTo("use make");
    assertThat(shown.toString()).contains("> use make");
  }

  /// The terminal has gone before there was anything to close.
  @Test
  void nobodyIsAskedAtATerminalThatIsGone() throws InterruptedException {
    router.gone();
    assertThat(router.show(new ChoiceMenu("Take it back?", List.of("No", "Yes"), LOOK)))
        .isEqualTo(Menu.Step.CLOSED);
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
