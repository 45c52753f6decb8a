package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.dialog.ChoiceMenu;
import dev.tenon.cli.terminal.dialog.Dialogs;
import dev.tenon.cli.terminal.editor.Action;
import dev.tenon.cli.terminal.editor.Editor;
import dev.tenon.cli.terminal.editor.EditorResult;
import dev.tenon.cli.terminal.editor.EditorSettings;
import dev.tenon.cli.terminal.editor.EditorState;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.LivePage;
import dev.tenon.cli.terminal.screen.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the person types into, and who gets a key: an open menu before a question, a question
/// before the editor. What none of them takes has a meaning of its own, which the console knows.
/// Keys come from one thread; everything else may be called from any.
final class KeyRouter {
  private static final String QUESTION_WAITS = "? a question waits below; close this to see it";

  private static final String TOO_LOW = ": window too low";

  private final LivePage page;
  private final Editor prompt;
  private final Supplier<Editor> answers;
  private final Dialogs dialogs;
  private final Meanings meanings;
  private final ReentrantLock lock = new ReentrantLock();

  /// The editor of an answer that somebody waits for.
  private @Nullable Editor answer;

  private @Nullable Open menu;

  /// Whether the last menu was closed with Ctrl-C, or not by a key.
  private boolean menuInterrupted;

  /// A row above the editor until the next key; empty for none.
  private String hint = "";

  /// @param covers whether it has the whole window
  private record Open(Menu menu, boolean covers, CompletableFuture<Menu.Step> step) {}

  /// What keys mean that nothing has taken.
  interface Meanings {
    EditorState state();

    void send(String text);

    void followUp(String text);

    /// A text is wanted in another program.
    ///
    /// @param replace puts what that made of it in its place
    void external(String text, Consumer<String> replace);

    void notice(String line);

    /// A picture is wanted from the clipboard.
    ///
    /// @param insert puts the path of its file where it was wanted, from any thread
    void picture(Consumer<String> insert);

    /// Puts what is queued back into the editor. Answers whether anything was.
    boolean takeBack();

    /// Does what the key of an action is for that no editor does.
    void act(Action action);

    /// A key that is not for an editor.
    void key(Key key);

    /// Whether the terminal has another screen for what is shown for a while.
    boolean coversWindow();
  }

  /// @param answers makes an editor for an answer
  KeyRouter(
      LivePage page, Editor prompt, Supplier<Editor> answers, Dialogs dialogs, Meanings meanings) {
    this.page = page;
    this.prompt = prompt;
    this.answers = answers;
    this.dialogs = dialogs;
    this.meanings = meanings;
  }

  void press(Key key) {
    EditorResult result;
    Editor target;
    lock.lock();
    try {
      hint = "";
      target = editor();
      // The end of the terminal and its suspension are for the program, whatever is open.
      if (key == Key.Named.GONE || (menu != null && key == Key.Named.SUSPEND)) {
        result = new EditorResult.Ignored(key);
      } else {
        result = menu(key) ? new EditorResult.Taken() : edit(key);
      }
      refresh();
    } finally {
      lock.unlock();
    }
    mean(result, target);
  }

  private boolean menu(Key key) {
    Open open = menu;
    if (open == null) {
      return false;
    }
    dialogs.hidden(key);
    Menu.Step step = open.menu.press(key);
    if (step != Menu.Step.STAY) {
      menuInterrupted = key == Key.Named.INTERRUPT;
      menu = null;
      dialogs.uncover();
      open.step.complete(step);
    }
    return true;
  }

  private EditorResult edit(Key key) {
    Editor editor = editor();
    if (editor.menuOpen()) {
      dialogs.passed(key);
    } else {
      boolean taken = dialogs.press(key, !editor.isEmpty());
      String before = dialogs.released();
      if (!before.isEmpty()) {
        editor.insert(before);
      }
      if (taken) {
        return new EditorResult.Taken();
      }
    }
    EditorState state = meanings.state();
    boolean working = state == EditorState.WORKING;
    if (key == Key.Named.SUSPEND || (working && key == Key.Named.INTERRUPT)) {
      return new EditorResult.Ignored(key);
    }
    if (working && key == Key.Named.UP && editor.isEmpty() && meanings.takeBack()) {
      return new EditorResult.Taken();
    }
    return editor.press(key, state);
  }

