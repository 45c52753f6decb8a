package dev.tenon.core.exec.background;

/// Everything that goes on beside a conversation: its jobs, its schedules, and what they have to
/// tell. It ends with the conversation: [#clear()] when the person begins a new one, [#close()] for
/// good.
public final class Background implements AutoCloseable {
  private final Notices notices = new Notices();
  private final Jobs jobs;
  private final Cron cron = new Cron(notices);

  public Background(Jobs.Limits limits) {
    this.jobs = new Jobs(limits, notices);
  }

  public Jobs jobs() {
    return jobs;
  }

  public Cron cron() {
    return cron;
  }

  public Notices notices() {
    return notices;
  }

  /// Ends everything; other work may be started afterwards.
  public void clear() {
    cron.clear();
    jobs.clear();
    notices.clear();
  }

  /// Ends everything for good.
  @Override
  public void close() {
    cron.close();
    jobs.close();
    notices.clear();
  }
}
