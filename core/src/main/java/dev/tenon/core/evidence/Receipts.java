package dev.tenon.core.evidence;

import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.effects.TreeFingerprints;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.permission.command.ExitMeaning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Makes receipts of the journal and the checks of a session, and of nothing else: whoever has both
/// can make the same one again.
public final class Receipts {
  private static final int MOST_CHECKS = 50;

  private static final Pattern TESTS =
      Pattern.compile(
          "(^|.*/)(tests?|__tests__|specs?|testdata|fixtures)/.*"
              + "|(^|.*/)(test_[^/]*\\.py|conftest\\.py|[^/]*_test\\.[a-z]+|[^/]*\\.(test|spec)\\.[a-z]+"
              + "|[^/]*(Test|Tests|IT|Spec)\\.(java|kt|scala|groovy|cs|swift))");

  private static final Set<String> BUILD_NAMES =
      Set.of(
          "pom.xml",
          "build.gradle",
          "build.gradle.kts",
          "settings.gradle",
          "settings.gradle.kts",
          "package.json",
          "Makefile",
          "makefile",
          "GNUmakefile",
          "justfile",
          "Justfile",
          "Taskfile.yml",
          "Cargo.toml",
          "pyproject.toml",
          "setup.py",
          "setup.cfg",
          "tox.ini",
          "pytest.ini",
          "noxfile.py",
          "CMakeLists.txt",
          "go.mod",
          "Dockerfile",
          "Rakefile",
          "Gemfile",
          "build.sbt",
          "mix.exs",
          "composer.json",
          "tsconfig.json");

  private static final Set<String> INTERPRETERS =
      Set.of(
          "sh", "bash", "dash", "zsh", "python", "python3", "node", "ruby", "perl", "php", "java",
          "deno", "bun", "tsx", "make", "pytest", "source", ".", "go", "Rscript", "lua");

  private static final Pattern BUILD =
      Pattern.compile(
          "\\.github/workflows/.*|\\.gitlab-ci\\.yml|(^|.*/)\\.mvn/.*"
              + "|(^|.*/)(jest|vitest|playwright|karma|webpack|vite|eslint)\\.config\\.[a-z]+");

  private final List<Change> changes;
  private final List<Check> checks;

  /// @param changes of the journal, oldest first
  /// @param checks of the session, oldest first
  public Receipts(List<Change> changes, List<Check> checks) {
    this.changes = List.copyOf(changes);
    this.checks = List.copyOf(checks);
  }

  /// The receipt of a prompt as things are now; empty when it changed nothing.
  ///
  /// @param goal what became of the goal
  public Optional<Receipt> of(String prompt, String goal) {
    return upTo(prompt, changes.isEmpty() ? "" : changes.getLast().id(), goal);
  }

  /// The same as things were after a change.
  public Optional<Receipt> upTo(String prompt, String lastChange, String goal) {
    int end = place(lastChange) + 1;
    List<Change> before = changes.subList(0, end);
    List<String> files = files(prompt, before);
    if (files.isEmpty()) {
      return Optional.empty();
    }
    var lines = new ArrayList<Receipt.Line>();
    var commands = new ArrayList<Check>();
    for (Check check : checks) {
      if (check.prompt().equals(prompt)) {
        commands.add(check);
        lines.add(line(check, isAfter(check, before)));
      }
    }
    int from = Math.max(0, lines.size() - MOST_CHECKS);
    return Optional.of(
        new Receipt(
            prompt,
            lastChange,
            files,
            lines.subList(from, lines.size()),
            judges(files, commands),
            goal));
  }

  /// The receipt of a prompt whose changes wait for a decision; empty when there are none.
  ///
  /// @param files what it staged, in order
  /// @param now what all files are with what is staged; a check that ended with others says nothing
  public Optional<Receipt> staged(
      String prompt, List<String> files, TreeFingerprints now, String goal) {
    if (files.isEmpty()) {
      return Optional.empty();
    }
    var lines = new ArrayList<Receipt.Line>();
    var commands = new ArrayList<Check>();
    for (Check check : checks) {
      if (check.prompt().equals(prompt)) {
        commands.add(check);
        boolean after =
            now.isKnown() && check.changed().isEmpty() && check.trees().after().equals(now.after());
        lines.add(line(check, after));
      }
    }
    int from = Math.max(0, lines.size() - MOST_CHECKS);
    return Optional.of(
        new Receipt(
            prompt,
            changes.isEmpty() ? "" : changes.getLast().id(),
            files,
            lines.subList(from, lines.size()),
            judges(files, commands),
            goal,
            Effects.Where.STAGED));
  }

