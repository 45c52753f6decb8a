package dev.tenon.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/// Programs of others, written for Node, that tests talk to: pinned by a lock file, fetched once
/// into the build folder and from then on used as they are. Where they cannot be had, the tests are
/// skipped and say so.
public final class NodePeers {
  private static final int MINUTES = 5;

  private NodePeers() {}

  /// The folder with `node_modules`.
  public static Path folder() {
    TestPrograms.require("npm");
    Path module = TestPrograms.house().resolve("protocols");
    Path source = module.resolve("src/test/peers");
    Path folder = module.resolve("target/peers");
    try {
      Files.createDirectories(folder);
      try (FileChannel channel =
              FileChannel.open(
                  folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          var _ = channel.lock()) {
        byte[] wanted = Files.readAllBytes(source.resolve("package-lock.json"));
        Path made = folder.resolve("made-of");
        if (!Files.exists(made) || !Arrays.equals(wanted, Files.readAllBytes(made))) {
          fetch(source, folder);
          Files.write(made, wanted);
        }
        copyScripts(source, folder);
      }
      return folder;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new AssertionError(stopped);
    }
  }

  /// One package alone, unpacked, without what it depends on: for a file in it that needs nothing
  /// else.
  ///
  /// @param integrity as a lock file has it
  public static Path packed(String name, String version, String integrity) {
    TestPrograms.require("npm", "tar");
    Path folder =
        TestPrograms.house()
            .resolve("protocols/target/packed")
            .resolve(name.replace('/', '-') + "-" + version);
    try {
      Files.createDirectories(folder);
      try (FileChannel channel =
              FileChannel.open(
                  folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          var _ = channel.lock()) {
        Path made = folder.resolve("made-of");
        if (!Files.exists(made) || !Files.readString(made).equals(integrity)) {
          unpack(name + "@" + version, integrity, folder);
          Files.writeString(made, integrity);
        }
      }
      return folder.resolve("package");
    } catch (IOException | NoSuchAlgorithmException failed) {
      throw new AssertionError(failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new AssertionError(stopped);
    }
  }

  private static void unpack(String wanted, String integrity, Path folder)
      throws IOException, InterruptedException, NoSuchAlgorithmException {
    boolean packed =
        run(folder, "npm", "pack", "--prefer-offline", "--ignore-scripts", "--silent", wanted);
    Assumptions.assumeTrue(
        packed, "SKIPPED: " + wanted + " could not be fetched, see " + folder.resolve("npm.log"));
    try (var files = Files.newDirectoryStream(folder, "*.tgz")) {
      for (Path file : files) {
        byte[] hash = MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(file));
        String found = "sha512-" + Base64.getEncoder().encodeToString(hash);
        if (!found.equals(integrity)) {
          throw new AssertionError(wanted + " is not what was pinned: " + found);
        }
        if (!run(folder, "tar", "xzf", file.toString())) {
          throw new AssertionError(file + " cannot be unpacked");
        }
        Files.delete(file);
      }
    }
  }

  private static boolean run(Path folder, String... words)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("npm.log").toFile())
            .start();
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly();
    }
    return ended && process.exitValue() == 0;
  }

  private static void fetch(Path source, Path folder) throws IOException, InterruptedException {
    for (String name : new String[] {"package.json", "package-lock.json"}) {
      Files.copy(source.resolve(name), folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
    boolean fetched =
        run(folder, "npm", "ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund");
    Assumptions.assumeTrue(
        fetched,
        "SKIPPED: the peers for Node could not be fetched, see " + folder.resolve("npm.log"));
  }

  /// Servers of our own that are made of the peers' classes.
  private static void copyScripts(Path source, Path folder) throws IOException {
    try (var files = Files.newDirectoryStream(source, "*.mjs")) {
      for (Path file : files) {
        Path target = folder.resolve(file.getFileName());
        if (!Files.exists(target) || Files.mismatch(file, target) >= 0) {
          Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }
}
