package dev.tenon.core.change.effects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A project in which tests run real commands under a watch.
public final class ShellProject {
  public static final Attribution BASH = new Attribution(Origin.SHELL, "bash", "call-1");

  public final Path root;
  public final Path state;
  public final Workspace workspace;
  public final Journal journal;
  public final Editing editing;

  public ShellProject(Path folder) throws IOException, CommitException {
    this(folder, EffectLimits.DEFAULT);
  }

  public ShellProject(Path folder, EffectLimits limits) throws IOException, CommitException {
    root = Files.createDirectories(folder.resolve("project"));
    state = folder.resolve("state");
    workspace = Workspace.open(root);
    journal = ProjectJournal.open(state, workspace, "session");
    editing = new DirectEditing(workspace, journal, limits);
  }

  /// Runs a command as the tool does.
  public Effects run(String line) throws IOException, InterruptedException {
    CommandWatch watch = editing.watch(BASH);
    start(root, watch.view(), line);
    return watch.finish();
  }

  public static String start(Path folder, Confinement view, String line)
      throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(view.wrap(List.of("/bin/bash", "-c", line), folder))
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    builder.environment().put("GIT_AUTHOR_NAME", "t");
    builder.environment().put("GIT_AUTHOR_EMAIL", "t@example.org");
    builder.environment().put("GIT_COMMITTER_NAME", "t");
    builder.environment().put("GIT_COMMITTER_EMAIL", "t@example.org");
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }

  public Undo.Report undo() throws IOException, CommitException {
    return new Undo(journal).undoLatestPrompt();
  }

  public void undone() throws IOException, CommitException {
    assertThat(undo().conflicts()).isEmpty();
  }

  public void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /// Everything below the root but `.git`, byte for byte, with modes and where links lead.
  public Map<String, String> tree() throws IOException {
    return tree(root);
  }

  public static Map<String, String> tree(Path root) throws IOException {
    var tree = new TreeMap<String, String>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            if (folder.endsWith(".git")) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            if (!folder.equals(root)) {
              tree.put(root.relativize(folder) + "/", mode(folder));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String name = root.relativize(file).toString();
            if (attributes.isSymbolicLink()) {
              tree.put(name, "-> " + Files.readSymbolicLink(file));
            } else if (attributes.isRegularFile()) {
              tree.put(name, mode(file) + " " + HexFormat.of().formatHex(Files.readAllBytes(file)));
            } else {
              tree.put(name, "special");
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return tree;
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(
        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
  }
}
