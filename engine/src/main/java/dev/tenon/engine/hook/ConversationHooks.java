package dev.tenon.engine.hook;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Compactor;
import dev.tenon.core.agent.EndGuard;
import dev.tenon.core.agent.PromptReader;
import dev.tenon.core.change.effects.HookExtent;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.tool.CallHooks;
import dev.tenon.engine.hook.HookPayload.Agent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The hooks of one conversation and its helpers, around the parts that they have a say about. Made
/// only where there are hooks. Safe for several threads.
public final class ConversationHooks implements Consumer<AgentEvent>, AutoCloseable {
  private static final Duration IDLE = Duration.ofSeconds(60);

  private final HookRunner runner;
  private final Surroundings around;
  private final Duration idle;
  private final HookPayload payload;
  private final AtomicInteger turn = new AtomicInteger();
  private final AtomicBoolean counted = new AtomicBoolean();
  private final Set<Thread> beside = ConcurrentHashMap.newKeySet();
  private volatile @Nullable FutureTask<HookAnswer> starting;
  private final AtomicInteger uncompacted = new AtomicInteger(-1);
  private volatile String lastText = "";

  /// The conversation as its hooks see it.
  public interface Surroundings extends HookRunner.Means {
    String sessionId();

    /// The file of the session, be it there yet or not; empty when it is not kept.
    String transcript();

    Path root();

    Mode mode();

    String modelName();

    void tellPerson(String line);

    /// The model gets to know this with the next prompt.
    void tellModel(String text);

    /// The model gets to know this with its next request.
    void interject(String text);

    /// Ends the prompt that runs, if one does.
    void stop();

    /// Sets variables for the commands of the conversation.
    ///
    /// @param owner whose hooks wrote the lines: those of a project run behind the wall
    /// @param exports lines for a shell
    void variables(Hook.Owner owner, String exports) throws IOException, InterruptedException;
  }

  public ConversationHooks(List<Hook> hooks, Surroundings around) {
    this(hooks, around, IDLE);
  }

  /// @param idle after so long without a word of the person hooks hear of it
  ConversationHooks(List<Hook> hooks, Surroundings around, Duration idle) {
    this.around = around;
    this.idle = idle;
    this.payload = new HookPayload(around);
    this.runner = new HookRunner(hooks, around.root(), around, around::tellPerson);
  }

  public HookRunner runner() {
    return runner;
  }

  HookAnswer run(HookEvent event, Agent agent, List<String> subjects, Json.Obj more)
      throws InterruptedException {
    return runner.has(event)
        ? runner.run(event, payload.of(event, turn.get(), agent, more), subjects)
        : HookAnswer.NOTHING;
  }

  /// Runs beside the conversation what nobody has to wait for.
  void later(HookEvent event, Agent agent, List<String> subjects, Json.Obj more) {
    if (!runner.has(event)) {
      return;
    }
    Json.Obj input = payload.of(event, turn.get(), agent, more);
    aside(() -> runner.run(event, input, subjects));
  }

  private interface Work {
    void run() throws InterruptedException;
  }

  private void aside(Work work) {
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .name("hooks")
            .unstarted(
                () -> {
                  try {
                    work.run();
                  } catch (InterruptedException over) {
                    Thread.currentThread().interrupt();
                  } finally {
                    beside.remove(Thread.currentThread());
                  }
                });
    beside.add(thread);
    thread.start();
  }

  /// A hook wants nothing to go on.
  private void stopped(String why) {
    around.tellPerson("a hook stopped the prompt: " + why);
    around.stop();
  }

  // The session.

  /// The session begins. Nobody waits for its hooks but the first prompt.
  ///
  /// @param source startup, resume, clear or compact
  public void started(String source) {
    runner.renew();
    if (!runner.has(HookEvent.SESSION_START)) {
      return;
    }
    Json.Obj input = beginning(source);
    var task = new FutureTask<>(() -> start(input, source));
    starting = task;
    aside(task::run);
  }

  private Json.Obj beginning(String source) {
    Json.Obj more = Json.object().put("source", source).build();
    return payload.of(HookEvent.SESSION_START, turn.get(), Agent.NONE, more);
  }

  private HookAnswer start(Json.Obj input, String source) throws InterruptedException {
    try (var variables = new SessionVariables()) {
      // Those that run anew with a summary do so within a prompt.
      HookExtent.Turn turn = source.equals("compact") ? HookExtent.Turn.THIS : HookExtent.Turn.NEXT;
      HookAnswer answer =
          runner.run(HookEvent.SESSION_START, input, List.of(source), variables, turn);
      // The user's come first, and nothing of a project replaces them.
      for (Hook.Owner owner : List.of(Hook.Owner.USER, Hook.Owner.PROJECT)) {
        variables.set(owner, around);
      }
      return answer;
    } catch (IOException unusable) {
      around.tellPerson("the variables of SessionStart hooks are lost: " + unusable.getMessage());
      return HookAnswer.NOTHING;
    }
  }

