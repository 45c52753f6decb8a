package dev.tenon.tools;

import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.workspace.PathException;
import dev.tenon.core.workspace.ReadLimits;
import dev.tenon.core.workspace.ReadResult;
import dev.tenon.core.workspace.Selector;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.core.workspace.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads files as the conversation has them: from the disk, or, while changes are staged, from
/// their working buffers.
final class Reads {
  private Reads() {}

  static ReadResult read(ToolContext context, Selector.Target target, ReadLimits limits)
      throws PathException, IOException, InterruptedException, ToolException {
    Map<Path, Optional<Snapshot>> unsaved = context.editing().unsaved();
    if (!unsaved.isEmpty()) {
      Path real = context.workspace().sandbox().writable(target.path());
      Optional<Snapshot> staged = unsaved.get(real);
      if (staged != null) {
        return buffered(context, staged, target, limits);
      }
    }
    return context.workspace().read(target.path(), target.selector(), limits);
  }

  /// The path and the selector that may follow it; a file that is really called so wins.
  static Selector.Target target(ToolContext context, String path) throws PathException {
    return Selector.split(path, context.workspace().sandbox()::has);
  }

  private static ReadResult buffered(
      ToolContext context, Optional<Snapshot> staged, Selector.Target target, ReadLimits limits)
      throws ToolException {
    if (staged.isEmpty() || !(staged.get().content() instanceof TextFile text)) {
      throw new ToolException(
          ToolException.Code.NOT_FOUND, "not found: " + target.path() + " (its removal is staged)");
    }
    Snapshot snapshot = staged.get();
    List<String> lines = text.lf().lines().toList();
    long first = target.selector().first();
    if (first > Math.max(1, lines.size())) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          snapshot.path() + " has only " + lines.size() + " lines, asked from line " + first);
    }
    long last = Math.min(lines.size(), target.selector().last());
    long shown = first - 1;
    long bytes = 0;
    while (shown < last && shown - first + 1 < limits.lines() && bytes < limits.bytes()) {
      bytes += lines.get((int) shown).length() + 1L;
      shown++;
    }
    Selector next = shown < last ? new Selector(shown + 1, last, target.selector().form()) : null;
    return new ReadResult.Text(
        snapshot.real(),
        snapshot.path(),
        context.workspace().saw(snapshot),
        text.bytes().length,
        text.encoding(),
        first,
        lines.subList((int) first - 1, (int) shown),
        lines.size(),
        next,
        text.endsWithNewline() ? ReadResult.FinalNewline.PRESENT : ReadResult.FinalNewline.MISSING,
        next == null
            ? List.of()
            : List.of("More lines follow; read on from line " + (shown + 1) + "."));
  }
}
