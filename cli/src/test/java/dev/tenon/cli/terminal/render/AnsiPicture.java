package dev.tenon.cli.terminal.render;

import dev.tenon.cli.terminal.screen.Clusters;
import dev.tenon.cli.terminal.theme.Colour;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/// Draws text with our styles as a terminal would, for people who want to look at a frame:
/// `AnsiPicture in.ansi out.png [light]`.
public final class AnsiPicture {
  private static final int WIDTH = 9;
  private static final int HEIGHT = 19;
  private static final int SIZE = 15;
  private static final Color[] COLOURS = {
    new Color(0x2e3436), new Color(0xe05561), new Color(0x6aab73), new Color(0xd1a14a),
    new Color(0x5794f2), new Color(0xc678dd), new Color(0x3fb6c6), new Color(0xd3d7cf)
  };

  private AnsiPicture() {}

  public static void main(String[] arguments) throws IOException {
    System.setProperty("java.awt.headless", "true");
    boolean light = arguments.length > 2;
    String text = Files.readString(Path.of(arguments[0]));
    ImageIO.write(drawn(text, light), "png", Path.of(arguments[1]).toFile());
  }

  private static BufferedImage drawn(String text, boolean light) {
    String[] lines = text.split("\n", -1);
    int widest = 10;
    for (String line : lines) {
      widest = Math.max(widest, DisplayWidth.of(line));
    }
    var image =
        new BufferedImage(
            (widest + 2) * WIDTH, (lines.length + 1) * HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = image.createGraphics();
    pen.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    Color paper = light ? Color.WHITE : new Color(0x1e1f22);
    Color ink = light ? new Color(0x202020) : new Color(0xd0d0d0);
    pen.setColor(paper);
    pen.fillRect(0, 0, image.getWidth(), image.getHeight());
    var on = new Switched();
    for (int y = 0; y < lines.length; y++) {
      row(pen, lines[y], y, on, ink, paper);
    }
    return image;
  }

  /// What is on: weights and lines by their codes, and colours.
  private static final class Switched {
    final SortedSet<Integer> codes = new TreeSet<>();
    @Nullable Color front;
    @Nullable Color behind;
  }

  private static void row(Graphics2D pen, String line, int y, Switched on, Color ink, Color paper) {
    int column = 1;
    for (int i = 0; i < line.length(); ) {
      int end;
      if (line.charAt(i) == '\033') {
        end = DisplayWidth.afterEscape(line, i);
        switched(line.substring(i, end), on);
      } else {
        end = Clusters.next(line, i);
        int wide = Clusters.widthOfOne(line, i, end);
        cell(pen, line.substring(i, end), column, y, wide, on, ink, paper);
        column += wide;
      }
      i = end;
    }
  }

  private static void switched(String sequence, Switched on) {
    if (!sequence.startsWith("\033[") || !sequence.endsWith("m")) {
      return;
    }
    String[] numbers = sequence.substring(2, sequence.length() - 1).split("[;:]", -1);
    for (int i = 0; i < numbers.length; i++) {
      int code = numbers[i].isEmpty() ? 0 : Integer.parseInt(numbers[i]);
      switch (code) {
        case 0 -> {
          on.codes.clear();
          on.front = null;
          on.behind = null;
        }
        case 22 -> {
          on.codes.remove(1);
          on.codes.remove(2);
        }
        case 23, 24, 27, 29 -> on.codes.remove(code - 20);
        case 39 -> on.front = null;
        case 49 -> on.behind = null;
        case 38, 48 -> {
          boolean indexed = numbers[i + 1].equals("5");
          Color colour =
              indexed
                  ? indexed(Integer.parseInt(numbers[i + 2]))
                  : new Color(
                      Integer.parseInt(numbers[i + 2]),
                      Integer.parseInt(numbers[i + 3]),
                      Integer.parseInt(numbers[i + 4]));
          if (code == 38) {
            on.front = colour;
          } else {
            on.behind = colour;
          }
          i += indexed ? 2 : 4;
        }
        default -> {
          if (code >= 100) {
            on.behind = indexed(code - 92);
          } else if (code >= 90) {
            on.front = indexed(code - 82);
          } else if (code >= 40) {
            on.behind = indexed(code - 40);
          } else if (code >= 30) {
            on.front = indexed(code - 30);
          } else {
            on.codes.add(code);
          }
        }
      }
    }
  }

  private static Color indexed(int index) {
    return index < 8 ? COLOURS[index] : new Color(Colour.rgb(Colour.indexed(index)));
  }

  private static void cell(
      Graphics2D pen, String text, int x, int y, int wide, Switched on, Color ink, Color paper) {
    Color colour = on.front == null ? ink : on.front;
    if (on.codes.contains(2)) {
      colour =
          new Color(
              (colour.getRed() + paper.getRed()) / 2,
              (colour.getGreen() + paper.getGreen()) / 2,
              (colour.getBlue() + paper.getBlue()) / 2);
    }
    int left = x * WIDTH;
    int top = y * HEIGHT + HEIGHT / 2;
    boolean reversed = on.codes.contains(7);
    Color ground = reversed ? colour : on.behind;
    if (ground != null) {
      pen.setColor(ground);
      pen.fillRect(left, top, wide * WIDTH, HEIGHT);
    }
    if (reversed) {
      colour = paper;
    }
    pen.setColor(colour);
    int style = (on.codes.contains(1) ? Font.BOLD : 0) | (on.codes.contains(3) ? Font.ITALIC : 0);
    pen.setFont(new Font("DejaVu Sans Mono", style, SIZE));
    pen.drawString(text, left, top + SIZE - 1);
    if (on.codes.contains(4)) {
      pen.drawLine(left, top + SIZE + 1, left + wide * WIDTH - 1, top + SIZE + 1);
    }
    if (on.codes.contains(9)) {
      pen.drawLine(left, top + HEIGHT / 2, left + wide * WIDTH - 1, top + HEIGHT / 2);
    }
  }
}