  /// Whether no hook of a project may set a variable.
  public static boolean isTheUsersAlone(String name) {
    return SessionVariables.isTheUsersAlone(name);
  }

  /// What the hooks of the beginning have to say is there before anything is sent.
  private void awaitStart() throws PromptReader.RefusedException, InterruptedException {
    FutureTask<HookAnswer> task = starting;
    if (task == null) {
      return;
    }
    HookAnswer answer;
    try {
      answer = task.get();
    } catch (ExecutionException bug) {
      throw new IllegalStateException("a hook broke", bug.getCause());
    }
    if (answer.stop() != null) {
      throw new PromptReader.RefusedException("a SessionStart hook stops here: " + answer.stop());
    }
    starting = null;
    if (!answer.context().isEmpty()) {
      around.tellModel(answer.context());
    }
  }

  /// The session ends.
  ///
  /// @param reason clear, resume, prompt_input_exit or other
  public void ended(String reason) throws InterruptedException {
    run(
        HookEvent.SESSION_END,
        Agent.NONE,
        List.of(reason),
        Json.object().put("reason", reason).build());
  }

  /// Before the conversation goes on in another session or at another point. Answers why not, if
  /// hooks are against it.
  public Optional<String> before(HookEvent event, Json.Obj more) throws InterruptedException {
    HookAnswer answer = answer(event, more);
    String stop = answer.stop();
    return answer.blocks()
        ? Optional.of("a hook refused it: " + answer.reason())
        : stop == null ? Optional.empty() : Optional.of("a hook refused it: " + stop);
  }

  /// The same with everything that they say.
  public HookAnswer answer(HookEvent event, Json.Obj more) throws InterruptedException {
    String subject = event.subject().isEmpty() ? "" : more.string(event.subject(), "");
    return run(event, Agent.NONE, subject.isEmpty() ? List.of() : List.of(subject), more);
  }

  /// Afterwards; nobody waits for it.
  public void after(HookEvent event, Json.Obj more) {
    String subject = event.subject().isEmpty() ? "" : more.string(event.subject(), "");
    later(event, Agent.NONE, subject.isEmpty() ? List.of() : List.of(subject), more);
  }

  // Prompts.

  /// Lets hooks look at what a person says.
  public PromptReader around(PromptReader inner) {
    return new PromptReader() {
      @Override
      public Message.User read(String text) throws RefusedException, InterruptedException {
        awaitStart();
        turn.incrementAndGet();
        counted.set(true);
        HookAnswer answer = submitted(text, HookExtent.Turn.NEXT);
        if (refusal(answer) != null) {
          throw new RefusedException("a hook refused the prompt: " + refusal(answer));
        }
        if (!answer.context().isEmpty()) {
          around.tellModel(answer.context());
        }
        return inner.read(text);
      }

      @Override
      public Optional<Message.User> steered(Message.User said) throws InterruptedException {
        HookAnswer answer = submitted(said.text(), HookExtent.Turn.THIS);
        if (refusal(answer) != null) {
          around.tellPerson(
              "a hook refused what you said ('"
                  + Hook.brief(said.text())
                  + "'), and the model did not get it: "
                  + refusal(answer));
          return Optional.empty();
        }
        if (answer.context().isEmpty()) {
          return inner.steered(said);
        }
        var parts = new ArrayList<Part.Input>(said.content());
        parts.add(new Part.Text(answer.context()));
        return inner.steered(new Message.User(parts));
      }
    };
  }

  static @Nullable String refusal(HookAnswer answer) {
    return answer.blocks() ? answer.reason() : answer.stop();
  }

  private HookAnswer submitted(String text, HookExtent.Turn turn) throws InterruptedException {
    HookEvent event = HookEvent.USER_PROMPT_SUBMIT;
    Json.Obj said = Json.object().put("prompt", text).build();
    return runner.has(event)
        ? runner.run(
            event, payload.of(event, this.turn.get(), Agent.NONE, said), List.of(), null, turn)
        : HookAnswer.NOTHING;
  }

  // Calls.

  /// Has a say about the calls of the conversation.
  public CallHooks calls() {
    return calls(Agent.NONE);
  }

  /// Has a say about the calls of a helper.
  public CallHooks calls(String helper, String type) {
    return calls(new Agent(helper, type));
  }

  private CallHooks calls(Agent agent) {
    boolean any =
        runner.has(HookEvent.PRE_TOOL_USE)
            || runner.has(HookEvent.POST_TOOL_USE)
            || runner.has(HookEvent.POST_TOOL_USE_FAILURE);
    return any ? new HookedCalls(this, agent) : CallHooks.NONE;
  }

  // Questions.

