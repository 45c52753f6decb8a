package dev.tenon.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/// Libraries of others that programs of tests are made of, and that must not stand on the class
/// path of the tests themselves: pinned in a `pom.xml` of their own. Where they cannot be had, the
/// tests are skipped and say so.
public final class MavenPeers {
  private static final int MINUTES = 5;

  private MavenPeers() {}

  /// Where the `pom.xml` and the program of a peer are.
  public static Path source(String name) {
    return TestPrograms.house().resolve("protocols/src/test/peers").resolve(name);
  }

  /// The class path of a peer, looked for on this machine first.
  public static String classPath(String name) {
    TestPrograms.require("mvn");
    Path pom = source(name).resolve("pom.xml");
    Path folder = TestPrograms.house().resolve("protocols/target/maven-peers").resolve(name);
    try {
      Files.createDirectories(folder);
      try (FileChannel channel =
              FileChannel.open(
                  folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          var _ = channel.lock()) {
        byte[] wanted = Files.readAllBytes(pom);
        Path made = folder.resolve("made-of");
        Path found = folder.resolve("class-path");
        if (!Files.exists(made) || !Arrays.equals(wanted, Files.readAllBytes(made))) {
          boolean fetched = resolve(pom, found, "-o") || resolve(pom, found, "-U");
          Assumptions.assumeTrue(
              fetched,
              "SKIPPED: the libraries of "
                  + name
                  + " could not be fetched, see "
                  + folder.resolve("mvn.log"));
          Files.write(made, wanted);
        }
        return Files.readString(found).strip();
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new AssertionError(stopped);
    }
  }

  private static boolean resolve(Path pom, Path found, String way)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "mvn",
                "-q",
                "-B",
                way,
                "-f",
                pom.toString(),
                "dependency:build-classpath",
                "-Dmdep.outputFile=" + found)
            .redirectErrorStream(true)
            .redirectOutput(found.resolveSibling("mvn.log").toFile())
            .start();
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly();
    }
    return ended && process.exitValue() == 0 && Files.exists(found);
  }
}
