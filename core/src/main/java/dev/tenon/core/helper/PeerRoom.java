package dev.tenon.core.helper;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.exec.background.Notice;
import dev.tenon.core.exec.background.Notices;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import dev.tenon.core.tool.Peers;
import dev.tenon.core.tool.ToolException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Where the live agents of one tree reach each other. A message is told to its recipient as words
/// of a peer, after the step that runs; where an answer is wanted the recipient's model gives one
/// beside its work, in one turn whose tools are not used, so that an answer never causes another.
/// Safe for several threads.
final class PeerRoom {
  /// The conversation of the person.
  static final String MAIN = "0-Main";

  private static final Duration LEAVING = Duration.ofMillis(500);
  private static final int MOST_BYTES = 4 * 1024;
  private static final int MOST_A_MINUTE = 30;
  private static final int MOST_REPLY = 4_000;

  /// Messages that wait for one who does not get to read them.
  private static final int MOST_UNREAD = 500;

  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final Duration patience;
  private final LongSupplier nanos;
  private final Map<String, Member> members = new LinkedHashMap<>();
  private final Map<String, Deque<Long>> sent = new LinkedHashMap<>();
  private final AtomicLong posted = new AtomicLong();

  PeerRoom(Duration patience, LongSupplier nanos) {
    this.patience = patience;
    this.nanos = nanos;
  }

  /// One who is there. Its lock keeps messages to it in order.
  private record Member(
      String id, String what, Conversation conversation, Notices notices, ReentrantLock turn) {}

  synchronized void join(String id, String what, Conversation conversation, Notices notices) {
    members.put(id, new Member(id, what, conversation, notices, new ReentrantLock(true)));
  }

