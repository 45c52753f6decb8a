package dev.tenon.cli.slash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReviewCommandTest {
  @Test
  void whereEditsAreWrittenAtOnceItSaysWhatThereIsInstead() throws Exception {
    var context = new PickingContext();
    SlashCommand review = ReviewCommand.nothingStaged();
    assertThat(review.name()).isEqualTo("review");
    review.action().run("", context);
    assertThat(context.said())
        .contains("Nothing is staged here")
        .contains("/undo", "tenon --review", "tenon apply");
  }
}
