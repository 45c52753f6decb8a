package dev.tenon.cli.slash;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.core.agent.Conversation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A person at a terminal with keys: each menu that opens gets the next keys, and is left with
/// Escape when they do not end it.
public final class PickingContext implements CommandContext {
  public final List<String> printed = new ArrayList<>();

  /// What stood on the screen before each menu was left.
  public final List<String> screens = new ArrayList<>();

  /// What the last menu offers where it is a list of lines.
  public List<String> offered = List.of();

  public final ArrayDeque<String> answers = new ArrayDeque<>();
  private final ArrayDeque<List<Key>> keys = new ArrayDeque<>();
  private final boolean picks;
  private DisplayOptions look = DisplayOptions.plain(Glyphs.UNICODE);
  private int columns = 80;

  public PickingContext() {
    this(true);
  }

  /// @param picks false for a terminal of lines, where nothing is chosen
  public PickingContext(boolean picks) {
    this.picks = picks;
  }

  public PickingContext looking(DisplayOptions how, int wide) {
    look = how;
    columns = wide;
    return this;
  }

  public PickingContext pressing(Key... pressed) {
    keys.add(List.of(pressed));
    return this;
  }

  /// The keys of a text, and others behind them.
  public static Key[] typing(String text, Key... then) {
    var all = new ArrayList<Key>();
    text.codePoints().forEach(c -> all.add(new Key.Typed(Character.toString(c))));
    all.addAll(List.of(then));
    return all.toArray(Key[]::new);
  }

  public String said() {
    return String.join("\n", printed);
  }

  public String screen() {
    return screens.getLast();
  }

  @Override
  public DisplayOptions look() {
    return look;
  }

  @Override
  public boolean hasScreen() {
    return picks;
  }

  @Override
  public Conversation conversation() {
    throw new IllegalStateException("not needed");
  }

  @Override
  public void print(String text) {
    printed.add(text);
  }

  @Override
  public Optional<String> ask(String question) {
    printed.add(question);
    return Optional.ofNullable(answers.poll());
  }

  @Override
  public Menu.Step choose(Menu menu) {
    menu.lines(columns, 24);
    offered = menu.options();
    for (Key key : Optional.ofNullable(keys.poll()).orElse(List.of())) {
      screens.add(String.join("\n", menu.lines(columns, 24)));
      Menu.Step step = menu.press(key);
      if (step != Menu.Step.STAY) {
        return step;
      }
    }
    screens.add(String.join("\n", menu.lines(columns, 24)));
    return Menu.Step.CLOSED;
  }

  @Override
  public void prompt(String text) {}

  @Override
  public void prefill(String text) {}

  @Override
  public void startOver() {}

  @Override
  public void leave() {}
}
