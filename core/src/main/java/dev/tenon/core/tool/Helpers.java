package dev.tenon.core.tool;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Gives work to helpers: conversations that work for the one that calls. Every conversation that
/// may have helpers has one. Safe for several threads.
public interface Helpers {

  /// The agents that can be called from here, in the order in which they are told.
  List<Agent> agents();

  /// Which fields a call may have.
  Simple simple();

  /// Starts helpers, or lets one go on, and answers one report for each, in the order of the tasks.
  /// Those that run beside the conversation are reported as running.
  ///
  /// An interrupt stops all of them; what they had by then is answered, and the flag of the thread
  /// is set again.
  ///
  /// @param progress gets lines about what they do
  /// @throws ToolException when nothing was started
  List<Report> carryOut(Order order, Permits permits, Consumer<String> progress)
      throws ToolException, InterruptedException;

  /// An agent as the model is told of it.
  record Agent(String name, String description) {}

  /// The three modes of `task.simple`.
  enum Simple {
    DEFAULT,
    /// Without `schema`.
    SCHEMA_FREE,
    /// Without `schema` and `context`: every assignment stands alone.
    INDEPENDENT;

    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /// One piece of work.
  ///
  /// @param id a name, unlike those of the others in the call
  /// @param description a few words for people
  /// @param assignment what the helper is asked
  record Task(String id, String description, String assignment) {}

  /// What is wanted.
  sealed interface Order {
    /// @param context what all of them are told; may be empty
    /// @param schema what results have to look like; null as the agent has it
    /// @param isolated each works on a layer of its own over the project
    /// @param seconds how long each may take; 0 for no clock
    /// @param tokens how many each may use; 0 for its share of what is left
    record Start(
        String agent,
        List<Task> tasks,
        String context,
        @Nullable Json schema,
        boolean isolated,
        int seconds,
        long tokens)
        implements Order {
      public Start {
        tasks = List.copyOf(tasks);
      }
    }

    /// Goes on with a helper that has ended.
    ///
    /// @param seconds how long it may take; 0 as it was
    /// @param tokens how many it may use; 0 as it was
    record Resume(String id, String message, int seconds, long tokens) implements Order {
      public Resume(String id, String message) {
        this(id, message, 0, 0);
      }
    }
  }

  /// How a helper stands.
  enum Ending {
    /// It works beside the conversation, or waits for its turn.
    RUNNING,
    COMPLETED,
    FAILED,
    /// Somebody stopped it.
    ABORTED,
    BUDGET,
    STEP_LIMIT,
    /// The program ended before it did.
    INTERRUPTED,
    /// It was not begun.
    SKIPPED;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// What became of what an isolated helper changed.
  ///
  /// @param told in sentences, for its caller
  /// @param unmerged those of them about what could not be brought into the project
  record Merged(List<String> told, List<String> unmerged) {
    public static final Merged NOTHING = new Merged(List.of(), List.of());

    public Merged {
      told = List.copyOf(told);
      unmerged = List.copyOf(unmerged);
    }

    /// There is something to know, and nothing is left over.
    public static Merged all(String... told) {
      return new Merged(List.of(told), List.of());
    }
  }

  /// What became of one helper.
  ///
  /// @param text its result, or the last that it said
  /// @param problem what went wrong; empty when nothing did
  /// @param files those that it changed
  /// @param notes what the caller should know beside
  /// @param unmerged those of them about what it changed and is not in the project
  /// @param job the background job it runs as; empty when it runs in place
  record Report(
      String id,
      String agent,
      Ending ending,
      String text,
      String problem,
      List<String> files,
      List<String> notes,
      List<String> unmerged,
      Usage usage,
      int steps,
      Duration took,
      String job) {
    private static final int MOST_INLINE = 5_000;

    private static final Pattern FRAME =
        Pattern.compile("<(?=\\s{0,9}/?\\s{0,9}helper)", Pattern.CASE_INSENSITIVE);

    public Report {
      files = List.copyOf(files);
      notes = List.copyOf(notes);
      unmerged = List.copyOf(unmerged);
    }

    /// One that was never begun.
    public static Report skipped(String id, String agent, String why) {
      return new Report(
          id,
          agent,
          Ending.SKIPPED,
          "",
          why,
          List.of(),
          List.of(),
          List.of(),
          Usage.NONE,
          0,
          Duration.ZERO,
          "");
    }

    /// One that runs as a job.
    public static Report running(String id, String agent, String job) {
      return new Report(
          id,
          agent,
          Ending.RUNNING,
          "",
          "",
          List.of(),
          List.of(),
          List.of(),
          Usage.NONE,
          0,
          Duration.ZERO,
          job);
    }

    /// The report as the model reads it, framed so that what the helper says cannot pass for
    /// anybody else's words. Long results are cut; all of it lies at the address.
    public String described() {
      var out = new StringBuilder();
      if (ending == Ending.RUNNING) {
        out.append("Works as the background job ").append(job).append(".\n");
      }
      if (!problem.isEmpty()) {
        out.append("[problem] ").append(problem).append('\n');
      }
      if (!text.isBlank()) {
        boolean all = text.length() <= MOST_INLINE;
        String shown = all ? text : text.substring(0, cut()) + "…";
        out.append(shown.strip()).append('\n');
        if (!all) {
          out.append("[all of it: read_file agent://").append(id).append("]\n");
        }
      }
      if (!files.isEmpty()) {
        out.append("[files changed] ").append(String.join(", ", files)).append('\n');
      }
      for (String note : notes) {
        out.append("[note] ").append(note).append('\n');
      }
      String opening =
          "<helper id=\"" + id + "\" agent=\"" + agent + "\" state=\"" + ending.label() + "\">\n";
      return opening + unframed(out.toString()) + "</helper>";
    }

    /// A text in which nothing passes for the beginning or the end of a report.
    public static String unframed(String text) {
      return FRAME.matcher(text).replaceAll("< ");
    }

    private int cut() {
      return Character.isHighSurrogate(text.charAt(MOST_INLINE - 1))
          ? MOST_INLINE - 1
          : MOST_INLINE;
    }

    /// The same with what became of its changes.
    public Report merged(Merged merged) {
      return noting(merged.told, merged.unmerged);
    }

    /// The same with something more to know.
    public Report noting(List<String> more) {
      return noting(more, List.of());
    }

    private Report noting(List<String> more, List<String> left) {
      var all = new ArrayList<>(notes);
      all.addAll(more);
      var open = new ArrayList<>(unmerged);
      open.addAll(left);
      return new Report(
          id, agent, ending, text, problem, files, all, open, usage, steps, took, job);
    }
  }
}
