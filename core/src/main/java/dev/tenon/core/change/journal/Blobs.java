package dev.tenon.core.change.journal;

import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.path.ManyFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// File contents by their hash, under the user's state folder. Written once, never changed; what is
/// read is checked against its name.
public final class Blobs {
  private final Path folder;

  Blobs(Path folder) {
    this.folder = folder;
  }

  /// Keeps a content. Answers it as it is kept: what was streamed from elsewhere is streamed from
  /// here, so that the file it came from may change.
  public Content put(Content content) throws IOException {
    if (content.kind() == FileImage.Kind.FOLDER) {
      return content;
    }
    FileBytes data = content.data();
    Path file = file(data.sha256());
    if (!Files.exists(file)) {
      Path parent = Files.createDirectories(file.getParent());
      requireRoom(parent, data.size());
      Path temporary = Files.createTempFile(parent, "new-", ".tmp");
      try {
        try (FileChannel out = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
          data.copyTo(out);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(temporary);
      }
    }
    return data instanceof FileBytes.InMemory ? content : stored(data.size(), content.image());
  }

  /// Keeps many contents.
  public void putAll(List<Content> contents) throws IOException {
    ManyFiles.each(contents, this::put);
  }

  /// What was kept outlives the machine when this returns.
  public void force(List<Content> contents) throws IOException {
    ManyFiles.each(
        contents,
        content -> {
          if (content.kind() != FileImage.Kind.FOLDER) {
            try (FileChannel kept =
                FileChannel.open(file(content.data().sha256()), StandardOpenOption.WRITE)) {
              kept.force(false);
            }
          }
        });
  }

  private static void requireRoom(Path folder, long size) throws IOException {
    if (size > FileBytes.MOST) {
      throw new IOException(
          "a file of "
              + size
              + " bytes is more than the journal keeps ("
              + FileBytes.MOST
              + "), and what it does not keep could not be undone");
    }
    if (size > FileBytes.MOST_BINARY_IN_MEMORY
        && Files.getFileStore(folder).getUsableSpace() < size) {
      throw new IOException(
          "the disk of the journal ("
              + folder.getRoot()
              + ") has no room for "
              + size
              + " bytes more, and what is not kept could not be undone");
    }
  }

  /// A content of this size that has been kept. Nothing is read before it is needed.
  public Content stored(long size, FileImage image) {
    Path file = file(image.sha256());
    return Content.stored(FileBytes.stored(() -> open(file, image), size, image.sha256()), image);
  }

  private static SeekableByteChannel open(Path file, FileImage image) throws IOException {
    try {
      return Files.newByteChannel(file);
    } catch (NoSuchFileException gone) {
      throw lost(image, gone);
    }
  }

  private static IOException lost(FileImage image, IOException gone) {
    return new IOException("the journal has lost the content " + image.sha256(), gone);
  }

  public Content get(FileImage image) throws IOException {
    if (image.kind() == FileImage.Kind.FOLDER) {
      return Content.folder(image.mode());
    }
    try {
      Path file = file(image.sha256());
      long size = Files.size(file);
      if (size > FileBytes.MOST_BINARY_IN_MEMORY) {
        return stored(size, image).loaded();
      }
      byte[] bytes = Files.readAllBytes(file);
      if (!Sha256.of(bytes).equals(image.sha256())) {
        throw new IOException("the journal's content " + image.sha256() + " is damaged");
      }
      return Content.known(bytes, image);
    } catch (NoSuchFileException gone) {
      throw lost(image, gone);
    }
  }

  private Path file(String sha256) {
    return folder.resolve(sha256.substring(0, 2)).resolve(sha256.substring(2));
  }
}
