package dev.tenon.core.change.effects;

import dev.tenon.core.workspace.state.FileFingerprint;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The objects of a git repository as pre-images: the content of a file that git knows to be
/// unchanged need not be copied. Used only where git writes files as they are: no filters, and each
/// object as long as its file.
final class GitBlobs {
  private static final long MOST_SETTINGS = 1024 * 1024;
  private static final int SECONDS = 60;

  private final Path top;
  private final GitIndex index;

  private GitBlobs(Path top, GitIndex index) {
    this.top = top;
    this.index = index;
  }

  /// The repository around a folder, if its objects can be relied on.
  ///
  /// @param attributeFiles the `.gitattributes` of the tree
  static @Nullable GitBlobs around(Path folder, Collection<Path> attributeFiles) {
    try {
      Path top = folder;
      while (top != null && !Files.exists(top.resolve(".git"))) {
        top = top.getParent();
      }
      if (top == null) {
        return null;
      }
      Path own = gitFolder(top);
      Path common = own.resolve("commondir");
      Path shared =
          Files.isRegularFile(common)
              ? own.resolve(Files.readString(common).strip()).normalize()
              : own;
      Path file = own.resolve("index");
      if (!Files.isRegularFile(file)
          || mentions(shared.resolve("config"), "partialclone", "promisor", "objectformat")
          || mentions(shared.resolve("info/attributes"), "filter", "ident", "encoding")) {
        return null;
      }
      for (Path attributes : attributeFiles) {
        if (mentions(attributes, "filter", "ident", "encoding")) {
          return null;
        }
      }
      FileFingerprint written = FileFingerprint.of(file);
      return new GitBlobs(top, GitIndex.parse(Files.readAllBytes(file), written.modified()));
    } catch (IOException | InvalidPathException unusable) {
      // Without git everything is copied, as far as the limits go.
      return null;
    }
  }

  private static Path gitFolder(Path top) throws IOException {
    Path git = top.resolve(".git");
    if (!Files.isRegularFile(git)) {
      return git;
    }
    String pointer = Files.readString(git).strip();
    if (!pointer.startsWith("gitdir:")) {
      throw new IOException("not a pointer of git: " + git);
    }
    return top.resolve(pointer.substring("gitdir:".length()).strip()).normalize();
  }

  private static boolean mentions(Path file, String... words) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    if (Files.size(file) > MOST_SETTINGS) {
      return true;
    }
    String text =
        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    for (String word : words) {
      if (text.contains(word)) {
        return true;
      }
    }
    return false;
  }

  String repository() {
    return top.toString();
  }

  /// The object of a file that git knows to be unchanged, or null.
  @Nullable String cleanId(Path file, FileFingerprint fingerprint) {
    return file.startsWith(top)
        ? index.cleanId(top.relativize(file).toString(), fingerprint)
        : null;
  }

  /// The sizes of those objects that the repository has.
  static Map<String, Long> sizes(String repository, List<String> ids)
      throws IOException, InterruptedException {
    Map<String, Long> sizes = new HashMap<>();
    catFile(
        repository,
        "--batch-check",
        ids,
        out -> {
          for (String id : ids) {
            String[] words = line(out).split(" ", -1);
            if (words.length == 3 && words[1].equals("blob")) {
              sizes.put(id, Long.parseLong(words[2]));
            }
          }
        });
    return sizes;
  }

  /// Hands over the contents of those objects that the repository has.
  static void contents(String repository, List<String> ids, BiConsumer<String, byte[]> sink)
      throws IOException, InterruptedException {
    catFile(
        repository,
        "--batch",
        ids,
        out -> {
          for (String id : ids) {
            String[] words = line(out).split(" ", -1);
            if (words.length == 3 && words[1].equals("blob")) {
              byte[] bytes = out.readNBytes(Integer.parseInt(words[2]));
              out.read();
              sink.accept(id, bytes);
            }
          }
        });
  }

  private interface Reading {
    void from(InputStream out) throws IOException;
  }

  private static void catFile(String repository, String how, List<String> ids, Reading reading)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder("git", "cat-file", how);
    builder.directory(Path.of(repository).toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    builder.environment().put("GIT_NO_LAZY_FETCH", "1");
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process git = builder.start();
    Thread writer = Thread.ofVirtual().start(() -> feed(git.getOutputStream(), ids));
    try (InputStream out = new BufferedInputStream(git.getInputStream(), 1 << 16)) {
      reading.from(out);
      if (!git.waitFor(SECONDS, TimeUnit.SECONDS) || git.exitValue() != 0) {
        throw new IOException("git cat-file failed in " + repository);
      }
    } finally {
      git.destroyForcibly();
      writer.join();
    }
  }

  private static void feed(OutputStream in, List<String> ids) {
    try (in) {
      for (String id : ids) {
        in.write((id + "\n").getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException ended) {
      // Git has ended early; whoever reads its output sees that.
    }
  }

  private static String line(InputStream out) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = out.read(); next != '\n'; next = out.read()) {
      if (next < 0) {
        throw new IOException("git cat-file ended early");
      }
      line.write(next);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  /// The name of a blob with this content.
  static String id(byte[] bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      digest.update(("blob " + bytes.length + "\0").getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(digest.digest(bytes));
    } catch (NoSuchAlgorithmException brokenJdk) {
      throw new IllegalStateException("every JDK has SHA-1", brokenJdk);
    }
  }
}
