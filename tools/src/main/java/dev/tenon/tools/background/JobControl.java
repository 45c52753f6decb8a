package dev.tenon.tools.background;

import dev.tenon.core.exec.background.Job;
import dev.tenon.core.exec.background.Jobs;
import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Waits for background jobs, cancels them, or lists them. What it shows of a job that is over is
/// not told again.
public final class JobControl implements Tool<JobControl.Parameters> {
  private static final Duration BEAT = Duration.ofMillis(500);
  private static final int SHOWN_OF_RUNNING = 1000;

  private final Jobs jobs;
  private final Duration longest;

  /// @param longest how long one call waits
  public JobControl(Jobs jobs, Duration longest) {
    this.jobs = jobs;
    this.longest = longest;
  }

  /// What to do with which jobs.
  public record Parameters(
      @Doc("Ids to wait for; default: all that run.") @Nullable List<String> poll,
      @Doc("Ids to cancel first.") @Nullable List<String> cancel,
      @Doc(value = "Only list all.", fallback = "false") boolean list) {}

  @Override
  public String name() {
    return "job";
  }

  @Override
  public String description() {
    return "Wait for background jobs, cancel or list them. Waits until the first of the given ends"
        + " ("
        + longest.toSeconds()
        + " s at most); every end is told to you anyway.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return List.of();
  }

  @Override
  public String title(Parameters parameters) {
    if (parameters.list) {
      return "list";
    }
    var words = new ArrayList<String>();
    if (parameters.cancel != null && !parameters.cancel.isEmpty()) {
      words.add("cancel " + String.join(", ", parameters.cancel));
    }
    if (parameters.poll != null || words.isEmpty()) {
      words.add(
          "wait for " + (parameters.poll == null ? "all" : String.join(", ", parameters.poll)));
    }
    return String.join("; ", words);
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    List<String> cancel = parameters.cancel == null ? List.of() : parameters.cancel;
    if (parameters.list) {
      if (parameters.poll != null || !cancel.isEmpty()) {
        throw new ToolException(
            ToolException.Code.INVALID_ARGUMENT,
            "list cannot be combined with poll or cancel; call job twice");
      }
      List<Job> all = jobs.all();
      return all.isEmpty() ? nothing("No background jobs.") : result(all, Map.of());
    }
    Map<String, Jobs.Cancelling> cancelled = new LinkedHashMap<>();
    Set<Job> shown = new LinkedHashSet<>();
    for (String id : cancel) {
      cancelled.put(id, jobs.cancel(id));
      jobs.find(id).ifPresent(shown::add);
    }
    boolean polls = parameters.poll != null || cancel.isEmpty();
    if (polls) {
      List<Job> watched = parameters.poll == null ? jobs.running() : known(parameters.poll);
      if (watched.isEmpty() && cancelled.isEmpty()) {
        return nothing(
            parameters.poll == null
                ? "No running background jobs to wait for."
                : "No matching jobs found for IDs: " + String.join(", ", parameters.poll));
      }
      shown.addAll(watched);
      if (!watched.isEmpty()) {
        return waited(watched, shown, cancelled, context.progress());
      }
    }
    return result(List.copyOf(shown), cancelled);
  }

  private List<Job> known(List<String> ids) {
    var known = new ArrayList<Job>();
    for (String id : new LinkedHashSet<>(ids)) {
      jobs.find(id).ifPresent(known::add);
    }
    return known;
  }

  private ToolResult waited(
      List<Job> watched,
      Set<Job> shown,
      Map<String, Jobs.Cancelling> cancelled,
      Consumer<String> progress)
      throws InterruptedException {
    jobs.watch(watched);
    try {
      var cursors = new HashMap<Job, Long>();
      watched.forEach(job -> cursors.put(job, job.readOutputSince(Long.MAX_VALUE).next()));
      long deadline = System.nanoTime() + longest.toNanos();
      while (true) {
        long left = deadline - System.nanoTime();
        Duration beat = Duration.ofNanos(Math.clamp(left, 0, BEAT.toNanos()));
        if (jobs.awaitAny(watched, beat) || left <= 0) {
          return result(List.copyOf(shown), cancelled);
        }
        tellProgress(cursors, progress);
      }
    } finally {
      jobs.unwatch(watched);
    }
  }

