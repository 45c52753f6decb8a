package dev.tenon.bench.choices;

import com.sun.management.OperatingSystemMXBean;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.regex.LetterCase;
import dev.tenon.core.workspace.search.Grep;
import dev.tenon.core.workspace.search.GrepQuery;
import dev.tenon.core.workspace.search.GrepResult;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// A process that searches a folder for several expressions in turns and prints for each time the
/// number of the expression, the processor time in milliseconds and the matches. It is a process
/// because without `rg` on its `PATH` all searches are its own: `FilterTrial FOLDER ROUNDS
/// EXPRESSION…`.
public final class FilterTrial {
  private FilterTrial() {}

  public static void main(String[] words) throws IOException, PathException, InterruptedException {
    Workspace workspace = Workspace.open(Path.of(words[0]));
    var grep = new Grep(workspace.sandbox());
    List<String> expressions = Arrays.asList(words).subList(2, words.length);
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    for (int round = 0; round < Integer.parseInt(words[1]); round++) {
      for (int i = 0; i < expressions.size(); i++) {
        long begin = system.getProcessCpuTime();
        int found = count(grep, expressions.get(i));
        System.out.println(i + " " + (system.getProcessCpuTime() - begin) / 1e6 + " " + found);
      }
    }
  }

  private static int count(Grep grep, String expression)
      throws IOException, PathException, InterruptedException {
    GrepResult found =
        grep.search(
            GrepQuery.of(expression)
                .with(GrepQuery.Show.COUNTS)
                .with(LetterCase.EXACT)
                .page(0, Integer.MAX_VALUE));
    int count = 0;
    for (GrepResult.Matches file : found.files()) {
      count += file.count();
    }
    return count;
  }
}
