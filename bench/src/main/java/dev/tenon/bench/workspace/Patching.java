package dev.tenon.bench.workspace;

import dev.tenon.bench.measure.Scratch;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.patch.SafePatch;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// Patches a file back and forth: plans with `safe_patch` and commits through the journal.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Patching {
  private static final String FILE = "Large.java";
  private static final Attribution BY = new Attribution(Origin.AGENT, "safe_patch", "call_1");

  /// Lines of the file, and hunks of the patch.
  @Param({"10000x20", "20x1"})
  public String size = "10000x20";

  /// On a real disk, or in memory, where `fsync` costs nothing.
  @Param({"disk", "memory"})
  public String where = "memory";

  private @Nullable Project project;

  /// The project under the knife.
  private static final class Project {
    final Path folder;
    final DirectEditing editing;
    final SafePatch forward;
    final SafePatch backward;
    boolean changed;

    Project(Path folder, int lines, int hunks) throws IOException, CommitException {
      this.folder = folder;
      Path project = Files.createDirectory(folder.resolve("project"));
      String before = LargeFile.text(lines, hunks, LargeFile.Side.BEFORE);
      String after = LargeFile.text(lines, hunks, LargeFile.Side.AFTER);
      Files.writeString(project.resolve(FILE), before);
      Workspace workspace = Workspace.open(project);
      editing =
          new DirectEditing(
              workspace, ProjectJournal.open(folder.resolve("state"), workspace, "bench"));
      forward =
          new SafePatch(
              FILE, LargeFile.patch(lines, hunks, LargeFile.Side.AFTER), Sha256.of(before));
      backward =
          new SafePatch(
              FILE, LargeFile.patch(lines, hunks, LargeFile.Side.BEFORE), Sha256.of(after));
    }

    SafePatch next() {
      return changed ? backward : forward;
    }
  }

  @Setup
  public void open() throws IOException, CommitException {
    int split = size.indexOf('x');
    project =
        new Project(
            where.equals("memory")
                ? Scratch.inMemory("tenon-bench-")
                : Files.createTempDirectory("tenon-bench-"),
            Integer.parseInt(size.substring(0, split)),
            Integer.parseInt(size.substring(split + 1)));
  }

  private Project project() {
    if (project == null) {
      throw new IllegalStateException("open() comes first");
    }
    return project;
  }

  @Benchmark
  public Plan plan() throws PlanException {
    return project().next().plan(project().editing);
  }

  @Benchmark
  public Commit planAndCommit() throws PlanException, CommitException, IOException {
    Plan plan = project().next().plan(project().editing);
    Commit committed = project().editing.commit(plan.transaction(), BY);
    project().changed = !project().changed;
    return committed;
  }

  @TearDown
  public void close() throws IOException {
    Scratch.delete(project().folder);
  }
}
