package dev.tenon.cli.terminal.editor.text;

import dev.tenon.cli.terminal.screen.Clusters;
import java.util.Optional;

/// The text that is edited, the cursor, what is selected, and what was changed. The cursor stands
/// between clusters, always.
public final class Document {
  private final GapText text = new GapText();
  private final EditLog log = new EditLog();
  private final Pastes pastes = new Pastes();
  private int cursor;
  private int anchor = -1;
  private int changedFrom;

  public CharSequence text() {
    return text;
  }

  public Pastes pastes() {
    return pastes;
  }

  public int cursor() {
    return cursor;
  }

  public int length() {
    return text.length();
  }

  /// The text as it is handed over, every paste whole.
  public String whole() {
    return pastes.expand(text.toString());
  }

  public String between(int from, int to) {
    return text.subSequence(from, to);
  }

  /// The first place that changed since somebody asked.
  public int changedFrom() {
    int from = changedFrom;
    changedFrom = Integer.MAX_VALUE;
    return from;
  }

  /// Moves the cursor, and lets go of what is selected.
  public void moveTo(int place) {
    anchor = -1;
    cursor = boundary(place);
    log.close();
  }

  /// Moves the cursor, and selects what it passes.
  public void selectTo(int place) {
    int from = anchor < 0 ? cursor : anchor;
    moveTo(place);
    anchor = from;
  }

  public void unselect() {
    anchor = -1;
  }

  /// What is selected, as first and last place; nothing when nothing is.
  public Optional<Span> selection() {
    return anchor < 0 || anchor == cursor
        ? Optional.empty()
        : Optional.of(new Span(Math.min(anchor, cursor), Math.max(anchor, cursor)));
  }

  /// Places of the text, the second one not before the first.
  public record Span(int from, int to) {}

  /// The nearest place at or before this one that is not inside a cluster.
  private int boundary(int place) {
    int at = Math.clamp(place, 0, text.length());
    if (at == 0 || at == text.length()) {
      return at;
    }
    int start = Clusters.previous(text, at);
    return Clusters.next(text, start) == at ? at : start;
  }

  public int next(int place) {
    return place >= text.length() ? place : Clusters.next(text, place);
  }

  public int previous(int place) {
    return place <= 0 ? 0 : Clusters.previous(text, place);
  }

  /// Puts other text in the place of some, and the cursor behind it.
  public void replace(int from, int to, String inserted, EditLog.Kind kind) {
    if (from == to && inserted.isEmpty()) {
      return;
    }
    log.add(new EditLog.Edit(from, text.subSequence(from, to), inserted, cursor), kind);
    apply(from, to, inserted);
  }

  /// Puts text in the place of what is selected, or where the cursor stands.
  public void insert(String inserted, EditLog.Kind kind) {
    Span span = selection().orElse(new Span(cursor, cursor));
    replace(span.from(), span.to(), inserted, kind);
  }

  private void apply(int from, int to, String inserted) {
    text.replace(from, to, inserted);
    changedFrom = Math.min(changedFrom, from);
    anchor = -1;
    cursor = from + inserted.length();
    if (cursor < text.length() && !Clusters.isBoundary(text, cursor)) {
      // What was inserted has joined what follows.
      cursor = Clusters.next(text, Clusters.previous(text, cursor));
    }
  }

  public boolean undo() {
    Optional<EditLog.Edit> edit = log.undo();
    edit.ifPresent(
        change -> {
          apply(change.at(), change.end(), change.removed());
          cursor = boundary(change.before());
        });
    return edit.isPresent();
  }

  public boolean redo() {
    Optional<EditLog.Edit> edit = log.redo();
    edit.ifPresent(
        change -> apply(change.at(), change.at() + change.removed().length(), change.inserted()));
    return edit.isPresent();
  }

  /// What comes next is taken back by itself.
  public void closeEdit() {
    log.close();
  }

  /// Begins with nothing: what was changed cannot be taken back any more.
  public void reset() {
    apply(0, text.length(), "");
    log.clear();
  }

  public int lineStart(int place) {
    int at = place;
    while (at > 0 && text.charAt(at - 1) != '\n') {
      at--;
    }
    return at;
  }

  public int lineEnd(int place) {
    int at = place;
    while (at < text.length() && text.charAt(at) != '\n') {
      at++;
    }
    return at;
  }
}
