package dev.tenon.cli.terminal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Abilities;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Recorded;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.tool.ToolResult;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SixelTest {

  private static byte[] png(BufferedImage image) throws IOException {
    var out = new ByteArrayOutputStream();
    assertThat(ImageIO.write(image, "png", out)).isTrue();
    return out.toByteArray();
  }

  private static BufferedImage colourful(int type, int width, int height) {
    var image = new BufferedImage(width, height, type);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int opacity = x % 5 == 0 ? 0x20 : 0xff;
        image.setRGB(
            x,
            y,
            (opacity << 24) | (((x * 7) & 255) << 16) | (((y * 5) & 255) << 8) | ((x + y) & 255));
      }
    }
    return image;
  }

  @Test
  void aPictureThatIsNotDrawnSaysWhy() {
    var jpeg = new Part.Image("image/jpeg", "AAAA");
    var broken = new Part.Image("image/png", "AAAA");
    var large = new Part.Image("image/png", "A".repeat(4_000_004));
    assertThat(PictureSequence.refusal(jpeg, Abilities.Pictures.KITTY)).contains("PNG pictures");
    assertThat(PictureSequence.refusal(jpeg, Abilities.Pictures.SIXEL)).contains("PNG pictures");
    assertThat(PictureSequence.refusal(broken, Abilities.Pictures.SIXEL)).contains("damaged");
    assertThat(PictureSequence.refusal(large, Abilities.Pictures.ITERM)).contains("3 MB");
    assertThat(PictureSequence.refusal(jpeg, Abilities.Pictures.ITERM)).isEmpty();
    assertThat(PictureSequence.refusal(jpeg, Abilities.Pictures.NONE)).isEmpty();
    var gone = new Part.Image("image/jpeg", "");
    assertThat(PictureSequence.refusal(gone, Abilities.Pictures.KITTY)).isEmpty();
    var page = new Recorded(Page.Reach.LIVE, 80);
    var look =
        DisplayOptions.plain(Glyphs.UNICODE)
            .with(new Abilities(Abilities.Linking.SPELLED, Abilities.Pictures.KITTY));
    var renderer = new EventRenderer(page, look, ChangeSource.none());
    Scenes.ran("read_file", "a.jpg", Json.Obj.EMPTY, new ToolResult.Picture("a", jpeg))
        .forEach(renderer);
    assertThat(page.text()).contains("(not drawn: this terminal gets PNG pictures only)");
  }

  /// The JDK's reader says what the pixels are.
  @ParameterizedTest
  @ValueSource(
      ints = {
        BufferedImage.TYPE_INT_RGB,
        BufferedImage.TYPE_INT_ARGB,
        BufferedImage.TYPE_BYTE_GRAY,
        BufferedImage.TYPE_USHORT_GRAY,
        BufferedImage.TYPE_BYTE_INDEXED,
        BufferedImage.TYPE_BYTE_BINARY,
      })
  void pixelsAreThoseOfThePicture(int type) throws IOException {
    BufferedImage image = colourful(type, 37, 23);
    PngPixels pixels = PngPixels.read(png(image), 640, 200).orElseThrow();
    assertThat(pixels.width()).isEqualTo(37);
    assertThat(pixels.height()).isEqualTo(23);
    var raster = image.getRaster();
    for (int y = 0; y < 23; y++) {
      for (int x = 0; x < 37; x++) {
        int expected = image.getRGB(x, y);
        if (type == BufferedImage.TYPE_BYTE_GRAY || type == BufferedImage.TYPE_USHORT_GRAY) {
          // The JDK converts greys by their luminance; what the file says is wanted here.
          int grey = raster.getSample(x, y, 0);
          grey = type == BufferedImage.TYPE_USHORT_GRAY ? grey >> 8 : grey;
          expected = (0xff << 24) | (grey << 16) | (grey << 8) | grey;
        }
        assertThat(Integer.toHexString(pixels.pixel(x, y)))
            .as(x + "," + y)
            .isEqualTo(Integer.toHexString(expected));
      }
    }
  }

  @Test
  void aLargePictureIsMadeSmallerAndKeepsItsShape() throws IOException {
    var image = new BufferedImage(2000, 1000, BufferedImage.TYPE_INT_RGB);
    PngPixels pixels = PngPixels.read(png(image), 640, 216).orElseThrow();
    assertThat(pixels.width()).isEqualTo(432);
    assertThat(pixels.height()).isEqualTo(216);
  }

  @Test
  void whatIsDamagedOrNoPngIsNothing() throws IOException {
    byte[] whole = png(colourful(BufferedImage.TYPE_INT_ARGB, 20, 20));
    for (int length = 0; length < whole.length - 12; length++) {
      assertThat(PngPixels.read(Arrays.copyOf(whole, length), 64, 64)).isEmpty();
    }
    var random = new Random(7);
    for (int i = 0; i < 3000; i++) {
      byte[] bent = whole.clone();
      for (int k = 0; k < 3; k++) {
        bent[8 + random.nextInt(bent.length - 8)] = (byte) random.nextInt();
      }
      Optional<PngPixels> pixels = PngPixels.read(bent, 64, 64);
      pixels.ifPresent(
          read -> assertThat(SixelEncoder.of(read)).hasValueSatisfying(SixelTest::isSixel));
    }
    byte[] enormous = whole.clone();
    enormous[16] = 0x7f;
    assertThat(PngPixels.read(enormous, 64, 64)).isEmpty();
    assertThat(PngPixels.read(new byte[1000], 64, 64)).isEmpty();
  }

  private static void isSixel(String sequence) {
    assertThat(sequence).matches("(?s)\033P0;1;0q\"1;1;\\d+;\\d+[#;0-9!?-~$-]*\033\\\\");
  }

  @Test
  void aSmallPictureIsDrawnSignBySign() throws IOException {
    var image = new BufferedImage(8, 7, BufferedImage.TYPE_INT_ARGB);
    for (int x = 0; x < 8; x++) {
      for (int y = 0; y < 6; y++) {
        image.setRGB(x, y, x < 5 ? 0xffff0000 : 0xff0000ff);
      }
    }
    image.setRGB(0, 6, 0xffffffff);
    PngPixels pixels = PngPixels.read(png(image), 64, 64).orElseThrow();
    assertThat(SixelEncoder.of(pixels))
        .hasValue(
            "\033P0;1;0q\"1;1;8;7#3;2;0;0;100!5?~~~$#224;2;100;0;0!5~-#255;2;100;100;100@-\033\\");
  }

  @Test
  void theSequenceIsForTerminalsThatKnowIt() throws IOException {
    String data =
        Base64.getEncoder().encodeToString(png(colourful(BufferedImage.TYPE_INT_RGB, 900, 400)));
    Optional<String> sequence =
        PictureSequence.of(new Part.Image("image/png", data), Abilities.Pictures.SIXEL);
    assertThat(sequence).hasValueSatisfying(SixelTest::isSixel);
    assertThat(PictureSequence.of(new Part.Image("image/jpeg", data), Abilities.Pictures.SIXEL))
        .isEmpty();
    assertThat(PictureSequence.of(new Part.Image("image/png", "AAAA"), Abilities.Pictures.SIXEL))
        .isEmpty();
    assertThat(PictureSequence.of(new Part.Image("image/png", "A"), Abilities.Pictures.SIXEL))
        .isEmpty();
  }
}
