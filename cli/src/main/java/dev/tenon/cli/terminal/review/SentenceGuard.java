package dev.tenon.cli.terminal.review;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.core.change.review.ReviewException;

/// Notices that somebody writes a sentence at the review, believing that the editor has the keys: a
/// letter that means nothing is one of a word, and so was what came right before it. That is taken
/// back, and nothing decides, also no Enter, until the keys rest.
final class SentenceGuard {
  /// Every letter that means something.
  private static final String KEYS = "njpk b/N?arARwWusceq";

  private final ReviewModel model;
  private final KeyGuard guard;
  private boolean writing;
  private int decidedBefore;
  private int takenBack;

  SentenceGuard(ReviewModel model, KeyGuard guard) {
    this.model = model;
    this.guard = guard;
  }

  /// Whether the key that the guard has just seen is part of a text.
  boolean isText(Key key) {
    if (!guard.follows()) {
      writing = false;
      takenBack = 0;
      decidedBefore = model.decisions();
    }
    if (!writing && key instanceof Key.Typed typed && !KEYS.contains(typed.text())) {
      writing = true;
      takeBack();
    }
    return writing;
  }

  private void takeBack() {
    try {
      while (model.decisions() > decidedBefore) {
        takenBack += model.undo();
      }
    } catch (ReviewException nothing) {
      // What cannot be taken back any more was no decision of these keys.
      decidedBefore = model.decisions();
    }
  }

  /// What the person is told.
  String said() {
    return "These keys decide here; ? lists them."
        + (takenBack == 0 ? "" : " What looked like a decision was text and is taken back.");
  }
}
