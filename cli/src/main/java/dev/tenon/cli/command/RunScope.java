package dev.tenon.cli.command;

import dev.tenon.cli.mcp.McpConversation;
import dev.tenon.cli.plugin.JarPlugins;
import dev.tenon.core.helper.HelperTree;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.ActiveSession;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a run with a conversation has opened. It is closed, the last one first, whichever way the
/// program ends: the run returns, fails, or the program is told to end by a signal. Then the prompt
/// is stopped first.
public final class RunScope implements AutoCloseable {
  private final Duration patience;
  private final Consumer<String> notes;
  private final Thread hook = new Thread(this::signalled, "end");
  private final CountDownLatch over = new CountDownLatch(1);
  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<Runnable> open = new ArrayDeque<>();
  private volatile @Nullable ProjectConversation conversation;
  private boolean closed;

  /// @param patience how long a run whose prompt was stopped by a signal has to end by itself
  /// @param notes is told what could not be done
  public RunScope(Duration patience, Consumer<String> notes) {
    this.patience = patience;
    this.notes = notes;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /// What it has staged is kept in the end.
  public Project opened(Project project) {
    closing(project::close);
    closing(() -> keepStaged(project));
    return project;
  }

  ActiveSession opened(ActiveSession session) {
    closing(session::close);
    return session;
  }

  public ProjectConversation opened(ProjectConversation another) {
    conversation = another;
    closing(another::close);
    return another;
  }

  McpConversation opened(McpConversation servers) {
    closing(servers::close);
    return servers;
  }

  JarPlugins opened(JarPlugins plugins) {
    closing(plugins::close);
    return plugins;
  }

  private void closing(Runnable close) {
    lock.lock();
    try {
      if (!closed) {
        open.push(close);
        return;
      }
    } finally {
      lock.unlock();
    }
    // The program is on its way out already.
    close.run();
  }

  /// On the hook's thread: the program ends when this returns.
  private void signalled() {
    ProjectConversation running = conversation;
    if (running != null) {
      // They did not end because somebody wanted to be rid of them.
      running.helpers().ifPresent(HelperTree::programEnds);
    }
    try {
      if (running != null
          && running.abort()
          && !patience.isZero()
          && !over.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        notes.accept("the prompt did not stop in time");
      }
    } catch (InterruptedException leaving) {
      Thread.currentThread().interrupt();
    }
    end();
  }

  private void end() {
    lock.lock();
    try {
      closed = true;
      while (!open.isEmpty()) {
        open.pop().run();
      }
    } finally {
      lock.unlock();
    }
  }

  private void keepStaged(Project project) {
    try {
      project.keepStaged();
    } catch (SetupException refused) {
      notes.accept(String.valueOf(refused.getMessage()));
    }
  }

  @Override
  public void close() {
    end();
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The program is on its way out because of a signal; the hook finds nothing left to do.
    }
  }
}
