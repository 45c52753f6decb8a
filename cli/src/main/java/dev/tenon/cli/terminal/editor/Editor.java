package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.screen.Graphemes;
import dev.tenon.cli.terminal.screen.Panel;
import dev.tenon.cli.terminal.screen.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A line at the end of which one can type.
public final class Editor implements Panel {
  private final Completer completer;
  private final Recall recall;
  private final DisplayOptions look;
  private final StringBuilder text = new StringBuilder();
  private int back;

  public Editor(EditorSettings settings, Completer completer, Recall recall, DisplayOptions look) {
    this.completer = completer;
    this.recall = recall;
    this.look = look;
  }

  public EditorResult press(Key key, EditorState state) {
    return switch (key) {
      case Key.Typed typed -> add(typed.text());
      case Key.Pasted pasted -> add(pasted.text());
      case Key.Chord ignored -> new EditorResult.Ignored(key);
      case Key.Modified modified ->
          modified.key() == Key.Named.ENTER && modified.modifier() == Key.Modifier.ALT
              ? (state == EditorState.WORKING ? new EditorResult.FollowUp(take()) : add("\n"))
              : new EditorResult.Ignored(key);
      case Key.Named named ->
          switch (named) {
            case ENTER -> {
              if (text.toString().endsWith("\\")) {
                text.setLength(text.length() - 1);
                yield add("\n");
              }
              if (text.toString().split("(?m)^```", -1).length % 2 == 0) {
                yield add("\n");
              }
              if (text.toString().isBlank()) {
                yield new EditorResult.Taken();
              }
              recall.add(text.toString());
              yield new EditorResult.Send(take());
            }
            case TAB -> {
              List<Candidate> all = completer.candidates(text.toString(), text.length());
              if (!all.isEmpty()) {
                text.replace(all.getFirst().from(), all.getFirst().to(), all.getFirst().value());
              }
              yield new EditorResult.Taken();
            }
            case BACKSPACE -> {
              if (!text.isEmpty()) {
                text.setLength(text.offsetByCodePoints(text.length(), -1));
              }
              yield new EditorResult.Taken();
            }
            case ERASE_ALL -> {
              text.setLength(0);
              yield new EditorResult.Taken();
            }
            case UP -> {
              List<String> entries = recall.entries();
              if (back < entries.size()) {
                back++;
                text.setLength(0);
                text.append(entries.get(entries.size() - back));
              }
              yield new EditorResult.Taken();
            }
            case INTERRUPT -> {
              if (text.isEmpty()) {
                yield new EditorResult.Ignored(key);
              }
              text.setLength(0);
              yield new EditorResult.Taken();
            }
            default -> new EditorResult.Ignored(key);
          };
    };
  }

  private EditorResult add(String more) {
    text.append(more);
    return new EditorResult.Taken();
  }

  private String take() {
    String all = text.toString();
    text.setLength(0);
    back = 0;
    return all;
  }

  @Override
  public Rows rows(int columns, int rows) {
    var lines = new ArrayList<String>();
    String prompt = look.palette().paint(Style.PERSON, look.glyphs().person) + " ";
    for (String line : SafeText.visible(text.toString()).split("\n", -1)) {
      lines.add((lines.isEmpty() ? prompt : "  ") + line);
    }
    List<String> shown = lines.subList(Math.max(0, lines.size() - rows), lines.size());
    return new Rows(
        shown,
        Optional.of(new Rows.Caret(shown.size() - 1, Graphemes.width(shown.getLast()))));
  }

  public String text() {
    return text.toString();
  }

  public void set(String all) {
    text.setLength(0);
    text.append(all);
  }

  public void insert(String more) {
    text.append(more);
  }

  public boolean isEmpty() {
    return text.isEmpty();
  }

  public boolean menuOpen() {
    return false;
  }
}
