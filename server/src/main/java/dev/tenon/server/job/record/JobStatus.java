package dev.tenon.server.job.record;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Where a job stands. A job that was cancelled or interrupted has failed, and its error says how.
public enum JobStatus {
  QUEUED,
  RUNNING,
  WAITING_FOR_USER,
  AWAITING_REVIEW,
  COMPLETED,
  FAILED;

  /// Whether nothing more will happen to the job.
  public boolean over() {
    return this == COMPLETED || this == FAILED;
  }

  /// Those of jobs that are not over.
  public static List<JobStatus> open() {
    return List.of(QUEUED, RUNNING, WAITING_FOR_USER, AWAITING_REVIEW);
  }

  /// Whether a thread works for the job, or will.
  public boolean live() {
    return this == QUEUED || this == RUNNING || this == WAITING_FOR_USER;
  }

  public boolean mayBecome(JobStatus next) {
    return after().contains(next);
  }

  private Set<JobStatus> after() {
    return switch (this) {
      case QUEUED -> EnumSet.of(RUNNING, FAILED);
      case RUNNING -> EnumSet.of(WAITING_FOR_USER, AWAITING_REVIEW, COMPLETED, FAILED);
      // One whose server ended while it waited is taken up again with the answer.
      case WAITING_FOR_USER -> EnumSet.of(RUNNING, QUEUED, FAILED);
      case AWAITING_REVIEW -> EnumSet.of(COMPLETED, FAILED);
      case COMPLETED -> EnumSet.noneOf(JobStatus.class);
      // An interrupted job can be taken up again.
      case FAILED -> EnumSet.of(QUEUED);
    };
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static JobStatus of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
