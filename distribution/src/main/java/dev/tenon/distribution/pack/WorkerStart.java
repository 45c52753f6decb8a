package dev.tenon.distribution.pack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A worker. It is recorded while it answers requests and ends with its input; it needs nobody to
/// train it.
///
/// @param home the folder with `lib`, `worker` and `runtime`
/// @param classPath its entries, seen from there
/// @param requests what it is asked
/// @param log where its errors go
record WorkerStart(Path home, List<String> classPath, Path requests, Path log)
    implements CachedStart {
  private static final String MAIN = "dev.tenon.worker.WorkerMain";

  /// What `core.exec.worker.WorkerProgram` gives, of what decides whether a cache fits.
  private static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-Xms16m", "-Xmx512m");

  @Override
  public String name() {
    return "worker";
  }

  /// Requests are answered by several threads.
  @Override
  public int recordings() {
    return 4;
  }

  @Override
  public void record(List<String> java, Path recording)
      throws IOException, InterruptedException, PackException {
    answers(java, List.of("-XX:DumpLoadedClassList=" + recording));
  }

  @Override
  public void probe(List<String> java) throws IOException, InterruptedException, PackException {
    answers(java, List.of());
  }

  private void answers(List<String> java, List<String> more)
      throws IOException, InterruptedException, PackException {
    var command = new ArrayList<>(java);
    command.addAll(OPTIONS);
    command.addAll(more);
    command.addAll(
        List.of(
            "-cp",
            String.join(":", classPath.stream().map(jar -> home.resolve(jar).toString()).toList()),
            MAIN));
    String said = Processes.run(Processes.ELSEWHERE, log, command, requests);
    if (!said.contains("\"counts\":[")) {
      throw new PackException("a worker of the package counts nothing: " + said);
    }
  }
}
