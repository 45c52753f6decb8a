package dev.tenon.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Holds the sources of the real house to their sizes, and catches houses that are too large.
class HouseSizesTest {
  private static final HouseSizes HOUSE =
      new HouseSizes(Path.of("..").toAbsolutePath().normalize());

  @TempDir Path folder;

  @Test
  void theHouseIsFound() throws IOException {
    assertThat(HOUSE.files()).isGreaterThan(500);
  }

  @Test
  void noRoomIsCrowded() throws IOException {
    assertThat(HOUSE.crowdedRooms()).isEmpty();
  }

  @Test
  void noFileIsTooLong() throws IOException {
    assertThat(HOUSE.longFiles()).isEmpty();
  }

  @Test
  void aCrowdedRoomIsCaught() throws IOException {
    Path room = room("core/src/main/java/dev/tenon/core/crowd");
    Files.writeString(room.resolve("package-info.java"), "package dev.tenon.core.crowd;\n");
    for (int i = 1; i <= 30; i++) {
      Files.writeString(room.resolve("Class" + i + ".java"), "class Class" + i + " {}\n");
    }
    assertThat(new HouseSizes(folder).crowdedRooms()).isEmpty();

    Files.writeString(room.resolve("OneMore.java"), "class OneMore {}\n");

    assertThat(new HouseSizes(folder).crowdedRooms())
        .containsExactly(
            "core/src/main/java/dev/tenon/core/crowd has 31 files, at most 30 are allowed: part it"
                + " by idea");
  }

  @Test
  void aLongFileIsCaughtInProductAndInTests() throws IOException {
    Path room = room("cli/src/main/java/dev/tenon/cli");
    Path tests = room("cli/src/test/java/dev/tenon/cli");
    Files.writeString(room.resolve("Fits.java"), "//\n".repeat(500));
    assertThat(new HouseSizes(folder).longFiles()).isEmpty();

    Files.writeString(room.resolve("Long.java"), "//\n".repeat(501));
    Files.writeString(tests.resolve("LongTest.java"), "//\n".repeat(620));

    assertThat(new HouseSizes(folder).longFiles())
        .containsExactly(
            "cli/src/main/java/dev/tenon/cli/Long.java has 501 lines, at most 500 are allowed",
            "cli/src/test/java/dev/tenon/cli/LongTest.java has 620 lines, at most 500 are allowed");
  }

  private Path room(String path) throws IOException {
    return Files.createDirectories(folder.resolve(path));
  }
}
