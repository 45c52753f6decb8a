package dev.tenon.engine.command;

import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Need;
import dev.tenon.core.exec.shell.Reach;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The confinement of the moment in which a command starts: a helper's commands follow the mode of
/// the conversation that it works for.
///
/// @param now asked for each command
public record LiveConfinement(Supplier<Confinement> now) implements Confinement {

  @Override
  public List<String> wrap(List<String> argv, Path directory) throws IOException {
    return now.get().wrap(argv, directory);
  }

  @Override
  public List<String> wrap(List<String> argv, Path directory, Reach reach) throws IOException {
    return now.get().wrap(argv, directory, reach);
  }

  @Override
  public Writes writes(Reach reach) {
    return now.get().writes(reach);
  }

  @Override
  public String label() {
    return now.get().label();
  }

  @Override
  public List<String> afterwards(int exitCode, String output) {
    return now.get().afterwards(exitCode, output);
  }

  @Override
  public List<String> afterwards(int exitCode, String output, Reach reach) {
    return now.get().afterwards(exitCode, output, reach);
  }

  @Override
  public Optional<Need> need(int exitCode, String output, Reach reach) {
    return now.get().need(exitCode, output, reach);
  }
}
