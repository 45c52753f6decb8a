package dev.tenon.cli.session;

import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.EntryText;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.Titles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Lets the model sum up a branch that is left, so that it knows on the other one what was tried.
final class BranchSummary {
  private static final int MOST_CHARACTERS = 200_000;
  private static final int ENTRY_CHARACTERS = 4_000;
  private static final int OUTPUT_TOKENS = 2_000;
  private static final String SYSTEM =
      """
      You sum up a part of a conversation between a person and a coding agent that is about to be \
      left. The agent goes on at an earlier point and sees nothing of that part but your summary. \
      Say in a few short paragraphs what was wanted, what was tried, what was found out, which \
      files were touched, and how it ended. Only facts from the conversation; no advice.\
      """;

  private BranchSummary() {}

  /// The entries that are left when the leaf moves: from where the paths part to the old leaf.
  static List<Entry> left(SessionLog log, @Nullable String target) throws IOException {
    Set<String> kept = new HashSet<>();
    log.path(target).forEach(entry -> kept.add(entry.id()));
    var left = new ArrayList<Entry>();
    for (Entry entry : log.path(log.leafId().orElse(null))) {
      boolean speaks =
          entry.body() instanceof Entry.Said
              || entry.body() instanceof Entry.CustomSaid
              || entry.body() instanceof Entry.BranchSummarized
              || entry.body() instanceof Entry.Compacted;
      if (speaks && !kept.contains(entry.id())) {
        left.add(entry);
      }
    }
    return left;
  }

  /// Asks the model. Interrupting the caller ends it.
  static String of(List<Entry> left, String wish, Model model)
      throws ModelException, InterruptedException {
    var text = new StringBuilder();
    for (Entry entry : left) {
      String who = entry.body() instanceof Entry.Said said ? said.role() : entry.body().type();
      text.append('[').append(who).append("]\n");
      text.append(Titles.cut(EntryText.of(entry.body()), ENTRY_CHARACTERS)).append("\n\n");
    }
    String all =
        text.length() <= MOST_CHARACTERS
            ? text.toString()
            : "…" + text.substring(text.length() - MOST_CHARACTERS);
    String asked = wish.isBlank() ? all : all + "Attend above all to this: " + wish;
    return model.stream(
            new Request(
                SYSTEM, List.of(Message.User.of(asked)), List.of(), OUTPUT_TOKENS, Effort.DEFAULT),
            event -> {})
        .text()
        .strip();
  }
}
