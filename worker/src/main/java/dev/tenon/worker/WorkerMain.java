package dev.tenon.worker;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.Map;

/// Starts a worker. It owns nothing and keeps nothing: when its input ends, so does it.
public final class WorkerMain {
  private WorkerMain() {}

  public static void main(String[] arguments) throws InterruptedException {
    PrintStream errors = System.err;
    // A library that prints must not end up between two answers.
    System.setOut(errors);
    new TaskServer(Map.of("tokens.count", new CountTokens()))
        .serve(
            new FileInputStream(FileDescriptor.in),
            new FileOutputStream(FileDescriptor.out),
            errors::println);
  }
}
