package dev.tenon.core.helper;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Usage;
import dev.tenon.core.tool.Helpers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One helper as it stands: who it is, what it does at the moment, what it has used. Safe for
/// several threads.
public final class HelperNode {
  private final String id;
  private final AgentDefinition agent;
  private final String description;
  private final String assignment;
  private final @Nullable HelperNode caller;
  private final Limits limits;
  private final long began = System.nanoTime();
  private volatile State state = State.WAITING;
  private volatile Helpers.Ending ending = Helpers.Ending.RUNNING;
  private volatile String model = "";
  private volatile String doing = "";
  private int steps;
  private volatile long ended;
  private volatile boolean earlier;
  private volatile String stopped = "";
  private volatile Helpers.Ending stoppedAs = Helpers.Ending.ABORTED;
  private Usage usage = Usage.NONE;
  private @Nullable Conversation conversation;

  /// What the call that started it says beside its assignment.
  ///
  /// @param seconds how long it may take; 0 for no clock
  /// @param tokens how many it may use; 0 for its share
  /// @param isolation on what it works
  public record Limits(int seconds, long tokens, AgentDefinition.Isolation isolation) {
    public static final Limits NONE = new Limits(0, 0, AgentDefinition.Isolation.NONE);
  }

  /// Where it stands.
  public enum State {
    /// For its turn.
    WAITING,
    WORKING,
    ENDED
  }

  /// @param caller the helper that it works for; null for the person's conversation
  HelperNode(
      String id,
      AgentDefinition agent,
      String description,
      String assignment,
      @Nullable HelperNode caller,
      Limits limits) {
    this.id = id;
    this.agent = agent;
    this.description = description;
    this.assignment = assignment;
    this.caller = caller;
    this.limits = limits;
  }

  public String id() {
    return id;
  }

  public AgentDefinition agent() {
    return agent;
  }

  /// What it does, in a few words for people.
  public String description() {
    return description;
  }

  public String assignment() {
    return assignment;
  }

  public Limits limits() {
    return limits;
  }

  /// The helper that it works for; null for the person's conversation.
  public @Nullable HelperNode caller() {
    return caller;
  }

  /// Whether the conversation has gone on in another session since it was called.
  public boolean isEarlier() {
    return earlier;
  }

  /// The conversation goes on in another session.
  void sessionEnds() {
    earlier = true;
  }

  /// 1 for one that works for the person's conversation. Its id says so, whoever resumes it.
  public int depth() {
    return 1 + (int) id.chars().filter(sign -> sign == '.').count();
  }

  public State state() {
    return state;
  }

  /// [Helpers.Ending#RUNNING] before it has ended.
  public Helpers.Ending ending() {
    return ending;
  }

  public String model() {
    return model;
  }

  /// The tool that runs; empty when none does.
  public String doing() {
    return doing;
  }

  public synchronized int steps() {
    return steps;
  }

  public synchronized Usage usage() {
    return usage;
  }

  public Duration took() {
    return Duration.ofNanos((state == State.ENDED ? ended : System.nanoTime()) - began);
  }

  /// Its conversation while it works; null otherwise.
  public synchronized @Nullable Conversation conversation() {
    return conversation;
  }

  /// Says something to it while it works. Answers false when it does not.
  public boolean steer(String text) {
    Conversation open = conversation();
    if (open == null) {
      return false;
    }
    open.steer(text);
    return true;
  }

  /// Stops it. Answers false when it does not work.
  ///
  /// @param why empty when somebody wants it so
  boolean stop(String why) {
    stopped = why;
    Conversation open = conversation();
    return open != null && open.abort();
  }

  /// Why it was stopped, if that was not a person.
  String stopped() {
    return stopped;
  }

  /// What it ends as when it is stopped.
  Helpers.Ending stoppedAs() {
    return stoppedAs;
  }

  /// The program ends: whatever stops it from now on, nobody has decided about this one.
  void programEnds() {
    stoppedAs = Helpers.Ending.INTERRUPTED;
    stopped = "the program ended before it did; resume it";
  }

  synchronized void works(Conversation open, String name) {
    conversation = open;
    model = name;
    state = State.WORKING;
  }

  synchronized void ended(Helpers.Ending how) {
    conversation = null;
    ended = System.nanoTime();
    ending = how;
    state = State.ENDED;
    doing = "";
  }

  void saw(AgentEvent event) {
    if (event instanceof AgentEvent.StepStarted) {
      synchronized (this) {
        steps++;
      }
    } else if (event instanceof AgentEvent.ToolStarted started) {
      doing = (started.call().name() + " " + started.title()).strip();
    } else if (event instanceof AgentEvent.ToolFinished) {
      doing = "";
    } else if (event instanceof AgentEvent.MessageAppended appended
        && appended.message() instanceof Message.Assistant answer) {
      synchronized (this) {
        usage = usage.plus(answer.usage());
      }
    }
  }
}
