/// The review of staged edits at a terminal: what is decided, the screen on which it is decided,
/// and the same in lines for terminals that show nothing else.
///
/// Entry classes: [dev.tenon.cli.terminal.review.ReviewRun] and
/// [dev.tenon.cli.terminal.review.LineReview]. May use the editor and dialogs, and everything below
/// them.
@NullMarked
package dev.tenon.cli.terminal.review;

import org.jspecify.annotations.NullMarked;
