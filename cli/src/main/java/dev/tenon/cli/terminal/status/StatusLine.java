package dev.tenon.cli.terminal.status;

import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.engine.config.Settings.StatusSegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The built-in line of state. Where it does not fit, step by step: the path becomes its last
/// folder, the model loses its provider, tokens, cost and path fall away, the context becomes a
/// number, then sandbox, git, jobs, model and context fall away. The mode is the last.
public final class StatusLine {
  private record Step(StatusSegment segment, Size size) {}

  private static final List<Step> STEPS =
      List.of(
          new Step(StatusSegment.PATH, Size.SHORT),
          new Step(StatusSegment.MODEL, Size.SHORT),
          new Step(StatusSegment.TOKENS, Size.NONE),
          new Step(StatusSegment.COST, Size.NONE),
          new Step(StatusSegment.PATH, Size.NONE),
          new Step(StatusSegment.CONTEXT, Size.SHORT),
          new Step(StatusSegment.SANDBOX, Size.NONE),
          new Step(StatusSegment.GIT, Size.NONE),
          new Step(StatusSegment.JOBS, Size.NONE),
          new Step(StatusSegment.MODEL, Size.NONE),
          new Step(StatusSegment.CONTEXT, Size.NONE),
          new Step(StatusSegment.MODE, Size.NONE));

  private static final char STAGED = '+';
  private static final char DIRTY = '*';
  private static final char UNTRACKED = '?';
  private static final int CELLS = 6;
  private static final int LONGEST = 80;
  private static final int LONGEST_BRANCH = 32;
  private static final int INDENTED = 40;
  private static final int MUCH = 70;
  private static final int VERY_MUCH = 90;

  private final DisplayOptions look;

  public StatusLine(DisplayOptions look) {
    this.look = look;
  }

  /// One painted row of at most so many columns; empty when there is nothing to tell.
  public String row(StatusFacts facts, List<StatusSegment> wanted, int columns) {
    String indent = columns < INDENTED ? "" : "  ";
    int room = Math.max(1, columns - indent.length());
    Map<StatusSegment, String> shown = new EnumMap<>(StatusSegment.class);
    var order = new ArrayList<StatusSegment>();
    for (StatusSegment segment : wanted) {
      String text = text(segment, facts, Size.FULL);
      if (!text.isEmpty() && shown.put(segment, text) == null) {
        order.add(segment);
      }
    }
    for (Step step : STEPS) {
      if (fits(shown, room) || (shown.size() == 1 && step.size == Size.NONE)) {
        continue;
      }
      shown.computeIfPresent(step.segment, (same, text) -> text(step.segment, facts, step.size));
      shown.remove(step.segment, "");
    }
    String context = text(StatusSegment.CONTEXT, facts, Size.FULL);
    String shorter = shown.get(StatusSegment.CONTEXT);
    if (shorter != null) {
      // What fell away after it may have left the room.
      shown.put(StatusSegment.CONTEXT, context);
      shown.put(StatusSegment.CONTEXT, fits(shown, room) ? context : shorter);
    }
    order.retainAll(shown.keySet());
    return order.isEmpty()
        ? ""
        : grounded(DisplayWidth.fit(indent + painted(order, shown, facts, room), columns), columns);
  }

  /// A line that a command has printed, in the same place.
  public String row(String line, int columns) {
    String indent = columns < INDENTED ? "" : "  ";
    String safe = SafeText.line(line, 1000, look.glyphs());
    String cut = DisplayWidth.cut(safe, Math.max(1, columns - indent.length()), look.glyphs());
    return grounded(
        DisplayWidth.fit(indent + look.paint(Style.STATUS_LINE_OUTPUT, cut), columns), columns);
  }

  /// The row with the ground of the line behind all of it, where the theme has one.
  private String grounded(String row, int columns) {
    String whole = row + " ".repeat(Math.max(0, columns - DisplayWidth.of(row)));
    String painted = look.paint(Style.STATUS_LINE_BG, whole);
    return painted.equals(whole) ? row : painted;
  }

  private String dot() {
    return " " + look.glyphs().dot + " ";
  }

  private boolean fits(Map<StatusSegment, String> shown, int room) {
    int width = DisplayWidth.of(dot()) * Math.max(0, shown.size() - 1);
    for (String text : shown.values()) {
      width += DisplayWidth.of(text);
    }
    return width <= room;
  }

  private String painted(
      List<StatusSegment> order, Map<StatusSegment, String> shown, StatusFacts facts, int room) {
    var out = new StringBuilder();
    for (StatusSegment segment : order) {
      if (!out.isEmpty()) {
        out.append(look.paint(Style.STATUS_LINE_SEP, dot()));
      }
      String text = shown.getOrDefault(segment, "");
      if (order.size() == 1) {
        text = DisplayWidth.cut(text, room, look.glyphs());
      }
      out.append(painted(segment, text, facts));
    }
    return out.toString();
  }

  private String painted(StatusSegment segment, String text, StatusFacts facts) {
    Style style = style(segment, facts);
    return switch (segment) {
      case MODEL -> {
        String effort = effort(facts);
        yield effort.isEmpty() || !text.endsWith(effort)
            ? look.paint(style, text)
            : look.paint(style, text.substring(0, text.length() - effort.length()))
                + look.paint(effortStyle(facts.effort()), effort);
      }
      case GIT -> {
        // A branch has no blanks in its name.
        var out = new StringBuilder();
        for (String part : text.split(" ", -1)) {
          out.append(out.isEmpty() ? "" : " ")
              .append(look.paint(out.isEmpty() ? style : countStyle(part, style), part));
        }
        yield out.toString();
      }
      case MODE, SANDBOX, PATH, CONTEXT, TOKENS, COST, JOBS -> look.paint(style, text);
    };
  }

