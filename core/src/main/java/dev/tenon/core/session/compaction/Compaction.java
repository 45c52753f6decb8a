package dev.tenon.core.session.compaction;

import dev.tenon.core.agent.CompactedHistory;
import dev.tenon.core.agent.Compactor;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.TokenCounter;
import java.util.List;
import java.util.Optional;

/// Shortens a history before it outgrows the model's window: the model summarises the older part;
/// [RetainedText] is kept word for word beside the summary, and the latest messages stay as they
/// are. A call is never parted from its result.
public final class Compaction implements Compactor {
  private final Model model;
  private final ModelInfo info;
  private final TokenCounter counter;
  private final CompactionLimits limits;
  private final long historyBytes;

  /// @param historyBytes the budget of the history, before which it is shortened too
  public Compaction(Model model, ModelInfo info, CompactionLimits limits, long historyBytes) {
    this.model = model;
    this.info = info;
    this.counter = TokenCounter.suiting(info.name());
    this.limits = limits;
    this.historyBytes = historyBytes;
  }

  /// The todo list that the note in place of an older history holds, as the tool told it.
  public static Optional<String> todoIn(Message.User message) {
    return CompactionMessage.todo(message);
  }

  @Override
  public Optional<CompactedHistory> compact(Occasion occasion, Situation situation, Start start)
      throws InterruptedException {
    if (occasion instanceof Occasion.Routine
        && (limits.trigger() == CompactionLimits.Trigger.ON_REQUEST || small(situation))) {
      return Optional.empty();
    }
    long tokens = tokens(situation);
    long room = room(situation);
    if (occasion instanceof Occasion.Routine
        && tokens * 100 < room * limits.thresholdPercent()
        && situation.historyBytes() * 10 < historyBytes * 9) {
      return Optional.empty();
    }
    List<Message> messages = situation.request().messages();
    int cut = cut(messages, Math.min(limits.keepTokens(), room / 4));
    if (cut == 0 || nothingNew(messages, cut, situation)) {
      return Optional.empty();
    }
    if (!start.begins(tokens)) {
      return Optional.empty();
    }
    return Optional.of(shorter(occasion, situation, cut, tokens, room));
  }

  private CompactedHistory shorter(
      Occasion occasion, Situation situation, int cut, long tokens, long room)
      throws InterruptedException {
    List<Message> messages = situation.request().messages();
    // The first message of a history that was shortened before is the note that this one replaces.
    int from = situation.previous().isPresent() ? 1 : 0;
    List<Message> old = messages.subList(from, cut);
    RetainedText retained =
        situation
            .previous()
            .map(before -> RetainedText.of(before.memory()))
            .orElse(RetainedText.EMPTY);
    String focus = occasion instanceof Occasion.Asked asked ? asked.focus() : "";
    Summary summary =
        new Summarizer(model, counter, room / 2)
            .summarise(old, situation.previous().map(CompactedHistory::summary).orElse(""), focus);
    RetainedText grown = retained.with(old).deciding(summary.decisions());
    // A todo list that is still in the kept part is the newer one.
    grown = grown.withTodo(retained.with(messages.subList(from, messages.size())).todo());
    String note = new CompactionMessage(counter, room / 8).write(summary.text(), grown);
    var message = Message.User.of(note);
    int kept = messages.size() - cut;
    long after =
        fixed(situation)
            + counter.count(message)
            + counter.count(messages.subList(cut, messages.size()));
    return new CompactedHistory(
        message, summary.text(), kept, tokens, after, grown.json(), summary.usage());
  }

  /// Where the part begins that stays: as early as its budget allows, at the beginning of an
  /// exchange if there is one, otherwise before an answer of the model; never before results. When
  /// the last answer with its results does not fit, nothing stays.
  private int cut(List<Message> messages, long budget) {
    long size = 0;
    int exchange = messages.size();
    int answer = messages.size();
    for (int at = messages.size() - 1; at > 0; at--) {
      Message message = messages.get(at);
      size += counter.count(message);
      if (size > budget) {
        break;
      }
      if (message instanceof Message.User && messages.get(at - 1) instanceof Message.Assistant) {
        exchange = at;
      } else if (message instanceof Message.Assistant) {
        answer = at;
      }
    }
    return exchange < messages.size() ? exchange : answer;
  }

  /// Whether only the note of the last time would be summarised again.
  private static boolean nothingNew(List<Message> messages, int cut, Situation situation) {
    return situation.previous().isPresent() ? cut <= 1 : messages.subList(0, cut).isEmpty();
  }

  /// A quick no for the many requests that are far from any limit: a token has seldom less than two
  /// bytes. What the provider has counted comes on top of all bytes, its share of them included.
  private boolean small(Situation situation) {
    long bytes = situation.historyBytes() + situation.request().system().length();
    long measured = situation.measuredMessages() == 0 ? 0 : situation.measuredTokens();
    return bytes * 50 + measured * 100 < room(situation) * limits.thresholdPercent()
        && situation.historyBytes() * 10 < historyBytes * 9;
  }

  /// What the request takes: as the provider counted it where it did, estimated for the rest.
  long tokens(Situation situation) {
    List<Message> messages = situation.request().messages();
    int measured = situation.measuredMessages();
    if (measured > 0
        && messages.get(measured - 1) instanceof Message.Assistant answer
        && answer.model().equals(info.name())) {
      return situation.measuredTokens()
          + counter.count(messages.subList(measured, messages.size()));
    }
    return fixed(situation) + counter.count(messages);
  }

  private long fixed(Situation situation) {
    return counter.count(situation.request().system())
        + counter.countTools(situation.request().tools());
  }

  /// The window without the room for the answer.
  private long room(Situation situation) {
    long answer = Math.min(situation.request().maxOutputTokens(), info.contextWindow() / 2);
    return Math.max(1_000, info.contextWindow() - answer);
  }
}
