package dev.tenon.cli.slash;

import dev.tenon.core.exec.background.Background;
import dev.tenon.core.exec.background.Cron;
import dev.tenon.core.exec.background.Job;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// `/jobs`: the background work of the conversation, for the person.
public final class JobCommands {
  private static final int SHOWN = 20_000;

  private final Background background;

  public JobCommands(Background background) {
    this.background = background;
  }

  public SlashCommand slash() {
    return SlashCommand.of(
            "jobs", "Background jobs and schedules: list, show one, or cancel", this::run)
        .taking("[ID | cancel ID | cancel all]", this::words);
  }

  private List<String> words() {
    var words = new ArrayList<String>();
    background.jobs().all().forEach(job -> words.add(job.id()));
    background.jobs().running().forEach(job -> words.add("cancel " + job.id()));
    background.cron().list().forEach(schedule -> words.add("cancel " + schedule.id()));
    return words;
  }

  private void run(String argument, CommandContext context) throws CommandException {
    if (argument.isEmpty()) {
      context.print(list());
    } else if (argument.equals("cancel") || argument.startsWith("cancel ")) {
      context.print(cancel(argument.substring("cancel".length()).strip()));
    } else {
      context.print(show(argument));
    }
  }

  private String list() {
    var lines = new ArrayList<String>();
    for (Job job : background.jobs().all()) {
      Job.Snapshot now = background.jobs().snapshot(job);
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-9s %-9s %5d s  %s",
              now.id(),
              now.status().label(),
              now.took().toSeconds(),
              oneLine(now.label())));
    }
    for (Cron.Schedule schedule : background.cron().list()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %-9s next %s (%s): %s",
              schedule.id(),
              DateTimeFormatter.ofPattern("EEE HH:mm", Locale.ROOT)
                  .format(schedule.nextFireAt().atZone(ZoneId.systemDefault())),
              schedule.describe(),
              oneLine(schedule.prompt())));
    }
    return lines.isEmpty() ? "No background jobs and no schedules." : String.join("\n", lines);
  }

  private String show(String id) throws CommandException {
    Job job = background.jobs().find(id).orElseThrow(() -> unknown(id));
    Job.Snapshot now = background.jobs().snapshot(job);
    String output = job.readOutputSince(0).text();
    if (output.isEmpty()) {
      output = now.error() != null ? now.error() : now.result() == null ? "" : now.result();
    }
    String head =
        now.id() + " " + now.status().label() + " after " + now.took().toSeconds() + " s: ";
    return head
        + oneLine(now.label())
        + "\n"
        + (output.isBlank() ? "(no output yet)" : end(output.stripTrailing()));
  }

  private String cancel(String id) throws CommandException {
    if (id.isEmpty()) {
      throw new CommandException("/jobs cancel ID cancels one; /jobs cancel all cancels all.");
    }
    if (id.equals("all")) {
      background.clear();
      return "Everything in the background has ended.";
    }
    if (background.cron().delete(id)) {
      return "Cancelled the schedule " + id + ".";
    }
    return switch (background.jobs().cancel(id)) {
      case CANCELLED -> "Cancelled " + id + ".";
      case ALREADY_COMPLETED -> id + " is over already.";
      case NOT_FOUND -> throw unknown(id);
    };
  }

  private static CommandException unknown(String id) {
    return new CommandException("There is no job '" + id + "'; /jobs lists all.");
  }

  private static String oneLine(String text) {
    String line = text.strip().replace('\n', ' ');
    return line.length() <= 200 ? line : line.substring(0, 199) + "…";
  }

  private static String end(String output) {
    return output.length() <= SHOWN ? output : "…" + output.substring(output.length() - SHOWN);
  }
}
