package dev.tenon.core.change.journal;

import dev.tenon.core.edit.FileChange;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.FileContent;
import dev.tenon.core.text.FileMode;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.text.UnwritableTextException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A whole file with its bytes, a link with its target, or a folder. Compare by [#image]. The bytes
/// of a large file are not held but streamed, and then it is no text.
public final class Content {
  private final FileBytes data;
  private final FileImage image;
  private final @Nullable TextFile text;

  public Content(byte[] bytes, @Nullable FileMode mode) {
    this(FileBytes.of(bytes), mode);
  }

  public Content(FileBytes data, @Nullable FileMode mode) {
    this(data, new FileImage(data.sha256(), mode), null);
  }

  /// For bytes whose hash is known: a large file takes longer to hash than to write.
  static Content known(byte[] bytes, FileImage image) {
    return new Content(FileBytes.of(bytes, image.sha256()), image, null);
  }

  /// Bytes that are kept elsewhere and have the hash of the image.
  static Content stored(FileBytes data, FileImage image) {
    return new Content(data, image, null);
  }

  private Content(FileBytes data, FileImage image, @Nullable TextFile text) {
    this.data = data;
    this.image = image;
    this.text = text;
  }

  static Content of(TextFile text, @Nullable FileMode mode) {
    FileBytes data = FileBytes.of(text.bytes());
    return new Content(data, new FileImage(data.sha256(), mode), text);
  }

  public static Content link(String target) {
    byte[] bytes = target.getBytes(StandardCharsets.UTF_8);
    return known(bytes, new FileImage(FileImage.Kind.LINK, Sha256.of(bytes), null));
  }

  public static Content folder(@Nullable FileMode mode) {
    return known(new byte[0], new FileImage(FileImage.Kind.FOLDER, Sha256.EMPTY, mode));
  }

  /// A new file with this text.
  public static Content created(String path, String text) throws CommitException {
    try {
      return new Content(TextFile.create(text).bytes(), null).withMode(Umask.newFile());
    } catch (UnwritableTextException unwritable) {
      throw unwritable(path, unwritable);
    }
  }

  /// What a change by bytes makes of a file; null for no file.
  ///
  /// @param base what it was, null if it was not there
  public static @Nullable Content after(FileChange.Bytes change, @Nullable Content base) {
    FileBytes bytes = change.content();
    if (bytes == null) {
      return change.target() == null ? null : base;
    }
    return new Content(bytes, base == null ? Umask.newFile() : base.image().mode());
  }

  /// The file with another text, in its own encoding and with its own line endings and mode.
  public Content edited(String path, String newText) throws CommitException {
    return edited(path, newText, null);
  }

  /// The same where it is known which lines stay.
  ///
  /// @param origins for each line of the text the line of the file that it is, or -1
  public Content edited(String path, String newText, int @Nullable [] origins)
      throws CommitException {
    TextFile file = text().orElse(null);
    if (file == null) {
      throw new CommitException(
          CommitException.Kind.UNWRITABLE, path, path + " is a binary file", null);
    }
    try {
      return of(file.withText(newText, origins), image.mode());
    } catch (UnwritableTextException unwritable) {
      throw unwritable(path, unwritable);
    }
  }

  private static CommitException unwritable(String path, UnwritableTextException why) {
    return new CommitException(
        CommitException.Kind.UNWRITABLE, path, path + ": " + why.getMessage(), why);
  }

  public FileBytes data() {
    return data;
  }

  /// The bytes, which have to be in memory.
  public byte[] bytes() {
    if (data instanceof FileBytes.InMemory held) {
      return held.bytes();
    }
    throw new IllegalStateException("a streamed file has no bytes in memory: " + data);
  }

  /// The same with its bytes in memory, if they may be text; what is too large or binary stays
  /// where it is.
  public Content loaded() throws IOException {
    boolean stays =
        data instanceof FileBytes.InMemory
            || data.size() > FileBytes.MOST_IN_MEMORY
            || data.isKnownBinary();
    return stays ? this : known(data.load(), image);
  }

  public FileImage image() {
    return image;
  }

  public FileImage.Kind kind() {
    return image.kind();
  }

  /// Where a link leads.
  public String target() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /// The file as text, if it is text.
  public Optional<TextFile> text() {
    if (text != null) {
      return Optional.of(text);
    }
    return image.kind() == FileImage.Kind.FILE
            && data instanceof FileBytes.InMemory held
            && FileContent.of(held.bytes(), image.mode()) instanceof TextFile decoded
        ? Optional.of(decoded)
        : Optional.empty();
  }

  public Content withMode(@Nullable FileMode mode) {
    return new Content(data, new FileImage(image.kind(), image.sha256(), mode), null);
  }

  public static @Nullable FileImage imageOf(@Nullable Content content) {
    return content == null ? null : content.image;
  }

  static FileImage.@Nullable Kind kindOf(@Nullable Content content) {
    return content == null ? null : content.kind();
  }
}
