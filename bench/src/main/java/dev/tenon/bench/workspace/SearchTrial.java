package dev.tenon.bench.workspace;

import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.search.Grep;
import dev.tenon.core.workspace.search.GrepQuery;
import dev.tenon.core.workspace.search.GrepResult;
import dev.tenon.core.workspace.walk.FileWalk;
import dev.tenon.core.workspace.walk.Glob;
import dev.tenon.core.workspace.walk.WalkOptions;
import java.io.IOException;
import java.nio.file.Path;

/// A process that searches a folder again and again and prints the milliseconds of each time. It is
/// a process because its `PATH` decides whether `rg` is there: `SearchTrial FOLDER TIMES
/// glob|literal|regex PATTERN`.
public final class SearchTrial {
  private SearchTrial() {}

  public static void main(String[] words) throws IOException, PathException, InterruptedException {
    Workspace workspace = Workspace.open(Path.of(words[0]));
    int times = Integer.parseInt(words[1]);
    for (int i = 0; i < times; i++) {
      long begin = System.nanoTime();
      String found = search(workspace, words[2], words[3]);
      System.out.println((System.nanoTime() - begin) / 1e6 + " " + found);
    }
  }

  private static String search(Workspace workspace, String kind, String pattern)
      throws IOException, PathException, InterruptedException {
    if (kind.equals("glob")) {
      FileWalk.Found found =
          workspace
              .view()
              .walk(WalkOptions.DEFAULT)
              .find(workspace.root(), Glob.of(pattern), Integer.MAX_VALUE);
      return "IN_PROCESS " + found.paths().size();
    }
    GrepResult found =
        new Grep(workspace.sandbox())
            .search(
                GrepQuery.of(pattern)
                    .with(
                        kind.equals("literal") ? GrepQuery.Syntax.LITERAL : GrepQuery.Syntax.REGEX)
                    .with(GrepQuery.Show.COUNTS)
                    .page(0, Integer.MAX_VALUE));
    int count = 0;
    for (GrepResult.Matches file : found.files()) {
      count += file.count();
    }
    return found.engine() + " " + count;
  }
}
