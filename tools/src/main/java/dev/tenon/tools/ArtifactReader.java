package dev.tenon.tools;

import dev.tenon.core.exec.shell.Artifacts;
import dev.tenon.core.tool.AddressReader;
import dev.tenon.core.tool.Permits;
import dev.tenon.core.tool.ToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Long outputs of the conversation's own commands: `artifact://ID`. An id is all that such an
/// address can hold, so that it leads to no other file.
public final class ArtifactReader implements AddressReader {
  private final Artifacts artifacts;

  public ArtifactReader(Artifacts artifacts) {
    this.artifacts = artifacts;
  }

  @Override
  public String scheme() {
    return Artifacts.SCHEME;
  }

  @Override
  public Opened open(String rest, Permits permits) throws ToolException, IOException {
    Path found = find(rest);
    try {
      return new Opened(Files.newInputStream(found, LinkOption.NOFOLLOW_LINKS));
    } catch (NoSuchFileException gone) {
      throw missing(rest);
    }
  }

  @Override
  public Optional<Path> file(String rest) throws ToolException {
    return Optional.of(find(rest));
  }

  private Path find(String id) throws ToolException {
    if (!Artifacts.isId(id)) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          id.isEmpty()
              ? "artifact:// needs the id of an output behind it"
              : "'"
                  + id
                  + "' is no id of an output: no path, no query and no encoding can be in it",
          List.of("Take the address as a result of a command in this session names it."));
    }
    return artifacts.find(id).orElseThrow(() -> missing(id));
  }

  private static ToolException missing(String id) {
    return new ToolException(
        ToolException.Code.NOT_FOUND,
        "there is no output artifact://"
            + id
            + " in this session: it was deleted, made room for newer ones, or is another"
            + " session's",
        List.of("Run the command again."));
  }
}
