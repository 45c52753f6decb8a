package dev.tenon.core.tool;

import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.AskedPaths;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.path.PathSandbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The gate as one call passes it: before it runs, and whenever it asks for more. One per call.
final class CallPermits implements Permits {
  private static final int MOST_WAYS_OUT = 3;

  private final String tool;
  private final Part.Call call;
  private final Judges judges;
  private final Set<Access> granted = ConcurrentHashMap.newKeySet();
  private final Set<Access> confirmed = ConcurrentHashMap.newKeySet();
  private final AtomicLong waited = new AtomicLong();
  private final CallHooks.Before said;
  private volatile Reach reach = Reach.USUAL;

  /// Who decides about all calls of a conversation.
  ///
  /// @param asking held while the person is asked, so that calls that run side by side ask in turn
  /// @param sandbox knows when two paths are one file
  record Judges(Policy policy, Approver approver, ReentrantLock asking, PathSandbox sandbox) {}

  /// @param said what hooks have said about the call
  CallPermits(Part.Call call, Judges judges, CallHooks.Before said) {
    this.tool = call.name();
    this.call = call;
    this.judges = judges;
    this.said = said;
  }

  /// Decides about the call before it runs.
  ///
  /// @param accesses what it says that it will touch
  /// @param plans whether it asks again for what it writes when it knows the changes
  void enter(List<Access> accesses, boolean plans) throws ToolException, InterruptedException {
    if (judges.policy.decide(tool) instanceof Decision.Deny deny) {
      throw denied(deny.reason());
    }
    if (accesses.isEmpty() && said.say() == CallHooks.Say.ASK) {
      reach = request(List.of(new Access.Use(tool)));
      return;
    }
    if (plans && judges.approver.showsChanges() && readable(accesses)) {
      judge(accesses);
      return;
    }
    reach = request(accesses);
  }