  /// @param target the editor that had the key
  private void mean(EditorResult result, Editor target) {
    switch (result) {
      case EditorResult.Taken ignored -> {}
      case EditorResult.Hint told -> hint(told.row());
      case EditorResult.Ignored ignored -> {
        // Whoever is asked something, or has written something, does not leave by the way.
        boolean busy = dialogs.waiting() || !target.isEmpty();
        if (!(ignored.key() instanceof Key.Chord && busy)) {
          meanings.key(ignored.key());
        }
      }
      case EditorResult.Send send -> meanings.send(send.text());
      case EditorResult.FollowUp followUp -> meanings.followUp(followUp.text());
      case EditorResult.External external ->
          meanings.external(external.text(), edited -> exchange(target, external.text(), edited));
      case EditorResult.Picture ignored -> meanings.picture(path -> insert(target, path));
      case EditorResult.ForConsole wanted -> meanings.act(wanted.action());
      case EditorResult.Notice notice -> meanings.notice(notice.line());
    }
  }

  /// Puts what took its time into the editor for which it was wanted, whatever is open by now.
  private void insert(Editor wanted, String path) {
    EditorResult result;
    lock.lock();
    try {
      Editor target = wanted.equals(answer) ? wanted : prompt;
      result = target.press(new Key.Pasted(path), meanings.state());
      refresh();
    } finally {
      lock.unlock();
    }
    mean(result, prompt);
  }

  /// Puts what another program has made of a text in its place. What has come beside the text
  /// meanwhile stays.
  private void exchange(Editor wanted, String before, String after) {
    if (after.equals(before)) {
      // Large pastes stay the signs that they are.
      return;
    }
    lock.lock();
    try {
      Editor target = wanted.equals(answer) ? wanted : prompt;
      String now = target.text();
      int at = before.isEmpty() ? -1 : now.lastIndexOf(before);
      target.set(
          at >= 0
              ? now.substring(0, at) + after + now.substring(at + before.length())
              : now.isBlank() ? after : now + "\n" + after);
      refresh();
    } finally {
      lock.unlock();
    }
  }

  private Editor editor() {
    Editor other = answer;
    return other == null ? prompt : other;
  }

  /// Shows what there is to show now, in a window of the size of now.
  void refresh() {
    lock.lock();
    try {
      int columns = page.screen().columns();
      int rows = page.screen().rows();
      String unsent = dialogs.unsent();
      if (!unsent.isEmpty()) {
        prompt.set(prompt.isEmpty() ? unsent : unsent + "\n" + prompt.text());
      }
      Open open = menu;
      if (open != null) {
        Rows shown = new Rows(open.menu.lines(columns, rows), open.menu.caret());
        if (dialogs.waiting() && rows > 1) {
          List<String> lines = new ArrayList<>(open.menu.lines(columns, rows - 1));
          lines.add(DisplayWidth.fit(QUESTION_WAITS, columns - 1));
          shown = new Rows(lines, open.menu.caret());
        }
        if (open.covers) {
          page.cover(shown);
        } else {
          page.panel(shown);
        }
        return;
      }
      // A question needs the room more than a draft that is written already.
      boolean asked = dialogs.waiting();
      Rows typed = editor().rows(columns, Math.max(1, rows / (asked ? 6 : 2)));
      if (!hint.isEmpty()) {
        typed = stacked(Rows.of(List.of(hint)), typed);
      }
      int left = Math.max(1, rows - 2 - typed.lines().size());
      Optional<Rows> question =
          dialogs.view(!editor().isEmpty(), dialog -> dialog.rows(columns, left));
      if (rows == 1 && editor().isEmpty()) {
        String waits = dialogs.current().map(dialog -> "? " + dialog.waits() + TOO_LOW).orElse("");
        typed = waits.isEmpty() ? typed : Rows.of(List.of(DisplayWidth.fit(waits, columns - 1)));
      }
      if (question.isPresent()) {
        page.question(stacked(question.get(), typed));
      } else {
        page.panel(typed);
      }
    } finally {
      lock.unlock();
    }
  }

  /// One below the other; the cursor is in the upper one if that has one.
  private static Rows stacked(Rows upper, Rows lower) {
    var lines = new ArrayList<>(upper.lines());
    int moved = lines.size();
    lines.addAll(lower.lines());
    Optional<Rows.Caret> caret =
        upper
            .caret()
            .or(() -> lower.caret().map(at -> new Rows.Caret(at.row() + moved, at.column())));
    return new Rows(lines, caret);
  }