  /// What the watched jobs have printed since the last beat, for the person who waits too.
  private static void tellProgress(Map<Job, Long> cursors, Consumer<String> progress) {
    for (Map.Entry<Job, Long> each : cursors.entrySet()) {
      Job.Output output = each.getKey().readOutputSince(each.getValue());
      if (!output.text().isEmpty()) {
        progress.accept(output.text());
        each.setValue(output.next());
      }
    }
  }

  private static ToolResult nothing(String text) {
    return new ToolResult.Text(text, Json.object().put("jobs", Json.array(List.of())).build(), "");
  }

  private ToolResult result(List<Job> shown, Map<String, Jobs.Cancelling> cancelled) {
    List<Job.Snapshot> snapshots = jobs.acknowledge(shown);
    var sections = new ArrayList<String>();
    var outcomes = new ArrayList<Json>();
    if (!cancelled.isEmpty()) {
      var section = new StringBuilder("## Cancelled (" + cancelled.size() + ")");
      cancelled.forEach(
          (id, how) -> {
            String status = how.name().toLowerCase(Locale.ROOT);
            section.append("\n- ").append(id).append(": ").append(status);
            outcomes.add(Json.object().put("id", id).put("status", status).build());
          });
      sections.add(section.toString());
    }
    List<Job.Snapshot> over = snapshots.stream().filter(job -> !job.running()).toList();
    List<Job.Snapshot> running = snapshots.stream().filter(Job.Snapshot::running).toList();
    if (!over.isEmpty()) {
      sections.add(section("Completed", over, shown));
    }
    if (!running.isEmpty()) {
      sections.add(section("Still Running", running, shown));
    }
    var facts = Json.object().array("jobs", snapshots.stream().map(JobControl::json).toList());
    if (!cancelled.isEmpty()) {
      facts.put("cancelled", Json.array(outcomes));
    }
    return new ToolResult.Text(
        String.join("\n\n", sections), facts.build(), "Poll fewer jobs at once.");
  }

  private static String section(String title, List<Job.Snapshot> jobs, List<Job> all) {
    var out = new StringBuilder("## " + title + " (" + jobs.size() + ")");
    for (Job.Snapshot job : jobs) {
      out.append("\n### ").append(job.id()).append(" [").append(job.type().label()).append("] ");
      out.append(job.status().label()).append(", ").append(job.took().toSeconds()).append(" s: ");
      out.append(job.label());
      append(out, job.result());
      append(out, job.error());
      if (job.running()) {
        all.stream()
            .filter(each -> each.id().equals(job.id()))
            .findFirst()
            .ifPresent(each -> append(out, end(each.readOutputSince(0).text())));
      }
    }
    return out.toString();
  }

  private static void append(StringBuilder out, @Nullable String text) {
    if (text != null && !text.isBlank()) {
      out.append('\n').append(text.stripTrailing());
    }
  }

  private static String end(String output) {
    return output.length() <= SHOWN_OF_RUNNING
        ? output
        : "…" + output.substring(output.length() - SHOWN_OF_RUNNING);
  }

  private static Json.Obj json(Job.Snapshot job) {
    var json =
        Json.object()
            .put("id", job.id())
            .put("type", job.type().label())
            .put("status", job.status().label())
            .put("label", job.label())
            .put("durationMs", job.took().toMillis());
    if (job.result() != null) {
      json.put("resultText", job.result());
    }
    if (job.error() != null) {
      json.put("errorText", job.error());
    }
    return json.build();
  }
}
