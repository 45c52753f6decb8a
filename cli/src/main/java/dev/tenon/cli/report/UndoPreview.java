package dev.tenon.cli.report;

import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Origin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What taking changes back would do, in words: a line for each file, or one for several that a
/// command made or deleted.
public final class UndoPreview {
  private static final int MOST_FILES = 10;
  private static final int LONGEST_COMMAND = 40;

  /// So many files of one command get a line of their own each.
  private static final int APART = 3;

  private final Page.Reach reach;
  private final Function<Change, Optional<String>> commands;

  /// @param reach who reads it
  public UndoPreview(Page.Reach reach) {
    this(reach, change -> Optional.empty());
  }

  /// @param commands the command that made a change, as far as it is known
  public UndoPreview(Page.Reach reach, Function<Change, Optional<String>> commands) {
    this.reach = reach;
    this.commands = commands;
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
    int told = 0;
    for (List<List<Change>> alike : alike(files.values())) {
      if (lines.size() == MOST_FILES) {
        lines.add("… and " + (files.size() - told) + " more files");
        break;
      }
      lines.add(alike.size() == 1 ? line(alike.getFirst()) : line(alike.getFirst(), alike.size()));
      told += alike.size();
    }
    return lines;
  }

  /// Files by what happened to them; those that one call made, or deleted, together.
  private static List<List<List<Change>>> alike(Collection<List<Change>> files) {
    Map<String, List<List<Change>>> groups = new LinkedHashMap<>();
    for (List<Change> file : files) {
      Change change = file.getFirst();
      boolean together =
          file.size() == 1
              && change.by().origin() == Origin.SHELL
              && (change.before() == null || change.after() == null);
      String key = together ? change.kind() + " " + change.commit() : "alone " + change.id();
      groups.computeIfAbsent(key, it -> new ArrayList<>()).add(file);
    }
    var all = new ArrayList<List<List<Change>>>();
    for (List<List<Change>> group : groups.values()) {
      if (group.size() > APART) {
        all.add(group);
      } else {
        group.forEach(file -> all.add(List.of(file)));
      }
    }
    return all;
  }

  private String line(List<Change> one, int count) {
    Change change = one.getFirst();
    return change.before() == null
        ? "removes " + count + " files that " + who(change) + " made"
        : "restores " + count + " files that " + who(change) + " deleted";
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
    boolean again = changes.stream().allMatch(Change::isUndo);
    String does = again ? "makes " : "takes back ";
    String edited =
        edits == 0 ? "" : does + count(edits, last) + " in " + path + (again ? " again" : "");
    if (back.isEmpty() && edited.isEmpty()) {
      return "gives " + path + " its mode back";
    }
    return back.isEmpty() ? edited : edited.isEmpty() ? back : edited + " and " + back;
  }

  private static String count(int edits, Change last) {
    String kind = last.by().origin() == Origin.AGENT ? "edit" : "change";
    return edits == 1 ? "1 " + kind : edits + " " + kind + "s";
  }

  private String who(Change change) {
    Optional<String> command = commands.apply(change);
    if (command.isPresent() && change.by().origin() == Origin.SHELL) {
      String line = SafeText.cell(command.get().strip(), Page.Reach.LIVE);
      boolean cut = line.codePointCount(0, line.length()) > LONGEST_COMMAND;
      int end = cut ? line.offsetByCodePoints(0, LONGEST_COMMAND - 1) : line.length();
      return "`" + line.substring(0, end) + (cut ? "…" : "") + "`";
    }
    return switch (change.by().origin()) {
      case AGENT -> "the model";
      case SHELL -> "a command";
      case FORMATTER -> "a formatter";
      case HOOK -> "a hook";
      case USER -> change.isUndo() ? "an undo" : "a person";
    };
  }

  private String shown(String path) {
    return SafeText.cell(path, reach);
  }
}
