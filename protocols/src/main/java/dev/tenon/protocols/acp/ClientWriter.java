package dev.tenon.protocols.acp;

import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.LockedJournal;
import dev.tenon.core.json.ByteOrderMark;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.PathException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Has a client write the steps of a commit, all of them or none: a write that is refused, fails or
/// is interrupted takes back those before it. For one commit, under the journal's lock.
final class ClientWriter {
  private static final Duration WRITING = Duration.ofSeconds(60);

  /// So long the client has to take back a write; then the disk is put right.
  private static final Duration TAKING_BACK = Duration.ofMillis(200);

  private final Workspace workspace;
  private final ClientFiles files;

  private final Set<Path> literal;

  /// @param literal files that the client tells with their CRLF line ends; it gets them so, too
  ClientWriter(Workspace workspace, ClientFiles files, Set<Path> literal) {
    this.workspace = workspace;
    this.files = files;
    this.literal = literal;
  }

  /// Answers the folders that were made.
  List<String> write(LockedJournal journal, List<Commit.Step> steps)
      throws IOException, CommitException {
    var byClient = new ArrayList<Commit.Step>();
    var toDisk = new ArrayList<Commit.Step>();
    for (Commit.Step step : steps) {
      (isText(step) ? byClient : toDisk).add(step);
    }
    var folders = new ArrayList<String>();
    var begun = new ArrayList<Commit.Step>();
    try {
      for (Commit.Step step : byClient) {
        Path file = place(step.path());
        folders.addAll(missingFolders(file));
        begun.add(step);
        Content after = step.after();
        if (after != null) {
          files.write(file, text(file, after), WRITING);
          settle(journal, step, after);
        }
      }
      if (!toDisk.isEmpty()) {
        folders.addAll(journal.write(toDisk));
      }
      return folders;
    } catch (RpcException refused) {
      String path = begun.getLast().path();
      takeBack(journal, begun, folders);
      throw new CommitException(
          CommitException.Kind.IO,
          path,
          "the editor did not write " + path + ": " + refused.getMessage() + "; nothing is changed",
          refused);
    } catch (InterruptedException stopped) {
      journal.interruptAfterwards();
      takeBack(journal, begun, folders);
      throw new CommitException(
          CommitException.Kind.IO,
          null,
          "stopped while the editor wrote; nothing is changed",
          stopped);
    } catch (CommitException refused) {
      takeBack(journal, begun, folders);
      throw refused;
    }
  }

  private static boolean isText(Commit.Step step) throws IOException {
    Content before = step.before();
    Content after = step.after();
    return step.target() == null
        && after != null
        && after.loaded().text().isPresent()
        && (before == null || before.loaded().text().filter(ClientEditing::isAsked).isPresent());
  }

  /// The text as the client has such texts.
  private String text(Path file, Content content) throws IOException {
    TextFile text = content.loaded().text().orElseThrow();
    if (!literal.contains(file)) {
      return text.lf();
    }
    String whole = new String(text.bytes(), StandardCharsets.UTF_8);
    boolean utf8 = whole.replace("\r\n", "\n").endsWith(text.lf());
    String plain = ByteOrderMark.without(whole);
    return utf8 ? plain : text.lf();
  }

  /// Line ends, byte order mark or encoding that the client did not keep are put right; what it
  /// keeps unsaved, or has formatted, is its own.
  private void settle(LockedJournal journal, Commit.Step step, Content after)
      throws IOException, CommitException {
    Content now = journal.read(step.path());
    if (now == null || now.image().sameBytes(after.image())) {
      return;
    }
    String saved = now.loaded().text().map(TextFile::lf).orElse(null);
    String wanted = after.loaded().text().map(TextFile::lf).orElse("");
    if (wanted.equals(saved)) {
      journal.write(List.of(new Commit.Step(step.path(), null, now, after)));
    }
  }

  private void takeBack(LockedJournal journal, List<Commit.Step> begun, List<String> folders)
      throws IOException, CommitException {
    var failed = new ArrayList<String>();
    for (Commit.Step step : begun.reversed()) {
      if (!takenBack(journal, step)) {
        failed.add(step.path());
      }
    }
    for (String folder : folders.reversed()) {
      removeIfEmpty(folder);
    }
    if (!failed.isEmpty()) {
      throw new CommitException(
          CommitException.Kind.IO,
          failed.getFirst(),
          "the editor did not write all files, and "
              + String.join(", ", failed)
              + " could not be taken back; what they were is in the journal",
          null);
    }
  }

  private boolean takenBack(LockedJournal journal, Commit.Step step)
      throws IOException, CommitException {
    Content before = step.before();
    Content after = step.after();
    if (after == null) {
      return true;
    }
    if (before != null) {
      Path file = place(step.path());
      try {
        files.write(file, text(file, before), TAKING_BACK);
      } catch (RpcException refused) {
        // The disk tells below whether anything is left to do.
      } catch (InterruptedException again) {
        journal.interruptAfterwards();
      }
    }
    Content now = journal.read(step.path());
    if (now != null && now.image().sameBytes(after.image())) {
      try {
        journal.write(List.of(new Commit.Step(step.path(), null, now, before)));
      } catch (CommitException refused) {
        return false;
      }
    }
    return true;
  }

  private void removeIfEmpty(String folder) {
    try {
      Files.deleteIfExists(workspace.sandbox().writable(folder));
    } catch (PathException | IOException inUse) {
      // A folder with something in it is somebody's.
      return;
    }
  }

  private Path place(String path) throws CommitException {
    try {
      return workspace.sandbox().writable(path);
    } catch (PathException denied) {
      throw CommitException.denied(path, denied);
    }
  }

  /// The folders above a file that are not there, outermost first.
  private List<String> missingFolders(Path file) {
    var missing = new ArrayList<String>();
    for (@Nullable Path above = file.getParent();
        above != null && !Files.exists(above);
        above = above.getParent()) {
      missing.addFirst(workspace.sandbox().relative(above));
    }
    return missing;
  }
}
