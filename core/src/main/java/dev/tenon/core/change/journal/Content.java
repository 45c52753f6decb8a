package dev.tenon.core.change.journal;

import dev.tenon.core.text.FileContent;
import dev.tenon.core.text.FileMode;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.text.UnwritableTextException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A whole file with its bytes, a link with its target, or a folder. Compare by [#image]; the bytes
/// are not to be changed.
public final class Content {
  private final byte[] bytes;
  private final FileImage image;
  private final @Nullable TextFile text;

  public Content(byte[] bytes, @Nullable FileMode mode) {
    this(bytes, new FileImage(Sha256.of(bytes), mode), null);
  }

  /// For bytes whose hash is known: a large file takes longer to hash than to write.
  static Content known(byte[] bytes, FileImage image) {
    return new Content(bytes, image, null);
  }

  private Content(byte[] bytes, FileImage image, @Nullable TextFile text) {
    this.bytes = bytes;
    this.image = image;
    this.text = text;
  }

  static Content of(TextFile text, @Nullable FileMode mode) {
    byte[] bytes = text.bytes();
    return new Content(bytes, new FileImage(Sha256.of(bytes), mode), text);
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

  /// The file with another text, in its own encoding and with its own line endings and mode.
  public Content edited(String path, String newText) throws CommitException {
    return edited(path, newText, null);
  }

  /// The same where it is known which lines stay.
  ///
  /// @param origins for each line of the text the line of the file that it is, or -1
  public Content edited(String path, String newText, int @Nullable [] origins)
      throws CommitException {
    if (!(FileContent.of(bytes, image.mode()) instanceof TextFile file)) {
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

  public byte[] bytes() {
    return bytes;
  }

  public FileImage image() {
    return image;
  }

  FileImage.Kind kind() {
    return image.kind();
  }

  /// Where a link leads.
  String target() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /// The file as text, if it is text.
  public Optional<TextFile> text() {
    if (text != null) {
      return Optional.of(text);
    }
    return image.kind() == FileImage.Kind.FILE
            && FileContent.of(bytes, image.mode()) instanceof TextFile decoded
        ? Optional.of(decoded)
        : Optional.empty();
  }

  public Content withMode(@Nullable FileMode mode) {
    return new Content(bytes, new FileImage(image.kind(), image.sha256(), mode), null);
  }

  public static @Nullable FileImage imageOf(@Nullable Content content) {
    return content == null ? null : content.image;
  }

  static FileImage.@Nullable Kind kindOf(@Nullable Content content) {
    return content == null ? null : content.kind();
  }
}
