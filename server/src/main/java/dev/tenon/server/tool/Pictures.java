package dev.tenon.server.tool;

import dev.tenon.core.model.Part;
import dev.tenon.core.model.PictureKind;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/// Pictures of the project: only kinds that run nothing, by their bytes and not by their names.
public final class Pictures {
  /// Only files that say so are looked at: most files are text, and read once is enough.
  private static final Pattern NAMES =
      Pattern.compile(".*\\.(png|jpe?g|gif|webp)", Pattern.CASE_INSENSITIVE);

  private static final long MOST_BYTES = 5 * 1024 * 1024;

  private Pictures() {}

  /// The media type of a picture.
  public static Optional<String> kind(byte[] bytes) {
    return PictureKind.of(bytes);
  }

  /// The file as a picture for the model, if it is one that fits.
  static Optional<ToolResult.Picture> at(ProjectFiles files, String path)
      throws PathException, IOException {
    if (!NAMES.matcher(path).matches()) {
      return Optional.empty();
    }
    ProjectView view = files.view();
    Path real = files.place(view, path);
    FileStat stat = view.stat(real);
    if (stat.isFolder() || stat.size() > MOST_BYTES) {
      return Optional.empty();
    }
    byte[] bytes = view.bytes(real, MOST_BYTES);
    return kind(bytes)
        .map(
            kind ->
                new ToolResult.Picture(
                    path + ", " + kind + ", " + bytes.length + " bytes",
                    new Part.Image(kind, Base64.getEncoder().encodeToString(bytes))));
  }
}
