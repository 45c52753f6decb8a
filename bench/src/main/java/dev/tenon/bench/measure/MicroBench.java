package dev.tenon.bench.measure;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/// Runs JMH benchmarks in a JVM of their own, warm, for a few seconds each.
public final class MicroBench {
  private MicroBench() {}

  /// The average time of each benchmark in its own unit, by `Class.method` and parameters in the
  /// form `Class.method(a,b)`.
  ///
  /// @param log where JMH writes what it has to say
  public static Map<String, Double> run(String roomOrClass, Path log) {
    var options =
        new OptionsBuilder()
            .include(roomOrClass.replace(".", "\\."))
            .forks(1)
            .warmupIterations(4)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(5)
            .measurementTime(TimeValue.seconds(1))
            .jvmArgsAppend("--enable-native-access=ALL-UNNAMED")
            .shouldFailOnError(true)
            .output(log.toString())
            .build();
    var times = new LinkedHashMap<String, Double>();
    try {
      for (RunResult result : new Runner(options).run()) {
        times.put(name(result), result.getPrimaryResult().getScore());
      }
    } catch (RunnerException failed) {
      throw new IllegalStateException("JMH: " + failed.getMessage(), failed);
    }
    return times;
  }

  private static String name(RunResult result) {
    String[] parts = result.getParams().getBenchmark().split("\\.", -1);
    String name = parts[parts.length - 2] + "." + parts[parts.length - 1];
    var parameters = new StringBuilder();
    for (String key : result.getParams().getParamsKeys()) {
      parameters.append(parameters.isEmpty() ? "" : ",").append(result.getParams().getParam(key));
    }
    return parameters.isEmpty() ? name : name + "(" + parameters + ")";
  }
}
