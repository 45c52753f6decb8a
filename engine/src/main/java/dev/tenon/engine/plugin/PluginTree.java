package dev.tenon.engine.plugin;

import dev.tenon.core.text.Sha256;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The files of a plugin, by their paths from its folder, with what each is made of. What git keeps
/// for itself is none of them, neither is what Python compiles for itself (`__pycache__`), and
/// neither are links.
///
/// @param files in order; the hash also tells whether a file can be run
/// @param passed what was passed over: its path, and what it is
public record PluginTree(Map<String, String> files, Map<String, String> passed) {
  public static final PluginTree NONE = new PluginTree(Map.of(), Map.of());

  private static final int MOST_FILES = 20_000;
  private static final long MOST_BYTES = 256L << 20;

  public PluginTree {
    files = Collections.unmodifiableMap(new TreeMap<>(files));
    passed = Collections.unmodifiableMap(new TreeMap<>(passed));
  }

  /// Reads a folder.
  public static PluginTree of(Path folder) throws IOException, SetupException {
    var found = new Visitor(folder);
    Files.walkFileTree(folder, found);
    found.check();
    var files = new TreeMap<String, String>();
    for (Path file : found.files) {
      String hash = Sha256.of(Files.readAllBytes(file));
      files.put(name(folder, file), Files.isExecutable(file) ? hash + " x" : hash);
    }
    return new PluginTree(files, found.passed);
  }

  /// What the files look like from outside: another one when any was written, added or removed.
  static String stamp(Path folder) throws IOException, SetupException {
    var found = new Visitor(folder);
    Files.walkFileTree(folder, found);
    found.check();
    Collections.sort(found.looks);
    return Sha256.of(String.join("\n", found.looks));
  }

  /// Copies the files of a folder into one that is not there yet.
  static void copy(Path from, Path to) throws IOException, SetupException {
    var found = new Visitor(from);
    Files.walkFileTree(from, found);
    found.check();
    Files.createDirectories(to);
    for (Path file : found.files) {
      Path copy = to.resolve(name(from, file));
      Path place = copy.getParent();
      if (place != null) {
        Files.createDirectories(place);
      }
      Files.copy(file, copy);
    }
  }

  /// Removes a folder with all that is in it, following no link.
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path each, @Nullable IOException failure)
              throws IOException {
            Files.delete(each);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static String name(Path folder, Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  /// Changes with every byte of every file, their names, and whether they can be run.
  public String sha256() {
    var all = new StringBuilder();
    files.forEach((name, hash) -> all.append(name).append('\0').append(hash).append('\n'));
    return Sha256.of(all.toString());
  }

  private static final class Visitor extends SimpleFileVisitor<Path> {
    private final Path folder;
    private final List<Path> files = new ArrayList<>();
    private final Map<String, String> passed = new TreeMap<>();
    private final List<String> looks = new ArrayList<>();
    private long bytes;

    Visitor(Path folder) {
      this.folder = folder;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
      String name = String.valueOf(each.getFileName());
      return name.equals(".git") || name.equals("__pycache__")
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile()) {
        if (!String.valueOf(file.getFileName()).equals(".git")) {
          files.add(file);
          bytes += attributes.size();
          looks.add(
              name(folder, file)
                  + '\0'
                  + attributes.size()
                  + '\0'
                  + attributes.lastModifiedTime()
                  + '\0'
                  + attributes.fileKey());
        }
      } else {
        passed.put(name(folder, file), attributes.isSymbolicLink() ? "a link" : "no regular file");
      }
      return isTooLarge() ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
    }

    private boolean isTooLarge() {
      return files.size() > MOST_FILES || bytes > MOST_BYTES;
    }

    void check() throws SetupException {
      if (isTooLarge()) {
        throw SetupException.failure(
            folder
                + " is too large for a plugin: more than "
                + MOST_FILES
                + " files or 256 MB; name the folder of the plugin itself");
      }
    }
  }
}
