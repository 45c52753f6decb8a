package dev.tenon.core.agent;

import dev.tenon.core.exec.background.Notice;
import dev.tenon.core.exec.background.Notices;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Request;
import dev.tenon.core.rule.StreamRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The live thing that a face drives: prompt it, steer it while it works, queue what comes next,
/// stop it. One prompt runs at a time, on a thread of its own, virtual unless told otherwise; every
/// method may be called from any thread. Events are delivered one at a time, in order, on the
/// threads where they happen.
public final class Conversation {
  private final History history = new History();
  private final Inbox inbox = new Inbox();
  private final AtomicReference<@Nullable Thread> running = new AtomicReference<>();
  private final ReentrantLock delivery = new ReentrantLock();
  private final Consumer<AgentEvent> listener;
  private final ThreadFactory threads;
  private volatile Setup setup;
  private volatile Consumer<List<Message>> restored = messages -> {};
  private volatile @Nullable Notices notices;
  private volatile boolean closed;

  public Conversation(Setup setup, Consumer<AgentEvent> listener) {
    this(setup, listener, Thread.ofVirtual().name("prompt").factory());
  }

  /// @param threads makes the thread of each prompt
  public Conversation(Setup setup, Consumer<AgentEvent> listener, ThreadFactory threads) {
    this.setup = setup;
    this.listener = listener;
    this.threads = threads;
  }

  /// Reads the text and runs the prompt to its end. One that is refused, or stopped while it is
  /// read, takes no step and leaves everything as it was.
  ///
  /// @throws IllegalStateException when a prompt is running already
  public Outcome prompt(String text) throws InterruptedException {
    Objects.requireNonNull(text, "text");
    return alone(
        () -> {
          try {
            Message.User prompt = setup.prompts().read(text);
            return loop().run(prompt);
          } catch (PromptReader.RefusedException refused) {
            return Outcome.unsent(Outcome.Ending.REFUSED, refused.getMessage());
          } catch (InterruptedException stopped) {
            return Outcome.unsent(Outcome.Ending.ABORTED, null);
          }
        });
  }

  /// Runs the prompt to its end. Interrupting the caller aborts it.
  ///
  /// @throws IllegalStateException when a prompt is running already
  public Outcome prompt(Message.User prompt) throws InterruptedException {
    Objects.requireNonNull(prompt, "prompt");
    return alone(() -> loop().run(prompt));
  }

  /// Puts a summary in place of the older part of the history. Empty when there is nothing to
  /// shorten. Interrupting the caller, or [#abort], leaves everything as it was.
  ///
  /// @param focus what the summary should keep above all; may be empty
  /// @throws IllegalStateException when a prompt is running already
  public Optional<CompactedHistory> compact(String focus) throws InterruptedException {
    return compact(new Compactor.Occasion.Asked(focus));
  }

  /// The same for whoever wants to know why there is none.
  public Optional<CompactedHistory> compact(Compactor.Occasion.Asked asked)
      throws InterruptedException {
    return alone(
        () -> {
          try {
            return RequestFitting.make(setup, history, asked, this::deliver);
          } catch (InterruptedException stopped) {
            return null;
          }
        });
  }

