package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.Abilities;
import dev.tenon.core.model.Part;
import java.util.Base64;
import java.util.Optional;

/// What makes a terminal draw a picture: the graphics protocol of kitty, that of iTerm2, or sixel.
/// Its bytes go into the sequence only if they are what they should be, Base64 and nothing else.
final class PictureSequence {
  private static final int LARGEST = 4_000_000;
  private static final int CHUNK = 4_096;
  static final int ROWS = 12;

  /// In pixels; how large a row is only the terminal knows.
  private static final int ROW_HEIGHT = 18;

  private static final int WIDEST = 640;

  private PictureSequence() {}

  /// Nothing where the terminal or the picture is of another kind.
  static Optional<String> of(Part.Image image, Abilities.Pictures pictures) {
    String data = image.base64();
    if (data.isEmpty() || data.length() > LARGEST || !isBase64(data)) {
      return Optional.empty();
    }
    boolean png = image.mediaType().equals("image/png");
    return switch (pictures) {
      case NONE -> Optional.empty();
      case SIXEL -> png ? sixel(data) : Optional.empty();
      case KITTY -> png ? Optional.of(kitty(data)) : Optional.empty();
      case ITERM ->
          image.mediaType().startsWith("image/") && !image.mediaType().contains("svg")
              ? Optional.of(
                  "\033]1337;File=inline=1;height="
                      + ROWS
                      + ";preserveAspectRatio=1:"
                      + data
                      + "\007")
              : Optional.empty();
    };
  }

  /// Why a terminal that draws pictures does not draw this one, in a few words; empty where it
  /// does, or draws none.
  static String refusal(Part.Image image, Abilities.Pictures pictures) {
    if (pictures == Abilities.Pictures.NONE
        || image.base64().isEmpty()
        || of(image, pictures).isPresent()) {
      return "";
    }
    if (image.base64().length() > LARGEST) {
      return "not drawn: the picture is larger than " + LARGEST / 4 * 3 / 1_000_000 + " MB";
    }
    return image.mediaType().equals("image/png")
        ? "not drawn: the picture is interlaced, enormous or damaged"
        : "not drawn: this terminal gets PNG pictures only";
  }

  private static Optional<String> sixel(String data) {
    try {
      byte[] file = Base64.getDecoder().decode(data);
      return PngPixels.read(file, WIDEST, ROWS * ROW_HEIGHT).flatMap(SixelEncoder::of);
    } catch (IllegalArgumentException damaged) {
      return Optional.empty();
    }
  }

  private static String kitty(String data) {
    var out = new StringBuilder(data.length() + data.length() / 100 + 64);
    for (int at = 0; at < data.length(); at += CHUNK) {
      int end = Math.min(data.length(), at + CHUNK);
      out.append("\033_G");
      // q=2: the terminal answers nothing, which would be taken for typed.
      out.append(at == 0 ? "a=T,f=100,q=2,r=" + ROWS + "," : "");
      out.append("m=").append(end < data.length() ? 1 : 0).append(';');
      out.append(data, at, end).append("\033\\");
    }
    return out.toString();
  }

  private static boolean isBase64(String data) {
    for (int i = 0; i < data.length(); i++) {
      char c = data.charAt(i);
      boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      if (!letter && c != '+' && c != '/' && c != '=') {
        return false;
      }
    }
    return true;
  }
}
