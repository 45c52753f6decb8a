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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The only gate to the tools: binds and checks the arguments, asks the policy (and a person, if
/// the policy says so), also about what turns out while a call runs ([Permits]), runs the tool,
/// bounds what comes back. One per conversation; calls may run at the same time, but are prepared
/// one after the other.
public final class ToolRunner {
  /// Characters of a name that is shown.
  private static final int MOST_NAME = 100;

  /// Names that the answer to an unknown one tells.
  private static final int MOST_NAMES = 50;

  /// A larger schema is not in a refusal; it comes with the next request.
  private static final int MOST_SCHEMA = 16 * 1024;

  private final ToolShelf shelf;
  private final Map<String, Entry<?>> tools = new ConcurrentHashMap<>();
  private final Workspace workspace;
  private final Editing editing;
  private final CallPermits.Judges judges;
  private final OutputBound bound;
  private final CallHooks hooks;

  public ToolRunner(
      List<Tool<?>> tools,
      Workspace workspace,
      Editing editing,
      Policy policy,
      Approver approver,
      OutputBound bound) {
    this(ToolShelf.allUpFront(tools), workspace, editing, policy, approver, bound);
  }

  /// @param shelf the tools, and where each stands
  public ToolRunner(
      ToolShelf shelf,
      Workspace workspace,
      Editing editing,
      Policy policy,
      Approver approver,
      OutputBound bound) {
    this(shelf, workspace, editing, policy, approver, bound, CallHooks.NONE);
  }

  /// @param hooks have a say about each call
  public ToolRunner(
      ToolShelf shelf,
      Workspace workspace,
      Editing editing,
      Policy policy,
      Approver approver,
      OutputBound bound,
      CallHooks hooks) {
    this.hooks = hooks;
    this.shelf = shelf;
    for (Tool<?> tool : shelf.all()) {
      if (tools.put(tool.name(), new Entry<>(tool)) != null) {
        throw new IllegalArgumentException("two tools are called " + tool.name());
      }
    }
    this.workspace = workspace;
    this.editing = editing;
    this.judges = new CallPermits.Judges(policy, approver, approver.turn(), workspace.sandbox());
    this.bound = bound;
  }

  /// The entry of a tool, also of one that was put on the shelf later; null without such a tool.
  @SuppressWarnings("ReferenceEquality") // One that is described otherwise is another one.
  private @Nullable Entry<?> entry(String name) {
    Entry<?> known = tools.get(name);
    if (known != null && known.tool instanceof SchemaTool && shelf.find(name) != known.tool) {
      // It is described otherwise now, or has gone.
      tools.remove(name, known);
      known = null;
    }
    if (known == null) {
      Tool<?> late = shelf.find(name);
      if (late != null) {
        known = new Entry<>(late);
        Entry<?> earlier = tools.putIfAbsent(name, known);
        known = earlier == null ? known : earlier;
      }
    }
    return known;
  }

  /// Where each tool stands.
  public ToolShelf shelf() {
    return shelf;
  }

  /// Takes a tool away whose schema was given from outside, for the rest of the conversation.
  /// Answers whether there was such a tool.
  ///
  /// @param why told to whoever calls it all the same
  public boolean withdraw(String name, String why) {
    if (!(shelf.find(name) instanceof SchemaTool)) {
      return false;
    }
    shelf.withdraw(name, why);
    tools.remove(name);
    return true;
  }

  /// The tools as the next request declares them: those up front, then what was taken from the
  /// shelf in the order of taking. Cheap, so that it can be asked before each request.
  public List<ToolSpec> specs() {
    var specs = new ArrayList<ToolSpec>();
    add(shelf.upFront(), specs);
    add(shelf.declaredBehind(), specs);
    return specs;
  }

  private void add(List<Tool<?>> declared, List<ToolSpec> specs) {
    for (Tool<?> tool : declared) {
      Entry<?> entry = entry(tool.name());
      if (entry != null) {
        specs.add(entry.spec());
      }
    }
  }

  /// Marks the moment before a prompt is carried out, to which its changes can be taken back.
  public void beginPrompt(String prompt) {
    editing.beginPrompt(prompt);
  }

  /// Binds and judges a call. Nothing has run yet; a call that may not run is answered already. A
  /// call to a tool on the shelf takes it: whoever knows the name need not ask for it first, and
  /// gets the schema with the refusal if the arguments do not fit.
  public Step prepare(Part.Call call) throws InterruptedException {
    Entry<?> entry = entry(call.name());
    if (entry == null) {
      return refused(call, unknown(call.name()));
    }
    try {
      return entry.prepare(call);
    } catch (ToolException problem) {
      return refused(call, problem);
    } catch (ToolException.Unchecked foreign) {
      return refused(call, foreign.problem());
    }
  }

  /// What a call would do, as far as its arguments tell it. Nothing is judged, taken from the shelf
  /// or run.
  public record Outline(String title, List<Access> accesses) {
    public Outline {
      accesses = List.copyOf(accesses);
    }
  }

  /// Empty for a call that would be refused for its arguments.
  public Optional<Outline> outline(Part.Call call) {
    Entry<?> entry = entry(call.name());
    try {
      return entry == null ? Optional.empty() : Optional.of(entry.outline(call));
    } catch (ToolException | ToolException.Unchecked unusable) {
      return Optional.empty();
    }
  }

  private static ToolException withSchema(ToolException problem, ToolSpec spec) {
    boolean large = spec.schema().compact().length() > MOST_SCHEMA;
    var suggestions = new ArrayList<>(problem.suggestions());
    suggestions.add(
        large
            ? spec.name() + " is declared from the next request on, with its schema."
            : spec.name() + " was on the shelf; this is its schema:");
    return new ToolException(
        problem.code(),
        String.valueOf(problem.getMessage()),
        suggestions,
        large ? problem.details() : problem.details().with("input_schema", spec.schema()));
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
    boolean endless = name.length() > MOST_NAME;
    // What is much longer than any name is like none, and comparing it would take long.
    List<String> near = endless ? List.of() : NearNames.nearest(name, names(shelf.all()));
    String shown = endless ? name.substring(0, MOST_NAME) + "…" : name;
    String off = shelf.off().get(name);
    String why = shelf.whyLacking(name);
    var names = new ArrayList<String>();
    specs().forEach(spec -> names.add(spec.name()));
    boolean some = names.size() > MOST_NAMES;
    return new ToolException(
        ToolException.Code.INVALID_ARGUMENT,
        (off == null ? "unknown tool '" + shown + "'" : "the tool '" + shown + "' is off: " + off)
            + (why == null ? "" : ": " + why)
            + "; tools are: "
            + String.join(", ", some ? names.subList(0, MOST_NAMES) : names)
            + (some ? ", …" : ""),
        near.stream().map(it -> "Did you mean " + it + "?").toList());
  }

  private static List<String> names(List<Tool<?>> tools) {
    var names = new ArrayList<String>();
    tools.forEach(tool -> names.add(tool.name()));
    return names;
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

    /// @param call as it runs, which hooks may have changed
    /// @param permits what the call may do, and how long it waited for that
    record Ready(Part.Call call, String title, Concurrency concurrency, Permits permits, Work work)
        implements Step {
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
  public record Answer(Part.Result result, Optional<ToolResult> shape, @Nullable String decision) {
    private Answer with(Part.Result another) {
      return another.equals(result) ? this : new Answer(another, shape, decision);
    }
  }

  private final class Entry<P extends Record> {
    private final Tool<P> tool;
    private volatile @Nullable Schema schema;
    private volatile @Nullable ToolSpec spec;

    Entry(Tool<P> tool) {
      this.tool = tool;
    }

    ToolSpec spec() {
      ToolSpec known = spec;
      if (known == null) {
        known =
            tool instanceof SchemaTool
                ? ToolShelf.spec(tool)
                : new ToolSpec(tool.name(), tool.description(), schema().json());
        spec = known;
      }
      return known;
    }

    private Schema schema() {
      Schema known = schema;
      if (known == null) {
        known = Schema.of(tool.parameters());
        schema = known;
      }
      return known;
    }

    Step prepare(Part.Call call) throws ToolException, InterruptedException {
      boolean undeclared =
          shelf.onShelf(tool.name()) != null && shelf.taken().take(tool.name(), call.id());
      P parameters;
      try {
        parameters = tool.parameters().cast(bind(call));
      } catch (ToolException problem) {
        throw undeclared ? withSchema(problem, spec()) : problem;
      }
      CallHooks.Before said = hooks.before(call);
      if (said.say() == CallHooks.Say.DENY) {
        throw new ToolException(
            ToolException.Code.PERMISSION_DENIED,
            "a hook refused the call" + (said.reason().isEmpty() ? "" : ": " + said.reason()));
      }
      return said.changed() == null
          ? judged(call, parameters, said)
          : judged(changed(call, said.changed()), said);
    }

    private static Part.Call changed(Part.Call call, Json.Obj arguments) {
      return new Part.Call(call.id(), call.name(), arguments, call.signature(), call.problem());
    }

    /// A call whose arguments came from a hook is bound like one of the model's.
    private Step judged(Part.Call call, CallHooks.Before said)
        throws ToolException, InterruptedException {
      try {
        return judged(call, tool.parameters().cast(bind(call)), said);
      } catch (ToolException problem) {
        if (problem.code() != ToolException.Code.INVALID_ARGUMENT) {
          throw problem;
        }
        throw new ToolException(
            problem.code(),
            "a hook changed the input to what the tool cannot take: " + problem.getMessage(),
            problem.suggestions());
      }
    }

    private Step judged(Part.Call call, P parameters, CallHooks.Before said)
        throws ToolException, InterruptedException {
      List<Access> accesses = tool.access(parameters);
      var permits = new CallPermits(call, judges, said);
      permits.enter(accesses, tool.plansWrites());
      boolean reads = !tool.exclusive() && accesses.stream().allMatch(Access::readOnly);
      return new Step.Ready(
          call,
          tool.title(parameters),
          reads ? Concurrency.READ_ONLY : Concurrency.ALONE,
          permits,
          progress -> heard(call, accesses, run(call, parameters, permits, progress), said));
    }

    /// The answer with what hooks have to say about the call.
    private Answer heard(
        Part.Call call, List<Access> accesses, Answer answer, CallHooks.Before before)
        throws InterruptedException {
      CallHooks.After after = hooks.after(call, accesses, answer.result());
      String changed =
          before.changed() == null
              ? ""
              : "A hook changed the input to " + before.changed().compact();
      return answer.with(
          Envelope.instructed(
              Envelope.hooked(
                  answer.result(), after.replaced(), changed, before.context(), after.context()),
              after.instructions()));
    }

    Outline outline(Part.Call call) throws ToolException {
      P parameters = tool.parameters().cast(bind(call));
      return new Outline(tool.title(parameters), tool.access(parameters));
    }

    private Record bind(Part.Call call) throws ToolException {
      if (call.problem() != null) {
        throw new ToolException(ToolException.Code.INVALID_ARGUMENT, call.problem());
      }
      return tool instanceof SchemaTool given
          ? new GivenSchema(given.schema()).bind(call.arguments())
          : new Binder(schema()).bind(call.arguments());
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
      } catch (ToolException.Unchecked foreign) {
        return failure(call, foreign.problem());
      }
    }
  }
}
