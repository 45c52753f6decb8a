package dev.tenon.cli.terminal.render;

import java.util.ArrayList;
import java.util.List;

/// A page that remembers what was printed and what was going on.
public final class Recorded implements Page {
  private final Reach reach;
  private final int columns;
  private final StringBuilder text = new StringBuilder();
  public final List<String> activities = new ArrayList<>();
  public List<String> tail = List.of();

  public Recorded(Reach reach, int columns) {
    this.reach = reach;
    this.columns = columns;
  }

  public String text() {
    return text.toString();
  }

  @Override
  public void print(String more) {
    text.append(more);
  }

  /// What was unfinished, as often as it changed.
  public final List<List<String>> growing = new ArrayList<>();

  @Override
  public void unfinished(List<String> rows) {
    growing.add(List.copyOf(rows));
  }

  @Override
  public boolean atLineStart() {
    return text.isEmpty() || text.charAt(text.length() - 1) == '\n';
  }

  @Override
  public void doing(String activity, List<String> lines) {
    if (activities.isEmpty() || !activities.getLast().equals(activity)) {
      activities.add(activity);
    }
    tail = List.copyOf(lines);
  }

  @Override
  public Reach reach() {
    return reach;
  }

  @Override
  public int columns() {
    return columns;
  }
}
