package dev.tenon.cli.terminal;

import java.util.Deque;

/// Work that goes on in one thread: stopping it interrupts that, and what is said meanwhile waits.
final class InterruptibleWork implements Console.Work {
  private final Thread thread;
  private final Deque<String> said;
  private final Runnable leaving;

  /// Of the thread that calls.
  ///
  /// @param said takes what is said meanwhile; safe for several threads
  /// @param leaving what is done, beside stopping, when the person leaves the program
  InterruptibleWork(Deque<String> said, Runnable leaving) {
    this.thread = Thread.currentThread();
    this.said = said;
    this.leaving = leaving;
  }

  @Override
  public void stop() {
    thread.interrupt();
  }

  @Override
  public void leave() {
    leaving.run();
    thread.interrupt();
  }

  @Override
  public boolean say(String text) {
    said.add(text);
    return false;
  }

  @Override
  public void sayAfterwards(String text) {
    said.add(text);
  }

  @Override
  public boolean takeBack(String text) {
    return said.removeLastOccurrence(text);
  }
}
