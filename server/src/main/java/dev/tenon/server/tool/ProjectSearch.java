package dev.tenon.server.tool;

import dev.tenon.core.edit.lines.LineEdits;
import dev.tenon.core.json.Json;
import dev.tenon.core.workspace.FileStat;
import dev.tenon.core.workspace.FileWalk;
import dev.tenon.core.workspace.Glob;
import dev.tenon.core.workspace.GrepQuery;
import dev.tenon.core.workspace.GrepResult;
import dev.tenon.core.workspace.PathException;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.core.workspace.WalkOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One search: what is staged first, then what a person works on, and what git ignores only as far
/// as there is room left.
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
    Map<Path, Optional<Snapshot>> unsaved = files.editing().unsaved();
    for (Map.Entry<Path, Optional<Snapshot>> file : unsaved.entrySet()) {
      var text = file.getValue().flatMap(Snapshot::text);
      String path = files.workspace().sandbox().relative(file.getKey());
      if (text.isPresent() && pattern.wants(path, FileStat.Kind.FILE)) {
        passages.add(path, file.getKey(), matches(LineEdits.lines(text.get().lf()), query));
      }
    }
    // A passage holds at most so many matches as lines.
    int matches = Math.min(MOST_MATCHES, most * files.limits().snippetLines());
    Set<String> known = new HashSet<>();
    GrepResult usual = grep(query, glob, Scope.USUAL, matches);
    add(usual, passages, unsaved, known);
    boolean more = usual.more() == FileWalk.More.MORE_EXIST;
    if (!more && !passages.full()) {
      GrepResult all = grep(query, glob, Scope.ALL, usual.shown() + matches);
      add(all, passages, unsaved, known);
      more = all.more() == FileWalk.More.MORE_EXIST;
    }
    return passages.answer(more);
  }

  private GrepResult grep(String query, String glob, WalkOptions options, int matches)
      throws PathException, IOException, InterruptedException {
    return files
        .workspace()
        .grep(
            GrepQuery.of(query)
                .with(GrepQuery.Syntax.LITERAL)
                .with(GrepQuery.Letters.ANY_CASE)
                .with(options)
                .withGlob(glob.equals("**/*") ? null : glob)
                .withContext(context, context)
                .page(0, Math.max(1, matches)));
  }

  private void add(
      GrepResult found,
      Passages passages,
      Map<Path, Optional<Snapshot>> unsaved,
      Set<String> known) {
    for (GrepResult.Matches file : found.files()) {
      Path real = files.workspace().root().resolve(file.path());
      if (known.add(file.path()) && !unsaved.containsKey(real)) {
        passages.add(file.path(), real, file.lines());
      }
    }
  }

  /// The lines of a working buffer that match, with those around them.
  private List<GrepResult.Line> matches(List<String> lines, String query) {
    String wanted = query.toLowerCase(Locale.ROOT);
    var found = new ArrayList<GrepResult.Line>();
    int shown = 0;
    int show = -1;
    for (int at = 0; at < lines.size(); at++) {
      if (!lines.get(at).toLowerCase(Locale.ROOT).contains(wanted)) {
        continue;
      }
      for (int i = Math.max(shown, at - context); i < at; i++) {
        found.add(line(lines, i, GrepResult.Role.CONTEXT));
      }
      found.add(line(lines, at, GrepResult.Role.MATCH));
      show = Math.min(lines.size() - 1, at + context);
      shown = at + 1;
      // The lines after a match, up to the next one.
      while (shown <= show && !lines.get(shown).toLowerCase(Locale.ROOT).contains(wanted)) {
        found.add(line(lines, shown++, GrepResult.Role.CONTEXT));
      }
    }
    return found;
  }

  private static GrepResult.Line line(List<String> lines, int at, GrepResult.Role role) {
    String text = lines.get(at);
    return new GrepResult.Line(
        at + 1L,
        role,
        text.length() <= Passages.LINE_LENGTH
            ? text
            : Utf8Size.head(text, Passages.LINE_LENGTH) + "…");
  }
}