  /// Whether a plan may look at all these files before anybody is asked: its failure shows lines of
  /// them to the model.
  private boolean readable(List<Access> accesses) {
    for (Access access : accesses) {
      if (!(access instanceof Access.Write write)
          || judges.policy.decide(tool, new Access.Read(write.path())).verdict() != Verdict.ALLOW) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Reach reach() {
    return reach;
  }

  @Override
  public Duration waited() {
    return Duration.ofNanos(waited.get());
  }

  @Override
  public boolean confirmed(Access access) {
    return confirmed.contains(access);
  }

  @Override
  public AskedPaths askedReads() {
    return judges.policy.askedReads(tool);
  }

  @Override
  public Reach request(List<Access> accesses) throws ToolException, InterruptedException {
    return request(accesses, () -> "");
  }

  @Override
  public Reach request(List<Access> accesses, Supplier<String> changes)
      throws ToolException, InterruptedException {
    Judged judged = judge(accesses);
    if (!judged.open.isEmpty()) {
      long since = System.nanoTime();
      try {
        judged = asked(accesses, changes);
      } finally {
        waited.addAndGet(System.nanoTime() - since);
      }
    }
    granted.addAll(accesses);
    return judged.reach;
  }

  private Judged asked(List<Access> accesses, Supplier<String> changes)
      throws ToolException, InterruptedException {
    judges.asking.lockInterruptibly();
    try {
      // What was answered meanwhile may have settled this, too.
      Judged judged = judge(accesses);
      if (!judged.open.isEmpty()) {
        ask(new Approver.Question(tool, judged.open, changes.get()).about(call));
        for (Approver.Question.Item item : judged.open) {
          confirmed.add(item.access());
        }
      }
      return judged;
    } finally {
      judges.asking.unlock();
    }
  }

  private record Judged(Reach reach, List<Approver.Question.Item> open) {}

  /// Nobody is asked about a part of what is refused as a whole.
  private Judged judge(List<Access> accesses) throws ToolException {
    Reach furthest = Reach.USUAL;
    var open = new ArrayList<Approver.Question.Item>();
    for (Access access : new LinkedHashSet<>(accesses)) {
      // Not a switch over types: its first use makes classes, which start-up would pay for.
      boolean command = access instanceof Access.Execute;
      if (!command && granted.contains(access)) {
        continue;
      }
      Decision decision = hooked(access, decided(access));
      if (decision instanceof Decision.Deny deny) {
        throw denied(deny.reason());
      }
      if (decision instanceof Decision.Ask ask) {
        furthest = command ? ask.reach() : furthest;
        if (command || !isGranted(access)) {
          open.add(new Approver.Question.Item(access, ask));
        }
      } else if (decision instanceof Decision.Allow allow) {
        furthest = command ? allow.reach() : furthest;
      }
    }
    return new Judged(furthest, open);
  }

  private Decision decided(Access access) {
    return access instanceof Access.Use ? Decision.Allow.VALUE : judges.policy.decide(tool, access);
  }

  /// A hook can have the person asked, and spare them a question of the mode; what rules say holds.
  private Decision hooked(Access access, Decision decision) {
    if (said.say() == CallHooks.Say.ALLOW
        && decision instanceof Decision.Ask ask
        && ask.byModeAlone()) {
      return new Decision.Allow("a hook allows it", ask.parts(), ask.reach(), Decision.By.TEXT);
    }
    if (said.say() == CallHooks.Say.ASK
        && decision instanceof Decision.Allow allow
        && !confirmed.contains(access)) {
      String why = said.reason().isEmpty() ? "" : ": " + said.reason();
      return new Decision.Ask(
          access.describe(),
          "a hook wants it asked" + why + "; only changing the hook helps",
          "a hook wants it asked" + why,
          List.of(),
          allow.parts(),
          allow.reach());
    }
    return decision;
  }

  /// Whether the call was allowed the same file under another path.
  private boolean isGranted(Access access) {
    if (!(access instanceof Access.Write write)) {
      return false;
    }
    for (Access before : granted) {
      if (before instanceof Access.Write other && isSame(write.path(), other.path())) {
        return true;
      }
    }
    return false;
  }

  private boolean isSame(String path, String other) {
    try {
      return judges.sandbox.writable(path).equals(judges.sandbox.writable(other));
    } catch (PathException unusable) {
      return false;
    }
  }

  private static String refusal(Approver.Question question, Approver.Answer answer) {
    return switch (answer.speaker()) {
      case PERSON ->
          "the user said no to: "
              + reasons(question)
              + (answer.why().isEmpty() ? "" : "; they say: " + answer.why());
      case HOOK ->
          "a hook said no to: "
              + reasons(question)
              + (answer.why().isEmpty() ? "" : "; it says: " + answer.why());
    };
  }

  private void ask(Approver.Question question) throws ToolException, InterruptedException {
    Approver.Answer answer = judges.approver.ask(question.seenFrom(judges.sandbox.root()));
    switch (answer.kind()) {
      case ONCE -> {}
      case SESSION, ALWAYS -> allowed(question, answer);
      case NO -> throw denied(refusal(question, answer));
      case ABSENT ->
          throw denied(
              "not allowed without a person to ask: "
                  + reasons(question)
                  + "; "
                  + waysOut(question));
    }
  }

  private void allowed(Approver.Question question, Approver.Answer answer) {
    List<Rule> changed = answer.rules().orElse(List.of());
    Approver.Answer kind = answer;
    for (Approver.Question.Item item : question.items()) {
      Decision.Ask ask = answer.rules().isPresent() ? item.ask().offering(changed) : item.ask();
      judges.policy.allowed(tool, item.access(), ask, kind).ifPresent(judges.approver::told);
      if (answer.rules().isPresent()) {
        // The rules are kept once; the other things that were asked are allowed as they are.
        changed = List.of();
        kind = Approver.Answer.SESSION;
      }
    }
  }

  private static String reasons(Approver.Question question) {
    var reasons = new ArrayList<String>();
    for (Approver.Question.Item item : question.items()) {
      reasons.add(item.ask().reason());
    }
    return String.join(", ", reasons);
  }

  private static String waysOut(Approver.Question question) {
    var ways = new LinkedHashSet<String>();
    for (Approver.Question.Item item : question.items()) {
      if (ways.size() < MOST_WAYS_OUT) {
        ways.add(item.ask().wayOut());
      }
    }
    return String.join("; ", ways);
  }

  private static ToolException denied(String reason) {
    return new ToolException(ToolException.Code.PERMISSION_DENIED, reason);
  }
}
