package dev.tenon.cli.terminal.view;

import java.util.Optional;

/// Draws pixels in the form of DEC's terminals: bands of six rows, in each of them a row of signs
/// for every colour. The colours are 256 fixed ones: eight reds, eight greens, four blues.
final class SixelEncoder {
  private static final int COLOURS = 256;
  private static final int BAND = 6;

  /// A picture that needs more is not worth the time of a slow line.
  private static final int LONGEST = 2_000_000;

  /// What is less opaque than this shows the background.
  private static final int OPAQUE = 128;

  private final PngPixels pixels;
  private final StringBuilder out = new StringBuilder();
  private final boolean[] declared = new boolean[COLOURS];

  private SixelEncoder(PngPixels pixels) {
    this.pixels = pixels;
  }

  static Optional<String> of(PngPixels pixels) {
    return new SixelEncoder(pixels).encode();
  }

  private Optional<String> encode() {
    out.append("\033P0;1;0q\"1;1;").append(pixels.width()).append(';').append(pixels.height());
    for (int top = 0; top < pixels.height(); top += BAND) {
      band(top);
      if (out.length() > LONGEST) {
        return Optional.empty();
      }
    }
    return Optional.of(out.append("\033\\").toString());
  }

  private void band(int top) {
    int width = pixels.width();
    var signs = new byte[COLOURS][];
    for (int row = 0; row < BAND && top + row < pixels.height(); row++) {
      for (int x = 0; x < width; x++) {
        int argb = pixels.pixel(x, top + row);
        if ((argb >>> 24) < OPAQUE) {
          continue;
        }
        int colour = nearest(argb);
        if (signs[colour] == null) {
          signs[colour] = new byte[width];
        }
        signs[colour][x] = (byte) (signs[colour][x] | (1 << row));
      }
    }
    boolean first = true;
    for (int colour = 0; colour < COLOURS; colour++) {
      byte[] row = signs[colour];
      if (row != null) {
        out.append(first ? "" : "$");
        first = false;
        choose(colour);
        run(row);
      }
    }
    out.append('-');
  }

  /// The place of the nearest colour: three bits of red, three of green, two of blue.
  private static int nearest(int argb) {
    int red = level((argb >> 16) & 255, 7);
    int green = level((argb >> 8) & 255, 7);
    int blue = level(argb & 255, 3);
    return (red << 5) | (green << 2) | blue;
  }

  private static int level(int value, int most) {
    return (value * most + 127) / 255;
  }

  private void choose(int colour) {
    out.append('#').append(colour);
    if (!declared[colour]) {
      declared[colour] = true;
      out.append(";2;").append((colour >> 5) * 100 / 7);
      out.append(';').append(((colour >> 2) & 7) * 100 / 7);
      out.append(';').append((colour & 3) * 100 / 3);
    }
  }

  /// Repeated signs are counted; empty ones at the end are left out.
  private void run(byte[] row) {
    int end = row.length;
    while (end > 0 && row[end - 1] == 0) {
      end--;
    }
    for (int x = 0; x < end; ) {
      int next = x + 1;
      while (next < end && row[next] == row[x]) {
        next++;
      }
      char sign = (char) ('?' + row[x]);
      int count = next - x;
      if (count > 3) {
        out.append('!').append(count).append(sign);
      } else {
        out.repeat(sign, count);
      }
      x = next;
    }
  }
}
