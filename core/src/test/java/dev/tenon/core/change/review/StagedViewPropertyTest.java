package dev.tenon.core.change.review;

import static dev.tenon.core.change.review.StagedProject.AGENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.ReadLimits;
import dev.tenon.core.workspace.ReadResult;
import dev.tenon.core.workspace.Seeds;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.regex.LetterCase;
import dev.tenon.core.workspace.regex.MatchSpan;
import dev.tenon.core.workspace.search.GrepQuery;
import dev.tenon.core.workspace.search.GrepResult;
import dev.tenon.core.workspace.walk.FileWalk;
import dev.tenon.core.workspace.walk.WalkOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The same random edits staged in one project and written in another: nothing that the model can
/// ask tells the two apart.
class StagedViewPropertyTest {
  private static final List<String> FOLDERS =
      List.of("", "src/", "src/deep/", "out/", "new/", "new/er/", "src/out/", ".hidden/");
  private static final List<String> NAMES =
      List.of("a.java", "b.java", "B.txt", "src.txt", "z", ".gitignore", "log.tmp");

  @TempDir Path temporary;
  private int cases;

  /// Two projects with the same files, with staged and with direct editing.
  private record Twins(
      Workspace stagedFiles, StagedEditing staged, Workspace directFiles, DirectEditing direct) {

    List<Editing> both() {
      return List.of(staged, direct);
    }
  }

  private Twins twins(Random random) throws Exception {
    Path folder = temporary.resolve("case" + cases++);
    var roots = new ArrayList<Path>();
    for (String name : List.of("staged", "direct")) {
      roots.add(Files.createDirectories(folder.resolve(name)));
      Files.createDirectory(folder.resolve(name).resolve(".git"));
    }
    for (int i = random.nextInt(14); i >= 0; i--) {
      String path = path(random);
      byte[] bytes = bytes(random, path);
      for (Path root : roots) {
        Files.createDirectories(root.resolve(path).getParent());
        Files.write(root.resolve(path), bytes);
      }
    }
    Workspace staged = Workspace.open(roots.getFirst());
    Workspace direct = Workspace.open(roots.getLast());
    return new Twins(
        staged,
        new StagedEditing(staged, ProjectJournal.open(folder.resolve("s1"), staged, "s")),
        direct,
        new DirectEditing(direct, ProjectJournal.open(folder.resolve("s2"), direct, "s")));
  }

  private static String path(Random random) {
    return FOLDERS.get(random.nextInt(FOLDERS.size())) + NAMES.get(random.nextInt(NAMES.size()));
  }