  /// Whether a prompt ran anything that could prove something.
  public boolean ran(String prompt) {
    return checks.stream().anyMatch(check -> check.prompt().equals(prompt));
  }

  private static Receipt.Line line(Check check, boolean after) {
    return new Receipt.Line(
        check.id(),
        check.command(),
        check.exit(),
        Duration.between(check.began(), check.ended()).toMillis(),
        after,
        weakness(check));
  }

  private static String weakness(Check check) {
    return check.without().isEmpty()
        ? ExitMeaning.of(check.command()).weakness()
        : "ran no tests: " + check.without();
  }

  private int place(String change) {
    for (int i = changes.size() - 1; i >= 0; i--) {
      if (changes.get(i).id().equals(change)) {
        return i;
      }
    }
    return -1;
  }

  /// What a prompt has changed and not changed back.
  private List<String> files(String prompt, List<Change> among) {
    Map<String, @Nullable FileImage> first = new LinkedHashMap<>();
    Map<String, @Nullable FileImage> last = new LinkedHashMap<>();
    for (Change change : among) {
      boolean own =
          change.prompt().equals(prompt)
              && (change.by().origin() != Origin.USER || change.isUndo());
      if (!own || prompt.isEmpty()) {
        continue;
      }
      note(
          change.path(),
          change.before(),
          change.target() == null ? change.after() : null,
          first,
          last);
      if (change.target() != null) {
        note(change.target(), null, change.after(), first, last);
      }
    }
    var files = new ArrayList<String>();
    last.forEach(
        (path, image) -> {
          if (!Objects.equals(first.get(path), image)) {
            files.add(path);
          }
        });
    return files;
  }

  private static void note(
      String path,
      @Nullable FileImage before,
      @Nullable FileImage after,
      Map<String, @Nullable FileImage> first,
      Map<String, @Nullable FileImage> last) {
    if (!last.containsKey(path)) {
      first.put(path, before);
    }
    last.put(path, after);
  }

  /// Whether a check saw the files as these changes left them, as far as it is recorded.
  private boolean isAfter(Check check, List<Change> among) {
    String latest = among.isEmpty() ? "" : among.getLast().id();
    if (!check.lastChange().equals(latest) || !check.changed().isEmpty()) {
      return false;
    }
    for (Check later : checks) {
      boolean sawOther =
          later.began().isAfter(check.ended())
              && later.prompt().equals(check.prompt())
              && later.trees().isKnown()
              && check.trees().isKnown()
              && !later.trees().before().equals(check.trees().after());
      if (sawOther) {
        return false;
      }
    }
    return true;
  }

  /// Tests, build files and scripts of checks among the files.
  private static List<String> judges(List<String> files, List<Check> checks) {
    var judges = new ArrayList<String>();
    for (String file : files) {
      if (isJudge(file) || isRun(file, checks)) {
        judges.add(file);
      }
    }
    return judges;
  }

  /// Whether a file is a test or part of a build, by its name.
  public static boolean isJudge(String file) {
    return TESTS.matcher(file).matches()
        || BUILD_NAMES.contains(file.substring(file.lastIndexOf('/') + 1))
        || BUILD.matcher(file).matches();
  }

  /// Whether a check runs the file as a script.
  private static boolean isRun(String file, List<Check> checks) {
    for (Check check : checks) {
      for (String part : check.parts()) {
        String[] words = part.split("[ '\"=]+", -1);
        boolean interpreted =
            INTERPRETERS.contains(words[0].substring(words[0].lastIndexOf('/') + 1));
        for (int i = 0; i < (interpreted ? words.length : 1); i++) {
          String path = words[i].startsWith("./") ? words[i].substring(2) : words[i];
          boolean same =
              path.equals(file)
                  || (!check.folder().isEmpty() && (check.folder() + "/" + path).equals(file));
          if (same && !path.isEmpty()) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
