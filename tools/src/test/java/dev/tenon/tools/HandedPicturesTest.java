package dev.tenon.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.model.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HandedPicturesTest {
  private static final byte[] PNG =
      "\u0089PNG\r\n\u001a\n0123456789".getBytes(StandardCharsets.ISO_8859_1);

  @TempDir Path folder;
  private final HandedPictures handed = new HandedPictures();

  @Test
  void whatAPersonHandsOverIsReadAndNothingElse() throws IOException {
    String picture = Files.write(folder.resolve("a b.png"), PNG).toString();
    String other = Files.write(folder.resolve("other.png"), PNG).toString();
    handed.add(picture);
    assertThat(handed.read(picture)).map(Part.Image::mediaType).hasValue("image/png");
    assertThat(handed.read(other)).isEmpty();
  }

  @Test
  void whatIsNoPictureStaysWhereItIs() throws IOException {
    String secret = Files.writeString(folder.resolve("secret.png"), "a password").toString();
    String large = folder.resolve("large.png").toString();
    byte[] bytes = new byte[(int) Pictures.MOST_BYTES + 1];
    System.arraycopy(PNG, 0, bytes, 0, PNG.length);
    Files.write(Path.of(large), bytes);
    for (String path : new String[] {secret, large, folder.toString(), "/dev/zero", "\0"}) {
      handed.add(path);
      assertThat(handed.read(path)).as(path).isEmpty();
    }
  }
}
