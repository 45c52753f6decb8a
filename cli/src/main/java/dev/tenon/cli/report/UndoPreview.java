package dev.tenon.cli.report;

import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Origin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What taking changes back would do, in words, a line for each file.
public final class UndoPreview {
  private static final int MOST_FILES = 10;

  private final Page.Reach reach;

  /// @param reach who reads it
  public UndoPreview(Page.Reach reach) {
    this.reach = reach;
  }

  /// One line a file, in the order in which they were changed.
  public List<String> lines(List<Change> changes) {
    Map<String, List<Change>> files = new LinkedHashMap<>();
    for (Change change : changes) {
      List<Change> earlier = files.remove(change.path());
      var all = earlier == null ? new ArrayList<Change>() : new ArrayList<>(earlier);
      all.add(change);
      files.put(change.pathAfter(), all);
    }
    var lines = new ArrayList<String>();
    for (List<Change> file : files.values()) {
      if (lines.size() == MOST_FILES) {
        lines.add("… and " + (files.size() - MOST_FILES) + " more files");
        break;
      }
      lines.add(line(file));
    }
    return lines;
  }

  /// @param changes all of one file, oldest first; it may have been moved by one of them
  private String line(List<Change> changes) {
    Change first = changes.getFirst();
    Change last = changes.getLast();
    String path = shown(last.pathAfter());
    boolean isNew = first.before() == null;
    boolean isGone = last.after() == null;
    if (isNew && isGone) {
      return "leaves " + path + " away, which came and went";
    }
    if (isNew) {
      return "removes " + path + ", which " + who(last) + " made";
    }
    if (isGone) {
      return "restores " + path + ", which " + who(last) + " deleted";
    }
    int edits = 0;
    for (Change change : changes) {
      edits += change.kind() == Change.Kind.UPDATED ? 1 : 0;
    }
    String back =
        first.path().equals(last.pathAfter())
            ? ""
            : "moves " + path + " back to " + shown(first.path());
    String edited = edits == 0 ? "" : "takes back " + count(edits, last) + " in " + path;
    if (back.isEmpty() && edited.isEmpty()) {
      return "gives " + path + " its mode back";
    }
    return back.isEmpty() ? edited : edited.isEmpty() ? back : edited + " and " + back;
  }

  private static String count(int edits, Change last) {
    String kind = last.by().origin() == Origin.AGENT ? "edit" : "change";
    return edits == 1 ? "1 " + kind : edits + " " + kind + "s";
  }

  private static String who(Change change) {
    return switch (change.by().origin()) {
      case AGENT -> "the model";
      case SHELL -> "a command";
      case FORMATTER -> "a formatter";
      case USER -> "a person";
    };
  }

  private String shown(String path) {
    return SafeText.cell(path, reach);
  }
}
