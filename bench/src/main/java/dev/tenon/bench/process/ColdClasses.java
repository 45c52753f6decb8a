package dev.tenon.bench.process;

import dev.tenon.bench.measure.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;

/// Looks at what a start has to do beside running code: classes that come from the AOT cache are
/// loaded whether they are used or not, and the others are read or generated each time.
final class ColdClasses {
  private static final String CACHED = "source: shared objects file";
  private static final String LOADED = "[class,load] ";

  private ColdClasses() {}

  static void describe(Report report, Runner runner, Program program, Path scratch)
      throws IOException, InterruptedException {
    Path log = scratch.resolve("classes.log");
    var environment = new TreeMap<>(program.environment());
    environment.put("TENON_JAVA_OPTS", "-Xlog:class+load:file=" + log);
    runner.print(new Program(program.name(), program.command(), program.folder(), environment));
    List<String> lines = Files.readAllLines(log);
    List<String> cold =
        lines.stream().filter(line -> !line.contains(CACHED)).map(ColdClasses::name).toList();
    report
        .heading("Classes of one prompt")
        .paragraph(
            lines.size()
                + " classes are loaded, "
                + cold.size()
                + " of them not from the AOT cache: "
                + String.join(", ", cold)
                + ".");
  }

  private static String name(String line) {
    int begin = line.indexOf(LOADED) + LOADED.length();
    String name = line.substring(begin, line.indexOf(' ', begin));
    int address = name.indexOf('/');
    return "`" + (address < 0 ? name : name.substring(0, address)) + "`";
  }
}
