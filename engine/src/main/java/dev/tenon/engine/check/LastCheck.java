package dev.tenon.engine.check;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/// The command that was last run as a check of a project, in the project's state folder.
final class LastCheck {
  private final Path file;

  LastCheck(Path folder) {
    this.file = folder.resolve("check.json");
  }

  Optional<String> read() {
    try {
      String command = Json.parseObject(Files.readString(file)).string("command", "");
      return command.isBlank() ? Optional.empty() : Optional.of(command);
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException | JsonException damaged) {
      // It is a convenience: the next check writes it anew.
      System.getLogger(LastCheck.class.getName())
          .log(System.Logger.Level.WARNING, "the last check cannot be read", damaged);
      return Optional.empty();
    }
  }

  void write(String command) {
    try {
      Files.createDirectories(file.getParent());
      Path fresh = Files.createTempFile(file.getParent(), "check-", ".tmp");
      Files.writeString(fresh, Json.object().put("command", command).build().compact());
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException full) {
      System.getLogger(LastCheck.class.getName())
          .log(System.Logger.Level.WARNING, "the last check cannot be remembered", full);
    }
  }
}
