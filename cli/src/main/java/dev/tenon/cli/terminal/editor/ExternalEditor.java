package dev.tenon.cli.terminal.editor;

import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Lets the person edit a text in a program of their own (`$VISUAL`, `$EDITOR`, otherwise `vi`).
/// The program has the terminal meanwhile; whoever calls this has let go of it. The text is in a
/// file that only its owner can read, which is gone afterwards, unless the program has saved
/// something there that could not be taken.
public final class ExternalEditor {
  private static final long LARGEST = 16L << 20;
  private static final String OWNERS = "rw-------";

  private final Map<String, String> environment;
  private final Path folder;
  private final String what;
  private final String ending;

  /// For what is sent to the model.
  ///
  /// @param folder where the file lies while it is edited
  public ExternalEditor(Map<String, String> environment, Path folder) {
    this(environment, folder, "draft", ".md");
  }

  /// @param what the text is, in a word
  /// @param ending of the file's name, by which a program may know what is in it
  public ExternalEditor(Map<String, String> environment, Path folder, String what, String ending) {
    this.environment = Map.copyOf(environment);
    this.folder = folder;
    this.what = what;
    this.ending = ending;
  }

  /// What came of it.
  public sealed interface Outcome {

    /// The text as the program left it, without the line end that editors put at the end of a file.
    record Edited(String text) implements Outcome {}

    /// Why the text stays what it was, in one line.
    record Kept(String reason) implements Outcome {}
  }

  /// Runs the program until it ends.
  public Outcome edit(String text) {
    String program = program();
    Path file;
    try {
      file = Files.createTempFile(folder, "tenon-" + what + "-", ending, owners(folder));
    } catch (IOException unwritable) {
      return kept("the text cannot be written for " + program + ": " + IoFailure.named(unwritable));
    }
    String written = text.isEmpty() ? "" : text + "\n";
    Outcome outcome;
    try {
      Files.writeString(file, written);
      outcome = run(program, file, text);
    } catch (IOException failed) {
      outcome = kept("the editor " + program + " could not be used: " + IoFailure.named(failed));
    }
    if (outcome instanceof Outcome.Kept kept && saved(file, written)) {
      return new Outcome.Kept(kept.reason + ", and what was saved is in " + file);
    }
    remove(file);
    return outcome;
  }

  /// Whether the program has left something in the file that is not the draft; then nobody but its
  /// owner can read it.
  private static boolean saved(Path file, String written) {
    try {
      if (!Files.isRegularFile(file) || (Files.size(file) <= LARGEST && same(file, written))) {
        return false;
      }
      if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(OWNERS));
      }
      return true;
    } catch (IOException unknown) {
      // Better a file too many than lost work.
      return true;
    }
  }

  private static boolean same(Path file, String written) throws IOException {
    byte[] left = Files.readAllBytes(file);
    return new String(left, StandardCharsets.ISO_8859_1).isBlank()
        || Arrays.equals(left, written.getBytes(StandardCharsets.UTF_8));
  }

  private String program() {
    for (String name : List.of("VISUAL", "EDITOR")) {
      String value = environment.getOrDefault(name, "").strip();
      if (!value.isEmpty()) {
        return value;
      }
    }
    return "vi";
  }

  /// The variable may hold options, and so is for a shell; the file's name is not. What Ctrl-C
  /// means is the editor's to say: the shell around it goes on, to say how the editor ended.
  private Outcome run(String program, Path file, String before) throws IOException {
    var builder =
        new ProcessBuilder(
                "/bin/sh", "-c", "trap : INT; " + program + " \"$1\"", "sh", file.toString())
            .inheritIO();
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    int status;
    try {
      status = process.waitFor();
    } catch (InterruptedException stopped) {
      process.destroy();
      Thread.currentThread().interrupt();
      return kept("the editor " + program + " was stopped");
    }
    if (status != 0) {
      return kept("the editor " + program + " ended with status " + status);
    }
    if (!Files.isRegularFile(file)) {
      return kept("the editor " + program + " has removed the file");
    }
    if (Files.size(file) > LARGEST) {
      return kept("the editor " + program + " left more than " + (LARGEST >> 20) + " MB");
    }
    String text = decoded(Files.readAllBytes(file));
    if (text.isBlank() && !before.isBlank()) {
      return kept("the editor " + program + " left an empty file");
    }
    return new Outcome.Edited(text);
  }

  private static String decoded(byte[] bytes) throws IOException {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    } catch (CharacterCodingException binary) {
      throw new IOException("it left a file that is no UTF-8 text", binary);
    }
  }

  private Outcome kept(String reason) {
    return new Outcome.Kept(reason + "; the " + what + " is kept");
  }

  private static FileAttribute<?>[] owners(Path folder) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNERS))
        }
        : new FileAttribute<?>[0];
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException left) {
      // A file in a temporary folder that only its owner can read.
      file.toFile().deleteOnExit();
    }
  }
}