  /// Lets the person choose. A few answers to a question are asked as every question is, so that no
  /// key answers that was meant for something else.
  Menu.Step show(Menu wanted) throws InterruptedException {
    if (wanted instanceof ChoiceMenu choice) {
      dialogs.show(choice.dialog());
      interrupted(choice.dialog().interrupted());
      return choice.chosen() < 0 ? Menu.Step.CLOSED : Menu.Step.CHOSEN;
    }
    try {
      return open(wanted).get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } finally {
      closeMenu();
    }
  }

  private void interrupted(boolean closed) {
    lock.lock();
    try {
      menuInterrupted = closed;
    } finally {
      lock.unlock();
    }
  }

  /// The keys are for a menu from now on.
  CompletableFuture<Menu.Step> open(Menu opened) {
    lock.lock();
    try {
      var step = new CompletableFuture<Menu.Step>();
      if (menu == null) {
        dialogs.cover();
      }
      menu = new Open(opened, meanings.coversWindow() && large(opened), step);
      opened.watch(this::refresh);
      refresh();
      return step;
    } finally {
      lock.unlock();
    }
  }

  /// A large menu below the text would push that up, and leave nothing in its place.
  private boolean large(Menu opened) {
    int rows = page.screen().rows();
    return opened.lines(page.screen().columns(), rows).size() > rows / 2;
  }

  void closeMenu() {
    lock.lock();
    try {
      Open open = menu;
      menu = null;
      if (open != null) {
        menuInterrupted = true;
        dialogs.uncover();
        open.step.complete(Menu.Step.CLOSED);
      }
      refresh();
    } finally {
      lock.unlock();
    }
  }

  /// Time has passed: what grows by itself is shown as it is by now.
  void tick() {
    lock.lock();
    try {
      if (menu != null && menu.menu.grows()) {
        refresh();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Whether a menu or a question is open that only another key ends.
  boolean waitsForKeys() {
    lock.lock();
    try {
      return menu != null || dialogs.waitsForKeys();
    } finally {
      lock.unlock();
    }
  }

  /// The terminal is gone: nobody answers any more what only a key could.
  void gone() {
    closeMenu();
    dialogs.gone();
  }

  boolean menuInterrupted() {
    lock.lock();
    try {
      return menuInterrupted;
    } finally {
      lock.unlock();
    }
  }

  /// The keys are for an answer from now on; the prompt waits as it is.
  void beginAnswer(String text) {
    lock.lock();
    try {
      answer = answers.get();
      answer.set(text);
      refresh();
    } finally {
      lock.unlock();
    }
  }

  void endAnswer() {
    lock.lock();
    try {
      answer = null;
      refresh();
    } finally {
      lock.unlock();
    }
  }

  /// Shows a painted row above the editor until the next key.
  void hint(String row) {
    lock.lock();
    try {
      hint = row;
      refresh();
    } finally {
      lock.unlock();
    }
  }

  /// Whether nothing is typed.
  boolean untouched() {
    lock.lock();
    try {
      return prompt.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /// Other keys of the editor from now on.
  void use(EditorSettings settings) {
    lock.lock();
    try {
      prompt.use(settings);
      Editor other = answer;
      if (other != null) {
        other.use(settings);
      }
      refresh();
    } finally {
      lock.unlock();
    }
  }

  /// Offers for what is typed already: commands came after it.
  void offerAgain() {
    lock.lock();
    try {
      prompt.offerAgain();
      refresh();
    } finally {
      lock.unlock();
    }
  }

  /// What is typed and not sent. Whoever leaves does not wait for long: then it is nothing.
  String draft() {
    try {
      if (!lock.tryLock(1, TimeUnit.SECONDS)) {
        return "";
      }
    } catch (InterruptedException leaving) {
      Thread.currentThread().interrupt();
      return "";
    }
    try {
      return prompt.text();
    } finally {
      lock.unlock();
    }
  }

  /// Puts a text before what is typed.
  void put(String text) {
    lock.lock();
    try {
      prompt.set(prompt.isEmpty() ? text : text + "\n" + prompt.text());
      refresh();
    } finally {
      lock.unlock();
    }
  }

  /// Puts what was said before in place of what is typed.
  void recall(String text) {
    lock.lock();
    try {
      editor().recall(text);
      refresh();
    } finally {
      lock.unlock();
    }
  }
}