  /// Lets hooks answer what a person is asked, whoever is first.
  ///
  /// @param helper the id of the helper that asks; empty for the conversation itself
  /// @param type the name of its agent
  public Approver around(Approver person, String helper, String type) {
    boolean any = runner.has(HookEvent.PERMISSION_REQUEST) || runner.has(HookEvent.NOTIFICATION);
    return any ? new HookedApprover(person, this, new Agent(helper, type)) : person;
  }

  HookAnswer requested(Approver.Question question, Agent agent) throws InterruptedException {
    return CallParts.run(
        this,
        HookEvent.PERMISSION_REQUEST,
        agent,
        question.tool(),
        question.arguments(),
        payload.tool(question.tool(), question.arguments()));
  }

  boolean answersRequests(Approver.Question question) {
    Json.Obj about = payload.tool(question.tool(), question.arguments());
    return CallParts.concerns(
        this, HookEvent.PERMISSION_REQUEST, question.tool(), question.arguments(), about);
  }

  void tellPerson(String line) {
    around.tellPerson(line);
  }

  void stopFor(String why) {
    stopped(why);
  }

  void notice(String type, String title, String message) {
    later(
        HookEvent.NOTIFICATION,
        Agent.NONE,
        List.of(type),
        Json.object()
            .put("notification_type", type)
            .put("title", title)
            .put("message", message)
            .build());
  }

  // The end, and helpers.

  /// Asks hooks before a prompt of the conversation ends.
  public EndGuard around(EndGuard own) {
    return runner.has(HookEvent.STOP) ? new HookedEnd(own, this, Agent.NONE, () -> true) : own;
  }

  /// A helper begins. Answers what it shall know; empty for nothing.
  public String helperStarts(String id, String type) throws InterruptedException {
    var agent = new Agent(id, type);
    return run(HookEvent.SUBAGENT_START, agent, List.of(type), Json.Obj.EMPTY).context();
  }

  /// Asks hooks before a prompt of a helper ends; null where there are none.
  ///
  /// @param ending whether the helper ends with its prompt
  public @Nullable HookedEnd helperEnd(String id, String type, BooleanSupplier ending) {
    return runner.has(HookEvent.SUBAGENT_STOP)
        ? new HookedEnd(null, this, new Agent(id, type), ending)
        : null;
  }

  HookAnswer stops(Agent agent, boolean active, String text) throws InterruptedException {
    boolean helper = !agent.id().isEmpty();
    return run(
        helper ? HookEvent.SUBAGENT_STOP : HookEvent.STOP,
        agent,
        helper ? List.of(agent.type()) : List.of(),
        Json.object().put("stop_hook_active", active).put("last_assistant_message", text).build());
  }

  HookPayload payload() {
    return payload;
  }

  Path root() {
    return around.root();
  }

  String lastText() {
    return lastText;
  }

  // Shortening.

  /// Lets hooks look before a history is shortened and afterwards.
  public Compactor around(Compactor inner) {
    return new HookedCompactor(inner, this, around, uncompacted);
  }

  /// The number of the prompt that runs, or ran last.
  int turn() {
    return turn.get();
  }

  /// The history begins anew with a summary, and so does what hooks add to it.
  HookAnswer startedOver() throws InterruptedException {
    return runner.has(HookEvent.SESSION_START)
        ? start(beginning("compact"), "compact")
        : HookAnswer.NOTHING;
  }

  // What happens.

  @Override
  public void accept(AgentEvent event) {
    if (event instanceof AgentEvent.PromptStarted) {
      if (!counted.getAndSet(false)) {
        turn.incrementAndGet();
      }
    } else if (event instanceof AgentEvent.MessageAppended appended
        && appended.message() instanceof Message.Assistant answer) {
      lastText = answer.text();
    } else if (event instanceof AgentEvent.RulesInjected injected) {
      later(
          HookEvent.RULES_TRIGGERED,
          Agent.NONE,
          injected.rules(),
          Json.object()
              .put("rules", Json.strings(injected.rules()))
              .put("effect", injected.effect().name().toLowerCase(java.util.Locale.ROOT))
              .build());
    } else if (event instanceof AgentEvent.ToolStarted started
        && started.call().name().equals("ask")) {
      notice("elicitation_dialog", "Question", started.title());
    } else if (event instanceof AgentEvent.PromptEnded) {
      awaitIdle();
    }
  }

  /// Nobody has said anything for a while.
  private void awaitIdle() {
    if (runner.matching(HookEvent.NOTIFICATION, List.of("idle_prompt"), Json.Obj.EMPTY).isEmpty()) {
      return;
    }
    int after = turn.get();
    aside(
        () -> {
          Thread.sleep(idle);
          if (turn.get() == after) {
            notice("idle_prompt", "Waiting", "Tenon waits for your input");
          }
        });
  }

  /// Stops what still runs. [#ended] comes before.
  @Override
  public void close() {
    beside.forEach(Thread::interrupt);
    runner.close();
  }
}
