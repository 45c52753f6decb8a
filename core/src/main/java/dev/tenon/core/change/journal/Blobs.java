package dev.tenon.core.change.journal;

import dev.tenon.core.text.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// File contents by their hash, under the user's state folder. Written once, never changed; what is
/// read is checked against its name.
public final class Blobs {
  private final Path folder;

  Blobs(Path folder) {
    this.folder = folder;
  }

  public void put(Content content) throws IOException {
    if (content.kind() == FileImage.Kind.FOLDER) {
      return;
    }
    Path file = file(content.image().sha256());
    if (Files.exists(file)) {
      return;
    }
    Files.createDirectories(file.getParent());
    Path temporary = Files.createTempFile(file.getParent(), "new-", ".tmp");
    try {
      Files.write(temporary, content.bytes());
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  public Content get(FileImage image) throws IOException {
    if (image.kind() == FileImage.Kind.FOLDER) {
      return Content.folder(image.mode());
    }
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file(image.sha256()));
    } catch (NoSuchFileException gone) {
      throw new IOException("the journal has lost the content " + image.sha256(), gone);
    }
    if (!Sha256.of(bytes).equals(image.sha256())) {
      throw new IOException("the journal's content " + image.sha256() + " is damaged");
    }
    return Content.known(bytes, image);
  }

  private Path file(String sha256) {
    return folder.resolve(sha256.substring(0, 2)).resolve(sha256.substring(2));
  }
}
