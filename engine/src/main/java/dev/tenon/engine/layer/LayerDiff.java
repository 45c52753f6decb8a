package dev.tenon.engine.layer;

import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.ContentDescription;
import dev.tenon.core.change.layer.LayerFile;
import dev.tenon.core.edit.diff.UnifiedDiff;
import dev.tenon.core.text.TextFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// What a layer has made of a file, as a unified diff.
final class LayerDiff {
  private LayerDiff() {}

  /// The change of one file; what has no lines in two lines that say what it is.
  static String of(LayerFile file) throws IOException {
    Content base = file.base() == null ? null : file.base().loaded();
    Content now = file.now() == null ? null : file.now().loaded();
    boolean texts = (base == null || isText(base)) && (now == null || isText(now));
    String before = base == null ? UnifiedDiff.NO_FILE : "a/" + file.path();
    String after = now == null ? UnifiedDiff.NO_FILE : "b/" + file.path();
    String shown = texts ? UnifiedDiff.render(before, after, text(base), text(now)) : "";
    return shown.isEmpty()
        ? "--- " + before + " " + words(base) + "\n+++ " + after + " " + words(now) + "\n"
        : shown;
  }

  private static boolean isText(Content content) {
    return content.text().isPresent();
  }

  private static String text(@Nullable Content content) {
    return content == null ? "" : content.text().map(TextFile::lf).orElse("");
  }

  private static String words(@Nullable Content content) throws IOException {
    if (content == null) {
      return "(nothing)";
    }
    String mode = content.image().mode() == null ? "" : " mode " + content.image().mode();
    return switch (content.kind()) {
      case LINK -> "(a link to " + content.target() + ")";
      case FOLDER -> "(a folder)";
      case FILE -> "(" + ContentDescription.of(content).words() + mode + ")";
    };
  }
}
