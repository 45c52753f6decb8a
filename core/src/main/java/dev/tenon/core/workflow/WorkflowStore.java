package dev.tenon.core.workflow;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The workflows of a project: a file for each below its state folder, which no tool may write. One
/// that is damaged is set aside under another name and told of, and stops nothing else.
///
/// @param folder may not exist yet
/// @param problems gets a line about each that was set aside
public record WorkflowStore(Path folder, Consumer<String> problems) {
  /// The first entry of every workflow.
  public static final String BEGUN = "begun";

  /// Somebody ended it before its end.
  public static final String STOPPED = "stopped";

  /// The last entry of one whose result the person has agreed to.
  public static final String APPROVED = "approved";

  private static final String SUFFIX = ".jsonl";
  private static final Pattern ID =
      Pattern.compile("(deep-interview|ralplan|team|ultragoal)-([0-9]{1,6})");

  /// Below the state folder of a project.
  public static WorkflowStore of(Path state, Consumer<String> problems) {
    return new WorkflowStore(state.resolve("workflows"), problems);
  }

  /// A workflow that is kept.
  public record Kept(String id, WorkflowKind kind, WorkflowLog log, List<WorkflowEntry> entries) {
    /// What it was begun for.
    public String task() {
      return entries.getFirst().data().string("task", "");
    }

    /// The session in which it was begun; may be empty.
    public String session() {
      return entries.getFirst().data().string("session", "");
    }

    public WorkflowStatus status() {
      return WorkflowStatus.of(kind, entries);
    }
  }

  /// Whether there is any.
  public boolean isEmpty() {
    return !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
  }

  /// Begins one.
  ///
  /// @param data what it begins with: at least `task`
  public Kept begin(WorkflowKind kind, Json.Obj data) throws IOException {
    makeFolder();
    int number = 1;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        Matcher id = ID.matcher(name.contains(".") ? name.substring(0, name.indexOf('.')) : name);
        if (id.matches() && id.group(1).equals(kind.label())) {
          number = Math.max(number, Integer.parseInt(id.group(2)) + 1);
        }
      }
    }
    byte[] first = WorkflowLog.first(BEGUN, data);
    for (int tries = 0; ; tries++) {
      String id = kind.label() + "-" + (number + tries);
      Path fresh = folder.resolve(id + ".new-" + ProcessHandle.current().pid());
      Path file = folder.resolve(id + SUFFIX);
      try {
        Files.deleteIfExists(fresh);
        Files.createFile(
            fresh,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(fresh, first, StandardOpenOption.WRITE);
        appear(fresh, file);
        var log = new WorkflowLog(file);
        return new Kept(id, kind, log, log.entries());
      } catch (FileAlreadyExistsException taken) {
        if (tries > 100) {
          throw taken;
        }
      } finally {
        Files.deleteIfExists(fresh);
      }
    }
  }

  /// The file is there as a whole or not at all, and never in place of another one.
  private static void appear(Path fresh, Path file) throws IOException {
    try {
      Files.createLink(file, fresh);
    } catch (UnsupportedOperationException noLinks) {
      Files.move(fresh, file);
    }
  }

  private void makeFolder() throws IOException {
    Path above = folder.getParent();
    if (above != null) {
      Files.createDirectories(above);
    }
    try {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException there) {
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        throw there;
      }
    }
  }

  /// All that can be read, by kind and number.
  public List<Kept> all() throws IOException {
    var all = new ArrayList<Kept>();
    if (isEmpty()) {
      return all;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        find(name.substring(0, name.length() - SUFFIX.length())).ifPresent(all::add);
      }
    }
    all.sort(Comparator.comparing(Kept::kind).thenComparingInt(kept -> number(kept.id)));
    return all;
  }

  private static int number(String id) {
    return Integer.parseInt(id.substring(id.lastIndexOf('-') + 1));
  }

  /// The one of that id. A damaged one is set aside, and there is none.
  public Optional<Kept> find(String id) throws IOException {
    Matcher parts = ID.matcher(id);
    Path file = parts.matches() ? folder.resolve(id + SUFFIX) : folder;
    if (!parts.matches() || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    var log = new WorkflowLog(file);
    try {
      List<WorkflowEntry> entries = log.entries();
      if (!entries.getFirst().type().equals(BEGUN)) {
        throw new WorkflowLog.DamagedException("its first entry does not begin it");
      }
      return Optional.of(new Kept(id, WorkflowKind.of(parts.group(1)).orElseThrow(), log, entries));
    } catch (WorkflowLog.DamagedException damaged) {
      Path aside = aside(file);
      problems.accept(
          "the state of the workflow "
              + id
              + " is damaged ("
              + damaged.getMessage()
              + ") and was set aside as "
              + aside
              + "; start the workflow again");
      return Optional.empty();
    }
  }

  private static Path aside(Path file) throws IOException {
    for (int i = 1; ; i++) {
      Path aside = file.resolveSibling(file.getFileName() + ".damaged-" + i);
      if (!Files.exists(aside, LinkOption.NOFOLLOW_LINKS)) {
        return Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  /// Notes that the person agrees to the result of one. Only what the person does may call this.
  public void approve(Kept kept) throws IOException, WorkflowException {
    kept.log()
        .locked(
            log -> {
              WorkflowStatus now = WorkflowStatus.of(kept.kind(), log.entries());
              if (now.state() != WorkflowStatus.State.PENDING_APPROVAL) {
                throw new WorkflowException(
                    kept.id()
                        + " has nothing that waits for approval: it is "
                        + now.state().label()
                        + (now.detail().isEmpty() ? "" : " (" + now.detail() + ")"));
              }
              log.append(APPROVED, Json.Obj.EMPTY);
              return now;
            });
  }

  /// Where processes of a workflow leave what belongs to it: signs of life, outputs.
  public Path beside(String id) {
    return folder.resolve(id + ".d");
  }

  /// Forgets one, with everything that belongs to it.
  public void clear(String id) throws IOException {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("no id of a workflow: " + id);
    }
    Files.deleteIfExists(folder.resolve(id + SUFFIX));
    Files.deleteIfExists(folder.resolve(id + WorkflowLog.LOCK));
    Path beside = beside(id);
    if (Files.isDirectory(beside, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> files = Files.walk(beside)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  /// The files that were set aside.
  public List<Path> damaged() throws IOException {
    var found = new ArrayList<Path>();
    if (!isEmpty()) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.damaged-*")) {
        files.forEach(found::add);
      }
    }
    found.sort(null);
    return found;
  }
}
