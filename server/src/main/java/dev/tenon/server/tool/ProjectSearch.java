package dev.tenon.server.tool;

import dev.tenon.core.json.Json;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.regex.LetterCase;
import dev.tenon.core.workspace.search.GrepQuery;
import dev.tenon.core.workspace.search.GrepResult;
import dev.tenon.core.workspace.walk.FileWalk;
import dev.tenon.core.workspace.walk.Glob;
import dev.tenon.core.workspace.walk.WalkOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/// Searches the project: what is staged first, then what a person works on, and what git ignores
/// only as far as there is room left.
final class ProjectSearch {
  static final int LONGEST_QUERY = 1_000;

  private static final int MOST_CONTEXT = 3;
  private static final int MOST_MATCHES = 5_000;

  private final ProjectFiles files;
  private final int context;

  ProjectSearch(ProjectFiles files) {
    this.files = files;
    this.context = Math.clamp((files.limits().snippetLines() - 1) / 2, 0, MOST_CONTEXT);
  }

  Json.Obj find(String query, String glob, int limit)
      throws PathException, IOException, InterruptedException {
    int most = Math.min(limit, files.limits().searchCap());
    var passages = new Passages(files, most);
    Glob pattern = Glob.of(glob);
    ProjectView view = files.view();
    // A passage holds at most so many matches as lines.
    int matches = Math.min(MOST_MATCHES, most * files.limits().snippetLines());
    Set<String> known = new HashSet<>();
    for (Path real : view.staged().keySet()) {
      String path = files.workspace().sandbox().relative(real);
      if (pattern.wants(path, FileStat.Kind.FILE) && view.has(path)) {
        add(view.grep(grep(query, glob, Scope.ALL, matches).in(path)), passages, known);
      }
    }
    GrepResult usual = view.grep(grep(query, glob, Scope.USUAL, matches));
    add(usual, passages, known);
    boolean more = usual.more() == FileWalk.More.MORE_EXIST;
    if (!more && !passages.full()) {
      GrepResult all = view.grep(grep(query, glob, Scope.ALL, usual.shown() + matches));
      add(all, passages, known);
      more = all.more() == FileWalk.More.MORE_EXIST;
    }
    return passages.answer(more);
  }

  private GrepQuery grep(String query, String glob, WalkOptions options, int matches) {
    return GrepQuery.of(query)
        .with(GrepQuery.Syntax.LITERAL)
        .with(LetterCase.ANY_CASE)
        .with(options)
        .withGlob(glob.equals("**/*") ? null : glob)
        .withContext(context, context)
        .page(0, Math.max(1, matches));
  }

  private void add(GrepResult found, Passages passages, Set<String> known) {
    for (GrepResult.Matches file : found.files()) {
      if (known.add(file.path())) {
        passages.add(file.path(), files.workspace().root().resolve(file.path()), file.lines());
      }
    }
  }
}
