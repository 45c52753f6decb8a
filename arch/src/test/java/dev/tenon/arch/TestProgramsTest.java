package dev.tenon.arch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A test that is skipped because a program is missing says so through [TestPrograms], so that
/// `./verify` names the program.
class TestProgramsTest {
  private static final Pattern REQUIRED =
      Pattern.compile("TestPrograms\\s*\\.require\\(([^)]*)\\)");
  private static final Pattern NAME = Pattern.compile("\"([^\"]*)\"");
  private static final Pattern SKIP =
      Pattern.compile("(?s)\\b(?:assume(?:True|False|That)|Assumptions\\s*\\.abort)\\((.*?)\\);");
  private static final Pattern BY_ITSELF =
      Pattern.compile("(?i)install|isExecutable|\\bprogram\\(|ProcessBuilder|command -v");

  @Test
  void verifyListsExactlyTheProgramsThatTestsRequire() throws IOException {
    Set<String> required = new TreeSet<>();
    for (Path source : sources()) {
      required.addAll(required(Files.readString(source)));
    }
    assertThat(required).isEqualTo(new TreeSet<>(TestPrograms.listed()));
  }

  @Test
  void noTestLooksForAProgramByItself() throws IOException {
    for (Path source : sources()) {
      assertThat(skipsByItself(Files.readString(source))).as(source.toString()).isEmpty();
    }
  }

  @Test
  void aSkipThatNamesNoProgramIsCaught() {
    assertThat(required("TestPrograms.require(\"a\", \"b\");")).containsExactly("a", "b");
    assertThat(skipsByItself("assumeTrue(Files.isExecutable(zsh));")).hasSize(1);
    assertThat(skipsByItself("Assumptions.abort(name + \" is not installed\");")).hasSize(1);
    assertThat(skipsByItself("assumeTrue(\n  new ProcessBuilder(\"x\").start() == 0);")).hasSize(1);
    assertThat(skipsByItself("assumeTrue(os.equals(\"Linux\"));")).isEmpty();
  }

  private static List<String> required(String source) {
    var names = new ArrayList<String>();
    for (Matcher call = REQUIRED.matcher(source); call.find(); ) {
      for (Matcher name = NAME.matcher(call.group(1)); name.find(); ) {
        names.add(name.group(1));
      }
    }
    return names;
  }

  private static List<String> skipsByItself(String source) {
    var found = new ArrayList<String>();
    for (Matcher skip = SKIP.matcher(source); skip.find(); ) {
      if (BY_ITSELF.matcher(skip.group(1)).find()) {
        found.add(skip.group());
      }
    }
    return found;
  }

  /// The tests of every module but the harness and this one, which try the rule itself.
  private static List<Path> sources() throws IOException {
    var sources = new ArrayList<Path>();
    try (Stream<Path> modules = Files.list(TestPrograms.house())) {
      for (Path module : modules.sorted().toList()) {
        Path tests = module.resolve("src/test/java");
        boolean about = module.endsWith("harness") || module.endsWith("arch");
        if (!about && Files.isDirectory(tests)) {
          try (Stream<Path> files = Files.walk(tests)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    assertThat(sources).hasSizeGreaterThan(100);
    return sources;
  }
}
