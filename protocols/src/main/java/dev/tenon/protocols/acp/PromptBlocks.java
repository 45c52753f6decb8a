package dev.tenon.protocols.acp;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.PictureKind;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the person said, from the client's content blocks: a text in which links to files of the
/// project are mentions, as a person types them, and what goes along with it.
///
/// @param attached embedded files and pictures
public record PromptBlocks(String text, List<Part.Input> attached) {
  private static final Pattern LINES = Pattern.compile("L?(\\d{1,9})(?:[-:]L?(\\d{1,9}))?");
  private static final String ATTACHED = "<attached uri=\"";
  private static final String ATTACHED_TEXT = "\">\n";
  private static final String ATTACHED_END = "</attached>";
  private static final long MOST_IMAGE = 20L << 20;

  public PromptBlocks {
    attached = List.copyOf(attached);
  }

  /// @param root of the project
  /// @param paths how the client spells files
  public static PromptBlocks of(List<Json.Obj> blocks, Path root, ClientPaths paths)
      throws RpcException {
    var text = new StringBuilder();
    var attached = new ArrayList<Part.Input>();
    for (Json.Obj block : blocks) {
      switch (block.string("type", "")) {
        case "text" -> text.append(said(block, "text"));
        case "resource_link" -> text.append(link(block, root, paths));
        case "resource" -> attached.add(embedded(block.objectOrEmpty("resource")));
        case "image" -> attached.add(image(block));
        case "audio" ->
            throw RpcException.invalidParams(
                "audio is not taken here (promptCapabilities.audio is false); send text");
        default ->
            throw RpcException.invalidParams(
                "a content block has the unknown type '" + block.string("type", "") + "'");
      }
    }
    if (text.toString().isBlank() && attached.isEmpty()) {
      throw RpcException.invalidParams("the prompt is empty");
    }
    return new PromptBlocks(text.toString(), attached);
  }

  /// What a block must have. Without it the person's words would be lost without a word.
  private static String said(Json.Obj block, String field) throws RpcException {
    String said = block.string(field);
    if (said == null) {
      throw RpcException.invalidParams(
          "a content block of type '"
              + block.string("type", "")
              + "' needs '"
              + field
              + "' as a string");
    }
    return said;
  }

  private static String link(Json.Obj link, Path root, ClientPaths paths) throws RpcException {
    String uri = said(link, "uri");
    if (uri.isBlank() || uri.indexOf('\0') >= 0 || uri.toLowerCase(Locale.ROOT).contains("%00")) {
      throw RpcException.invalidParams("a link leads nowhere: its uri is empty or has a NUL");
    }
    Path file = file(uri);
    if (file == null) {
      return "[" + link.string("name", uri) + "](" + uri + ")";
    }
    Path real = paths.real(file);
    String path = (real.startsWith(root) ? root.relativize(real) : real).toString();
    String lines = lines(uri);
    String named = path.isEmpty() ? "." : path;
    return named.matches("[\\w./+-]+") ? "@" + named + lines : "@\"" + named + lines + "\"";
  }

  /// The file that an address means; null for none.
  private static @Nullable Path file(String uri) {
    try {
      URI parsed = new URI(uri);
      return "file".equals(parsed.getScheme()) && parsed.getPath() != null
          ? Path.of(parsed.getPath()).normalize()
          : null;
    } catch (URISyntaxException | IllegalArgumentException other) {
      return uri.startsWith("file:///") && uri.indexOf('\0') < 0
          ? Path.of(uri.substring("file://".length()).replaceFirst("#.*", "")).normalize()
          : null;
    }
  }

  private static String lines(String uri) {
    int hash = uri.indexOf('#');
    Matcher found = LINES.matcher(hash < 0 ? "" : uri.substring(hash + 1));
    if (!found.matches()) {
      return "";
    }
    String last = found.group(2);
    return ":" + found.group(1) + "-" + (last == null ? found.group(1) : last);
  }

  private static Part.Input embedded(Json.Obj resource) throws RpcException {
    String uri = resource.string("uri", "");
    String text = resource.string("text");
    if (text == null) {
      String type = resource.string("mimeType", "");
      String blob = resource.string("blob", "");
      if (type.startsWith("image/") && !blob.isEmpty()) {
        return image(Json.object().put("mimeType", type).put("data", blob).build());
      }
      throw RpcException.invalidParams(
          "the embedded resource " + uri + " is neither text nor a picture; send a link to it");
    }
    return new Part.Text(
        ATTACHED
            + uri.replace("\"", "%22")
            + ATTACHED_TEXT
            + text
            + (text.endsWith("\n") ? "" : "\n")
            + ATTACHED_END);
  }

  /// The content block that was sent for a part of a message, if it was an embedded text.
  static Optional<Json.Obj> resource(String part) {
    int from = part.indexOf(ATTACHED_TEXT);
    if (from < 0 || !part.startsWith(ATTACHED) || !part.endsWith(ATTACHED_END)) {
      return Optional.empty();
    }
    String uri = part.substring(ATTACHED.length(), from);
    String text =
        part.substring(from + ATTACHED_TEXT.length(), part.length() - ATTACHED_END.length());
    return Optional.of(
        Json.object()
            .put("type", "resource")
            .object("resource", held -> held.put("uri", uri).put("text", text))
            .build());
  }

  private static Part.Image image(Json.Obj block) throws RpcException {
    String type = block.string("mimeType", "");
    String data = block.string("data", "");
    if (!type.startsWith("image/") || data.isEmpty()) {
      throw RpcException.invalidParams("a picture needs data and a mimeType of image/…");
    }
    if (data.length() > MOST_IMAGE) {
      throw RpcException.invalidParams("the picture is larger than 15 MB; send a smaller one");
    }
    try {
      return PictureKind.sent(data);
    } catch (IllegalArgumentException unusable) {
      throw RpcException.invalidParams(String.valueOf(unusable.getMessage()));
    }
  }
}
