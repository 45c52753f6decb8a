package dev.tenon.engine.check;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.function.Consumer;

/// The command that was last run as a check of a project, in the project's state folder.
final class LastCheck {
  private final Path file;

  LastCheck(Path folder) {
    this.file = folder.resolve("check.json");
  }

  /// @param problems is told when it cannot be read
  Optional<String> read(Consumer<String> problems) {
    try {
      String command = Json.parseObject(Files.readString(file)).string("command", "");
      return command.isBlank() ? Optional.empty() : Optional.of(command);
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException | JsonException damaged) {
      problems.accept(
          "the last check cannot be read from "
              + file
              + " ("
              + (damaged instanceof IOException failed ? IoFailure.reason(failed) : "it is damaged")
              + "); the next one is written there anew");
      return Optional.empty();
    }
  }

  /// @param problems is told when it cannot be kept
  void write(String command, Consumer<String> problems) {
    try {
      Files.createDirectories(file.getParent());
      Path fresh = Files.createTempFile(file.getParent(), "check-", ".tmp");
      Files.writeString(fresh, Json.object().put("command", command).build().compact());
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException full) {
      problems.accept("the check is not remembered: " + IoFailure.named(full));
    }
  }
}
