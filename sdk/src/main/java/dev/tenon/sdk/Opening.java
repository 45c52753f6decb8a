package dev.tenon.sdk;

import dev.tenon.core.text.IoFailure;
import dev.tenon.core.text.Thrown;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.engine.plugin.ForeignTool;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Checks what an engine is opened with before anything is opened, so that what cannot be used is
/// refused at once.
final class Opening {
  /// What all providers take.
  private static final Pattern TOOL_NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

  private Opening() {}

  /// What callers must not leave out, whatever their compiler thinks of null.
  static <T> T given(@Nullable T value, String what) {
    if (value == null) {
      throw new IllegalArgumentException("the " + what + " must not be null");
    }
    return value;
  }

  /// The folder, as a real path.
  static Path folder(Path given) throws TenonException {
    String refused = "the engine of " + given + " cannot be opened: ";
    try {
      Path root = given.toRealPath();
      if (!Files.isDirectory(root)) {
        throw new TenonException(refused + "it is no folder");
      }
      return root;
    } catch (NoSuchFileException missing) {
      throw new TenonException(refused + "there is no such folder; the folder must exist", missing);
    } catch (IOException unusable) {
      throw new TenonException(refused + IoFailure.named(unusable), unusable);
    }
  }

  static Path temporaryStore() throws TenonException {
    try {
      return Files.createTempDirectory("tenon-engine");
    } catch (IOException unusable) {
      throw new TenonException(
          "no folder for a temporary store can be made: "
              + IoFailure.named(unusable)
              + "; give the engine a store",
          unusable);
    }
  }

  /// The store, as a folder that can be written to.
  static Path store(Path given) throws TenonException {
    Path store = given.toAbsolutePath();
    try {
      if (!Files.isDirectory(store)) {
        Files.createDirectories(store, privately(store));
      }
      Files.delete(Files.createTempFile(store, ".writable-", ""));
      return store;
    } catch (FileAlreadyExistsException file) {
      throw new TenonException(unusable(store, file.getFile() + " is no folder"), file);
    } catch (IOException unusable) {
      throw new TenonException(unusable(store, IoFailure.named(unusable)), unusable);
    }
  }

  private static String unusable(Path store, String why) {
    return "the store "
        + store
        + " cannot be used: "
        + why
        + "; give the engine a folder that it can write to";
  }

  private static FileAttribute<?>[] privately(Path store) {
    return store.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        }
        : new FileAttribute<?>[0];
  }

  /// The program's own tools, each of which can be declared.
  static List<Tool<?>> tools(List<Tool<?>> own, Consumer<String> diagnostics)
      throws TenonException {
    var owner = new ForeignTool.Owner("of this program", diagnostics);
    var offered = new ArrayList<Tool<?>>();
    for (Tool<?> tool : own) {
      offered.add(offered(tool, owner));
    }
    return offered;
  }

  private static Tool<?> offered(Tool<?> tool, ForeignTool.Owner owner) throws TenonException {
    String whose = "the tool of " + tool.getClass().getName() + " cannot be used: ";
    Tool<?> offered;
    @Nullable String name;
    @Nullable String description;
    try {
      offered = ForeignTool.of(tool, owner);
      name = offered.name();
      description = offered.description();
    } catch (Throwable broken) {
      throw new TenonException(whose + Thrown.placed(broken), broken);
    }
    if (name == null || description == null) {
      throw new TenonException(whose + "it has no " + (name == null ? "name" : "description"));
    }
    if (!TOOL_NAME.matcher(name).matches()) {
      throw new TenonException(
          "a tool cannot be called '"
              + name
              + "': a name is 1 to 64 letters from a to z, digits, _ and -");
    }
    try {
      var _ = ToolShelf.spec(offered);
      return offered;
    } catch (Throwable undeclared) {
      throw new TenonException(
          "the tool " + name + " cannot be declared: " + Thrown.placed(undeclared), undeclared);
    }
  }

  /// What nobody asked to be kept. What cannot be removed costs nothing else, and is told.
  static void remove(Path home, Consumer<String> diagnostics) {
    var left = new ArrayList<String>();
    try {
      Files.walkFileTree(
          home,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              return delete(file, left);
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem) {
              return delete(file, left);
            }

            @Override
            public FileVisitResult postVisitDirectory(Path emptied, @Nullable IOException problem) {
              return delete(emptied, left);
            }
          });
    } catch (IOException unreadable) {
      left.add(unreadable.toString());
    }
    if (!left.isEmpty()) {
      diagnostics.accept(
          "the temporary store " + home + " could not be removed: " + left.getFirst());
    }
  }

  private static FileVisitResult delete(Path file, List<String> left) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException refused) {
      left.add(refused.toString());
    }
    return FileVisitResult.CONTINUE;
  }
}
