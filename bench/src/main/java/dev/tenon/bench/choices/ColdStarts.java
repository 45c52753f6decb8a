package dev.tenon.bench.choices;

import com.sun.net.httpserver.HttpServer;
import dev.tenon.bench.measure.Report;
import dev.tenon.bench.process.Program;
import dev.tenon.bench.process.Runner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/// What the first use of a part costs a new process. Each kind has an AOT cache of its own, trained
/// by the very same thing, as the program has one for its commands.
final class ColdStarts {
  private static final int ROUNDS = 15;
  private static final List<String> KINDS =
      List.of("nothing", "sockets", "java.net.http", "jsonl", "sqlite", "toml", "yaml");

  private final Path scratch;
  private final Runner runner;
  private final String classPath;
  private int files;

  ColdStarts(Path scratch, Runner runner) throws IOException {
    this.scratch = scratch;
    this.runner = runner;
    this.classPath = jars();
  }

  /// The class path of this process with jars in the place of folders, from which no cache is made.
  private String jars() throws IOException {
    var jars = new ArrayList<String>();
    for (String entry : System.getProperty("java.class.path").split(":", -1)) {
      Path folder = Path.of(entry);
      if (!Files.isDirectory(folder)) {
        jars.add(entry);
        continue;
      }
      Path jar = scratch.resolve("classes" + jars.size() + ".jar");
      try (var out = new JarOutputStream(Files.newOutputStream(jar));
          Stream<Path> classes = Files.walk(folder)) {
        for (Path file : classes.filter(Files::isRegularFile).toList()) {
          out.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
          out.write(Files.readAllBytes(file));
          out.closeEntry();
        }
      }
      jars.add(jar.toString());
    }
    return String.join(":", jars);
  }

  void describe(Report report) throws IOException, InterruptedException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] answer = "{\"ok\":true}\n".repeat(200).getBytes(StandardCharsets.UTF_8);
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, 0);
          try (var out = exchange.getResponseBody()) {
            out.write(answer);
          }
        });
    server.start();
    try {
      String uri = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
      report
          .heading("The first use of a part")
          .paragraph(
              "A process that does one thing once, with SerialGC, the first compiler tier and an"
                  + " AOT cache that was trained by the same thing. Processor ms and wall ms of the"
                  + " whole process, medians of "
                  + ROUNDS
                  + " in turns (least–most).")
          .table(List.of("what", "processor", "wall", "processor above nothing"), rows(uri));
    } finally {
      server.stop(0);
    }
  }

  private List<List<String>> rows(String uri) throws IOException, InterruptedException {
    for (String kind : KINDS) {
      runner.time(program(kind, uri, "-XX:AOTCacheOutput=" + cache(kind)));
    }
    var processor = new Turns(KINDS.size());
    var wall = new Turns(KINDS.size());
    for (int round = -1; round < ROUNDS; round++) {
      for (int i = 0; i < KINDS.size(); i++) {
        Runner.Time time =
            runner.time(program(KINDS.get(i), uri, "-XX:AOTCache=" + cache(KINDS.get(i))));
        if (round >= 0) {
          processor.add(i, time.processor() / 1e6);
          wall.add(i, time.wall() / 1e6);
        }
      }
    }
    var rows = new ArrayList<List<String>>();
    for (int i = 0; i < KINDS.size(); i++) {
      rows.add(
          List.of(
              what(KINDS.get(i)),
              processor.shown(i),
              wall.shown(i),
              Report.number(processor.median(i) - processor.median(0))));
    }
    return rows;
  }

  private static String what(String kind) {
    return switch (kind) {
      case "nothing" -> "an empty `main`";
      case "sockets" -> "one request with our client";
      case "java.net.http" -> "one request with `java.net.http`";
      case "jsonl" -> "ten entries appended to a file of lines and read back";
      case "sqlite" -> "the same in SQLite";
      case "toml" -> "a manifest of four lines read with tomlj";
      default -> "a Taskfile of four lines read with snakeyaml-engine";
    };
  }

  private Path cache(String kind) {
    return scratch.resolve(kind + ".aot");
  }

  private Program program(String kind, String uri, String option) {
    boolean stores = kind.equals("jsonl") || kind.equals("sqlite");
    String argument = stores ? scratch.resolve("store" + files++).toString() : uri;
    var all = new ArrayList<>(Program.java(ColdTrial.class, kind, argument));
    all.set(all.indexOf("-cp") + 1, classPath);
    var options =
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xlog:disable",
            "--enable-native-access=ALL-UNNAMED",
            option);
    all.addAll(1, options);
    return new Program(kind, all, scratch, Map.of("PATH", Program.path()));
  }
}
