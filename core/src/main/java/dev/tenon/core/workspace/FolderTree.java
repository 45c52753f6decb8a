package dev.tenon.core.workspace;

import dev.tenon.core.workspace.path.Folder;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.walk.FileWalk;
import dev.tenon.core.workspace.walk.TreeScan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Shows a folder as a tree of a few levels, without what is ignored.
record FolderTree(PathSandbox sandbox, FileWalk walk, ReadLimits limits) {

  ReadResult.Tree read(Path real, List<String> notes) throws IOException, InterruptedException {
    var lines = new ArrayList<String>();
    var counts = new int[limits.treeDepth() + 1];
    var dropped = new int[1];
    int unreadable =
        walk.scan(real, new Sizes()).run((path, label) -> add(path, label, lines, counts, dropped));
    for (int depth = limits.treeDepth(); depth > 0; depth--) {
      close(depth, lines, counts);
    }
    var all = new ArrayList<>(notes);
    if (dropped[0] > 0) {
      all.add(
          "Only the first "
              + limits.treeEntries()
              + " entries are shown. List a folder below, or use a glob, for the others.");
    }
    if (unreadable > 0) {
      all.add(unreadable + " folders could not be read.");
    }
    if (lines.isEmpty()) {
      lines.add("(empty)");
    }
    return new ReadResult.Tree(real, sandbox.relative(real), lines, all);
  }

  private TreeScan.Next add(
      String path, String label, List<String> lines, int[] counts, int[] dropped) {
    int depth = depth(path);
    for (int deeper = limits.treeDepth(); deeper > depth; deeper--) {
      close(deeper, lines, counts);
    }
    counts[depth]++;
    if (depth > 1 && counts[depth] > limits.treeChildren()) {
      return TreeScan.Next.GO_ON;
    }
    if (lines.size() >= limits.treeEntries()) {
      dropped[0]++;
      return TreeScan.Next.STOP;
    }
    lines.add("  ".repeat(depth - 1) + label);
    return TreeScan.Next.GO_ON;
  }

  /// Ends a folder of that depth: tells how many of its entries were left out.
  private void close(int depth, List<String> lines, int[] counts) {
    int more = counts[depth] - limits.treeChildren();
    if (depth > 1 && more > 0) {
      lines.add("  ".repeat(depth - 1) + "… " + more + " more");
    }
    counts[depth] = 0;
  }

  private static int depth(String path) {
    int depth = 1;
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) == '/') {
        depth++;
      }
    }
    return depth;
  }

  /// Labels the entries of the levels that are shown.
  private final class Sizes implements TreeScan.Look<String> {
    @Override
    public String at(Folder folder, String path, Folder.Named entry) {
      return switch (entry.kind()) {
        case FOLDER -> entry.name() + "/";
        case FILE -> entry.name() + " (" + ReadNotes.bytes(entry.size()) + ")";
        case LINK -> entry.name() + " (link)";
        case OTHER -> entry.name() + " (special)";
      };
    }

    @Override
    public boolean enters(String path) {
      return depth(path) < limits.treeDepth();
    }
  }
}
