package dev.tenon.server.tool;

import dev.tenon.core.edit.lines.LineEdits;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.BinaryFile;
import dev.tenon.core.text.Encoding;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.ReadLimits;
import dev.tenon.core.workspace.ReadResult;
import dev.tenon.core.workspace.Selector;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads lines of one file of the project, as the contract of `read_file` wants them.
record FileLines(ProjectFiles files) {
  /// Larger texts are not kept for later edits.
  private static final int MOST_KEPT = 1024 * 1024;

  Json.Obj read(String path, long first, long last, int bytes)
      throws PathException, IOException, InterruptedException {
    Selector range = Selector.lines(first, last == 0 ? null : (Long) last);
    int most =
        bytes == 0 ? files.limits().readBytes() : Math.min(bytes, files.limits().readBytes());
    ProjectView view = files.view();
    Path real = files.place(view, path);
    FileStat stat = view.stat(real);
    if (stat.isFolder()) {
      throw PathException.invalid(path + " is a folder", "use list_files with its path as prefix");
    }
    return stat.size() > Workspace.MOST_IN_MEMORY
        ? streamed(view, path, range, most)
        : lines(view.snapshot(real), range, most);
  }

  private Json.Obj lines(Snapshot snapshot, Selector range, int bytes) throws PathException {
    if (snapshot.content() instanceof BinaryFile binary) {
      throw notText(snapshot.path(), binary.reason(), binary.size());
    }
    TextFile text = (TextFile) snapshot.content();
    List<String> all = LineEdits.lines(text.lf());
    if (range.first() > Math.max(1, all.size())) {
      throw PathException.invalid(
          snapshot.path() + " has " + all.size() + " lines, asked from line " + range.first());
    }
    int from = (int) range.first() - 1;
    int to = from;
    long room = bytes;
    while (to < Math.min(all.size(), range.last())
        && to - from < files.limits().readLines()
        && (room -= Utf8Size.of(all.get(to)) + 1L) >= 0) {
      to++;
    }
    boolean cut = to == from && from < all.size();
    if (files.audience() == ProjectFiles.Audience.MODEL) {
      files
          .workspace()
          .seen()
          .saw(snapshot.real(), snapshot.sha256(), text.lf().length() <= MOST_KEPT ? text : null);
      files.workspace().shown().showed(snapshot.real(), from + 1L, all.subList(from, to));
    }
    String content;
    if (cut) {
      content = Utf8Size.head(all.get(from), bytes);
      to++;
    } else {
      boolean open = to == all.size() && !text.endsWithNewline();
      content = to == from ? "" : String.join("\n", all.subList(from, to)) + (open ? "" : "\n");
    }
    var json = answer(snapshot.path(), content, from + 1L, to).put("total_lines", all.size());
    if (cut) {
      json.put("line_cut", true);
    }
    if (cut || to < all.size()) {
      json.put("truncated", true);
    }
    return json.put("encoding", encoding(text.encoding())).build();
  }

  /// Lines of a text that is no file.
  Json.Obj text(String name, String text, long first, long last) throws PathException {
    Selector range = Selector.lines(first, last == 0 ? null : (Long) last);
    List<String> all = LineEdits.lines(text);
    if (range.first() > Math.max(1, all.size())) {
      throw PathException.invalid(
          name + " has " + all.size() + " lines, asked from line " + range.first());
    }
    int from = (int) range.first() - 1;
    int to = from;
    long room = files.limits().readBytes();
    while (to < Math.min(all.size(), range.last())
        && to - from < files.limits().readLines()
        && (room -= Utf8Size.of(all.get(to)) + 1L) >= 0) {
      to++;
    }
    boolean cut = to == from && from < all.size();
    String content =
        cut
            ? Utf8Size.head(all.get(from), files.limits().readBytes())
            : String.join("\n", all.subList(from, to));
    var json = answer(name, content, from + 1L, cut ? to + 1L : to).put("total_lines", all.size());
    return (cut || to < all.size() ? json.put("truncated", true) : json).build();
  }

  /// A file that is too large to be edited, and so to be remembered.
  private Json.Obj streamed(ProjectView view, String path, Selector range, int bytes)
      throws PathException, IOException, InterruptedException {
    var raw = new Selector(range.first(), range.last(), Selector.Form.RAW);
    ReadLimits most = ReadLimits.DEFAULT.withLines(files.limits().readLines()).withBytes(bytes);
    return switch (view.read(path, raw, most)) {
      case ReadResult.Text text ->
          answer(text.path(), text.content(), text.first(), text.last())
              .put("truncated", true)
              .put("encoding", encoding(text.encoding()))
              .build();
      case ReadResult.Binary binary -> throw notText(binary.path(), binary.reason(), binary.size());
      case ReadResult.Tree tree -> throw PathException.invalid(tree.path() + " is a folder");
    };
  }

  private static Json.Builder answer(String path, String content, long first, long last) {
    return Json.object()
        .put("file_path", path)
        .put("content", content)
        .put("start_line", first)
        .put("end_line", last);
  }

  private static @Nullable String encoding(Encoding encoding) {
    return encoding == Encoding.UTF_8 ? null : encoding.label();
  }

  private static PathException notText(String path, String reason, long size) {
    return PathException.invalid(
        path + " is not text (" + reason + ", " + size + " bytes) and cannot be read");
  }
}