  private static byte[] bytes(Random random, String path) {
    String text = text(random, path);
    return switch (path.endsWith(".gitignore") ? 9 : random.nextInt(10)) {
      case 0 -> new byte[] {0, 1, 2, 'a', 'p', 'p', 'l', 'e', 0};
      case 1 -> ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE);
      case 2 -> (text + "caf\u00e9 apple\n").getBytes(StandardCharsets.ISO_8859_1);
      case 3 -> ("\uFEFF" + text).getBytes(StandardCharsets.UTF_8);
      default -> text.getBytes(StandardCharsets.UTF_8);
    };
  }

  private static String text(Random random, String path) {
    if (path.endsWith(".gitignore")) {
      return Seeds.oneOf(random, "out/\n", "*.tmp\n", "/new\n", "src/deep\n!B.txt\n", "z\n", "");
    }
    var text = new StringBuilder();
    for (int i = random.nextInt(6); i >= 0; i--) {
      text.append(Seeds.oneOf(random, "apple", "an Apple a day", "banana", "", "  x = apple(1);"));
      text.append(Seeds.oneOf(random, "\n", "\n", "\r\n"));
    }
    return text + Seeds.oneOf(random, "", "end");
  }

  /// One change that is possible in both, made in both.
  private static void change(Random random, Twins twins) throws Exception {
    String path = path(random);
    String other = path(random);
    String text = text(random, path);
    int what = random.nextInt(4);
    for (Editing editing : twins.both()) {
      FileState state;
      try {
        state = editing.current(path);
      } catch (PlanException binary) {
        continue;
      }
      boolean free = editing.snapshot(root(twins, editing).resolve(other)).isEmpty();
      FileChange change =
          switch (state) {
            case FileState.Missing missing -> new FileChange.Create(path, text);
            case FileState.Whole file -> throw file.refused();
            case FileState.Existing file when what == 0 -> new FileChange.Delete(file);
            case FileState.Existing file when what == 1 && free && !other.equals(path) ->
                new FileChange.Move(file, other, file.text());
            case FileState.Existing file -> new FileChange.Update(file, text.replace("\r\n", "\n"));
          };
      try {
        editing.commit(new Transaction(List.of(change)), AGENT);
      } catch (CommitException refused) {
        assertThat(refused.kind()).isEqualTo(CommitException.Kind.UNWRITABLE);
      }
    }
  }

  private static Path root(Twins twins, Editing editing) {
    return editing == twins.staged ? twins.stagedFiles.root() : twins.directFiles.root();
  }

  @Test
  void aStagedEditIsSeenAsIfItWereWritten() {
    Seeds.check(
        60,
        random -> {
          Twins twins = twins(random);
          for (int i = random.nextInt(8); i >= 0; i--) {
            change(random, twins);
          }
          removeFoldersThatCameAndWent(twins);
          same(
              twins,
              "list",
              view ->
                  view.walk(WalkOptions.DEFAULT)
                      .list(view.existing("."), FileWalk.Depth.ALL, 1000));
          for (int i = 0; i < 6; i++) {
            look(random, twins);
          }
        });
  }

  /// A file that is staged and taken back leaves no folder behind, unlike one that was written.
  private static void removeFoldersThatCameAndWent(Twins twins) throws IOException {
    Path root = twins.directFiles.root();
    try (var all = Files.walk(root)) {
      for (Path folder : all.filter(Files::isDirectory).toList().reversed()) {
        boolean old = Files.exists(twins.stagedFiles.root().resolve(root.relativize(folder)));
        if (!old && folder.toFile().list().length == 0) {
          Files.delete(folder);
        }
      }
    }
  }

  private static void look(Random random, Twins twins) {
    String place = Seeds.oneOf(random, ".", ".", "src", "src/deep", "new", "out", path(random));
    int limit = Seeds.oneOf(random, 1, 3, 1000);
    FileWalk.Depth depth = Seeds.oneOf(random, FileWalk.Depth.values());
    WalkOptions options =
        Seeds.oneOf(
            random,
            WalkOptions.DEFAULT,
            WalkOptions.DEFAULT.with(WalkOptions.Ignored.SHOW),
            WalkOptions.DEFAULT.with(WalkOptions.Hidden.SKIP));
    same(
        twins,
        "list " + place,
        view -> view.walk(options).list(view.existing(place), depth, limit));
    String glob = Seeds.oneOf(random, "**", "*.java", "src/**", "**/deep/*", "{new,out}/**", "z");
    same(twins, "glob " + glob, view -> view.glob(glob, place, limit));
    String letters = Seeds.oneOf(random, "", "a", "deep", "new", "gi", "java");
    same(twins, "find " + letters, view -> view.find(letters, limit));
    GrepQuery query =
        GrepQuery.of(
                Seeds.oneOf(random, "apple", "[Aa]pple", "^$", "(?<=n )Apple", "a.*\\n?x", "$"))
            .with(Seeds.oneOf(random, LetterCase.values()))
            .with(Seeds.oneOf(random, MatchSpan.values()))
            .with(Seeds.oneOf(random, GrepQuery.Show.values()))
            .with(options)
            .in(place)
            .withGlob(Seeds.oneOf(random, null, null, "*.java", "src/**"))
            .withType(Seeds.oneOf(random, null, null, "java"))
            .withContext(random.nextInt(2), random.nextInt(2))
            .page(random.nextInt(3), Seeds.oneOf(random, 1, 4, 1000));
    same(twins, "grep " + query, view -> found(view.grep(query)));
    String path = Seeds.oneOf(random, place, path(random), path(random) + ":2", "deep/a.java");
    same(twins, "read " + path, view -> shown(view.read(path, ReadLimits.DEFAULT)));
  }

  private static String found(GrepResult result) {
    return result.files() + " " + result.more() + " " + result.notes();
  }

  /// A read without what belongs to one of the two projects alone.
  private static String shown(ReadResult read) {
    return switch (read) {
      case ReadResult.Text text ->
          String.join(
              "|",
              text.path(),
              text.content(),
              text.lines().toString(),
              text.encoding().label(),
              String.valueOf(text.version() == null ? null : text.version().sha256()),
              text.first() + "-" + text.total() + " " + text.next() + " " + text.size(),
              text.notes().toString());
      case ReadResult.Binary binary ->
          binary.path() + "|" + binary.size() + binary.reason() + binary.notes();
      case ReadResult.Tree tree -> tree.path() + "|" + tree.entries() + tree.notes();
    };
  }

  /// Something to ask a view.
  @FunctionalInterface
  private interface Question {
    Object ask(ProjectView view) throws PathException, IOException, InterruptedException;
  }

  private static void same(Twins twins, String what, Question question) {
    Object direct = answer(twins.direct.view(), twins.directFiles, question);
    Object staged = answer(twins.staged.view(), twins.stagedFiles, question);
    assertThat(staged).as("%s with %s", what, twins.staged.view().staged()).isEqualTo(direct);
  }

  private static Object answer(ProjectView view, Workspace files, Question question) {
    try {
      return question.ask(view);
    } catch (PathException refused) {
      String message = String.valueOf(refused.getMessage());
      return refused.kind()
          + message.replace(" (its removal is staged)", "")
          + refused.suggestions();
    } catch (IOException failed) {
      return failed.getClass() + String.valueOf(failed.getMessage()).replace(files.root() + "", "");
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }
}