  /// Runs the work on a thread of its own, while nothing else runs.
  private <T> T alone(Supplier<@Nullable T> work) throws InterruptedException {
    var outcome = new AtomicReference<@Nullable T>();
    var bug = new AtomicReference<@Nullable Throwable>();
    Thread thread =
        threads.newThread(
            () -> {
              try {
                outcome.set(work.get());
              } catch (Throwable thrown) {
                // Also what is checked and was not declared, which would end as nobody's fault.
                bug.set(thrown);
              }
            });
    if (!running.compareAndSet(null, thread)) {
      throw new IllegalStateException("a prompt is running; steer it or queue a follow-up");
    }
    if (closed) {
      rest();
      throw new IllegalStateException("the conversation is closed; begin another one");
    }
    boolean interrupted = false;
    inbox.begin();
    try {
      thread.start();
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException stop) {
          interrupted = true;
          inbox.abort();
          thread.interrupt();
        }
      }
    } finally {
      rest();
    }
    if (bug.get() != null) {
      throw new IllegalStateException("the agent loop broke: " + bug.get(), bug.get());
    }
    T ended = outcome.get();
    if (interrupted || ended == null) {
      throw new InterruptedException();
    }
    return ended;
  }

  private void rest() {
    synchronized (running) {
      running.set(null);
      running.notifyAll();
    }
  }

  /// Takes no prompt any more, stops the one that runs, and waits for its end: at most so long, and
  /// not at all on the thread that carries it out. What it did is recorded then. Interrupting the
  /// caller ends the waiting.
  public void close(Duration limit) {
    closed = true;
    if (!abort()) {
      return;
    }
    long deadline = System.nanoTime() + limit.toNanos();
    synchronized (running) {
      Thread left = running.get();
      long millis = limit.toMillis();
      while (left != null && millis > 0 && !left.equals(Thread.currentThread())) {
        try {
          running.wait(millis);
        } catch (InterruptedException hurried) {
          Thread.currentThread().interrupt();
          return;
        }
        left = running.get();
        millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      }
    }
  }

  private AgentLoop loop() {
    return new AgentLoop(setup, history, inbox, this::deliver, notices);
  }

  /// Listens to background work: the person learns what it has to tell at once, and the model with
  /// its next request.
  public void attend(Notices told) {
    notices = told;
    told.listen(notice -> deliver(new AgentEvent.Notified(notice)));
  }

  /// Whether background work has something to tell that the model has not got yet.
  public boolean hasNews() {
    Notices told = notices;
    return told != null && told.waiting();
  }

  /// Prompts the model with what background work has to tell, for when nothing else runs: a prompt
  /// whose time has come, or the news themselves. Answers nothing when there is none.
  public Optional<Outcome> promptWithNews() throws InterruptedException {
    Notices told = notices;
    if (told == null || isRunning() || closed) {
      return Optional.empty();
    }
    List<Notice> news = told.takePrompt().map(List::of).orElseGet(told::take);
    if (news.isEmpty()) {
      return Optional.empty();
    }
    var texts = new ArrayList<String>();
    news.forEach(notice -> texts.add(notice.text()));
    Message.User prompt = Message.User.of(String.join("\n", texts));
    Outcome outcome = prompt(prompt);
    if (outcome.ending() == Outcome.Ending.FAILED && !history.messages().contains(prompt)) {
      told.putBack(news);
    }
    return Optional.of(outcome);
  }

  /// Prompts the model with what was steered or queued and came too late for the prompt before, for
  /// when nothing else runs. Answers nothing when none of it waits, or hooks keep it back.
  public Optional<Outcome> promptWithQueued() throws InterruptedException {
    if (inbox.isEmpty() || isRunning() || closed) {
      return Optional.empty();
    }
    return alone(
        () -> {
          var heard = new ArrayList<Message.User>();
          try {
            while (heard.isEmpty() && !inbox.isEmpty()) {
              hear(inbox.takeNext(), heard);
            }
          } catch (InterruptedException stopped) {
            return Optional.of(Outcome.unsent(Outcome.Ending.ABORTED, null));
          }
          return heard.isEmpty() ? Optional.empty() : Optional.of(loop().run(heard));
        });
  }

  /// What hooks do not keep back; when this is stopped, what was not heard waits again.
  private void hear(List<Message.User> said, List<Message.User> heard) throws InterruptedException {
    for (int i = 0; i < said.size(); i++) {
      try {
        Optional<Message.User> each = setup.prompts().steered(said.get(i));
        if (each.isPresent()) {
          deliver(new AgentEvent.Steered(said.get(i)));
          heard.add(each.get());
        }
      } catch (InterruptedException stopped) {
        said.subList(i, said.size()).forEach(inbox::steer);
        throw stopped;
      }
    }
  }

  /// A bug beside the prompts; whoever listens hears of it as of one in them.
  public void broke(Throwable bug) {
    deliver(new AgentEvent.Broke(bug));
  }

  /// Says something between two tool calls of the running prompt; the model sees it with its next
  /// request, and calls that have not begun are skipped.
  public void steer(String text) {
    steer(Message.User.of(Objects.requireNonNull(text, "text")));
  }

  public void steer(Message.User message) {
    inbox.steer(Objects.requireNonNull(message, "message"));
  }

  /// Queues a message for when the model has finished.
  public void followUp(String text) {
    followUp(Message.User.of(Objects.requireNonNull(text, "text")));
  }

  public void followUp(Message.User message) {
    inbox.followUp(Objects.requireNonNull(message, "message"));
  }

  /// How many of the messages that wait the model gets at a time.
  public enum Delivery {
    ALL,
    ONE_AT_A_TIME
  }

  /// What was steered or queued and waits.
  public record Queued(List<Message.User> steering, List<Message.User> followUps) {
    public Queued {
      steering = List.copyOf(steering);
      followUps = List.copyOf(followUps);
    }
  }

  public Queued queued() {
    return inbox.queued();
  }

  public boolean hasQueued() {
    return !inbox.isEmpty();
  }

  /// Changes how messages are delivered; without that all of those that steer come together, and
  /// follow-ups one after the other.
  public void deliver(Delivery steering, Delivery followUps) {
    inbox.deliver(steering, followUps);
  }

  /// Stops the running prompt. Answers false when there is none.
  public boolean abort() {
    Thread thread = running.get();
    if (thread == null) {
      return false;
    }
    inbox.abort();
    thread.interrupt();
    return true;
  }

  public boolean isRunning() {
    return running.get() != null;
  }

  /// What was steered or queued and never reached the model, for example after an abort.
  public List<Message.User> takeUnsent() {
    return inbox.takeAll();
  }

  /// Takes back what was steered or queued, the latest of several that say the same. Answers false
  /// when the model has it already.
  public boolean takeBack(String text) {
    return inbox.takeBack(Message.User.of(text));
  }

  public List<Message> history() {
    return history.messages();
  }

  /// Puts other messages in place of the history; only between prompts.
  public void restore(List<Message> messages) {
    history.replaceBy(Pairing.repaired(messages));
    setup.tools().shelf().taken().restore(List.of());
    StreamRules rules = setup.rules();
    if (rules != null) {
      rules.restore(List.of());
    }
    restored.accept(messages);
  }

  /// Tells this whenever other messages take the place of the history.
  public void whenRestored(Consumer<List<Message>> listener) {
    restored = listener;
  }

  /// Puts other messages in place of the history, the first of which came from shortening it.
  public void restore(List<Message> messages, CompactedHistory first) {
    restore(messages);
    history.cameFrom(first);
  }

  /// What the next request would hold, without a prompt.
  public Request upcoming() {
    return RequestFitting.request(setup, history);
  }

  public Setup setup() {
    return setup;
  }

  /// Goes on with another model, system prompt or tools from the next prompt on.
  public void use(Setup changed) {
    setup = changed;
  }

  /// A helper of this conversation has something to tell; whoever listens hears it in turn.
  public void report(AgentEvent.HelperReported reported) {
    deliver(reported);
  }

  private void deliver(AgentEvent event) {
    delivery.lock();
    try {
      listener.accept(event);
    } finally {
      delivery.unlock();
    }
  }
}
