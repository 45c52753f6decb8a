package dev.tenon.core.rule;

import dev.tenon.core.text.BoundedText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Tries the conditions of rules on the blocks of one answer at a time. Most text is only run
/// through the table of [LiteralMatcher]; a regular expression is tried where one of its texts has
/// turned up. How much may be tried is earned by the text that arrives, so that rules stay cheap;
/// what has to wait is tried at the latest when the block ends. For one thread.
final class Detector {
  /// Characters that may be looked at for each one that arrives, and what can be saved up.
  private static final int EARNED = 64;

  private static final long MOST_SAVED = 1 << 19;

  /// What is tried at once, earned or not: one dear rule must not make the others late.
  private static final int ALWAYS_TRIED = 256;

  /// A single try that looks at more is given up, and after a few such tries the rule with it.
  private static final long MOST_LOOKS = 2_000_000;

  private static final int MOST_GIVEN_UP = 3;

  private final List<StreamRule> rules;
  private final List<Condition> conditions = new ArrayList<>();
  private final List<Integer> everywhere = new ArrayList<>();
  private final LiteralMatcher literals;
  private final int[] givenUp;
  private final Consumer<String> warnings;
  private final Map<Integer, WatchedBlock> blocks = new HashMap<>();
  private final boolean[] wanted;
  private long saved = MOST_SAVED;

  /// A rule that has matched.
  ///
  /// @param rule its place in the list
  record Match(int rule, Source source, String callId, String path) {}

  Detector(List<StreamRule> rules, Consumer<String> warnings) {
    this.rules = rules;
    this.warnings = warnings;
    this.givenUp = new int[rules.size()];
    this.wanted = new boolean[rules.size()];
    var texts = new ArrayList<List<String>>();
    for (int rule = 0; rule < rules.size(); rule++) {
      for (var regex : rules.get(rule).conditions()) {
        var condition = new Condition(rule, regex);
        if (condition.everywhere()) {
          everywhere.add(conditions.size());
        }
        conditions.add(condition);
        texts.add(regex.required());
      }
    }
    this.literals = new LiteralMatcher(texts);
  }

  /// Forgets what was heard and looks for these rules from now on.
  void begin(List<Integer> looked) {
    blocks.clear();
    java.util.Arrays.fill(wanted, false);
    for (int rule : looked) {
      wanted[rule] = givenUp[rule] < MOST_GIVEN_UP;
    }
  }

  /// A new attempt: what was heard of the one before counts no more.
  void restart() {
    blocks.clear();
  }

  void open(int index, Source source, String tool, String callId) {
    var block = new WatchedBlock(source, tool, callId);
    blocks.put(index, block);
    for (int id : everywhere) {
      Condition condition = conditions.get(id);
      if (watched(condition, block)) {
        block.trials.add(new WatchedBlock.Trial(id, condition, 0, Long.MAX_VALUE));
      }
    }
  }

  private boolean watched(Condition condition, WatchedBlock block) {
    return wanted[condition.rule()]
        && rules.get(condition.rule()).scope().watches(block.source, block.tool);
  }

  /// More text of a block. Matches are added to the list.
  void add(int index, Source source, String delta, List<Match> matches) {
    WatchedBlock block = blocks.get(index);
    if (block == null) {
      open(index, source, "", "");
      block = blocks.get(index);
    }
    if (block != null) {
      if (block.full()) {
        // What is let go now has to be tried before.
        tryAll(block, Urgency.NOW, matches);
      }
      add(block, delta);
      tryAll(block, Urgency.WHEN_EARNED, matches);
    }
  }

  private void add(WatchedBlock block, String delta) {
    int begin = block.add(delta);
    StringBuilder text = block.text;
    int state = block.state;
    int end = text.length();
    for (int i = begin; i < end; i++) {
      state = literals.step(state, text.charAt(i));
      int[] found = literals.found(state);
      if (found.length > 0) {
        for (int id : found) {
          arm(block, id, block.position(i + 1));
        }
      }
    }
    block.state = state;
    saved = Math.min(MOST_SAVED, saved + (long) (end - begin) * EARNED);
    for (WatchedBlock.Trial trial : block.trials) {
      trial.due = true;
    }
  }

