package dev.tenon.distribution.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `install.sh` that gets a signal right after each program that it runs and that changes or reads
/// something: what was installed works, or what is new does, and the next run puts all in order.
@Timeout(300)
class InstallInterruptedTest {
  private static final List<String> WATCHED =
      List.of("mkdir", "mv", "ln", "rm", "rmdir", "tar", "sha256sum");

  /// What cannot be caught hits all that runs, as a power failure does.
  private static final Map<String, String> KILLED =
      Map.of("KILL", "KILL -\"$SCRIPT\"", "TERM", "TERM \"$SCRIPT\"");

  /// How many calls to the next signal. An upgrade begins with the first call and a first install,
  /// whose calls are nearly the same, with the second, so that each has its turn.
  private static final Map<String, Integer> STEPS = Map.of("KILL", 2, "TERM", 6);

  @TempDir Path folder;
  private InstallHome in;

  @BeforeEach
  void makeHome() throws IOException {
    TestPrograms.require("setsid");
    in = InstallHome.in(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "TERM"})
  void anUpgradeKeepsAProgramThatWorks(String signal) throws Exception {
    String first = in.archive("1.0", "tenon 1.0").toString();
    String second = in.archive("1.1", "tenon 1.1").toString();
    int cut = 0;
    boolean ended = false;
    for (int at = 1; !ended; at += STEPS.getOrDefault(signal, 1)) {
      assertThat(in.run(first).code()).isZero();
      InstallHome.Outcome outcome = interrupted(signal, at, second);
      ended = outcome.code() == 0;
      cut += ended ? 0 : 1;
      assertThat(in.start()).as("after call %s", at).isIn("tenon 1.0\n", "tenon 1.1\n");
      if (signal.equals("TERM")) {
        assertThat(in.leftovers()).as("after call %s", at).isEmpty();
      }
      assertThat(in.run(second).code()).as("after call %s", at).isZero();
      assertThat(in.start()).isEqualTo("tenon 1.1\n");
      assertThat(in.leftovers()).as("after call %s", at).isEmpty();
      assertThat(versions()).as("after call %s", at).hasSize(1);
    }
    assertThat(cut).isGreaterThan(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "TERM"})
  void aFirstInstallIsThereOrNot(String signal) throws Exception {
    String archive = in.archive("1.0", "tenon 1.0").toString();
    boolean ended = false;
    for (int at = 2; !ended; at += STEPS.getOrDefault(signal, 1)) {
      InstallHome.Outcome outcome = interrupted(signal, at, archive);
      ended = outcome.code() == 0;
      boolean there = Files.exists(in.local().resolve("bin/tenon"));
      if (there) {
        assertThat(in.start()).as("after call %s", at).isEqualTo("tenon 1.0\n");
      } else if (signal.equals("TERM") && !Files.exists(in.local().resolve("lib/tenon/current"))) {
        assertThat(in.local().resolve("lib")).as("after call %s", at).doesNotExist();
      }
      // Either way round: installed again, or taken away at once.
      if (at % 4 == 0) {
        assertThat(in.run(archive).errors()).as("after call %s", at).contains("is installed");
        assertThat(in.leftovers()).as("after call %s", at).isEmpty();
      }
      assertThat(in.run("--uninstall").code()).as("after call %s", at).isZero();
      assertThat(files()).as("after call %s", at).isEmpty();
    }
  }

  /// An uninstall that was cut short goes on where it was.
  @Test
  void anUninstallCanBeRepeated() throws Exception {
    String archive = in.archive("1.0", "tenon 1.0").toString();
    boolean ended = false;
    for (int at = 1; !ended; at += 2) {
      assertThat(in.run(archive).code()).as("before call %s", at).isZero();
      ended = interrupted("KILL", at, "--uninstall").code() == 0;
      assertThat(in.run("--uninstall").code()).as("after call %s", at).isZero();
      assertThat(files()).as("after call %s", at).isEmpty();
    }
  }

  /// What is left besides empty folders.
  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(in.local())) {
      return all.filter(it -> !Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS)).toList();
    }
  }

  private List<String> versions() throws IOException {
    var names = new ArrayList<String>();
    try (Stream<Path> found = Files.list(in.local().resolve("lib/tenon"))) {
      found
          .filter(it -> !Files.isSymbolicLink(it) && Files.isDirectory(it))
          .forEach(it -> names.add(it.getFileName().toString()));
    }
    return names;
  }

  /// Runs the script; its shell tells its number to what it runs.
  private InstallHome.Outcome interrupted(String signal, int at, String argument) throws Exception {
    List<String> command =
        List.of(
            "setsid",
            "sh",
            "-c",
            "SCRIPT=$$ exec sh \"$0\" \"$1\"",
            InstallHome.SCRIPT.toString(),
            argument);
    return in.run(signalled(signal, at), command);
  }

  /// An environment in which the watched program that runs as the given one sends a signal to the
  /// script afterwards.
  private Map<String, String> signalled(String signal, int at) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path count = folder.resolve("count");
    Files.writeString(count, "");
    for (String name : WATCHED) {
      InstallHome.program(
          bin.resolve(name),
          "PATH=/usr/bin:/bin; %s \"$@\"; code=$?; echo >>\"$COUNT\"; calls=$(wc -l <\"$COUNT\")\n"
                  .formatted(name)
              + "[ \"$calls\" != \"$AT\" ] || kill -%s; exit $code".formatted(KILLED.get(signal)));
    }
    return Map.of(
        "PATH",
        bin + ":" + System.getenv("PATH"),
        "COUNT",
        count.toString(),
        "AT",
        String.valueOf(at));
  }
}
