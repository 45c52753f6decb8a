package dev.tenon.core.session;

import dev.tenon.core.text.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Pictures of sessions, by the hash of their bytes: `blobs/HASH` under the state folder. Written
/// once, never changed; what is read is checked against its name. Sessions of other programs have
/// their blobs in the same place of their own state folder, which is looked at as well.
final class ImageBlobs {
  static final String REFERENCE = "blob:sha256:";

  private final Path folder;

  ImageBlobs(Path folder) {
    this.folder = folder;
  }

  /// Keeps a picture and answers the reference to it.
  String put(String base64) throws IOException {
    byte[] bytes = Base64.getDecoder().decode(base64);
    String hash = Sha256.of(bytes);
    Path file = folder.resolve(hash);
    if (!Files.exists(file)) {
      PrivateFiles.folders(folder);
      Path fresh = Files.createTempFile(folder, "new-", ".tmp");
      try {
        Files.write(fresh, bytes);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(fresh);
      }
    }
    return REFERENCE + hash;
  }

  /// The picture in Base64; empty when it is lost or damaged.
  Optional<String> get(String reference, List<Path> others) {
    String hash = reference.substring(REFERENCE.length());
    if (!hash.matches("[0-9a-f]{64}")) {
      return Optional.empty();
    }
    Optional<String> own = read(folder.resolve(hash), hash);
    for (Path other : others) {
      if (own.isEmpty()) {
        own = read(other.resolve(hash), hash);
      }
    }
    return own;
  }

  private static Optional<String> read(Path file, String hash) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      return Sha256.of(bytes).equals(hash)
          ? Optional.of(Base64.getEncoder().encodeToString(bytes))
          : Optional.empty();
    } catch (IOException lost) {
      // A lost picture is told where it is missed; the rest of the session does not depend on it.
      return Optional.empty();
    }
  }
}
