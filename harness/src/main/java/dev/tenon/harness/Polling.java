package dev.tenon.harness;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.pollinterval.IterativePollInterval;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/// Makes every test that waits for a condition look at once, and often at first. Awaitility's own
/// way is a look every 100 ms, the first after 100 ms: with hundreds of waits, most of them for
/// what is about to happen, that is much of the time that the tests of a module take.
///
/// JUnit finds it by its service file.
public final class Polling implements LauncherSessionListener {
  private static final Duration FIRST = Duration.ofMillis(5);
  private static final Duration MOST = Duration.ofMillis(50);

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultPollDelay(Duration.ZERO);
    Awaitility.setDefaultPollInterval(
        new IterativePollInterval(last -> least(last.multipliedBy(2), MOST), FIRST));
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
