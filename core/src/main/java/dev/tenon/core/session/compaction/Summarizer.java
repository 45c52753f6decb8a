package dev.tenon.core.session.compaction;

import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.TokenCounter;
import dev.tenon.core.model.Usage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Has a model summarise a part of a history, in portions if it does not fit into one request. When
/// the model fails, the summary is what can be said without one.
final class Summarizer {
  private static final int OUTPUT_TOKENS = 4_096;
  private static final int SMALLEST_PORTION = 500;
  private static final String DECISIONS = "## Decisions";

  private final Model model;
  private final TokenCounter counter;
  private final long portionTokens;
  private Usage usage = Usage.NONE;

  Summarizer(Model model, TokenCounter counter, long portionTokens) {
    this.model = model;
    this.counter = counter;
    this.portionTokens = portionTokens;
  }

  Summary summarise(List<Message> messages, String before, String focus)
      throws InterruptedException {
    long portion = Math.max(SMALLEST_PORTION, portionTokens);
    while (true) {
      try {
        return inPortions(Transcript.portions(messages, counter, portion), before, focus);
      } catch (ModelException failure) {
        boolean tooLarge = failure.kind() == ModelException.Kind.CONTEXT_OVERFLOW;
        if (!tooLarge || portion / 2 < SMALLEST_PORTION) {
          return without(messages, before, String.valueOf(failure.getMessage()));
        }
        portion /= 2;
      }
    }
  }

  private Summary inPortions(List<String> portions, String before, String focus)
      throws ModelException, InterruptedException {
    String summary = before;
    var decisions = new ArrayList<String>();
    for (String portion : portions) {
      String answer = ask(portion, summary, focus);
      int at = answer.indexOf(DECISIONS);
      summary = at < 0 ? answer.strip() : answer.substring(0, at).strip();
      if (at >= 0) {
        decisions.addAll(bullets(answer.substring(at + DECISIONS.length())));
      }
    }
    return new Summary(summary, decisions, usage);
  }

  private String ask(String portion, String before, String focus)
      throws ModelException, InterruptedException {
    var text = new StringBuilder();
    if (!before.isEmpty()) {
      text.append("<summary_so_far>\n").append(before).append("\n</summary_so_far>\n\n");
    }
    text.append("<transcript>\n").append(portion).append("</transcript>\n");
    if (!focus.isEmpty()) {
      text.append("\nKeep above all what concerns: ").append(focus).append('\n');
    }
    var request =
        new Request(
            instructions(),
            List.of(Message.User.of(text.toString())),
            List.of(),
            OUTPUT_TOKENS,
            Effort.OFF);
    Message.Assistant answer = model.stream(request, event -> {});
    usage = usage.plus(answer.usage());
    if (answer.text().isBlank()) {
      throw new ModelException(ModelException.Kind.MALFORMED, "the model wrote an empty summary");
    }
    return answer.text();
  }

  private static List<String> bullets(String section) {
    var lines = new ArrayList<String>();
    for (String line : section.split("\n", -1)) {
      String text = line.strip();
      boolean bullet = text.startsWith("- ") || text.startsWith("* ");
      if (bullet && !text.substring(2).strip().equalsIgnoreCase("none")) {
        lines.add(text.substring(2).strip());
      }
    }
    return lines;
  }

  /// The steps that were taken, when nobody can put them into better words.
  private Summary without(List<Message> messages, String before, String reason) {
    var text =
        new StringBuilder("## Summary\nThe model could not summarise (")
            .append(reason)
            .append("); these are the beginnings of what it said.\n");
    if (!before.isEmpty()) {
      text.append('\n').append(before).append('\n');
    }
    text.append("\n## Progress\n");
    for (Message message : messages) {
      if (message instanceof Message.Assistant assistant && !assistant.text().isBlank()) {
        text.append("- ").append(firstLine(assistant.text())).append('\n');
      }
    }
    return new Summary(Transcript.cut(text.toString(), 8_000), List.of(), usage);
  }

  private static String firstLine(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    return Transcript.cut(line, 200).replace('\n', ' ');
  }

  private static String instructions() {
    try (InputStream file = Summarizer.class.getResourceAsStream("compaction.md")) {
      if (file == null) {
        throw new IllegalStateException("compaction.md is missing from the program");
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
