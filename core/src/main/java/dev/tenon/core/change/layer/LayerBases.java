package dev.tenon.core.change.layer;

import dev.tenon.core.change.journal.Blobs;
import dev.tenon.core.change.journal.ChangeJson;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What each file of a layer was before the layer changed it: a file of lines that only grows, with
/// the contents in the journal's blobs. A line that a crash has cut off is left out; what it spoke
/// of had not been changed yet. For one thread at a time.
public final class LayerBases {
  private final Path file;
  private final Blobs blobs;
  private final Map<String, Noted> noted = new LinkedHashMap<>();
  private boolean cut;

  /// @param image null where there was nothing
  record Noted(@Nullable FileImage image, LayerFile.Known known) {}

  public LayerBases(Path file, Blobs blobs) throws IOException {
    this.file = file;
    this.blobs = blobs;
    if (Files.exists(file)) {
      String text = Files.readString(file);
      for (String line : text.lines().toList()) {
        read(line);
      }
      cut = !text.isEmpty() && !text.endsWith("\n");
    }
  }

  private void read(String line) {
    try {
      if (Json.parse(line) instanceof Json.Obj json) {
        noted.putIfAbsent(
            ChangeJson.required(json, "path"),
            new Noted(
                ChangeJson.image(json.object("base")),
                json.bool("unsure", false) ? LayerFile.Known.UNSURE : LayerFile.Known.SEEN));
      }
    } catch (JsonException | IllegalArgumentException cutOff) {
      // See above.
    }
  }

  public Set<String> paths() {
    return Set.copyOf(noted.keySet());
  }

  public boolean has(String path) {
    return noted.containsKey(path);
  }

  LayerFile.Known known(String path) {
    Noted known = noted.get(path);
    return known == null ? LayerFile.Known.UNSURE : known.known;
  }

  @Nullable Content base(String path) throws IOException {
    Noted known = noted.get(path);
    FileImage image = known == null ? null : known.image;
    return image == null ? null : blobs.get(image);
  }

  /// Notes what a file is before it is changed for the first time; later ones count for nothing.
  void note(String path, @Nullable Content base, LayerFile.Known known) throws IOException {
    if (noted.containsKey(path)) {
      return;
    }
    if (base != null) {
      blobs.put(base);
    }
    FileImage image = Content.imageOf(base);
    var line = Json.object().put("path", path).put("base", ChangeJson.image(image));
    if (known == LayerFile.Known.UNSURE) {
      line.put("unsure", true);
    }
    String text = (cut ? "\n" : "") + line.build().compact() + "\n";
    Files.write(
        file,
        text.getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    cut = false;
    noted.put(path, new Noted(image, known));
  }
}
