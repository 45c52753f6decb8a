package dev.tenon.cli.session;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.SearchMenu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.session.SessionTree;
import dev.tenon.core.session.TreeFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// The tree of a session on the screen: the path to the leaf is marked, typing searches, filters
/// hide what is not wanted, and entries get their labels here.
final class TreeMenu extends SearchMenu<SessionTree.Line> {
  private final BiFunction<String, String, SessionTree> label;
  private SessionTree tree;
  private TreeFilter filter = TreeFilter.DEFAULT;

  /// The label that is being typed; null when none is.
  private @Nullable StringBuilder labelling;

  /// @param label gives an entry a label, or takes it away when it is empty, and answers the tree
  ///   as it is then
  TreeMenu(SessionTree tree, DisplayOptions look, BiFunction<String, String, SessionTree> label) {
    super(look);
    this.tree = tree;
    this.label = label;
    refresh(lastActive());
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
    List<SessionTree.Line> lines = tree.lines(filter, query());
    int selected = Math.max(0, lines.size() - 1);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).item().id().equals(at)) {
        selected = i;
      }
    }
    show(lines, selected);
  }

  @Override
  protected void search() {
    refresh(currentId());
  }

  private String currentId() {
    return current().map(line -> line.item().id()).orElse("");
  }

  @Override
  public List<String> lines(int columns, int rows) {
    var out = new ArrayList<String>();
    out.add(
        look().palette().paint(Style.BOLD, "Session tree")
            + look().palette().paint(Style.DIM, "  [" + filter.label() + "]  ")
            + SafeText.visible(query()));
    if (items().isEmpty()) {
      out.add(look().palette().paint(Style.DIM, "  nothing to show"));
    }
    rows(rows, out);
    out.add(look().palette().paint(Style.DIM, help()));
    return out;
  }

  private String help() {
    StringBuilder typing = labelling;
    return typing == null
        ? place() + "Enter goes there, Shift-L labels, Ctrl-O filters, type to search, Esc leaves"
        : "  Label (empty takes it away): " + SafeText.visible(typing.toString()) + "_";
  }

  @Override
  protected String shown(SessionTree.Line line) {
    SessionTree.Item item = line.item();
    return line.indent()
        + (item.active() ? "• " : "")
        + (item.label() == null ? "" : "[" + SafeText.visible(item.label()) + "] ")
        + SafeText.visible(item.text());
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
          labelling = current().map(TreeMenu::present).orElse(null);
        } else {
          type(typed.text());
        }
        yield Step.STAY;
      }
      case Key.Pasted pasted -> {
        type(pasted.text());
        yield Step.STAY;
      }
      case Key.Modified modified ->
          modified.key() == Key.Named.BACKSPACE ? named(Key.Named.ERASE_WORD) : Step.STAY;
      case Key.Special ignored -> Step.STAY;
      case Key.Chord chord -> filter(chord);
      case Key.Named named -> named(named);
    };
  }

  private static StringBuilder present(SessionTree.Line line) {
    String label = line.item().label();
    return new StringBuilder(label == null ? "" : label);
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
          case SHIFT, ALT_SHIFT, CONTROL_ALT -> filter;
        };
    if (wanted != filter) {
      String at = currentId();
      filter = wanted;
      refresh(at);
    }
    return Step.STAY;
  }

  private Step name(Key key, StringBuilder typing) {
    switch (key) {
      case Key.Typed typed -> typing.append(typed.text().replace('\n', ' '));
      case Key.Pasted pasted -> typing.append(pasted.text().replace('\n', ' '));
      case Key.Chord ignored -> {}
      case Key.Modified ignored -> {}
      case Key.Special ignored -> {}
      case Key.Named named -> {
        switch (named) {
          case ENTER -> {
            String at = currentId();
            tree = label.apply(at, typing.toString().strip());
            labelling = null;
            refresh(at);
          }
          case BACKSPACE -> typing.setLength(Math.max(0, typing.length() - 1));
          case ERASE_WORD, ERASE_ALL -> typing.setLength(0);
          case ESCAPE, INTERRUPT -> labelling = null;
          case GONE -> {
            return Step.CLOSED;
          }
          case UP,
              DOWN,
              LEFT,
              RIGHT,
              HOME,
              END,
              PAGE_UP,
              PAGE_DOWN,
              TAB,
              DELETE,
              SUSPEND,
              OTHER -> {}
        }
      }
    }
    return Step.STAY;
  }

  @Override
  public List<String> options() {
    return items().stream()
        .skip(Math.max(0, items().size() - PLAIN_OPTIONS))
        .map(this::shown)
        .toList();
  }

  @Override
  public void pick(int place) {
    choose(items().get(Math.max(0, items().size() - PLAIN_OPTIONS) + place));
  }
}
