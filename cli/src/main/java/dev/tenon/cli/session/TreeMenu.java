package dev.tenon.cli.session;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.input.Picker;
import dev.tenon.cli.terminal.input.PickerAction;
import dev.tenon.cli.terminal.input.PickerSpec;
import dev.tenon.cli.terminal.input.PickerText;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.screen.Rows;
import dev.tenon.core.session.SessionTree;
import dev.tenon.core.session.TreeFilter;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.session.SessionNames;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The tree of a session on the screen: the path to the leaf is marked, typing searches, filters
/// hide what is not wanted, and entries get their labels here.
final class TreeMenu implements Menu {
  private final Labelling label;
  private final Function<String, String> whole;
  private final DisplayOptions look;
  private final Instant now = Instant.now();
  private final Set<String> folded = new HashSet<>();
  private final Picker<SessionTree.Line> picker;
  private SessionTree tree;
  private TreeFilter filter = TreeFilter.DEFAULT;

  /// Gives entries their labels.
  @FunctionalInterface
  interface Labelling {
    /// Answers the tree as it is then.
    ///
    /// @param label empty to take it away
    SessionTree label(String id, String label) throws IOException;
  }

  /// @param whole everything that an entry says
  TreeMenu(SessionTree tree, DisplayOptions look, Labelling label, Function<String, String> whole) {
    this.tree = tree;
    this.label = label;
    this.whole = whole;
    this.look = look;
    var spec =
        new PickerSpec<SessionTree.Line>("Session tree", look)
            .main(this::shown)
            .detail(line -> ago(line.item().timestamp()), 12)
            .finding(this::lines, line -> line.item().id())
            .scope(() -> "[" + filter.label() + "]")
            .preview(this::about)
            .empty(() -> "There is nothing to show with this filter; Ctrl-O takes the next one.")
            .enter("goes there")
            .action(
                new PickerAction<>(
                    new Key.Typed("L"),
                    "Shift-L",
                    "labels",
                    new PickerAction.Effect.Ask<>(
                        line -> "Label (empty takes it away)",
                        line -> line.item().label() == null ? "" : line.item().label(),
                        this::name)))
            .action(filter(new Key.Chord(Key.Modifier.CONTROL, 'o'), "Ctrl-O", "filters", 1))
            .action(PickerAction.tab("folds", new PickerAction.Effect.Run<>(this::fold)))
            .action(filter(new Key.Chord(Key.Modifier.CONTROL_SHIFT, 'o'), "", "", -1))
            .action(filter(new Key.Chord(Key.Modifier.ALT, 'o'), "", "", -1));
    for (TreeFilter each : TreeFilter.values()) {
      spec.action(
          new PickerAction<>(
              new Key.Chord(Key.Modifier.ALT, letter(each)),
              "",
              "",
              new PickerAction.Effect.Always<>(() -> filterBy(each))));
    }
    this.picker = spec.open(List.of());
    lastActive();
  }

  private static char letter(TreeFilter filter) {
    return switch (filter) {
      case DEFAULT -> 'd';
      case NO_TOOLS -> 't';
      case USER_ONLY -> 'u';
      case LABELED_ONLY -> 'l';
      case ALL -> 'a';
    };
  }

  private PickerAction<SessionTree.Line> filter(Key key, String name, String words, int by) {
    return new PickerAction<>(
        key,
        name,
        words,
        new PickerAction.Effect.Always<>(
            () -> filterBy(by > 0 ? filter.next() : filter.previous())));
  }

  private String filterBy(TreeFilter wanted) {
    filter = wanted;
    picker.refresh();
    return "";
  }

  private void lastActive() {
    for (SessionTree.Line line : lines("")) {
      if (line.item().active()) {
        picker.mark(line);
      }
    }
  }

  private List<SessionTree.Line> lines(String words) {
    return tree.lines(filter, words, words.isEmpty() ? folded : Set.of());
  }

  private String fold(SessionTree.Line line) {
    String id = line.item().id();
    if (!folded.remove(id)) {
      folded.add(id);
    }
    picker.refresh();
    return "";
  }

  private PickerAction.Answer name(SessionTree.Line line, String text) {
    try {
      tree = label.label(line.item().id(), text.strip());
    } catch (IOException full) {
      return PickerAction.Answer.refused("The label cannot be kept: " + IoFailure.named(full));
    }
    picker.refresh();
    return PickerAction.Answer.taken("");
  }

  private String shown(SessionTree.Line line) {
    SessionTree.Item item = line.item();
    return line.indent()
        + (item.active() ? look.glyphs().bullet + " " : "")
        + (folded.contains(item.id()) ? "[+] " : "")
        + (item.label() == null ? "" : "[" + item.label() + "] ")
        + item.text();
  }

  /// `3 min ago`; what another program wrote as it is.
  private String ago(String timestamp) {
    try {
      return SessionNames.ago(Instant.parse(timestamp), now);
    } catch (DateTimeParseException foreign) {
      return timestamp;
    }
  }

  private List<PickerText> about(SessionTree.Line line) {
    SessionTree.Item item = line.item();
    var lines = new ArrayList<PickerText>();
    String name = item.role().isEmpty() ? item.type() : item.role();
    lines.add(
        PickerText.dim(
            name
                + "  "
                + ago(item.timestamp())
                + "  "
                + item.timestamp()
                + (item.label() == null ? "" : "  [" + item.label() + "]")
                + (item.leaf() ? "  (you are here)" : "")));
    lines.add(PickerText.of(whole.apply(item.id())));
    return lines;
  }

  Optional<SessionTree.Line> chosen() {
    return picker.chosen();
  }

  @Override
  public List<String> lines(int columns, int rows) {
    return picker.lines(columns, rows);
  }

  @Override
  public Optional<Rows.Caret> caret() {
    return picker.caret();
  }

  @Override
  public Step press(Key key) {
    return picker.press(key);
  }

  @Override
  public List<String> options() {
    return picker.options();
  }

  @Override
  public int more() {
    return picker.more();
  }

  @Override
  public boolean narrow(String words) {
    return picker.narrow(words);
  }

  @Override
  public void pick(int place) {
    picker.pick(place);
  }
}
