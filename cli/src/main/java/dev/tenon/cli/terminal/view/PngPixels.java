package dev.tenon.cli.terminal.view;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// The pixels of a PNG, made smaller while they are read. The JDK's own reader needs a module that
/// the packaged program does not have. Pictures that are interlaced, damaged or enormous have none.
final class PngPixels {
  private static final long SIGNATURE = 0x89504e470d0a1a0aL;
  private static final int HEADER = 0x49484452;
  private static final int PALETTE = 0x504c5445;
  private static final int TRANSPARENCY = 0x74524e53;
  private static final int DATA = 0x49444154;
  private static final int END = 0x49454e44;
  private static final int LARGEST_SIDE = 16_384;
  private static final long MOST_PIXELS = 40_000_000;

  /// Sums of red, green, blue and opacity for each pixel of the smaller picture.
  private final long[] sums;

  private final int[] counts;
  private final int width;
  private final int height;
  private final int sourceWidth;
  private final int sourceHeight;
  private final int depth;
  private final int kind;
  private byte[] palette = {};
  private byte[] opacities = {};

  private PngPixels(
      int sourceWidth, int sourceHeight, int depth, int kind, int most, int mostHigh) {
    this.sourceWidth = sourceWidth;
    this.sourceHeight = sourceHeight;
    this.depth = depth;
    this.kind = kind;
    double scale =
        Math.min(1, Math.min((double) most / sourceWidth, (double) mostHigh / sourceHeight));
    this.width = Math.max(1, (int) (sourceWidth * scale));
    this.height = Math.max(1, (int) (sourceHeight * scale));
    this.sums = new long[width * height * 4];
    this.counts = new int[width * height];
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  /// Opacity, red, green and blue, a byte each.
  int pixel(int x, int y) {
    int at = y * width + x;
    int count = Math.max(1, counts[at]);
    int argb = (int) (sums[4 * at + 3] / count);
    for (int i = 0; i < 3; i++) {
      argb = (argb << 8) | (int) (sums[4 * at + i] / count);
    }
    return argb;
  }

  /// Nothing for what is no PNG that can be shown.
  static Optional<PngPixels> read(byte[] file, int mostWide, int mostHigh) {
    ByteBuffer in = ByteBuffer.wrap(file);
    if (file.length < 57
        || in.getLong() != SIGNATURE
        || in.getInt() != 13
        || in.getInt() != HEADER) {
      return Optional.empty();
    }
    int wide = in.getInt();
    int high = in.getInt();
    int depth = in.get();
    int kind = in.get();
    byte[] methods = new byte[3];
    in.get(methods);
    // Compression, filters and interlacing: one way of each is known here, the one without a
    // number.
    boolean plain = Arrays.equals(methods, new byte[3]);
    if (!plain
        || wide < 1
        || high < 1
        || wide > LARGEST_SIDE
        || high > LARGEST_SIDE
        || (long) wide * high > MOST_PIXELS
        || !known(depth, kind)) {
      return Optional.empty();
    }
    in.position(in.position() + 4);
    var pixels = new PngPixels(wide, high, depth, kind, mostWide, mostHigh);
    try (var inflater = new Inflater()) {
      return pixels.chunks(in, inflater) ? Optional.of(pixels) : Optional.empty();
    } catch (DataFormatException damaged) {
      return Optional.empty();
    }
  }

  private static boolean known(int depth, int kind) {
    return switch (kind) {
      case 0 -> depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
      case 3 -> depth == 1 || depth == 2 || depth == 4 || depth == 8;
      case 2, 4, 6 -> depth == 8 || depth == 16;
      default -> false;
    };
  }

  private int channels() {
    return switch (kind) {
      case 2 -> 3;
      case 4 -> 2;
      case 6 -> 4;
      default -> 1;
    };
  }

  private boolean chunks(ByteBuffer in, Inflater inflater) throws DataFormatException {
    int bits = channels() * depth;
    int rowBytes = 1 + (int) (((long) sourceWidth * bits + 7) / 8);
    int step = Math.max(1, bits / 8);
    byte[] row = new byte[rowBytes];
    byte[] above = new byte[rowBytes];
    int filled = 0;
    int done = 0;
    while (in.remaining() >= 12) {
      int length = in.getInt();
      int type = in.getInt();
      if (length < 0 || length > in.remaining() - 4) {
        return false;
      }
      byte[] chunk = new byte[length];
      in.get(chunk);
      in.position(in.position() + 4);
      switch (type) {
        case PALETTE -> palette = chunk;
        case TRANSPARENCY -> opacities = chunk;
        case DATA -> {
          inflater.setInput(chunk);
          while (done < sourceHeight) {
            int count = inflater.inflate(row, filled, rowBytes - filled);
            filled += count;
            if (filled == rowBytes) {
              unfilter(row, above, step);
              add(row, done++);
              byte[] next = above;
              above = row;
              row = next;
              filled = 0;
            } else if (count == 0) {
              break;
            }
          }
        }
        case END -> {
          return done == sourceHeight;
        }
        default -> {}
      }
    }
    return done == sourceHeight;
  }

  /// Each row begins with how it was written as a difference.
  private static void unfilter(byte[] row, byte[] above, int step) throws DataFormatException {
    int filter = row[0];
    if (filter < 0 || filter > 4) {
      throw new DataFormatException("filter " + filter);
    }
    for (int i = 1; i < row.length; i++) {
      int left = i > step ? row[i - step] & 255 : 0;
      int up = above[i] & 255;
      int corner = i > step ? above[i - step] & 255 : 0;
      int guess =
          switch (filter) {
            case 1 -> left;
            case 2 -> up;
            case 3 -> (left + up) / 2;
            case 4 -> nearest(left, up, corner);
            default -> 0;
          };
      row[i] = (byte) (row[i] + guess);
    }
  }

  private static int nearest(int left, int up, int corner) {
    int estimate = left + up - corner;
    int toLeft = Math.abs(estimate - left);
    int toUp = Math.abs(estimate - up);
    int toCorner = Math.abs(estimate - corner);
    return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
  }

  private void add(byte[] row, int y) {
    int target = (int) ((long) y * height / sourceHeight) * width;
    int most = (1 << Math.min(depth, 8)) - 1;
    for (int x = 0; x < sourceWidth; x++) {
      int at = target + (int) ((long) x * width / sourceWidth);
      counts[at]++;
      switch (kind) {
        case 0, 4 -> {
          int grey = sample(row, x * channels()) * 255 / most;
          int opacity = kind == 4 ? sample(row, 2 * x + 1) : 255;
          put(at, grey, grey, grey, opacity);
        }
        case 3 -> {
          int index = sample(row, x);
          int opacity = index < opacities.length ? opacities[index] & 255 : 255;
          put(at, colour(3 * index), colour(3 * index + 1), colour(3 * index + 2), opacity);
        }
        default -> {
          int first = x * channels();
          int opacity = kind == 6 ? sample(row, first + 3) : 255;
          put(at, sample(row, first), sample(row, first + 1), sample(row, first + 2), opacity);
        }
      }
    }
  }

  private int colour(int place) {
    return place < palette.length ? palette[place] & 255 : 0;
  }

  private void put(int at, int red, int green, int blue, int opacity) {
    sums[4 * at] += red;
    sums[4 * at + 1] += green;
    sums[4 * at + 2] += blue;
    sums[4 * at + 3] += opacity;
  }

  /// A number of a row, of its first eight bits.
  private int sample(byte[] row, int index) {
    if (depth == 8) {
      return row[1 + index] & 255;
    }
    if (depth == 16) {
      return row[1 + 2 * index] & 255;
    }
    int bit = index * depth;
    int shifted = (row[1 + bit / 8] & 255) >> (8 - depth - bit % 8);
    return shifted & ((1 << depth) - 1);
  }
}
