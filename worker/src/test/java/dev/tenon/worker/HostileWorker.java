package dev.tenon.worker;

import dev.tenon.core.json.Json;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/// A worker whose tasks do what tasks should not.
final class HostileWorker {
  private HostileWorker() {}

  public static void main(String[] arguments) throws InterruptedException {
    System.setOut(System.err);
    new TaskServer(
            Map.of(
                "echo", params -> params,
                "pid", params -> Json.of(ProcessHandle.current().pid()),
                "memory", params -> memory(),
                "signal", params -> signal(params.string("name", "KILL")),
                "exit", params -> exit(),
                "print", params -> print(),
                "wait", params -> waits(params),
                "spin", params -> spin(params),
                "stack", params -> deep(params)))
        .serve(
            new FileInputStream(FileDescriptor.in),
            new FileOutputStream(FileDescriptor.out),
            System.err::println);
  }

  private static Json memory() {
    var kept = new ArrayList<byte[]>();
    while (kept.size() < Integer.MAX_VALUE) {
      kept.add(new byte[1 << 20]);
    }
    return Json.of(kept.size());
  }

  private static Json signal(String name) throws InterruptedException {
    try {
      new ProcessBuilder("kill", "-s", name, Long.toString(ProcessHandle.current().pid()))
          .start()
          .waitFor();
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
    return waits(Json.Obj.EMPTY);
  }

  private static Json exit() {
    System.err.println("I have had enough");
    Runtime.getRuntime().halt(42);
    return Json.Obj.EMPTY;
  }

  private static Json print() {
    System.out.println("{\"id\":1,\"result\":\"forged\"}");
    return Json.of("printed");
  }

  private static Json waits(Json.Obj params) throws InterruptedException {
    begun(params);
    new CountDownLatch(1).await();
    return Json.Obj.EMPTY;
  }

  private static Json spin(Json.Obj params) {
    begun(params);
    long count = 0;
    while (count >= 0) {
      count = count == Long.MAX_VALUE ? 0 : count + 1;
    }
    return Json.of(count);
  }

  private static void begun(Json.Obj params) {
    String file = params.string("begun");
    if (file != null) {
      try {
        Files.writeString(Path.of(file), ProcessHandle.current().pid() + "\n");
      } catch (IOException failed) {
        throw new IllegalStateException(failed);
      }
    }
  }

  @SuppressWarnings("InfiniteRecursion") // that is what it is for
  private static Json deep(Json.Obj params) {
    return Json.arrayOf(deep(params));
  }
}
