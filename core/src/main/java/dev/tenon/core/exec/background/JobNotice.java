package dev.tenon.core.exec.background;

import java.time.Duration;

/// The notices of jobs, as the model and the person read them.
final class JobNotice {
  private static final int RESULT_LIMIT = 4000;

  private JobNotice() {}

  static Notice ended(Job.Snapshot job) {
    String said = job.error() != null ? job.error() : job.result() == null ? "" : job.result();
    String summary = job.id() + " " + job.status().label() + ": " + job.label();
    var text = new StringBuilder("<task-notification>\n<task-id>").append(job.id());
    text.append("</task-id>\n<status>").append(job.status().label());
    text.append("</status>\n<summary>").append(job.label()).append(" (");
    text.append(seconds(job.took())).append(")</summary>\n<result>\n");
    text.append(inside(end(said, job.id()))).append("\n</result>\n</task-notification>");
    return new Notice(Notice.Kind.ENDED, job.id(), summary, text.toString());
  }

  /// What a program printed, so that it cannot pass for the end of the notice.
  static String inside(String printed) {
    return printed.replace("</task-notification", "< /task-notification");
  }

  private static String seconds(Duration took) {
    return took.toSeconds() + " s";
  }

  private static String end(String said, String id) {
    String text = said.stripTrailing();
    if (text.isEmpty()) {
      return "(no output)";
    }
    return text.length() <= RESULT_LIMIT
        ? text
        : "[the end of "
            + text.length()
            + " characters; job with poll [\""
            + id
            + "\"] shows all]\n…"
            + text.substring(text.length() - RESULT_LIMIT);
  }
}
