package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.cli.terminal.screen.Clusters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// One line that a person types or pastes, shown or hidden. It has the keyboard like a menu, so
/// that nothing of it gets to the editor, its history or the page.
public final class LineField implements Menu {
  private static final int MOST_CHARACTERS = 16_384;
  private static final int MOST_BULLETS = 16;

  private final String title;
  private final List<String> hints;
  private final Showing showing;
  private final UnaryOperator<String> check;
  private final DisplayOptions look;
  private final StringBuilder text = new StringBuilder();
  private String problem = "";

  /// Whether the line can be read on the screen.
  public enum Showing {
    CLEAR,
    /// Bullets and a count stand for it.
    HIDDEN
  }

  /// @param hints lines below the title
  /// @param check what is wrong with a line, stripped, that was entered; empty if nothing is
  public LineField(
      String title,
      List<String> hints,
      Showing showing,
      UnaryOperator<String> check,
      DisplayOptions look) {
    this.title = title;
    this.hints = List.copyOf(hints);
    this.showing = showing;
    this.check = check;
    this.look = look;
  }

  /// Begins with a text that was typed before.
  public LineField from(String typed) {
    text.setLength(0);
    text.append(typed);
    return this;
  }

  public Showing showing() {
    return showing;
  }

  @Override
  public String title() {
    return title;
  }

  public List<String> hints() {
    return hints;
  }

  /// What was entered.
  public String text() {
    return text.toString().strip();
  }

  /// Takes a whole line. Answers what is wrong with it; empty if nothing is.
  public String enter(String line) {
    text.setLength(0);
    problem = "";
    insert(line);
    return problem.isEmpty() ? judged() : problem;
  }

  private String judged() {
    String wrong = check.apply(text());
    if (!wrong.isEmpty()) {
      // What can be read can be corrected.
      text.setLength(showing == Showing.HIDDEN ? 0 : text.length());
      problem = wrong;
    }
    return wrong;
  }

  @Override
  public List<String> lines(int columns, int rows) {
    var lines = new ArrayList<>(Wrap.rows(look.paint(Style.BOLD, title), columns));
    for (String hint : hints) {
      lines.addAll(Wrap.rows(look.paint(Style.DIM, hint), columns));
    }
    lines.add(look.paint(Style.ACCENT, look.glyphs().person) + " " + shown(columns - 4));
    if (!problem.isEmpty()) {
      lines.addAll(Wrap.rows(look.paint(Style.FAILURE, problem), columns));
    }
    lines.addAll(Wrap.rows(look.paint(Style.DIM, "Enter goes on, Esc goes back"), columns));
    // The line itself is what has to be seen in a window that is too low.
    int most = Math.max(1, rows - 1);
    while (lines.size() > most) {
      lines.removeFirst();
    }
    return lines;
  }

  private String shown(int room) {
    if (showing == Showing.CLEAR) {
      String clear = SafeText.visible(text.toString());
      int from = 0;
      while (from < clear.length() && DisplayWidth.of(clear.substring(from)) > Math.max(1, room)) {
        from = clear.offsetByCodePoints(from, 1);
      }
      return clear.substring(from) + look.paint(Style.DIM, "_");
    }
    int count = text.codePointCount(0, text.length());
    String bullets =
        look.glyphs().bullet.repeat(Math.min(count, Math.clamp(room, 1, MOST_BULLETS)));
    String counted = count == 0 ? "" : " (" + count + (count == 1 ? " character)" : " characters)");
    return bullets + (bullets.length() + counted.length() > room ? "" : counted);
  }

  @Override
  public Step press(Key key) {
    return switch (key) {
      case Key.Typed typed -> insert(typed.text());
      case Key.Pasted pasted -> insert(pasted.text());
      case Key.Named named -> named(named);
      case Key.Chord ignored -> Step.STAY;
      case Key.Modified ignored -> Step.STAY;
      case Key.Special ignored -> Step.STAY;
    };
  }

  /// There is nothing to choose from; lines are for [#enter].
  @Override
  public List<String> options() {
    return List.of();
  }

  @Override
  public void pick(int place) {
    throw new IllegalStateException("a field has no options");
  }

  private Step named(Key.Named key) {
    return switch (key) {
      case ENTER -> judged().isEmpty() ? Step.CHOSEN : Step.STAY;
      case ESCAPE, INTERRUPT, GONE -> {
        text.setLength(0);
        yield Step.CLOSED;
      }
      case BACKSPACE -> erased(text.isEmpty() ? 0 : Clusters.previous(text, text.length()));
      case ERASE_WORD, ERASE_ALL -> erased(0);
      case TAB, DELETE, UP, DOWN, LEFT, RIGHT, HOME, END, PAGE_UP, PAGE_DOWN, SUSPEND, OTHER ->
          Step.STAY;
    };
  }

  private Step erased(int from) {
    text.setLength(from);
    problem = "";
    return Step.STAY;
  }

  /// A paste is taken whole, without what stands around it, or not at all.
  private Step insert(String more) {
    String piece = more.length() > 1 ? more.strip() : more;
    boolean controls = piece.codePoints().anyMatch(LineField::hidden);
    if (controls) {
      problem = "That has line breaks, control or invisible characters in it; it was not taken.";
    } else if (text.length() + piece.length() > MOST_CHARACTERS) {
      problem = "That is too long; it was not taken.";
    } else {
      problem = "";
      text.append(piece);
    }
    return Step.STAY;
  }

  private static boolean hidden(int c) {
    int type = Character.getType(c);
    return Character.isISOControl(c)
        || type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR
        || type == Character.SURROGATE;
  }
}
