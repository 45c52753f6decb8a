package dev.tenon.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/// The programs that tests drive and that may be missing. `./verify` lists them all, because it
/// names the ones whose tests are skipped.
public final class TestPrograms {
  private static final Pattern LIST = Pattern.compile("(?s)\\ntest_programs=\\(([^)]*)\\)");

  private TestPrograms() {}

  /// Skips the test where one of the programs is missing.
  ///
  /// @throws AssertionError when `./verify` does not list it, whether or not it is there
  public static void require(String... programs) {
    List<String> listed = listed();
    for (String program : programs) {
      if (!listed.contains(program)) {
        throw new AssertionError("add " + program + " to test_programs in ./verify");
      }
      Assumptions.assumeTrue(find(program) != null, "SKIPPED: " + program + " is not installed");
    }
  }

  /// The programs that `./verify` lists, in its order.
  public static List<String> listed() {
    try {
      return parse(Files.readString(house().resolve("verify")));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  static List<String> parse(String verify) {
    Matcher list = LIST.matcher(verify);
    if (!list.find()) {
      throw new AssertionError("./verify has no test_programs");
    }
    var names = new ArrayList<String>();
    for (String entry : list.group(1).strip().split("\\s+", -1)) {
      names.add(entry.replaceFirst(":.*", ""));
    }
    return names;
  }

  /// The root of the checkout.
  public static Path house() {
    Path start = Path.of("").toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.isExecutable(folder.resolve("verify")) && Files.exists(folder.resolve("pom.xml"))) {
        return folder;
      }
    }
    throw new AssertionError("no ./verify above " + start);
  }

  static @Nullable Path find(String program) {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      Path file = Path.of(folder, program);
      if (Files.isRegularFile(file) && Files.isExecutable(file)) {
        return file;
      }
    }
    return null;
  }
}
