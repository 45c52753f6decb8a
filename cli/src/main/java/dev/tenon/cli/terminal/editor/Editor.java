package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.editor.EditorResult.Ignored;
import dev.tenon.cli.terminal.editor.EditorResult.Taken;
import dev.tenon.cli.terminal.editor.text.Caret;
import dev.tenon.cli.terminal.editor.text.Caret.Way;
import dev.tenon.cli.terminal.editor.text.Document;
import dev.tenon.cli.terminal.editor.text.EditLog;
import dev.tenon.cli.terminal.editor.text.KillRing;
import dev.tenon.cli.terminal.editor.text.PastedText;
import dev.tenon.cli.terminal.editor.text.Pastes;
import dev.tenon.cli.terminal.editor.text.RowLayout;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Key.Named;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.screen.Panel;
import dev.tenon.cli.terminal.screen.Rows;
import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The editor of prompts, always there, whether something works or not. Keys go in, rows come out;
/// used by one thread at a time.
public final class Editor implements Panel {
  private static final Taken TAKEN = new Taken();

  /// A prompt of before with more characters comes back as one sign, like a paste.
  private static final int RECALLED = 64 * 1024;

  private static final String FENCE_OPEN =
      "(a code fence is open: close it with ```, or Enter on the empty line sends)";

  private EditorSettings settings;
  private final Recall recall;
  private final DisplayOptions look;
  private final Document document = new Document();
  private final RowLayout layout = new RowLayout(document);
  private final Caret caret = new Caret(document, layout);
  private final KillRing ring = new KillRing();
  private final TextCommands commands = new TextCommands(document, caret, ring);
  private final CandidateMenu menu;
  private final HistoryWalk walk;
  private final EditorView view;
  private @Nullable ViMode vi;
  private @Nullable HistorySearch search;
  private int columns = 80;

  public Editor(EditorSettings settings, Completer completer, Recall recall, DisplayOptions look) {
    this.settings = settings;
    this.recall = recall;
    this.look = look;
    this.menu = new CandidateMenu(completer);
    this.walk = new HistoryWalk(recall);
    this.view = new EditorView(document, layout, look);
    this.vi = viMode(settings);
  }

  private @Nullable ViMode viMode(EditorSettings wanted) {
    return wanted.mode() == EditorSettings.Mode.VI
        ? new ViMode(document, caret, ring, key -> press(key, EditorState.IDLE))
        : null;
  }

  /// Other keys from now on; the text stays.
  public void use(EditorSettings wanted) {
    boolean other = wanted.mode() != settings.mode();
    settings = wanted;
    vi = other ? viMode(wanted) : vi;
  }

  /// Does what a key means.
  public EditorResult press(Key key, EditorState state) {
    if (key instanceof Key.Special && !(key instanceof Key.Function)) {
      return new Ignored(key);
    }
    view.fit(columns);
    HistorySearch searching = search;
    if (searching != null) {
      return search(searching, key);
    }
    if (menu.isOpen()) {
      Optional<EditorResult> result = menu(key);
      if (result.isPresent()) {
        return result.get();
      }
    }
    EditorResult result = edit(key, state);
    view.fit(columns);
    if (vi != null && vi.isCommanding()) {
      menu.close();
    } else if (!(result instanceof Ignored)) {
      menu.update(document);
    }
    return result;
  }

  private EditorResult edit(Key key, EditorState state) {
    // Nothing is inserted yet: Escape stops the work, and not the insertion first.
    boolean stops = key == Named.ESCAPE && state == EditorState.WORKING && isEmpty();
    if (vi != null && (!stops || vi.isCommanding())) {
      ViMode.Step step = vi.press(key);
      switch (step) {
        case TAKEN -> {
          return TAKEN;
        }
        case SEARCH -> {
          return act(Action.SEARCH_HISTORY, key, state);
        }
        case UP -> {
          return act(Action.UP, key, state);
        }
        case DOWN -> {
          return act(Action.DOWN, key, state);
        }
        case PASS -> {}
      }
    }
    return switch (key) {
      case Key.Typed typed -> {
        commands.interrupted();
        document.insert(PastedText.typed(typed.text()), EditLog.Kind.TYPED);
        yield TAKEN;
      }
      case Key.Pasted pasted -> {
        commands.interrupted();
        paste(pasted.text());
        yield TAKEN;
      }
      default ->
          settings
              .keymap()
              .action(key)
              .map(action -> act(action, key, state))
              .orElseGet(() -> unbound(key));
    };
  }

  /// A key that does nothing here; a selection is let go by Escape.
  private EditorResult unbound(Key key) {
    if (key == Named.ESCAPE && document.selection().isPresent()) {
      document.unselect();
      return TAKEN;
    }
    return new Ignored(key);
  }

