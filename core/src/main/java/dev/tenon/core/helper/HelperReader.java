package dev.tenon.core.helper;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.tool.AddressReader;
import dev.tenon.core.tool.Permits;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.workspace.path.NearNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Reads what helpers gave back: `agent://ID`, and parts of it where it is JSON, as
/// `agent://ID/findings/0/file` or `agent://ID?q=findings[0].file`.
public final class HelperReader implements AddressReader {
  public static final String SCHEME = "agent";

  private final HelperFiles files;

  public HelperReader(HelperFiles files) {
    this.files = files;
  }

  @Override
  public String scheme() {
    return SCHEME;
  }

  /// An address in its parts.
  private record Parts(String id, List<String> path) {}

  @Override
  public Opened open(String rest, Permits permits) throws ToolException, IOException {
    Parts parts = parts(rest);
    String text =
        files
            .kept(parts.id)
            .orElseThrow(
                () ->
                    new ToolException(
                        ToolException.Code.NOT_FOUND,
                        SCHEME + "://" + parts.id + " has not given anything back yet",
                        List.of("Wait for its job, or resume it with task.")));
    if (!parts.path.isEmpty()) {
      text = part(text, parts);
    }
    return new Opened(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public Optional<Path> file(String rest) throws ToolException {
    Parts parts = parts(rest);
    Path file = files.output(parts.id);
    return parts.path.isEmpty() && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? Optional.of(file)
        : Optional.empty();
  }

  private static String part(String text, Parts parts) throws ToolException {
    Json at;
    try {
      at = Json.parse(text);
    } catch (JsonException prose) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          "what " + parts.id + " gave back is text and no JSON, so it has no parts",
          List.of("Read " + SCHEME + "://" + parts.id + " as a whole."));
    }
    try {
      Json found = JsonParts.at(at, parts.path);
      return found instanceof Json.Str one ? one.value() : found.pretty() + "\n";
    } catch (JsonException missing) {
      throw new ToolException(
          ToolException.Code.NOT_FOUND, parts.id + " has no such part: " + missing.getMessage());
    }
  }

  private Parts parts(String rest) throws ToolException {
    int query = rest.indexOf("?q=");
    String before = query < 0 ? rest : rest.substring(0, query);
    int slash = before.indexOf('/');
    String id = slash < 0 ? before : before.substring(0, slash);
    String path = slash < 0 ? "" : before.substring(slash + 1);
    if (query >= 0 && !path.isEmpty()) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          "an address has a path or a query, not both: " + SCHEME + "://" + rest);
    }
    requireKnown(id);
    return new Parts(
        id,
        query >= 0
            ? JsonParts.query(rest.substring(query + "?q=".length()))
            : JsonParts.path(path));
  }

  private void requireKnown(String id) throws ToolException {
    try {
      List<String> known = files.ids();
      if (known.contains(id)) {
        return;
      }
      List<String> near = NearNames.nearest(id, known);
      throw new ToolException(
          ToolException.Code.NOT_FOUND,
          "there is no helper '" + id + "' in this session",
          known.isEmpty()
              ? List.of("No helper has been called yet.")
              : List.of(
                  near.isEmpty()
                      ? "There are: "
                          + String.join(", ", known.subList(0, Math.min(20, known.size())))
                      : "Did you mean " + SCHEME + "://" + near.getFirst() + "?"));
    } catch (IOException unreadable) {
      throw ToolException.of("looking for helpers", unreadable);
    }
  }
}
