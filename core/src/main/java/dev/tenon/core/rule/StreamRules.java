package dev.tenon.core.rule;

import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The rules of one conversation at work. The loop tells it everything that the model says and asks
/// it what to do: stop the answer, add a reminder to the result of a call, or say something
/// afterwards. It knows which rules were used already, counted in completed turns.
///
/// Used by the thread that runs the prompt; between prompts by whoever drives the conversation.
public final class StreamRules {
  private final List<StreamRule> rules;
  private final Detector detector;

  /// When each rule was last used, in completed turns.
  private final Map<String, Integer> used = new LinkedHashMap<>();

  private int turns;

  /// Matches of this answer that the model has not been told of.
  private final Map<Integer, Detector.Match> pending = new LinkedHashMap<>();

  private boolean stopped;
  private boolean idle;
  private final List<Detector.Match> found = new ArrayList<>();

  /// @param warnings told once of each rule that has to be switched off
  public StreamRules(List<StreamRule> rules, Consumer<String> warnings) {
    this.rules = List.copyOf(rules);
    this.detector = new Detector(this.rules, warnings);
  }

  public List<StreamRule> rules() {
    return rules;
  }

  /// What the loop has to do.
  public enum Verdict {
    GO_ON,
    STOP
  }

  /// The model is about to be asked.
  public void beginTurn() {
    pending.clear();
    stopped = false;
    var looked = new ArrayList<Integer>();
    for (int i = 0; i < rules.size(); i++) {
      if (mayBeUsed(rules.get(i))) {
        looked.add(i);
      }
    }
    idle = looked.isEmpty();
    detector.begin(looked);
  }

  private boolean mayBeUsed(StreamRule rule) {
    Integer last = used.get(rule.name());
    if (last == null) {
      return true;
    }
    return switch (rule.policy().repeat()) {
      case ONCE -> false;
      case AFTER_GAP -> turns - last >= rule.policy().repeatGap();
    };
  }

  /// Takes one event of the answer.
  public Verdict heard(ModelEvent event) {
    if (idle || stopped) {
      return Verdict.GO_ON;
    }
    if (event instanceof ModelEvent.TextDelta delta) {
      detector.add(delta.index(), Source.TEXT, delta.text(), found);
    } else if (event instanceof ModelEvent.CallDelta delta) {
      detector.add(delta.index(), Source.TOOL, delta.text(), found);
    } else if (event instanceof ModelEvent.ThinkingDelta delta) {
      detector.add(delta.index(), Source.THINKING, delta.text(), found);
    } else {
      framed(event);
    }
    return found.isEmpty() ? Verdict.GO_ON : judged();
  }

  private void framed(ModelEvent event) {
    if (event instanceof ModelEvent.Started) {
      // Another attempt; what the one before has said is forgotten, and so is what it broke.
      if (!pending.isEmpty()) {
        beginTurn();
      }
      detector.restart();
    } else if (event instanceof ModelEvent.TextStarted started) {
      detector.open(started.index(), Source.TEXT, "", "");
    } else if (event instanceof ModelEvent.ThinkingStarted started) {
      detector.open(started.index(), Source.THINKING, "", "");
    } else if (event instanceof ModelEvent.CallStarted started) {
      detector.open(started.index(), Source.TOOL, started.name(), started.id());
    } else if (event instanceof ModelEvent.TextEnded ended) {
      if (detector.silent(ended.index())) {
        detector.add(ended.index(), Source.TEXT, ended.part().text(), found);
      }
      detector.close(ended.index(), found);
    } else if (event instanceof ModelEvent.ThinkingEnded ended) {
      if (detector.silent(ended.index())) {
        detector.add(ended.index(), Source.THINKING, ended.part().text(), found);
      }
      detector.close(ended.index(), found);
    } else if (event instanceof ModelEvent.CallEnded ended) {
      call(ended.index(), ended.part());
    }
  }

  private void call(int index, Part.Call call) {
    if (detector.silent(index)) {
      detector.open(index, Source.TOOL, call.name(), call.id());
      detector.add(index, Source.TOOL, call.arguments().compact(), found);
    }
    detector.close(index, found);
  }

  private Verdict judged() {
    for (Detector.Match match : found) {
      pending.putIfAbsent(match.rule(), match);
      stopped |= rules.get(match.rule()).policy().interrupt().stops(match.source());
    }
    found.clear();
    return stopped ? Verdict.STOP : Verdict.GO_ON;
  }

  /// Whether the answer had to be stopped.
  public boolean stopped() {
    return stopped;
  }

  /// What the model gets to see instead of going on with the answer that was stopped.
  public Injection interruption() {
    var names = new ArrayList<String>();
    var text = new StringBuilder();
    var context = RulePolicy.Context.KEEP;
    for (Detector.Match match : pending.values()) {
      StreamRule rule = rules.get(match.rule());
      names.add(rule.name());
      text.append(text.isEmpty() ? "" : "\n\n").append(Reminder.interrupt(rule, match.path()));
      if (rule.policy().context() == RulePolicy.Context.DISCARD) {
        context = RulePolicy.Context.DISCARD;
      }
    }
    use(names);
    pending.clear();
    stopped = false;
    return new Injection(names, text.toString(), context);
  }

  /// The results of this answer's calls, with the reminders that belong to them in front. Their
  /// names are told to `injected`.
  public List<Part.Result> reminded(List<Part.Result> results, Consumer<List<String>> injected) {
    var reminded = new ArrayList<Part.Result>();
    for (Part.Result result : results) {
      var names = new ArrayList<String>();
      var text = new StringBuilder();
      pending
          .values()
          .removeIf(
              match -> {
                boolean here =
                    match.source() == Source.TOOL && match.callId().equals(result.callId());
                if (here) {
                  StreamRule rule = rules.get(match.rule());
                  names.add(rule.name());
                  text.append(Reminder.reminder(rule, match.path())).append("\n\n");
                }
                return here;
              });
      if (names.isEmpty()) {
        reminded.add(result);
        continue;
      }
      use(names);
      injected.accept(names);
      String reminder = text.toString();
      reminded.add(
          new Part.Result(
              result.callId(),
              result.name(),
              result.outcome(),
              result.envelope().with("reminder", dev.tenon.core.json.Json.of(reminder.strip())),
              reminder + result.text(),
              result.images()));
    }
    return reminded;
  }

  /// What is to be said after this answer about prose that broke a rule.
  public Optional<Injection> afterwards() {
    var names = new ArrayList<String>();
    var text = new StringBuilder();
    for (Detector.Match match : pending.values()) {
      if (match.source() != Source.TOOL) {
        StreamRule rule = rules.get(match.rule());
        names.add(rule.name());
        text.append(text.isEmpty() ? "" : "\n\n").append(Reminder.reminder(rule, match.path()));
      }
    }
    pending.clear();
    if (names.isEmpty()) {
      return Optional.empty();
    }
    use(names);
    return Optional.of(new Injection(names, text.toString(), RulePolicy.Context.KEEP));
  }

  /// The answer failed or was stopped by a person: what it broke may be caught again.
  public void abandoned() {
    pending.clear();
    stopped = false;
  }

  /// A turn is complete, with the results of its calls.
  public void turnEnded() {
    pending.clear();
    turns++;
  }

  private void use(List<String> names) {
    for (String name : names) {
      used.put(name, turns);
    }
  }

  /// The rules that were used so far, to be kept with the session.
  public List<String> injected() {
    return List.copyOf(used.keySet());
  }

  /// Goes on where a session left off: these rules were used before it.
  public void restore(List<String> names) {
    used.clear();
    turns = 0;
    use(names);
  }
}