  private EditorResult act(Action action, Key key, EditorState state) {
    if (vi != null && vi.isRepeating()) {
      // What is done again is the change to the text: nothing is sent or thrown away by it.
      switch (action) {
        case SEND, FOLLOW_UP -> {
          commands.run(Action.NEW_LINE);
          return TAKEN;
        }
        case CLEAR -> {
          return TAKEN;
        }
        default -> {}
      }
    }
    return switch (action) {
      case UP -> vertical(-1, key, state);
      case DOWN -> vertical(1, key, state);
      case PAGE_UP -> page(-1, key);
      case PAGE_DOWN -> page(1, key);
      case SEND -> {
        switch (LineEnds.enter(document)) {
          case GONE_ON -> {
            yield TAKEN;
          }
          case IN_FENCE -> {
            yield new EditorResult.Hint(look.palette().paint(Style.DIM, FENCE_OPEN));
          }
          case SENDS -> {}
        }
        String text = finished();
        yield text.isBlank() ? TAKEN : new EditorResult.Send(text);
      }
      case FOLLOW_UP -> {
        if (state == EditorState.IDLE) {
          commands.run(Action.NEW_LINE);
          yield TAKEN;
        }
        String text = finished();
        yield text.isBlank() ? TAKEN : new EditorResult.FollowUp(text);
      }
      case COMPLETE -> menu.reopen(document) ? TAKEN : new Ignored(key);
      case SEARCH_HISTORY -> {
        search = new HistorySearch(recall);
        menu.close();
        yield TAKEN;
      }
      case OPEN_PASTE -> openPaste();
      case EXTERNAL_EDITOR -> new EditorResult.External(text());
      case PICTURE -> new EditorResult.Picture();
      case OPEN_FOLDED, NEXT_MODE, CLEAR_SCREEN, TREE -> new EditorResult.ForConsole(action);
      case CLEAR -> {
        if (isEmpty() || state == EditorState.WORKING) {
          yield new Ignored(key);
        }
        clear();
        yield TAKEN;
      }
      case DELETE_RIGHT -> {
        if (isEmpty() && key != Named.DELETE) {
          yield new Ignored(key);
        }
        commands.run(action);
        yield TAKEN;
      }
      default -> {
        commands.run(action);
        yield TAKEN;
      }
    };
  }

  private EditorResult vertical(int by, Key key, EditorState state) {
    if (isEmpty() && by < 0 && state == EditorState.WORKING) {
      // What was sent while something works is edited by the console.
      return new Ignored(key);
    }
    if (!caret.rows(by, Way.MOVE)) {
      Optional<String> entry = walk.step(by, document.between(0, document.length()));
      if (entry.isPresent()) {
        document.closeEdit();
        document.replace(0, document.length(), recalled(entry.get()), EditLog.Kind.OTHER);
        document.moveTo(by < 0 ? document.length() : document.lineEnd(0));
        // What was said before is complete: the next Up goes on, and not through a menu.
        menu.dismiss(document);
      } else {
        document.moveTo(by < 0 ? 0 : document.length());
      }
    }
    return TAKEN;
  }

  /// What was said before, as it stands in the editor: an enormous text as one sign.
  private String recalled(String text) {
    return text.length() > RECALLED && !document.pastes().isFull()
        ? document.pastes().add(text, 1)
        : text;
  }

  private EditorResult page(int by, Key key) {
    return caret.rows(by * Math.max(1, view.page() - 1), Way.MOVE) ? TAKEN : new Ignored(key);
  }

  /// Takes the text for sending and begins with nothing.
  private String finished() {
    String text = text();
    if (!text.isBlank()) {
      recall.add(text);
      empty();
    }
    return text;
  }

  private void empty() {
    document.reset();
    walk.reset();
    if (!ring.hasPastes()) {
      document.pastes().clear();
    }
    menu.close();
    if (vi != null) {
      vi.reset();
    }
  }

  /// Throws the text away, but keeps it for who wants it back, also after having left.
  private void clear() {
    recall.add(text());
    ring.add(document.between(0, document.length()), KillRing.Side.AFTER, false);
    document.closeEdit();
    document.replace(0, document.length(), "", EditLog.Kind.OTHER);
    walk.reset();
    if (vi != null) {
      vi.cleared();
    }
  }

  private void paste(String text) {
    // A command of the person's own takes paths as they are.
    boolean command = !document.text().isEmpty() && document.text().charAt(0) == '!';
    Optional<String> pictures =
        command ? Optional.empty() : PastedText.pictures(text, settings.pictures());
    String clean =
        pictures
            .map(mention -> (afterBlank() ? "" : " ") + mention + " ")
            .orElseGet(() -> PastedText.clean(text));
    document.closeEdit();
    if (Pastes.isLarge(clean) && !document.pastes().isFull()) {
      clean = document.pastes().add(clean, Pastes.count(document.text()) + 1);
    }
    document.insert(clean, EditLog.Kind.OTHER);
  }

