package dev.tenon.server.tool;

import dev.tenon.core.change.Editing;
import dev.tenon.core.json.Json;
import dev.tenon.core.workspace.FileStat;
import dev.tenon.core.workspace.Glob;
import dev.tenon.core.workspace.GrepQuery;
import dev.tenon.core.workspace.GrepResult;
import dev.tenon.core.workspace.PathException;
import dev.tenon.core.workspace.ReadLimits;
import dev.tenon.core.workspace.ReadResult;
import dev.tenon.core.workspace.Selector;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.core.workspace.WalkOptions;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Lists, reads and searches a project as it would be if everything staged were written. Answers
/// are the JSON of the agent API.
///
/// @param editing whose working buffers lie over the files
public record ProjectFiles(Workspace workspace, Editing editing, FileLimits limits) {
  private static final int CONTEXT = 3;

  /// Files whose paths begin with the prefix and match the glob, sorted.
  public Json.Obj list(String prefix, String glob)
      throws PathException, IOException, InterruptedException {
    Glob pattern = Glob.of(glob);
    Path folder = folderOf(prefix);
    String start = prefix.equals(".") ? "" : prefix;
    List<String> found = new ArrayList<>();
    for (String path : workspace.walk(options()).files(folder)) {
      found.add(path);
    }
    Set<String> files = new LinkedHashSet<>();
    for (String path : overlaid(found)) {
      if (path.startsWith(start) && pattern.matches(path)) {
        files.add(path);
      }
    }
    List<String> sorted = files.stream().sorted().toList();
    int shown = Math.min(sorted.size(), limits.listed());
    var json = Json.object().put("files", Json.strings(sorted.subList(0, shown)));
    if (shown < sorted.size()) {
      json.put("truncated", true).put("total", sorted.size());
    }
    return json.build();
  }

  private List<String> overlaid(List<String> found) {
    var paths = new LinkedHashSet<>(found);
    for (Map.Entry<Path, Optional<Snapshot>> file : editing.unsaved().entrySet()) {
      String path = workspace.sandbox().relative(file.getKey());
      if (file.getValue().isPresent()) {
        paths.add(path);
      } else {
        paths.remove(path);
      }
    }
    return List.copyOf(paths);
  }

  private Path folderOf(String prefix) throws PathException {
    int slash = prefix.lastIndexOf('/');
    String folder = slash < 0 ? "." : prefix.substring(0, slash);
    try {
      Path whole = workspace.sandbox().existing(prefix.isEmpty() ? "." : prefix);
      return java.nio.file.Files.isDirectory(whole) ? whole : workspace.sandbox().existing(folder);
    } catch (PathException notWhole) {
      if (notWhole.kind() != PathException.Kind.NOT_FOUND) {
        throw notWhole;
      }
      return workspace.sandbox().existing(folder.isEmpty() ? "." : folder);
    }
  }

  /// Lines of a text file.
  ///
  /// @param last 0 for as many as the limits allow
  public Json.Obj read(String path, long first, long last, int bytes)
      throws PathException, IOException, InterruptedException {
    ReadLimits most =
        ReadLimits.DEFAULT
            .withLines(limits.readLines())
            .withBytes(Math.clamp(bytes, 1, limits.readBytes()));
    Selector selector = Selector.lines(first, last == 0 ? null : (Long) last);
    Map<Path, Optional<Snapshot>> unsaved = editing.unsaved();
    if (!unsaved.isEmpty()) {
      Path real = workspace.sandbox().writable(path);
      if (unsaved.containsKey(real)) {
        return buffered(path, unsaved.getOrDefault(real, Optional.empty()), selector, most);
      }
    }
    ReadResult read = workspace.read(path, selector, most);
    if (!(read instanceof ReadResult.Text text)) {
      throw new IOException(path + " is not a text file");
    }
    return content(text.path(), text.lines(), text.first(), text.total(), text.content());
  }

