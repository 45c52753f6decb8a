package dev.tenon.testkit.script;

import dev.tenon.core.model.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A whole answer of the model, in no wire's words: blocks in order, why it stopped, what it used,
/// and how it is cut into deltas. Immutable; the methods answer changed copies.
///
/// @param chunk code points in one delta
/// @param latency time before the response begins
/// @param pace time between two frames
public record Reply(
    List<Block> blocks, Stop stop, Usage usage, int chunk, Duration latency, Duration pace)
    implements Answer {

  public static final Usage DEFAULT_USAGE = new Usage(25, 15, 0, 0);
  public static final int DEFAULT_CHUNK = 8;

  public Reply {
    blocks = List.copyOf(blocks);
    if (chunk < 1) {
      throw new IllegalArgumentException("chunk must be 1 or more, was " + chunk);
    }
  }

  /// A reply of these blocks. It stops with [Stop#TOOL_USE] when one of them is a tool call.
  public static Reply of(Block... blocks) {
    return of(List.of(blocks));
  }

  public static Reply of(List<Block> blocks) {
    return new Reply(
        blocks, stopOf(blocks), DEFAULT_USAGE, DEFAULT_CHUNK, Duration.ZERO, Duration.ZERO);
  }

  public static Reply text(String text) {
    return of(new Block.Text(text));
  }

  public static Reply toolCall(String id, String name, String argumentsJson) {
    return of(new Block.ToolCall(id, name, argumentsJson));
  }

  public static Reply thinking(String text, String signature) {
    return of(new Block.Thinking(text, signature));
  }

  /// The model declines with these words.
  public static Reply refusal(String text) {
    return text(text).stop(Stop.REFUSAL);
  }

  /// The vendor's filter blocks the prompt: there is no content at all.
  public static Reply blocked() {
    return of(List.of()).stop(Stop.FILTERED);
  }

  public Reply then(Block block) {
    var more = new ArrayList<>(blocks);
    more.add(block);
    Stop next = stop == stopOf(blocks) ? stopOf(more) : stop;
    return new Reply(more, next, usage, chunk, latency, pace);
  }

  public Reply thenText(String text) {
    return then(new Block.Text(text));
  }

  public Reply thenToolCall(String id, String name, String argumentsJson) {
    return then(new Block.ToolCall(id, name, argumentsJson));
  }

  public Reply stop(Stop reason) {
    return new Reply(blocks, reason, usage, chunk, latency, pace);
  }

  public Reply usage(Usage tokens) {
    return new Reply(blocks, stop, tokens, chunk, latency, pace);
  }

  public Reply usage(long input, long output, long cacheRead, long cacheWrite) {
    return usage(new Usage(input, output, cacheRead, cacheWrite));
  }

  public Reply chunk(int codePoints) {
    return new Reply(blocks, stop, usage, codePoints, latency, pace);
  }

  public Reply latency(Duration beforeResponse) {
    return new Reply(blocks, stop, usage, chunk, beforeResponse, pace);
  }

  public Reply pace(Duration betweenFrames) {
    return new Reply(blocks, stop, usage, chunk, latency, betweenFrames);
  }

  /// Cuts a text into deltas; never inside a surrogate pair.
  public List<String> pieces(String text) {
    var pieces = new ArrayList<String>();
    int start = 0;
    while (start < text.length()) {
      int left = text.codePointCount(start, text.length());
      int end = text.offsetByCodePoints(start, Math.min(chunk, left));
      pieces.add(text.substring(start, end));
      start = end;
    }
    return pieces;
  }

  /// All text blocks in one string.
  public String textOnly() {
    var all = new StringBuilder();
    for (Block block : blocks) {
      if (block instanceof Block.Text text) {
        all.append(text.text());
      }
    }
    return all.toString();
  }

  /// How many of the output tokens count as reasoning: a quarter of the characters, as vendors do
  /// roughly, and never more than the output.
  public long reasoningTokens() {
    long characters = 0;
    for (Block block : blocks) {
      if (block instanceof Block.Thinking thinking) {
        characters += thinking.text().length();
      }
    }
    return Math.min(usage.output(), (characters + 3) / 4);
  }

  private static Stop stopOf(List<Block> blocks) {
    return blocks.stream().anyMatch(Block.ToolCall.class::isInstance) ? Stop.TOOL_USE : Stop.END;
  }
}
