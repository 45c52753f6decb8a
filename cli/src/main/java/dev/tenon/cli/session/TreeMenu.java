package dev.tenon.cli.session;

import dev.tenon.cli.terminal.Key;
import dev.tenon.cli.terminal.Menu;
import dev.tenon.cli.terminal.render.Harmless;
import dev.tenon.cli.terminal.render.Look;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.session.SessionTree;
import dev.tenon.core.session.TreeFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// The tree of a session on the screen: the path to the leaf is marked, typing searches, filters
/// hide what is not wanted, and entries get their labels here.
final class TreeMenu implements Menu {
  private static final int LEAST_ROWS = 5;
  private static final int PLAIN_OPTIONS = 50;

  private final Look look;
  private final BiFunction<String, String, SessionTree> label;
  private final StringBuilder query = new StringBuilder();
  private SessionTree tree;
  private TreeFilter filter = TreeFilter.DEFAULT;
  private List<SessionTree.Line> lines = List.of();
  private int selected;
  private int page = LEAST_ROWS;

  /// The label that is being typed; null when none is.
  private @Nullable StringBuilder labelling;

  private @Nullable String chosen;

  /// @param label gives an entry a label, or takes it away when it is empty, and answers the tree
  ///   as it is then
  TreeMenu(SessionTree tree, Look look, BiFunction<String, String, SessionTree> label) {
    this.tree = tree;
    this.look = look;
    this.label = label;
    refresh(lastActive());
  }

  Optional<String> chosen() {
    return Optional.ofNullable(chosen);
  }

  private String lastActive() {
    String last = "";
    for (SessionTree.Line line : tree.lines(filter, "")) {
      if (line.item().active()) {
        last = line.item().id();
      }
    }
    return last;
  }

