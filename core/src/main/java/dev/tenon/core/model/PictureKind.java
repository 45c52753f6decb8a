package dev.tenon.core.model;

import dev.tenon.core.text.MediaType;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/// The pictures that models can look at, told by their first bytes: what somebody calls them counts
/// for nothing. A provider refuses anything else, and would in every later request of a
/// conversation, too.
public final class PictureKind {
  private static final Set<String> SHOWN =
      Set.of("image/png", "image/jpeg", "image/gif", "image/webp");

  private PictureKind() {}

  /// The media type; empty for what is no such picture.
  public static Optional<String> of(byte[] bytes) {
    return MediaType.of(bytes).filter(SHOWN::contains);
  }

  /// A picture that a program has sent, as what it is.
  ///
  /// @param data in Base64
  /// @throws IllegalArgumentException with what is wrong with it
  public static Part.Image sent(String data) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(data);
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(
          "the data of a picture are no Base64: " + malformed.getMessage(), malformed);
    }
    String type =
        of(bytes)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the data of a picture are no PNG, JPEG, GIF or WebP, by their first bytes;"
                            + " send one of these"));
    return new Part.Image(type, data);
  }
}
