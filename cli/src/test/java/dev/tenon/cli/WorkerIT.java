package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.resident.Residents;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.exec.worker.WorkerPool;
import dev.tenon.core.exec.worker.WorkerProgram;
import dev.tenon.core.json.Json;
import dev.tenon.engine.Project;
import dev.tenon.engine.config.ProjectOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The worker of the built distribution.
class WorkerIT {
  private static final Path DIST =
      Path.of(System.getProperty("tenon.launcher")).resolveSibling("dist");

  @Test
  void whatOnlyWorkersNeedIsOnNoClassPathOfTheProgram() throws Exception {
    String launch = Files.readString(DIST.resolve("launch"));
    var own = new ArrayList<String>();
    try (var jars = Files.newDirectoryStream(DIST.resolve("worker"), "*.jar")) {
      jars.forEach(jar -> own.add(jar.getFileName().toString()));
    }
    assertThat(own).anyMatch(name -> name.startsWith("jtokkit-"));
    assertThat(own).anyMatch(name -> name.startsWith("tenon-worker-"));
    for (String name : own) {
      assertThat(launch).doesNotContain(name);
      assertThat(DIST.resolve("lib").resolve(name)).doesNotExist();
    }
    List<String> entries = Files.readAllLines(DIST.resolve("worker/class-path"));
    assertThat(entries).allMatch(entry -> Files.exists(DIST.resolve(entry)));
    assertThat(entries.getFirst()).startsWith("worker/tenon-worker-");
  }

  /// As the program does it: behind the wall of the project's commands.
  @Test
  void itCountsBehindTheWall(@TempDir Path folder) throws Exception {
    Path root = Files.createDirectories(folder.resolve("project"));
    var notes = new CopyOnWriteArrayList<String>();
    String before = System.getProperty("tenon.dist");
    System.setProperty("tenon.dist", DIST.toString());
    try (Project project = Project.open(ProjectOptions.of(folder.resolve("home"), root))) {
      project.workers().explainTo(notes::add);
      assertThat(
              project
                  .exactTokens()
                  .calculate("openai/gpt-5", measure -> measure.count("Hello, world")))
          .describedAs("%s", notes)
          .hasValue(3L);
    } finally {
      restore(before);
    }
  }

  @Test
  void itCountsWithItsOwnCache() throws Exception {
    assertThat(DIST.resolve("worker.aot")).exists();
    String before = System.getProperty("tenon.dist");
    System.setProperty("tenon.dist", DIST.toString());
    try (var pool =
        new WorkerPool(
            new Residents(new Shell(Shell.Setup.DEFAULT), text -> text),
            WorkerProgram::find,
            Confinement.none(),
            Duration.ofMinutes(1),
            note -> {})) {
      Json.Obj params =
          Json.object()
              .put("encoding", "o200k_base")
              .put("texts", Json.strings(List.of("Hello, world", "")))
              .build();
      assertThat(pool.call("tokens.count", params, Duration.ofMinutes(1)).compact())
          .isEqualTo("{\"counts\":[3,0]}");
    } finally {
      restore(before);
    }
  }

  private static void restore(@Nullable String before) {
    if (before == null) {
      System.clearProperty("tenon.dist");
    } else {
      System.setProperty("tenon.dist", before);
    }
  }
}