  private Json.Obj buffered(
      String path, Optional<Snapshot> staged, Selector selector, ReadLimits most)
      throws IOException {
    var text = staged.flatMap(Snapshot::text);
    if (text.isEmpty()) {
      throw new java.nio.file.NoSuchFileException(path, null, "its removal is staged");
    }
    workspace.saw(staged.get());
    List<String> lines = text.get().lf().lines().toList();
    int from = (int) Math.min(lines.size(), selector.first() - 1);
    int to = from;
    long size = 0;
    while (to < Math.min(lines.size(), selector.last())
        && to - from < most.lines()
        && size <= most.bytes()) {
      size += lines.get(to).length() + 1L;
      to++;
    }
    List<String> shown = lines.subList(from, to);
    boolean open = to == lines.size() && !text.get().endsWithNewline();
    String content = shown.isEmpty() ? "" : String.join("\n", shown) + (open ? "" : "\n");
    return content(path, shown, from + 1L, lines.size(), content);
  }

  private static Json.Obj content(
      String path, List<String> lines, long first, long total, String content) {
    long last = first + lines.size() - 1;
    var json =
        Json.object()
            .put("file_path", path)
            .put("content", content)
            .put("start_line", first)
            .put("end_line", last);
    if (total >= 0) {
      json.put("total_lines", total);
    }
    if (total < 0 || last < total) {
      json.put("truncated", true);
    }
    return json.build();
  }

  /// Places where the words stand, whatever their case, with the lines around them.
  public Json.Obj search(String query, String glob, int limit)
      throws PathException, IOException, InterruptedException {
    int most = Math.clamp(limit, 1, limits.searchCap());
    Map<Path, Optional<Snapshot>> unsaved = editing.unsaved();
    var results = new ArrayList<Json>();
    for (Map.Entry<Path, Optional<Snapshot>> file : unsaved.entrySet()) {
      var text = file.getValue().flatMap(Snapshot::text);
      String path = workspace.sandbox().relative(file.getKey());
      if (text.isPresent() && Glob.of(glob).wants(path, FileStat.Kind.FILE)) {
        inBuffer(path, text.get().lf().lines().toList(), query, results, most);
      }
    }
    GrepResult found =
        workspace.grep(
            GrepQuery.of(query)
                .with(GrepQuery.Syntax.LITERAL)
                .with(GrepQuery.Letters.ANY_CASE)
                .with(options())
                .withGlob(glob.equals("**/*") ? null : glob)
                .withContext(CONTEXT, CONTEXT)
                .page(0, most));
    for (GrepResult.Matches file : found.files()) {
      if (!unsaved.containsKey(workspace.root().resolve(file.path()))) {
        passages(file, results, most);
      }
    }
    var json = Json.object().array("results", results);
    if (results.size() >= most) {
      json.put("truncated", true);
    }
    return json.build();
  }

  private void inBuffer(
      String path, List<String> lines, String query, List<Json> results, int most) {
    String wanted = query.toLowerCase(Locale.ROOT);
    for (int at = 0; at < lines.size() && results.size() < most; at++) {
      if (lines.get(at).toLowerCase(Locale.ROOT).contains(wanted)) {
        int from = Math.max(0, at - CONTEXT);
        int to = Math.min(lines.size(), at + CONTEXT + 1);
        results.add(passage(path, from + 1L, lines.subList(from, to)));
        at = to - 1;
      }
    }
  }

  /// Lines that follow each other are one passage, up to the length of a snippet.
  private void passages(GrepResult.Matches file, List<Json> results, int most) {
    var lines = new ArrayList<String>();
    long first = 0;
    for (GrepResult.Line line : file.lines()) {
      boolean follows = line.number() == first + lines.size();
      if (!lines.isEmpty() && (!follows || lines.size() >= limits.snippetLines())) {
        add(results, passage(file.path(), first, lines), most);
        lines.clear();
      }
      if (lines.isEmpty()) {
        first = line.number();
      }
      lines.add(line.text());
    }
    if (!lines.isEmpty()) {
      add(results, passage(file.path(), first, lines), most);
    }
  }

  private static void add(List<Json> results, Json passage, int most) {
    if (results.size() < most) {
      results.add(passage);
    }
  }

  private static Json passage(String path, long first, List<String> lines) {
    return Json.object()
        .put("file_path", path)
        .put("start_line", first)
        .put("end_line", first + lines.size() - 1)
        .put("snippet", String.join("\n", lines))
        .build();
  }

  /// Everything under the root but what is hidden; ignored files are the project's too.
  private static WalkOptions options() {
    return WalkOptions.DEFAULT;
  }
}
