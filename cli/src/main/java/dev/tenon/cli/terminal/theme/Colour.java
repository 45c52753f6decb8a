package dev.tenon.cli.terminal.theme;

/// Colours as numbers: `0xRRGGBB`, one of 256 by its index ([#indexed]), or [#DEFAULT]. A theme has
/// dozens of them and is made on the way to the first prompt, so they are no objects.
public final class Colour {
  /// What the terminal has by itself.
  public static final int DEFAULT = -1;

  private static final int INDEXED = 1 << 24;

  /// The steps of the cube of 6×6×6 colours.
  private static final int[] STEPS = {0, 95, 135, 175, 215, 255};

  /// What most terminals show for the first sixteen, which everybody may change.
  private static final int[] SIXTEEN = {
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
    0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff
  };

  private Colour() {}

  /// One of the 256 colours.
  public static int indexed(int index) {
    return INDEXED | index;
  }

  public static boolean isIndexed(int colour) {
    return colour >= INDEXED;
  }

  /// The index of a colour of the 256.
  public static int index(int colour) {
    return colour & 0xff;
  }

  /// As `0xRRGGBB`; of the first sixteen what most terminals show. Not for [#DEFAULT].
  public static int rgb(int colour) {
    if (!isIndexed(colour)) {
      return colour;
    }
    int index = index(colour);
    if (index < 16) {
      return SIXTEEN[index];
    }
    if (index >= 232) {
      int grey = 8 + 10 * (index - 232);
      return grey << 16 | grey << 8 | grey;
    }
    int place = index - 16;
    return STEPS[place / 36] << 16 | STEPS[place / 6 % 6] << 8 | STEPS[place % 6];
  }

  public static int red(int rgb) {
    return rgb >> 16 & 0xff;
  }

  public static int green(int rgb) {
    return rgb >> 8 & 0xff;
  }

  public static int blue(int rgb) {
    return rgb & 0xff;
  }

  /// The index of the nearest of the 256 colours, without the first sixteen: nobody knows how those
  /// look.
  public static int nearest256(int rgb) {
    int cube = 16 + 36 * step(red(rgb)) + 6 * step(green(rgb)) + step(blue(rgb));
    int average = (red(rgb) + green(rgb) + blue(rgb)) / 3;
    int grey = 232 + Math.clamp((average - 3) / 10, 0, 23);
    return distance(rgb, rgb(indexed(grey))) < distance(rgb, rgb(indexed(cube))) ? grey : cube;
  }

  private static int step(int value) {
    if (value < 48) {
      return 0;
    }
    return value < 115 ? 1 : (value - 35) / 40;
  }

  private static int distance(int one, int other) {
    int red = red(one) - red(other);
    int green = green(one) - green(other);
    int blue = blue(one) - blue(other);
    return red * red + green * green + blue * blue;
  }

  /// The index of the one of sixteen colours that means the same: its hue counts, and whether it is
  /// a bright one. Distances would make a grey of everything soft.
  public static int nearest16(int rgb) {
    int most = Math.max(red(rgb), Math.max(green(rgb), blue(rgb)));
    int least = Math.min(red(rgb), Math.min(green(rgb), blue(rgb)));
    int light = (most + least) / 2;
    if (most - least < 40) {
      return light < 48 ? 0 : light < 145 ? 8 : light < 217 ? 7 : 15;
    }
    int base = named(hue(rgb));
    return most > 200 && light > 140 ? base + 8 : base;
  }

  /// What people call a hue: orange is rather yellow, and violet is no blue.
  private static int named(double hue) {
    if (hue < 20 || hue >= 330) {
      return 1;
    }
    if (hue < 160) {
      return hue < 70 ? 3 : 2;
    }
    return hue < 200 ? 6 : hue < 255 ? 4 : 5;
  }

  /// From 0 to 360.
  static double hue(int rgb) {
    double red = red(rgb);
    double green = green(rgb);
    double blue = blue(rgb);
    double most = Math.max(red, Math.max(green, blue));
    double spread = most - Math.min(red, Math.min(green, blue));
    if (spread == 0) {
      return 0;
    }
    double sixth =
        most == red
            ? (green - blue) / spread
            : most == green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
    return (60 * sixth + 360) % 360;
  }

  /// How light a colour is to the eye, from 0 to 1 (WCAG).
  public static double luminance(int rgb) {
    return 0.2126 * linear(red(rgb)) + 0.7152 * linear(green(rgb)) + 0.0722 * linear(blue(rgb));
  }

  private static double linear(int channel) {
    double value = channel / 255.0;
    return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
  }

  /// From 1 to 21 (WCAG); text should have 4.5.
  public static double contrast(int one, int other) {
    double first = luminance(one);
    double second = luminance(other);
    return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
  }

  /// So much of another colour, from 0 to 1.
  static int mixed(int rgb, int other, double share) {
    return channel(red(rgb), red(other), share) << 16
        | channel(green(rgb), green(other), share) << 8
        | channel(blue(rgb), blue(other), share);
  }

  private static int channel(int one, int other, double share) {
    return (int) Math.round(one + (other - one) * share);
  }

  /// As a file says it: `"#RRGGBB"`, an index, or nothing for the terminal's own.
  static String spelled(int colour) {
    if (colour == DEFAULT) {
      return "";
    }
    if (isIndexed(colour)) {
      return Integer.toString(index(colour));
    }
    var hex = new StringBuilder(Integer.toHexString(colour));
    while (hex.length() < 6) {
      hex.insert(0, '0');
    }
    return hex.insert(0, '#').toString();
  }
}
