package sample;

import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.model.Model;
import dev.tenon.core.permission.Mode;
import dev.tenon.sdk.Tenon;
import java.nio.file.Path;
import java.util.List;

/// Edits that wait: the first hunk is taken, the others are not.
public final class ReviewByHunk {
  private ReviewByHunk() {}

  /// Answers how many hunks there were.
  public static int firstOnly(Path folder, Model model, String prompt) throws Exception {
    try (Tenon tenon = Tenon.in(folder).model(model).mode(Mode.EDIT).staged().open()) {
      tenon.prompt(prompt);
      Review review = tenon.review();
      List<String> hunks = review.bundle().hunks().stream().map(Hunk::id).toList();
      review.accept(hunks.subList(0, 1));
      review.reject(hunks.subList(1, hunks.size()));
      review.apply(Review.Rest.PENDING);
      return hunks.size();
    }
  }
}
