package dev.tenon.server.job.review;

import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.json.Json;
import dev.tenon.server.job.record.EngineException;
import java.util.Locale;

/// What the engine answers when a review refuses a decision.
final class ReviewRefusal {
  private ReviewRefusal() {}

  static EngineException of(ReviewException refused) {
    EngineException.Kind kind =
        switch (refused.kind()) {
          case UNKNOWN -> EngineException.Kind.NOT_FOUND;
          case INVALID -> EngineException.Kind.INVALID;
          case INCOMPLETE, CONFLICT, APPLIED -> EngineException.Kind.CONFLICT;
        };
    return new EngineException(
        kind,
        "review_" + refused.kind().name().toLowerCase(Locale.ROOT),
        String.valueOf(refused.getMessage()),
        Json.object().put("hunk_ids", Json.strings(refused.hunks())).build());
  }
}
