package dev.tenon.tools;

import dev.tenon.core.model.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Pictures outside of the project that a person has handed over: dragged into the terminal, pasted
/// as a path, or taken from the clipboard. Only what was handed over by hand goes along with a
/// prompt that mentions it; that a prompt names a path is not enough. Safe for several threads.
public final class HandedPictures {
  private static final int MOST = 1000;

  private final Set<String> paths = ConcurrentHashMap.newKeySet();

  /// A person has handed over the file of this path.
  public void add(String path) {
    if (paths.size() < MOST) {
      paths.add(path);
    }
  }

  /// The picture, if it was handed over and is one by its first bytes.
  Optional<Part.Image> read(String path) throws IOException {
    if (!paths.contains(path)) {
      return Optional.empty();
    }
    try {
      Path file = Path.of(path);
      if (!Files.isRegularFile(file) || Files.size(file) > Pictures.MOST_BYTES) {
        return Optional.empty();
      }
      byte[] bytes;
      try (InputStream in = Files.newInputStream(file)) {
        bytes = in.readNBytes((int) Pictures.MOST_BYTES + 1);
      }
      return bytes.length > Pictures.MOST_BYTES
          ? Optional.empty()
          : Pictures.mediaType(bytes)
              .map(type -> new Part.Image(type, Base64.getEncoder().encodeToString(bytes)));
    } catch (InvalidPathException noPath) {
      return Optional.empty();
    }
  }
}