  private static Style effortStyle(String effort) {
    return switch (effort) {
      case "off", "none" -> Style.THINKING_OFF;
      case "minimal" -> Style.THINKING_MINIMAL;
      case "low" -> Style.THINKING_LOW;
      case "medium" -> Style.THINKING_MEDIUM;
      case "high" -> Style.THINKING_HIGH;
      case "xhigh", "max" -> Style.THINKING_XHIGH;
      default -> Style.STATUS_LINE_MODEL;
    };
  }

  private static Style countStyle(String count, Style otherwise) {
    return switch (count.isEmpty() ? ' ' : count.charAt(0)) {
      case STAGED -> Style.STATUS_LINE_STAGED;
      case DIRTY -> Style.STATUS_LINE_DIRTY;
      case UNTRACKED -> Style.STATUS_LINE_UNTRACKED;
      default -> otherwise;
    };
  }

  /// What a person should notice has the colour of a warning, whatever the theme gives the others.
  private static Style style(StatusSegment segment, StatusFacts facts) {
    int used = facts.context().percent();
    return switch (segment) {
      case MODEL -> Style.STATUS_LINE_MODEL;
      case MODE -> facts.mode().equals("full") ? Style.WARNING : Style.DIM;
      case SANDBOX -> facts.wall() == StatusFacts.Wall.MISSING ? Style.WARNING : Style.DIM;
      case PATH -> Style.STATUS_LINE_PATH;
      case GIT ->
          facts.git().isPresent() && facts.git().get().files() > 0
              ? Style.STATUS_LINE_GIT_DIRTY
              : Style.STATUS_LINE_GIT_CLEAN;
      case CONTEXT ->
          used >= VERY_MUCH
              ? Style.FAILURE
              : used >= MUCH ? Style.WARNING : Style.STATUS_LINE_CONTEXT;
      case TOKENS -> Style.STATUS_LINE_SPEND;
      case COST -> Style.STATUS_LINE_COST;
      case JOBS -> Style.STATUS_LINE_SUBAGENTS;
    };
  }

  private enum Size {
    FULL,
    SHORT,
    NONE
  }

  /// Empty when it is not known or nothing to tell.
  private String text(StatusSegment segment, StatusFacts facts, Size size) {
    if (size == Size.NONE) {
      return "";
    }
    return switch (segment) {
      case MODEL -> model(facts, size);
      case MODE -> facts.mode().isEmpty() ? "" : "mode " + safe(facts.mode(), LONGEST);
      case SANDBOX ->
          switch (facts.wall()) {
            case UNKNOWN -> "";
            case STANDS -> "sandbox";
            case MISSING -> "no sandbox";
          };
      case PATH -> path(facts.path(), size);
      case GIT -> facts.git().map(this::git).orElse("");
      case CONTEXT -> context(facts.context(), size);
      case TOKENS ->
          facts.tokens().total() == 0 ? "" : thousands(facts.tokens().total()) + " tokens";
      case COST -> facts.cost().isEmpty() ? "" : Amounts.dollars(facts.cost().getAsDouble());
      case JOBS -> facts.jobs() == 0 ? "" : Amounts.count(facts.jobs(), "job");
    };
  }

  private String safe(String text, int longest) {
    return SafeText.line(text, longest, look.glyphs());
  }

  private String model(StatusFacts facts, Size size) {
    String name = facts.model();
    int slash = size == Size.SHORT ? name.lastIndexOf('/') : -1;
    String shown = safe(name.substring(slash + 1), LONGEST);
    return shown.isEmpty() ? shown : shown + effort(facts);
  }

  private String effort(StatusFacts facts) {
    return facts.effort().isEmpty() ? "" : " (" + safe(facts.effort(), LONGEST) + ")";
  }

  private String path(String path, Size size) {
    if (size == Size.FULL) {
      return safe(path, LONGEST);
    }
    int slash = path.lastIndexOf('/', path.length() - 2);
    return safe(slash < 0 ? path : path.substring(slash + 1), LONGEST_BRANCH);
  }

  private String git(StatusFacts.Git git) {
    String branch = safe(git.branch(), LONGEST_BRANCH);
    return git.changes()
        .map(
            changes ->
                branch
                    + count(STAGED, changes.staged())
                    + count(DIRTY, changes.dirty())
                    + count(UNTRACKED, changes.untracked()))
        .orElse(branch);
  }

  private static String count(char sign, int files) {
    return files == 0 ? "" : " " + sign + files;
  }

  private String context(StatusFacts.Context context, Size size) {
    if (context.window() <= 0) {
      return "";
    }
    int percent = context.percent();
    String number = percent + "%";
    if (size == Size.SHORT) {
      return number;
    }
    int full = Math.clamp(((long) percent * CELLS + 99) / 100, 0, CELLS);
    return look.glyphs().stopped.repeat(full)
        + look.glyphs().dot.repeat(CELLS - full)
        + " "
        + number;
  }

  /// `980`, `12.3k`, `4.5M`
  static String thousands(long number) {
    if (number < 1000) {
      return Long.toString(number);
    }
    boolean millions = number >= 999_950;
    long tenths = (number + (millions ? 50_000 : 50)) / (millions ? 100_000 : 100);
    return tenths / 10 + "." + tenths % 10 + (millions ? "M" : "k");
  }
}
