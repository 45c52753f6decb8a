package dev.tenon.core.model;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Puts the events of one attempt together to the message they describe. Also gives what is there
/// so far when an attempt ends too early. Used by one thread at a time.
public final class MessageAssembly implements Consumer<ModelEvent> {
  private final TreeMap<Integer, Part.Output> ended = new TreeMap<>();
  private final TreeMap<Integer, StringBuilder> openText = new TreeMap<>();
  private String model = "unknown/unknown";
  private Usage usage = Usage.NONE;
  private StopReason reason = StopReason.FAILED;

  @Override
  public void accept(ModelEvent event) {
    switch (event) {
      case ModelEvent.Started started -> {
        ended.clear();
        openText.clear();
        model = started.model();
      }
      case ModelEvent.TextStarted started -> openText.put(started.index(), new StringBuilder());
      case ModelEvent.TextDelta delta ->
          openText.computeIfAbsent(delta.index(), i -> new StringBuilder()).append(delta.text());
      case ModelEvent.TextEnded end -> {
        openText.remove(end.index());
        ended.put(end.index(), end.part());
      }
      case ModelEvent.ThinkingEnded end -> ended.put(end.index(), end.part());
      case ModelEvent.CallEnded end -> ended.put(end.index(), end.part());
      case ModelEvent.Done done -> {
        usage = done.usage();
        reason = done.reason();
      }
      case ModelEvent.ThinkingStarted ignored -> {}
      case ModelEvent.ThinkingDelta ignored -> {}
      case ModelEvent.CallStarted ignored -> {}
      case ModelEvent.CallDelta ignored -> {}
      case ModelEvent.Failed ignored -> {}
      case ModelEvent.RetryScheduled ignored -> {}
      case ModelEvent.RetryEnded ignored -> {}
      case ModelEvent.FallbackApplied ignored -> {}
      case ModelEvent.FallbackSucceeded ignored -> {}
    }
  }

  /// The whole message, after [ModelEvent.Done].
  public Message.Assistant message() {
    return new Message.Assistant(List.copyOf(ended.values()), reason, usage, model);
  }

  /// What is worth keeping of an attempt that did not finish: the text as far as it came.
  /// Unfinished thinking (it has no seal) and all tool calls (they will not be answered) are left
  /// out.
  public Message.Assistant partial(StopReason why) {
    var parts = new TreeMap<Integer, Part.Output>(ended);
    openText.forEach((index, text) -> parts.put(index, new Part.Text(text.toString())));
    var kept = new ArrayList<Part.Output>();
    for (Part.Output part : parts.values()) {
      if (part instanceof Part.Text text && !text.text().isBlank()) {
        kept.add(text);
      }
    }
    return new Message.Assistant(kept, why, usage, model);
  }
}
