package dev.tenon.cli.terminal.review;

import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.core.change.review.ApplyResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// What a review came to.
///
/// @param applied nothing if nothing was to be written
/// @param rejections what was refused in it, and why
/// @param accepted the hunks that are accepted and not written
/// @param pending the hunks about which nothing is decided
public record ReviewOutcome(
    Optional<ApplyResult> applied, List<Rejection> rejections, int accepted, int pending) {

  public ReviewOutcome {
    rejections = List.copyOf(rejections);
  }

  /// It in lines: what was written, what was refused, and what waits.
  ///
  /// @param cell makes a name fit to be shown
  /// @param goOn how to go on with what waits
  public List<String> lines(UnaryOperator<String> cell, String goOn) {
    var lines = new ArrayList<String>();
    for (ApplyResult.File file : applied.map(ApplyResult::files).orElse(List.of())) {
      if (file.applied() > 0) {
        lines.add(
            "applied: "
                + cell.apply(file.path())
                + " ("
                + Amounts.count(file.applied(), "hunk")
                + ")");
      }
    }
    boolean written = !lines.isEmpty();
    for (Rejection each : rejections) {
      lines.add(
          "rejected: "
              + cell.apply(each.path())
              + (each.reason().isEmpty() ? "" : ": " + cell.apply(each.reason())));
    }
    if (!written) {
      lines.add("Nothing was applied.");
    }
    if (accepted + pending > 0) {
      lines.add(waiting() + (accepted + pending == 1 ? " stays" : " stay") + " staged; " + goOn);
    }
    return lines;
  }

  private String waiting() {
    if (accepted == 0) {
      return Amounts.count(pending, "undecided hunk");
    }
    return pending == 0
        ? Amounts.count(accepted, "accepted hunk")
        : Amounts.count(accepted)
            + " accepted"
            + " and "
            + Amounts.count(pending, "undecided hunk");
  }
}
