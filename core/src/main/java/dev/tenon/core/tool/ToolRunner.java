package dev.tenon.core.tool;

import dev.tenon.core.change.Editing;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.NearNames;
import dev.tenon.core.workspace.path.PathException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The only gate to the tools: binds and checks the arguments, asks the policy (and a person, if
/// the policy says so), also about what turns out while a call runs ([Permits]), runs the tool,
/// bounds what comes back. One per conversation; calls may run at the same time, but are prepared
/// one after the other.
public final class ToolRunner {
  private final Map<String, Entry<?>> tools = new LinkedHashMap<>();
  private final Workspace workspace;
  private final Editing editing;
  private final CallPermits.Judges judges;
  private final OutputBound bound;

  public ToolRunner(
      List<Tool<?>> tools,
      Workspace workspace,
      Editing editing,
      Policy policy,
      Approver approver,
      OutputBound bound) {
    for (Tool<?> tool : tools) {
      if (this.tools.put(tool.name(), new Entry<>(tool)) != null) {
        throw new IllegalArgumentException("two tools are called " + tool.name());
      }
    }
    this.workspace = workspace;
    this.editing = editing;
    this.judges =
        new CallPermits.Judges(policy, approver, new ReentrantLock(), workspace.sandbox());
    this.bound = bound;
  }

  /// The tools as the model sees them, in a stable order.
  public List<ToolSpec> specs() {
    var specs = new ArrayList<ToolSpec>();
    for (Entry<?> entry : tools.values()) {
      specs.add(new ToolSpec(entry.tool.name(), entry.tool.description(), entry.schema().json()));
    }
    return specs;
  }

  /// Marks the moment before a prompt is carried out, to which its changes can be taken back.
  public void beginPrompt(String prompt) {
    editing.beginPrompt(prompt);
  }

  /// Binds and judges a call. Nothing has run yet; a call that may not run is answered already.
  public Step prepare(Part.Call call) throws InterruptedException {
    Entry<?> entry = tools.get(call.name());
    if (entry == null) {
      return refused(call, unknown(call.name()));
    }
    if (call.problem() != null) {
      return refused(call, new ToolException(ToolException.Code.INVALID_ARGUMENT, call.problem()));
    }
    try {
      return entry.prepare(call);
    } catch (ToolException problem) {
      return refused(call, problem);
    }
  }

  /// Prepares and runs one call; for faces that have no loop.
  public Answer call(Part.Call call, Consumer<String> progress) throws InterruptedException {
    return switch (prepare(call)) {
      case Step.Refused refused -> refused.answer();
      case Step.Ready ready -> ready.run(progress);
    };
  }

  /// The answer to a call that will not run because a person went on to something else.
  public static Answer cancelled(Part.Call call, String reason) {
    return failure(call, new ToolException(ToolException.Code.CANCELLED, reason));
  }

  /// The answer to a call whose tool has a bug.
  public static Answer broken(Part.Call call) {
    return failure(
        call,
        new ToolException(
            ToolException.Code.INTERNAL,
            "the tool broke; this is a bug in Tenon, not in the call"));
  }

  private ToolException unknown(String name) {
    var names = List.copyOf(tools.keySet());
    List<String> near = NearNames.nearest(name, names);
    return new ToolException(
        ToolException.Code.INVALID_ARGUMENT,
        "unknown tool '" + name + "'; tools are: " + String.join(", ", names),
        near.stream().map(it -> "Did you mean " + it + "?").toList());
  }

  private static Step refused(Part.Call call, ToolException problem) {
    return new Step.Refused(failure(call, problem));
  }

  private static Answer failure(Part.Call call, ToolException problem) {
    String decision =
        problem.getCause() instanceof PathException refused ? refused.decision() : null;
    return new Answer(Envelope.failure(call, problem), Optional.empty(), decision);
  }

  /// What came of preparing a call.
  public sealed interface Step {
    record Refused(Answer answer) implements Step {}

    /// May run, once.
    interface Work {
      Answer run(Consumer<String> progress) throws InterruptedException;
    }

    record Ready(String title, Concurrency concurrency, Work work) implements Step {
      public Answer run(Consumer<String> progress) throws InterruptedException {
        return work.run(progress);
      }
    }
  }

  /// Whether a call may run beside its neighbours.
  public enum Concurrency {
    READ_ONLY,
    ALONE
  }

  /// The answer for the model, and the result in its shape for faces (empty after a failure).
  ///
  /// @param decision how the sandbox came to refuse a path, if it did
  public record Answer(Part.Result result, Optional<ToolResult> shape, @Nullable String decision) {}

  private final class Entry<P extends Record> {
    private final Tool<P> tool;
    private volatile @Nullable Schema schema;

    Entry(Tool<P> tool) {
      this.tool = tool;
    }

    Schema schema() {
      Schema known = schema;
      if (known == null) {
        known = Schema.of(tool.parameters());
        schema = known;
      }
      return known;
    }

    Step prepare(Part.Call call) throws ToolException, InterruptedException {
      P parameters = tool.parameters().cast(new Binder(schema()).bind(call.arguments()));
      List<Access> accesses = tool.access(parameters);
      var permits = new CallPermits(tool.name(), judges);
      permits.enter(accesses);
      boolean reads = !tool.exclusive() && accesses.stream().allMatch(Access::readOnly);
      return new Step.Ready(
          tool.title(parameters),
          reads ? Concurrency.READ_ONLY : Concurrency.ALONE,
          progress -> run(call, parameters, permits, progress));
    }

    private Answer run(Part.Call call, P parameters, Permits permits, Consumer<String> progress)
        throws InterruptedException {
      try {
        ToolResult result =
            tool.run(parameters, new ToolContext(workspace, editing, call.id(), permits, progress))
                .bounded(bound);
        return new Answer(Envelope.success(call, result), Optional.of(result), null);
      } catch (ToolException problem) {
        return failure(call, problem);
      }
    }
  }

  /// The JSON form of the tools, for `tenon tool --list --json`.
  public Json.Arr specsJson() {
    return Json.array(
        specs().stream()
            .map(
                spec ->
                    Json.object()
                        .put("name", spec.name())
                        .put("description", spec.description())
                        .put("input_schema", spec.schema())
                        .build())
            .toList());
  }
}
