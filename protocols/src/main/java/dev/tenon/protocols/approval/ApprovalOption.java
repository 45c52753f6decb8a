package dev.tenon.protocols.approval;

import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.text.VisibleText;
import java.util.ArrayList;
import java.util.List;

/// One answer that a person can choose, in words.
///
/// @param id tells it apart from the others of the question
public record ApprovalOption(String id, String label, Approver.Answer answer) {
  public static final String ONCE = "once";
  public static final String SESSION = "session";
  public static final String ALWAYS = "always";
  public static final String REJECT = "reject";

  /// All that a question offers, the narrowest first and the refusal last.
  public static List<ApprovalOption> of(Approver.Question question) {
    String offers = offers(question);
    var options = new ArrayList<ApprovalOption>();
    options.add(new ApprovalOption(ONCE, "Allow once", Approver.Answer.ONCE));
    options.add(
        new ApprovalOption(
            SESSION,
            offers.isEmpty()
                ? "Allow exactly this for the session"
                : "Allow for the session: " + offers,
            Approver.Answer.SESSION));
    if (question.canLast()) {
      options.add(
          new ApprovalOption(
              ALWAYS, "Always allow in this project: " + offers, Approver.Answer.ALWAYS));
    }
    options.add(new ApprovalOption(REJECT, "No", Approver.Answer.NO));
    return options;
  }

  private static String offers(Approver.Question question) {
    var texts = new ArrayList<String>();
    for (Rule rule : question.offers()) {
      texts.add(VisibleText.of(rule.text()));
    }
    return String.join(", ", texts);
  }

  /// What the call would do, a line each, and below it what it is made with.
  public static List<String> lines(Approver.Question question) {
    var lines = new ArrayList<String>();
    for (Approver.Question.Item item : question.items()) {
      lines.add(VisibleText.of(item.access().asked()));
    }
    for (String detail : question.details()) {
      lines.add("  " + VisibleText.line(detail));
    }
    return lines;
  }

  /// Why it is asked; empty when nothing is to be said about that.
  public static String because(Approver.Question question) {
    var reasons = new ArrayList<String>();
    for (Approver.Question.Item item : question.items()) {
      String because = item.ask().because();
      if (!because.isEmpty() && !reasons.contains(because)) {
        reasons.add(because);
      }
    }
    return reasons.isEmpty() ? "" : "Asked because: " + String.join("; ", reasons);
  }
}