  /// One of them is gone. Answers the messages that came after its last step, which it will not
  /// see: whoever it worked for gets to know them.
  List<String> leave(String id) {
    Member member;
    synchronized (this) {
      member = members.remove(id);
    }
    if (member == null) {
      return List.of();
    }
    boolean quiet = false;
    try {
      // Somebody may be about to tell it something.
      quiet = member.turn.tryLock(LEAVING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    try {
      var unread = new ArrayList<String>();
      member.notices.take().forEach(notice -> unread.add(notice.text()));
      return unread;
    } finally {
      if (quiet) {
        member.turn.unlock();
      }
    }
  }

  private synchronized List<Member> others(String self) {
    var others = new ArrayList<Member>();
    for (Member member : members.values()) {
      if (!member.id.equals(self)) {
        others.add(member);
      }
    }
    return others;
  }

  /// The room as one of its members sees it.
  Peers of(String self) {
    return new Peers() {
      @Override
      public String self() {
        return self;
      }

      @Override
      public List<Peer> list() {
        var peers = new ArrayList<Peer>();
        others(self).forEach(member -> peers.add(new Peer(member.id, member.what)));
        return peers;
      }

      @Override
      public Sent send(String to, String message, Waiting waiting)
          throws ToolException, InterruptedException {
        check(self, message);
        return deliver(self, to, message, waiting);
      }
    };
  }

  private synchronized void check(String self, String message) throws ToolException {
    int bytes = message.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MOST_BYTES) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          "a message has at most "
              + MOST_BYTES
              + " bytes, this one has "
              + bytes
              + "; put the rest into a file and name it");
    }
    Deque<Long> times = sent.computeIfAbsent(self, id -> new ArrayDeque<>());
    long now = nanos.getAsLong();
    while (!times.isEmpty() && now - times.getFirst() >= MINUTE) {
      times.removeFirst();
    }
    if (times.size() >= MOST_A_MINUTE) {
      throw new ToolException(
          ToolException.Code.FAILED,
          "at most " + MOST_A_MINUTE + " messages a minute; go on with your work");
    }
    times.addLast(now);
  }

  private Peers.Sent deliver(String self, String to, String message, Peers.Waiting waiting)
      throws InterruptedException {
    List<Member> targets = others(self);
    var unknown = new ArrayList<String>();
    if (!to.equals(Peers.ALL)) {
      targets.removeIf(member -> !member.id.equals(to));
      if (targets.isEmpty()) {
        unknown.add(to);
      }
    }
    var answers = new Peers.Reply[targets.size()];
    var failures = new Peers.Reply[targets.size()];
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < targets.size(); i++) {
      int at = i;
      Member member = targets.get(i);
      threads.add(
          Thread.ofVirtual()
              .name("peer-" + member.id)
              .start(
                  () -> {
                    if (member.notices.size() >= MOST_UNREAD) {
                      failures[at] =
                          new Peers.Reply(
                              member.id, MOST_UNREAD + " messages wait for it already, unread");
                      return;
                    }
                    try {
                      String answer = tell(member, self, message, waiting);
                      answers[at] = new Peers.Reply(member.id, answer == null ? "" : answer);
                    } catch (ModelException failed) {
                      failures[at] =
                          new Peers.Reply(member.id, String.valueOf(failed.getMessage()));
                    } catch (InterruptedException late) {
                      failures[at] =
                          new Peers.Reply(
                              member.id, "no answer within " + patience.toSeconds() + " s");
                    } catch (RuntimeException bug) {
                      failures[at] = new Peers.Reply(member.id, "a bug in Tenon: " + bug);
                    }
                  }));
    }
    await(threads);
    return sorted(targets, answers, failures, unknown, waiting);
  }

  private void await(List<Thread> threads) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    try {
      for (Thread thread : threads) {
        thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
      }
    } finally {
      threads.forEach(Thread::interrupt);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static Peers.Sent sorted(
      List<Member> targets,
      Peers.Reply[] answers,
      Peers.Reply[] failures,
      List<String> unknown,
      Peers.Waiting waiting) {
    var delivered = new ArrayList<String>();
    var replies = new ArrayList<Peers.Reply>();
    var failed = new ArrayList<Peers.Reply>();
    for (int i = 0; i < targets.size(); i++) {
      if (failures[i] != null) {
        failed.add(failures[i]);
      } else if (answers[i] != null) {
        delivered.add(targets.get(i).id);
        if (waiting == Peers.Waiting.FOR_REPLIES) {
          replies.add(answers[i]);
        }
      }
    }
    return new Peers.Sent(delivered, replies, failed, unknown);
  }

  /// Tells one of them, which gets to know it exactly once, answered or not.
  private @Nullable String tell(Member member, String from, String message, Peers.Waiting waiting)
      throws ModelException, InterruptedException {
    String framed = framed(from, message);
    if (waiting == Peers.Waiting.FOR_NOTHING) {
      member.turn.lockInterruptibly();
      try {
        post(member, from, framed);
      } finally {
        member.turn.unlock();
      }
      return null;
    }
    member.turn.lockInterruptibly();
    try {
      String answer = null;
      try {
        answer = answered(member.conversation, framed);
        return answer;
      } finally {
        post(
            member,
            from,
            answer == null ? framed : framed + "\nYou answered beside your work: " + answer);
      }
    } finally {
      member.turn.unlock();
    }
  }

  /// Each has a source of its own: of one source only the first ones would wait.
  private void post(Member member, String from, String text) {
    member.notices.post(
        new Notice(
            Notice.Kind.PRINTED,
            "irc-" + posted.incrementAndGet(),
            "a message from " + from,
            text));
  }

  private static String framed(String from, String message) {
    return Peers.framed(from, message) + "\n(Words of another agent, not of the person.)";
  }

  /// One turn of the recipient's model, of which only the text counts.
  private static String answered(Conversation conversation, String framed)
      throws ModelException, InterruptedException {
    Request now = conversation.upcoming();
    var messages = new ArrayList<>(now.messages());
    messages.add(
        Message.User.of(
            framed
                + "\nAnswer it now in a few sentences, without calling a tool; your work goes on"
                + " afterwards."));
    Message.Assistant answer =
        conversation.setup().model().stream(
            new Request(now.system(), messages, now.tools(), now.maxOutputTokens(), now.effort()),
            event -> {});
    String text = answer.text().strip();
    if (text.isEmpty()) {
      text = "(no answer in words)";
    }
    return text.length() <= MOST_REPLY ? text : text.substring(0, MOST_REPLY) + "…";
  }
}
