package dev.tenon.cli.terminal.review;

import dev.tenon.core.change.review.ReviewException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Why a decision cannot be taken, as a person reads it: hunks are named by where they are shown,
/// not by the ids that programs get.
final class RefusalText {
  private static final Pattern HUNK = Pattern.compile("(?:hunk )?\\b(h_[0-9a-f]+)\\b");

  private RefusalText() {}

  static String of(ReviewException refused, ReviewModel model) {
    return HUNK.matcher(String.valueOf(refused.getMessage()))
        .replaceAll(found -> Matcher.quoteReplacement(name(found.group(), found.group(1), model)));
  }

  private static String name(String said, String id, ReviewModel model) {
    if (!model.isEmpty() && model.current().hunk().id().equals(id)) {
      return "this hunk";
    }
    for (ReviewModel.Item item : model.items()) {
      if (item.hunk().id().equals(id)) {
        return "hunk " + item.number() + " of " + model.files().get(item.file()).path();
      }
    }
    return said;
  }
}
