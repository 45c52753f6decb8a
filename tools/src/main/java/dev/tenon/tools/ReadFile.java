package dev.tenon.tools;

import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.ReadLimits;
import dev.tenon.core.workspace.ReadResult;
import dev.tenon.core.workspace.Selector;
import dev.tenon.core.workspace.path.Address;
import dev.tenon.core.workspace.path.PathException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads a file, lines of it, or a folder as a tree. What is shown counts as seen, with a version.
/// Addresses, of web pages too, are read in the same way, and have no version.
public final class ReadFile implements Tool<ReadFile.Parameters> {
  private final ToolLimits limits;
  private final Presentation presentation;
  private final Addresses addresses;

  public ReadFile(ToolLimits limits, Presentation presentation, Addresses addresses) {
    this.limits = limits;
    this.presentation = presentation;
    this.addresses = addresses;
  }

  /// Which file, and which of its lines.
  public record Parameters(
      @Doc(
              value =
                  "Workspace-relative path under the project root; `:40`, `:40-60`, `:40+20` or"
                      + " `:raw` may follow it.",
              aliases = {"file_path", "file", "filename", "filepath"})
          String path,
      @Doc(
              value = "First line, from 1.",
              aliases = {"offset", "start"})
          @Nullable Long startLine,
      @Doc(
              value = "Last line.",
              aliases = {"end"})
          @Nullable Long endLine,
      @Doc("At most so many bytes.") @Nullable Integer maxBytes) {}

  @Override
  public String name() {
    return "read_file";
  }

  @Override
  public String description() {
    return "Read a text file, some lines of it, a picture, a folder as a tree, or a web page by its"
        + " address. At most "
        + limits.readLines()
        + " lines or "
        + limits.readBytes() / 1024
        + " KB a call; the answer tells how to get the rest.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return List.of(new Access.Read(parameters.path));
  }

  @Override
  public String title(Parameters parameters) {
    if (parameters.startLine == null && parameters.endLine == null) {
      return parameters.path;
    }
    return parameters.path
        + ":"
        + (parameters.startLine == null ? 1 : parameters.startLine)
        + "-"
        + (parameters.endLine == null ? "" : parameters.endLine);
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    int bytes =
        parameters.maxBytes == null
            ? limits.readBytes()
            : Math.clamp(parameters.maxBytes, 1, limits.readBytes());
    ReadLimits most = ReadLimits.DEFAULT.withLines(limits.readLines()).withBytes(bytes);
    ProjectView view = context.view();
    try {
      Selector.Target target =
          parameters.startLine == null && parameters.endLine == null
              ? addresses.target(parameters.path, view)
              : new Selector.Target(
                  parameters.path, Selector.lines(parameters.startLine, parameters.endLine));
      Optional<Address> address = addresses.at(target.path(), view);
      if (address.isPresent()) {
        return Presentation.present(
            addresses.read(address.get(), target.selector(), most, context.permits()));
      }
      ProjectView.Located found = view.locate(target.path());
      if (found.isElsewhere()) {
        context.permits().request(new Access.Read(found.path()));
      }
      ReadResult read = view.read(found, target.selector(), most);
      if (read instanceof ReadResult.Binary binary) {
        Optional<Part.Image> picture = Pictures.of(view, binary);
        if (picture.isPresent()) {
          return new ToolResult.Picture(
              binary.path() + ", " + picture.get().mediaType() + ", " + binary.size() + " bytes",
              picture.get());
        }
      }
      return presentation.present(read, context.workspace());
    } catch (PathException denied) {
      throw ToolException.of(denied);
    } catch (IOException problem) {
      throw ToolException.of("reading " + parameters.path, problem);
    }
  }
}
