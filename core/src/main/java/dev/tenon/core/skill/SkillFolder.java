package dev.tenon.core.skill;

import dev.tenon.core.text.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/// What lies in the folder of a skill.
public final class SkillFolder {
  /// Larger files are no text for a model.
  public static final int LARGEST = 1024 * 1024;

  private static final int DEPTH = 6;
  private static final int MOST_FILES = 2_000;
  private static final long LARGEST_SCRIPT = 64L * 1024 * 1024;
  private static final int DEEPEST = 16;
  private static final int MOST_NAMEABLE = 20_000;

  private SkillFolder() {}

  /// The files beside `SKILL.md`, relative, in order, without reading them. Links are left out:
  /// they may lead anywhere.
  public static List<String> files(Path folder) throws IOException {
    var found = new ArrayList<String>();
    Files.walkFileTree(
        folder,
        EnumSet.noneOf(FileVisitOption.class),
        DEPTH,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
            String name = String.valueOf(each.getFileName());
            boolean skipped = !each.equals(folder) && isHidden(name);
            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = folder.relativize(file).toString();
            if (attributes.isRegularFile()
                && !name.equals(Skill.FILE)
                && !isHidden(String.valueOf(file.getFileName()))) {
              found.add(name);
            }
            return found.size() < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            return FileVisitResult.CONTINUE;
          }
        });
    found.sort(null);
    return found;
  }

  private static boolean isHidden(String name) {
    return name.startsWith(".") || name.equals("node_modules") || name.equals("__pycache__");
  }

  /// The bytes of `SKILL.md`, or of one byte more than is allowed.
  public static byte[] read(Path folder) throws IOException {
    try (InputStream in =
        Files.newInputStream(folder.resolve(Skill.FILE), LinkOption.NOFOLLOW_LINKS)) {
      return in.readNBytes(LARGEST + 1);
    }
  }

  /// Changes with every byte of the text and of the files in the folder that the text names.
  public static String sha256(Path folder, byte[] text) throws IOException {
    return sha256(folder, text, nameable(folder));
  }

  /// The same where it is known what lies in the folder.
  ///
  /// @param names as [#nameable] tells them
  public static String sha256(Path folder, byte[] text, List<String> names) throws IOException {
    String said = new String(text, StandardCharsets.UTF_8);
    var all = new ByteArrayOutputStream();
    all.writeBytes(text);
    for (String name : names) {
      Path file = folder.resolve(name);
      if (said.contains(name) || said.contains(String.valueOf(file.getFileName()))) {
        all.writeBytes(("\0" + name + "\0" + hash(file)).getBytes(StandardCharsets.UTF_8));
      }
    }
    return Sha256.of(all.toByteArray());
  }

  /// Everything below a folder that a text could have run, relative, in order: hidden files and
  /// links too, whatever a model is told of them.
  public static List<String> nameable(Path folder) throws IOException {
    var found = new ArrayList<String>();
    Files.walkFileTree(
        folder,
        EnumSet.noneOf(FileVisitOption.class),
        DEEPEST,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = folder.relativize(file).toString();
            if (!name.equals(Skill.FILE) && !attributes.isDirectory() && !attributes.isOther()) {
              found.add(name);
            }
            return found.size() < MOST_NAMEABLE
                ? FileVisitResult.CONTINUE
                : FileVisitResult.TERMINATE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            return FileVisitResult.CONTINUE;
          }
        });
    found.sort(null);
    return found;
  }

  private static String hash(Path file) throws IOException {
    String leads = Files.isSymbolicLink(file) ? "link " + Files.readSymbolicLink(file) + " " : "";
    if (!Files.isRegularFile(file)) {
      return leads;
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] begin = in.readNBytes(LARGEST);
      return leads + (begin.length < LARGEST ? Sha256.of(begin) : large(file, begin, in));
    }
  }

  private static String large(Path file, byte[] begin, InputStream rest) throws IOException {
    MessageDigest digest = Sha256.digest();
    digest.update(begin);
    long read = begin.length;
    var buffer = new byte[LARGEST];
    int count = rest.read(buffer);
    while (count >= 0 && read < LARGEST_SCRIPT) {
      digest.update(buffer, 0, count);
      read += count;
      count = rest.read(buffer);
    }
    // Nobody waits for what never ends.
    String more = count < 0 ? "" : " " + Files.size(file) + " " + Files.getLastModifiedTime(file);
    return Sha256.hex(digest.digest()) + more;
  }

  /// What stands below the head of a file.
  public static String body(String file) {
    String text = file.startsWith("\uFEFF") ? file.substring(1) : file;
    List<String> lines = text.lines().toList();
    if (lines.isEmpty() || !lines.getFirst().stripTrailing().equals("---")) {
      return text.strip();
    }
    for (int i = 1; i < lines.size(); i++) {
      if (lines.get(i).stripTrailing().equals("---")) {
        return String.join("\n", lines.subList(i + 1, lines.size())).strip();
      }
    }
    return text.strip();
  }
}
