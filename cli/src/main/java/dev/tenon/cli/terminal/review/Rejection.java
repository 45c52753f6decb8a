package dev.tenon.cli.terminal.review;

import java.util.List;

/// A hunk that a person has refused.
///
/// @param path the file
/// @param body the hunk's lines, or what it would have done
/// @param reason in the person's words; empty if they gave none
public record Rejection(String path, String body, String reason) {

  /// What the model is told about these; empty if there are none.
  public static String told(List<Rejection> all) {
    if (all.isEmpty()) {
      return "";
    }
    var out =
        new StringBuilder(
            "[The user reviewed your edits and rejected these hunks; the files do not have them:");
    for (Rejection each : all) {
      out.append('\n').append(each.path).append('\n');
      if (!each.reason.isEmpty()) {
        out.append("Reason: ").append(each.reason).append('\n');
      }
      out.append(each.body.stripTrailing());
    }
    return out.append("\n]").toString();
  }
}