  /// Whether a mention can begin here.
  private boolean afterBlank() {
    int cursor = document.cursor();
    return cursor == 0 || Character.isWhitespace(document.text().charAt(cursor - 1));
  }

  /// Shows the large paste at the cursor, or the next one after it, or the last one.
  private EditorResult openPaste() {
    CharSequence text = document.text();
    int found = -1;
    for (int at = Math.max(0, document.cursor() - 1); at < text.length() && found < 0; at++) {
      found = Pastes.isAt(text, at) ? at : -1;
    }
    for (int at = document.cursor() - 1; at >= 0 && found < 0; at--) {
      found = Pastes.isAt(text, at) ? at : -1;
    }
    if (found < 0) {
      return new EditorResult.Notice("there is no large paste to show");
    }
    document.closeEdit();
    String whole = document.pastes().text(text.charAt(found));
    document.replace(found, found + 1, whole, EditLog.Kind.OTHER);
    return TAKEN;
  }

  private Optional<EditorResult> menu(Key key) {
    if (menu.press(key)) {
      return Optional.of(TAKEN);
    }
    if (key == Named.ESCAPE) {
      menu.dismiss(document);
      return Optional.of(TAKEN);
    }
    if (key == Named.TAB || (key == Named.ENTER && !menu.isSettled(document))) {
      menu.take(document);
      return Optional.of(TAKEN);
    }
    return Optional.empty();
  }

  private EditorResult search(HistorySearch searching, Key key) {
    if (key instanceof Key.Typed typed) {
      searching.type(typed.text());
    } else if (key instanceof Key.Pasted pasted) {
      searching.type(pasted.text());
    } else if (settings.keymap().action(key).equals(Optional.of(Action.SEARCH_HISTORY))) {
      searching.choices().press(Named.DOWN);
    } else if (!searching.choices().press(key)) {
      return command(searching, key);
    }
    return TAKEN;
  }

  private EditorResult command(HistorySearch searching, Key key) {
    if (key == Named.BACKSPACE) {
      searching.backspace();
    } else if (key == Named.ERASE_ALL || key == Named.ERASE_WORD) {
      searching.clear();
    } else if (key == Named.GONE || key == Named.SUSPEND) {
      return new Ignored(key);
    } else if (key == Named.ENTER || key == Named.TAB || key == Named.RIGHT || key == Named.LEFT) {
      search = null;
      if (!searching.isEmpty()) {
        document.closeEdit();
        walk.reset();
        document.replace(
            0,
            document.length(),
            recalled(PastedText.clean(searching.chosen())),
            EditLog.Kind.OTHER);
      }
    } else if (!(key instanceof Key.Special) && key != Named.OTHER) {
      search = null;
    }
    return TAKEN;
  }

  @Override
  public Rows rows(int width, int height) {
    columns = Math.max(1, width);
    int room = Math.max(1, height);
    HistorySearch searching = search;
    if (searching != null) {
      return new Rows(
          searching.rows(look, columns, room),
          Optional.of(new Rows.Caret(0, searching.caret(columns))));
    }
    int most = EditorView.most(room);
    if (menu.isOpen()) {
      most = Math.max(1, Math.min(most, room - 1 - Math.min(Choices.MOST_ROWS, room / 2)));
    }
    Rows text = view.rows(columns, most, sign());
    if (!menu.isOpen()) {
      return text;
    }
    var lines = new ArrayList<>(text.lines());
    lines.addAll(menu.rows(document, look, columns, room - lines.size()));
    return new Rows(lines, text.caret());
  }

  private String sign() {
    return vi == null ? look.glyphs().person : vi.sign(look.glyphs().person);
  }

  /// The text, large pastes whole.
  public String text() {
    return document.whole();
  }

  /// Puts a text in the place of what is there; that can be taken back.
  public void set(String text) {
    document.closeEdit();
    walk.reset();
    document.replace(0, document.length(), PastedText.clean(text), EditLog.Kind.OTHER);
    menu.close();
  }

  /// The same with what was said before: an enormous text stands there as one sign.
  public void recall(String text) {
    document.closeEdit();
    walk.reset();
    document.replace(0, document.length(), recalled(PastedText.clean(text)), EditLog.Kind.OTHER);
    menu.close();
  }

  /// Writes at the cursor.
  public void insert(String text) {
    document.closeEdit();
    document.insert(PastedText.clean(text), EditLog.Kind.OTHER);
    menu.update(document);
  }

  /// Asks again what fits at the cursor: there is more to offer than when it was typed.
  public void offerAgain() {
    if (vi == null || !vi.isCommanding()) {
      menu.offerAgain(document);
    }
  }

  public boolean isEmpty() {
    return document.length() == 0;
  }

  /// Whether a menu is open, which Escape would close.
  public boolean menuOpen() {
    return menu.isOpen() || search != null;
  }

  Document document() {
    return document;
  }

  RowLayout layout() {
    return layout;
  }
}