  /// Shows what there is now, and stays at the entry if it is still shown.
  private void refresh(String at) {
    lines = tree.lines(filter, query.toString());
    selected = Math.max(0, lines.size() - 1);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).item().id().equals(at)) {
        selected = i;
      }
    }
  }

  private String current() {
    return lines.isEmpty() ? "" : lines.get(selected).item().id();
  }

  @Override
  public List<String> lines(int columns, int rows) {
    page = Math.max(1, Math.min(Math.max(LEAST_ROWS, rows / 2), rows - 4));
    var out = new ArrayList<String>();
    out.add(
        look.palette().paint(Style.BOLD, "Session tree")
            + look.palette().paint(Style.DIM, "  [" + filter.label() + "]  ")
            + Harmless.visible(query.toString()));
    if (lines.isEmpty()) {
      out.add(look.palette().paint(Style.DIM, "  nothing to show"));
    }
    int first = Math.clamp(selected - page / 2, 0, Math.max(0, lines.size() - page));
    for (int i = first; i < Math.min(lines.size(), first + page); i++) {
      String line = text(lines.get(i));
      out.add(
          i == selected
              ? look.palette().paint(Style.ACCENT, look.glyphs().person + " " + line)
              : "  " + line);
    }
    out.add(look.palette().paint(Style.DIM, help()));
    return out;
  }

  private String help() {
    StringBuilder typing = labelling;
    return typing == null
        ? "  "
            + (lines.isEmpty() ? 0 : selected + 1)
            + "/"
            + lines.size()
            + "  Enter goes there, Shift-L labels, Ctrl-O filters, type to search, Esc leaves"
        : "  Label (empty takes it away): " + Harmless.visible(typing.toString()) + "_";
  }

  private static String text(SessionTree.Line line) {
    SessionTree.Item item = line.item();
    return line.indent()
        + (item.active() ? "• " : "")
        + (item.label() == null ? "" : "[" + Harmless.visible(item.label()) + "] ")
        + Harmless.visible(item.text());
  }

  @Override
  public Step press(Key key) {
    StringBuilder typing = labelling;
    return typing == null ? walk(key) : name(key, typing);
  }

  private Step walk(Key key) {
    return switch (key) {
      case Key.Typed typed -> {
        if (typed.text().equals("L")) {
          labelling = lines.isEmpty() ? null : new StringBuilder(present());
        } else {
          query.append(typed.text().replace('\n', ' '));
          refresh(current());
        }
        yield Step.STAY;
      }
      case Key.Chord chord -> filter(chord);
      case Key.Named named ->
          switch (named) {
            case ENTER -> choose();
            case UP -> move(-1);
            case DOWN -> move(1);
            case LEFT, PAGE_UP -> turn(-page);
            case RIGHT, PAGE_DOWN -> turn(page);
            case BACKSPACE -> erase(1);
            case ERASE_WORD, ERASE_ALL -> erase(query.length());
            case ESCAPE -> query.isEmpty() ? Step.CLOSED : erase(query.length());
            case INTERRUPT, END -> Step.CLOSED;
            case BREAK, SUSPEND, OTHER -> Step.STAY;
          };
    };
  }

  private String present() {
    String label = lines.get(selected).item().label();
    return label == null ? "" : label;
  }

  private Step filter(Key.Chord chord) {
    TreeFilter wanted =
        switch (chord.modifier()) {
          case CONTROL -> chord.letter() == 'o' ? filter.next() : filter;
          case CONTROL_SHIFT -> chord.letter() == 'o' ? filter.previous() : filter;
          case ALT ->
              switch (chord.letter()) {
                case 'd' -> TreeFilter.DEFAULT;
                case 't' -> TreeFilter.NO_TOOLS;
                case 'u' -> TreeFilter.USER_ONLY;
                case 'l' -> TreeFilter.LABELED_ONLY;
                case 'a' -> TreeFilter.ALL;
                case 'o' -> filter.previous();
                default -> filter;
              };
        };
    if (wanted != filter) {
      String at = current();
      filter = wanted;
      refresh(at);
    }
    return Step.STAY;
  }

  private Step name(Key key, StringBuilder typing) {
    switch (key) {
      case Key.Typed typed -> typing.append(typed.text().replace('\n', ' '));
      case Key.Chord ignored -> {}
      case Key.Named named -> {
        switch (named) {
          case ENTER -> {
            String at = current();
            tree = label.apply(at, typing.toString().strip());
            labelling = null;
            refresh(at);
          }
          case BACKSPACE -> typing.setLength(Math.max(0, typing.length() - 1));
          case ERASE_WORD, ERASE_ALL -> typing.setLength(0);
          case ESCAPE, INTERRUPT -> labelling = null;
          case END -> {
            return Step.CLOSED;
          }
          case UP, DOWN, LEFT, RIGHT, PAGE_UP, PAGE_DOWN, BREAK, SUSPEND, OTHER -> {}
        }
      }
    }
    return Step.STAY;
  }

  private Step choose() {
    if (lines.isEmpty()) {
      return Step.STAY;
    }
    chosen = current();
    return Step.CHOSEN;
  }

  private Step move(int by) {
    if (!lines.isEmpty()) {
      selected = Math.floorMod(selected + by, lines.size());
    }
    return Step.STAY;
  }

  private Step turn(int by) {
    if (!lines.isEmpty()) {
      selected = Math.clamp((long) selected + by, 0, lines.size() - 1);
    }
    return Step.STAY;
  }

  private Step erase(int characters) {
    if (!query.isEmpty()) {
      query.setLength(query.length() - Math.min(characters, query.length()));
      refresh(current());
    }
    return Step.STAY;
  }

  @Override
  public List<String> options() {
    return lines.stream()
        .skip(Math.max(0, lines.size() - PLAIN_OPTIONS))
        .map(TreeMenu::text)
        .toList();
  }

  @Override
  public void pick(int place) {
    chosen = lines.get(Math.max(0, lines.size() - PLAIN_OPTIONS) + place).item().id();
  }
}
