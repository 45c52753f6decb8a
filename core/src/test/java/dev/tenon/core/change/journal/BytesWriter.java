package dev.tenon.core.change.journal;

import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A program that changes several binary files together, generation after generation, until it is
/// killed.
final class BytesWriter {
  static final List<String> PATHS = List.of("a.bin", "b.bin", "c.bin");

  private static final int MOST = 100_000;

  private BytesWriter() {}

  /// What a file is in a generation; some are streamed, some are held in memory.
  static byte[] content(String path, int generation) {
    byte[] bytes = new byte[path.equals("a.bin") ? 1_200_000 : 5_000];
    new Random(path.hashCode() * 31L + generation).nextBytes(bytes);
    bytes[100] = 0;
    return bytes;
  }

  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments[0]);
    int generation = Integer.parseInt(arguments[2]);
    Workspace workspace = Workspace.open(root);
    Journal journal = ProjectJournal.open(Path.of(arguments[1]), workspace, "session");
    while (generation < MOST) {
      var changes = new ArrayList<FileChange>();
      for (String path : PATHS) {
        String base = FileBytes.of(Files.readAllBytes(root.resolve(path))).sha256();
        changes.add(
            FileChange.Bytes.replace(path, base, FileBytes.of(content(path, generation + 1))));
      }
      journal.commit(new Transaction(changes), new Attribution(Origin.AGENT, "writer", null));
      generation++;
      System.out.println(generation);
      System.out.flush();
    }
  }
}
