package dev.tenon.core.exec.background;

import java.util.Locale;

/// Turns what a command prints into notices, one for each line, while it runs as a [Job]. Takes the
/// output of one command from one thread at a time.
public final class Monitor {
  private static final int LINE_LIMIT = 2000;

  private final Jobs jobs;
  private final Notices notices;
  private final Kind kind;
  private final String description;
  private final Lasting lasting;
  private final PrintedLines lines = new PrintedLines(LINE_LIMIT);
  private boolean over;

  public Monitor(Background background, Kind kind, String description, Lasting lasting) {
    this.jobs = background.jobs();
    this.notices = background.notices();
    this.kind = kind;
    this.description = description;
    this.lasting = lasting;
  }

  /// What is monitored.
  public enum Kind {
    LOG,
    POLL,
    WATCH,
    OTHER;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Whether it goes on after its first line.
  public enum Lasting {
    FIRST_LINE,
    PERSISTENT
  }

  /// How the job of this monitor is called in listings.
  public String label() {
    return "monitor (" + kind.label() + "): " + description;
  }

  /// Takes a piece of output.
  public void accept(Job job, String piece) {
    job.appendOutput(piece);
    for (String line : lines.add(piece)) {
      if (over || line.isBlank()) {
        continue;
      }
      notices.post(
          new Notice(
              Notice.Kind.PRINTED,
              job.id(),
              job.id() + " " + description + ": " + line,
              text(job, line)));
      if (lasting == Lasting.FIRST_LINE) {
        over = true;
        jobs.cancel(job.id());
      }
    }
  }

  private String text(Job job, String line) {
    return "<task-notification>\n<task-id>"
        + job.id()
        + "</task-id>\n<summary>"
        + label()
        + "</summary>\n<event>"
        + JobNotice.inside(line)
        + "</event>\n</task-notification>";
  }
}
