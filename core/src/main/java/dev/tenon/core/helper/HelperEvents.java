package dev.tenon.core.helper;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.model.ModelEvent;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Passes on what happens in a helper's conversation. What it says while it says it is merged, so
/// that many helpers do not flood a face: one piece in a while, with the last lines of it. All of
/// it follows with the message.
final class HelperEvents implements Consumer<AgentEvent> {
  private static final long WHILE = Duration.ofMillis(150).toNanos();
  private static final int MOST_LINES = 8;
  private static final int MOST_CHARACTERS = 8 * 1024;

  private final HelperNode helper;
  private final Consumer<AgentEvent.HelperReported> told;
  private final Consumer<String> progress;
  private final LongSupplier nanos;
  private final StringBuilder said = new StringBuilder();
  private int part;
  private long last;

  /// @param progress gets lines for whoever watches the call
  HelperEvents(
      HelperNode helper,
      Consumer<AgentEvent.HelperReported> told,
      Consumer<String> progress,
      LongSupplier nanos) {
    this.helper = helper;
    this.told = told;
    this.progress = progress;
    this.nanos = nanos;
    this.last = nanos.getAsLong() - WHILE;
  }

  @Override
  public void accept(AgentEvent event) {
    if (event instanceof AgentEvent.HelperReported) {
      // Helpers of helpers tell their root themselves.
      return;
    }
    helper.saw(event);
    if (event instanceof AgentEvent.ToolProgressed) {
      return;
    }
    if (event instanceof AgentEvent.ModelReported reported
        && reported.event() instanceof ModelEvent.Delta delta) {
      if (delta instanceof ModelEvent.TextDelta text) {
        said.append(text.text());
        part = text.index();
        if (nanos.getAsLong() - last >= WHILE) {
          flush();
        }
      }
      return;
    }
    flush();
    told.accept(new AgentEvent.HelperReported(helper.id(), event));
    tellProgress(event);
  }

  private void flush() {
    if (!said.isEmpty()) {
      told.accept(
          new AgentEvent.HelperReported(
              helper.id(),
              new AgentEvent.ModelReported(new ModelEvent.TextDelta(part, tail(said.toString())))));
      said.setLength(0);
      last = nanos.getAsLong();
    }
  }

  /// The last lines of a text, and not too much of them.
  static String tail(String text) {
    int from = text.length();
    for (int lines = 0; from > 0 && lines < MOST_LINES; lines++) {
      from = text.lastIndexOf('\n', from - 2) + 1;
    }
    String end = text.substring(Math.max(0, from));
    return end.length() <= MOST_CHARACTERS ? end : end.substring(end.length() - MOST_CHARACTERS);
  }

  private void tellProgress(AgentEvent event) {
    if (event instanceof AgentEvent.ToolStarted started && !started.call().name().equals("yield")) {
      progress.accept(
          helper.id() + ": " + (started.call().name() + " " + started.title()).strip() + "\n");
    }
  }
}