  /// A text of the condition ends here.
  private void arm(WatchedBlock block, int id, long position) {
    Condition condition = conditions.get(id);
    if (!watched(condition, block)) {
      return;
    }
    long from = condition.endless() ? 0 : position - condition.regex().longest();
    long until = condition.endless() ? Long.MAX_VALUE : position + condition.regex().longest();
    for (WatchedBlock.Trial trial : block.trials) {
      if (trial.id == id) {
        trial.until = Math.max(trial.until, until);
        return;
      }
    }
    block.trials.add(new WatchedBlock.Trial(id, condition, from, until));
  }

  /// Whether a try has to wait until it is earned.
  private enum Urgency {
    NOW,
    WHEN_EARNED
  }

  private void tryAll(WatchedBlock block, Urgency urgency, List<Match> matches) {
    for (int i = block.trials.size() - 1; i >= 0; i--) {
      WatchedBlock.Trial trial = block.trials.get(i);
      if (!wanted[trial.condition.rule()]) {
        block.trials.remove(i);
      } else if (trial.matched) {
        if (block.pathCount() > trial.pathsTried) {
          settle(block, trial, matches);
        }
      } else if (trial.due && (urgency == Urgency.NOW || affordable(block.ahead(trial)))) {
        attempt(block, trial, Ending.OPEN);
        if (trial.matched) {
          settle(block, trial, matches);
        } else if (block.end() >= trial.until && !trial.due) {
          block.trials.remove(i);
        }
      }
    }
  }

  /// Whether nothing of this block was heard: it may come whole, without deltas.
  boolean silent(int index) {
    WatchedBlock block = blocks.get(index);
    return block == null || block.isEmpty();
  }

  private boolean affordable(int looks) {
    return looks <= ALWAYS_TRIED || looks <= saved;
  }

  /// The block is whole.
  void close(int index, List<Match> matches) {
    WatchedBlock block = blocks.get(index);
    if (block == null) {
      return;
    }
    for (WatchedBlock.Trial trial : List.copyOf(block.trials)) {
      if (!wanted[trial.condition.rule()]) {
        continue;
      }
      if (!trial.matched) {
        attempt(block, trial, Ending.ENDED);
      }
      if (trial.matched) {
        settle(block, trial, matches);
      }
    }
    blocks.remove(index);
  }

  /// Whether more text may come.
  private enum Ending {
    OPEN,
    ENDED
  }

  // This is a streaming search, for which requireEnd is made.
  @SuppressWarnings("JdkObsolete")
  private void attempt(WatchedBlock block, WatchedBlock.Trial trial, Ending ending) {
    int from = Math.min(block.offset(trial.from), block.text.length());
    var matcher = trial.matcher;
    if (matcher == null) {
      matcher =
          trial
              .condition
              .regex()
              .pattern()
              .matcher(block.bounded)
              .useTransparentBounds(true)
              .useAnchoringBounds(false);
      trial.matcher = matcher;
    }
    block.bounded.allow(MOST_LOOKS);
    try {
      matcher.reset();
      matcher.region(from, block.text.length());
      boolean found = matcher.find();
      trial.due = false;
      if (found && ending == Ending.OPEN && matcher.requireEnd()) {
        // What comes next may undo it: the end of a word, or of a line.
        trial.due = true;
      } else if (found) {
        trial.matched = true;
      } else if (!trial.condition.endless()) {
        trial.from = Math.max(trial.from, block.end() - trial.condition.regex().longest());
      }
    } catch (BoundedText.GivenUp | StackOverflowError hostile) {
      trial.due = false;
      giveUp(trial.condition);
    }
    saved -= block.bounded.looks();
  }

  private void giveUp(Condition condition) {
    StreamRule rule = rules.get(condition.rule());
    if (++givenUp[condition.rule()] < MOST_GIVEN_UP) {
      return;
    }
    wanted[condition.rule()] = false;
    warnings.accept(
        rule.file()
            + ": the condition '"
            + condition.regex().source()
            + "' takes too long; the rule "
            + rule.name()
            + " is switched off until you simplify it (nested repetitions such as (a+)+ do this)");
  }

  /// A match counts if the rule wants no path, or has the right one.
  private void settle(WatchedBlock block, WatchedBlock.Trial trial, List<Match> matches) {
    int number = trial.condition.rule();
    Scope scope = rules.get(number).scope();
    @Nullable String path = block.firstPath();
    trial.pathsTried = block.pathCount();
    if (block.source == Source.TOOL && scope.needsPath(block.tool)) {
      path = block.pathIn(scope);
    }
    if (path != null) {
      wanted[number] = false;
      matches.add(new Match(number, block.source, block.callId, path));
    }
  }
}
