package dev.tenon.core.helper;

import dev.tenon.core.exec.background.Job;
import dev.tenon.core.exec.background.JobFailedException;
import dev.tenon.core.exec.background.JobRefusedException;
import dev.tenon.core.exec.background.Jobs;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.tool.Permits;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.workspace.path.NearNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The helpers of one conversation: the person's, or that of a helper.
final class Delegation implements Helpers {
  private static final int MOST_TASKS = 16;
  private static final Pattern TASK_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,47}");

  private final HelperTree tree;
  private final @Nullable HelperNode caller;
  private final @Nullable OutputSchema inherited;
  private final @Nullable Jobs jobs;
  private int waiting;

  /// @param caller null for the person's conversation
  /// @param inherited what the caller's own result has to look like, and theirs where neither the
  ///   call nor their agent says otherwise; null for anything
  /// @param jobs where helpers may run beside it; null: it waits for them
  Delegation(
      HelperTree tree,
      @Nullable HelperNode caller,
      @Nullable OutputSchema inherited,
      @Nullable Jobs jobs) {
    this.tree = tree;
    this.caller = caller;
    this.inherited = inherited;
    this.jobs = jobs;
  }

  @Override
  public List<Agent> agents() {
    var agents = new ArrayList<Agent>();
    for (AgentDefinition each : tree.agents().all()) {
      if (each.listing() == AgentDefinition.Listing.SHOWN && maySpawn(each.name())) {
        agents.add(new Agent(each.name(), each.description()));
      }
    }
    return agents;
  }

  private boolean maySpawn(String agent) {
    return caller == null || caller.agent().maySpawn(agent);
  }

  @Override
  public Simple simple() {
    return tree.simple();
  }

  @Override
  public List<Report> carryOut(Order order, Permits permits, Consumer<String> progress)
      throws ToolException, InterruptedException {
    return switch (order) {
      case Order.Start start -> started(start, permits, progress);
      case Order.Resume resume -> List.of(resumed(resume, progress));
    };
  }

  private List<Report> started(Order.Start order, Permits permits, Consumer<String> progress)
      throws ToolException, InterruptedException {
    AgentDefinition agent = agent(order.agent());
    check(order.tasks());
    Json written = order.schema() == null ? agent.output() : order.schema();
    OutputSchema schema = written == null ? inherited : schema(written);
    var limits =
        new HelperNode.Limits(
            order.seconds(),
            order.tokens(),
            order.isolated() && agent.isolation() == AgentDefinition.Isolation.NONE
                ? AgentDefinition.Isolation.LAYER
                : agent.isolation());
    var starts = new ArrayList<HelperTree.Start>();
    var turns = new MergeTurns();
    for (HelperNode helper : entered(agent, order.tasks(), limits, permits)) {
      String context = order.context().strip();
      starts.add(new HelperTree.Start(helper, context, schema, null, turns, starts.size()));
    }
    return jobs == null || agent.waiting() == AgentDefinition.Waiting.BLOCKING
        ? inPlace(starts, progress)
        : asJobs(starts, jobs);
  }

  /// Takes the helpers of a call in. Where a person has to agree to so many, calls side by side
  /// wait for one answer, and all bounds are looked at again after it.
  private List<HelperNode> entered(
      AgentDefinition agent, List<Task> tasks, HelperNode.Limits limits, Permits permits)
      throws ToolException, InterruptedException {
    HelperRegistry registry = tree.registry();
    boolean asks = false;
    try {
      while (true) {
        switch (registry.enter(agent, tasks, caller, limits)) {
          case HelperRegistry.Entrance.Entered entered -> {
            return entered.helpers();
          }
          case HelperRegistry.Entrance.Refused refused ->
              throw new ToolException(ToolException.Code.FAILED, refused.why());
          case HelperRegistry.Entrance.Unasked unasked -> {
            if (asks) {
              permits.request(new Access.Delegate(unasked.inPrompt()));
              registry.allowMany();
            } else {
              tree.asking().lockInterruptibly();
              asks = true;
            }
          }
        }
      }
    } catch (IOException unreadable) {
      throw ToolException.of("looking for the ids of earlier helpers", unreadable);
    } finally {
      if (asks) {
        tree.asking().unlock();
      }
    }
  }

  private static ToolException invalid(String message) {
    return new ToolException(ToolException.Code.INVALID_ARGUMENT, message);
  }

  private AgentDefinition agent(String name) throws ToolException {
    var known = new ArrayList<String>();
    agents().forEach(each -> known.add(each.name()));
    String why = tree.agents().refusal(name).orElse("");
    AgentDefinition found = tree.agents().find(name).orElse(null);
    if (found == null || !why.isEmpty()) {
      List<String> near = NearNames.nearest(name, known);
      throw new ToolException(
          ToolException.Code.NOT_FOUND,
          (why.isEmpty() ? "there is no agent '" + name + "'" : why)
              + "; there are: "
              + String.join(", ", known),
          near.isEmpty() ? List.of() : List.of("Did you mean " + near.getFirst() + "?"));
    }
    HelperNode above = caller;
    if (above != null && !above.agent().maySpawn(name)) {
      throw new ToolException(
          ToolException.Code.PERMISSION_DENIED,
          "the agent "
              + above.agent().name()
              + " may not call "
              + name
              + "; it may call: "
              + String.join(", ", above.agent().spawns()));
    }
    return found;
  }

  private static void check(List<Task> tasks) throws ToolException {
    if (tasks.isEmpty() || tasks.size() > MOST_TASKS) {
      throw invalid("tasks must be 1 to " + MOST_TASKS + ", was " + tasks.size());
    }
    var seen = new HashSet<String>();
    var assigned = new HashMap<String, String>();
    for (Task task : tasks) {
      if (!TASK_ID.matcher(task.id()).matches()) {
        throw invalid(
            "the id '"
                + task.id()
                + "' must be 1 to 48 letters, digits, '-' or '_', as in FixLogin");
      }
      if (!seen.add(task.id().toLowerCase(Locale.ROOT))) {
        throw invalid("two tasks have the id '" + task.id() + "'; ids differ in more than case");
      }
      if (task.assignment().isBlank()) {
        throw invalid("the task " + task.id() + " has no assignment");
      }
      String same = assigned.putIfAbsent(task.assignment().strip(), task.id());
      if (same != null) {
        throw invalid(
            "the tasks "
                + same
                + " and "
                + task.id()
                + " ask exactly the same; leave one out, or say what each is to do");
      }
    }
  }

  private static OutputSchema schema(Json written) throws ToolException {
    try {
      return OutputSchema.of(written);
    } catch (JsonException unusable) {
      throw invalid("the schema cannot be used: " + unusable.getMessage());
    }
  }

  private Report resumed(Order.Resume order, Consumer<String> progress)
      throws ToolException, InterruptedException {
    String id = order.id().strip();
    HelperNode before = tree.find(id).orElse(null);
    if (before != null && before.state() != HelperNode.State.ENDED) {
      throw invalid(id + " is still at work; wait for it");
    }
    if (caller != null && !id.startsWith(caller.id() + ".")) {
      throw invalid("only helpers of your own can be resumed, and " + id + " is none");
    }
    if (order.message().isBlank()) {
      throw invalid("resume needs a message for " + id);
    }
    HelperOpener.Known known = known(id);
    var task = new Task(id, known.description(), order.message());
    AgentDefinition agent = agent(known.agent());
    var helper =
        new HelperNode(
            id,
            agent,
            task.description(),
            order.message(),
            caller,
            limits(
                order,
                before == null ? new HelperNode.Limits(0, 0, known.isolation()) : before.limits()));
    String taken = tree.registry().enterAgain(helper).orElse("");
    if (!taken.isEmpty()) {
      throw invalid(taken);
    }
    var start =
        new HelperTree.Start(helper, "", known.schema(), order.message(), new MergeTurns(), 0);
    return jobs == null || agent.waiting() == AgentDefinition.Waiting.BLOCKING
        ? inPlace(List.of(start), progress).getFirst()
        : asJobs(List.of(start), jobs).getFirst();
  }

  /// What the call says, or else what held before.
  private static HelperNode.Limits limits(Order.Resume order, HelperNode.Limits before) {
    return new HelperNode.Limits(
        order.seconds() > 0 ? order.seconds() : before.seconds(),
        order.tokens() > 0 ? order.tokens() : before.tokens(),
        before.isolation());
  }

  private HelperOpener.Known known(String id) throws ToolException {
    try {
      List<String> ids = tree.files().ids();
      if (!HelperFiles.isId(id) || !ids.contains(id)) {
        throw new ToolException(
            ToolException.Code.NOT_FOUND,
            "there is no helper '" + id + "' in this session",
            ids.isEmpty() ? List.of() : List.of("There are: " + String.join(", ", ids)));
      }
      return tree.opener().look(id);
    } catch (IOException | HelperOpener.UnusableException unusable) {
      throw new ToolException(
          ToolException.Code.FAILED, id + " cannot be resumed: " + unusable.getMessage());
    }
  }

  private List<Report> asJobs(List<HelperTree.Start> starts, Jobs beside) {
    var reports = new ArrayList<Report>();
    for (HelperTree.Start start : starts) {
      HelperNode helper = start.helper();
      String agent = helper.agent().name();
      try {
        String label = helper.id() + ": " + helper.description();
        Job job = beside.start(Job.Type.TASK, label, running -> asJob(start, running));
        reports.add(Report.running(helper.id(), agent, job.id()));
      } catch (JobRefusedException full) {
        helper.ended(Ending.SKIPPED);
        start.over();
        reports.add(Report.skipped(helper.id(), agent, String.valueOf(full.getMessage())));
      }
    }
    return reports;
  }

  private String asJob(HelperTree.Start start, Job job)
      throws JobFailedException, InterruptedException {
    Report report = tree.run(start, job::appendOutput);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    String text = report.described();
    return switch (report.ending()) {
      case COMPLETED, RUNNING -> text;
      case FAILED, ABORTED, BUDGET, STEP_LIMIT, INTERRUPTED, SKIPPED ->
          throw new JobFailedException(text);
    };
  }

  /// Runs all of them side by side and waits. An interrupt stops them, and is kept for the caller.
  private List<Report> inPlace(List<HelperTree.Start> starts, Consumer<String> progress) {
    var reports = new Report[starts.size()];
    var threads = new ArrayList<Thread>();
    lendTurn();
    boolean interrupted = false;
    try {
      for (int i = 0; i < starts.size(); i++) {
        int at = i;
        threads.add(
            Thread.ofVirtual()
                .name("helper-" + starts.get(i).helper().id())
                .start(() -> reports[at] = tree.run(starts.get(at), progress)));
      }
      for (Thread thread : threads) {
        while (thread.isAlive()) {
          try {
            thread.join();
          } catch (InterruptedException stop) {
            interrupted = true;
            starts.forEach(start -> start.turns().stop());
            threads.forEach(Thread::interrupt);
          }
        }
      }
    } finally {
      takeTurnBack();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    var all = new ArrayList<Report>();
    for (int i = 0; i < reports.length; i++) {
      HelperNode helper = starts.get(i).helper();
      Report report = reports[i];
      all.add(
          report == null
              ? Report.skipped(helper.id(), helper.agent().name(), "a bug in Tenon ended it")
              : report);
    }
    return all;
  }

  /// A helper that waits for helpers of its own does not work meanwhile: they get its turn, which
  /// is one, however many of its calls wait side by side.
  private void lendTurn() {
    if (caller == null) {
      return;
    }
    synchronized (this) {
      if (waiting++ > 0) {
        return;
      }
    }
    tree.lendTurn();
  }

  private void takeTurnBack() {
    if (caller == null) {
      return;
    }
    synchronized (this) {
      if (--waiting > 0) {
        return;
      }
    }
    tree.takeTurnBack();
  }
}
