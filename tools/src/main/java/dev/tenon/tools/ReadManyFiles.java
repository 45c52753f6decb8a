package dev.tenon.tools;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.AddressContent;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.ReadLimits;
import dev.tenon.core.workspace.ReadResult;
import dev.tenon.core.workspace.Selector;
import dev.tenon.core.workspace.path.Address;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.walk.FileWalk;
import dev.tenon.core.workspace.walk.Glob;
import dev.tenon.core.workspace.walk.WalkOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads several files at once, named by paths or patterns.
public final class ReadManyFiles implements Tool<ReadManyFiles.Parameters> {
  private static final int MOST_FILES = 50;

  private final ToolLimits limits;
  private final Presentation presentation;
  private final Addresses addresses;

  public ReadManyFiles(ToolLimits limits, Presentation presentation, Addresses addresses) {
    this.limits = limits;
    this.presentation = presentation;
    this.addresses = addresses;
  }

  /// Which files.
  public record Parameters(
      @Doc(
              value = "Paths, with selectors as in read_file, or patterns such as `src/**/*.java`.",
              aliases = {"files", "patterns"})
          List<String> paths) {}

  @Override
  public String name() {
    return "read_many_files";
  }

  @Override
  public String description() {
    return "Read several files at once, at most "
        + MOST_FILES
        + " files and "
        + limits.readBytes() / 1024
        + " KB in all; the answer names what did not fit.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return parameters.paths.stream().<Access>map(Access.Read::new).toList();
  }

  @Override
  public String title(Parameters parameters) {
    return String.join(", ", parameters.paths);
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    if (parameters.paths.isEmpty()) {
      throw new ToolException(ToolException.Code.INVALID_ARGUMENT, "paths must not be empty");
    }
    List<String> paths = List.copyOf(expanded(parameters.paths, context));
    List<Place> places = places(paths, context);
    var text = new StringBuilder();
    var files = new ArrayList<Json>();
    var leftOut = new ArrayList<>(paths.subList(places.size(), paths.size()));
    for (int i = 0; i < places.size(); i++) {
      int room = limits.readBytes() - text.length();
      if (room < 256) {
        leftOut.addAll(0, paths.subList(i, places.size()));
        break;
      }
      one(places.get(i), room, context, text, files);
    }
    var facts = Json.object().array("files", files);
    if (!leftOut.isEmpty()) {
      facts.put("left_out", Json.strings(leftOut));
      text.append("[did not fit, read them in another call: ")
          .append(String.join(", ", leftOut))
          .append("]\n");
    }
    return new ToolResult.Text(text.toString(), facts.build(), "Read fewer files at once.");
  }

  /// Where a path leads, if anywhere.
  ///
  /// @param path as it was given
  /// @param located null for an address, and for a path that leads nowhere
  /// @param touched what reading it touches
  /// @param problem empty for one that can be read
  private record Place(
      String path,
      Selector selector,
      ProjectView.@Nullable Located located,
      @Nullable Address address,
      List<Access> touched,
      String problem) {}

  /// Finds what can be shown, and asks at once for what the call did not name: a pattern, or the
  /// end of a path, says only in the end what is read, and an address what is connected to.
  private List<Place> places(List<String> paths, ToolContext context)
      throws ToolException, InterruptedException {
    var places = new ArrayList<Place>();
    var touched = new ArrayList<Access>();
    for (String path : paths.subList(0, Math.min(MOST_FILES, paths.size()))) {
      Place place = place(path, context.view());
      places.add(place);
      touched.addAll(place.touched);
    }
    context.permits().request(touched);
    return places;
  }

  private Place place(String path, ProjectView view) throws InterruptedException {
    try {
      Selector.Target target = addresses.target(path, view);
      Address address = addresses.at(target.path(), view).orElse(null);
      if (address != null) {
        List<Access> touched = addresses.access(address);
        return new Place(path, target.selector(), null, address, touched, "");
      }
      ProjectView.Located located = view.locate(target.path());
      Access read = new Access.Read(located.isElsewhere() ? located.path() : path);
      return new Place(path, target.selector(), located, null, List.of(read), "");
    } catch (PathException | IOException | ToolException problem) {
      return new Place(
          path, Selector.ALL, null, null, List.of(), String.valueOf(problem.getMessage()));
    }
  }

  private void one(Place place, int room, ToolContext context, StringBuilder text, List<Json> files)
      throws InterruptedException {
    text.append("=== ").append(place.path).append('\n');
    var facts = Json.object().put("path", place.path);
    String problem = place.problem;
    if (problem.isEmpty()) {
      try {
        text.append(shown(place, room, context, facts));
      } catch (IOException | ToolException unreadable) {
        problem = String.valueOf(unreadable.getMessage());
      }
    }
    if (!problem.isEmpty()) {
      text.append('[').append(problem).append(']');
      facts.put("error", problem);
    }
    if (text.charAt(text.length() - 1) != '\n') {
      text.append('\n');
    }
    files.add(facts.build());
  }

  private String shown(Place place, int room, ToolContext context, Json.Builder facts)
      throws ToolException, IOException, InterruptedException {
    ReadLimits most = ReadLimits.DEFAULT.withLines(limits.readLines()).withBytes(room);
    if (place.address != null) {
      AddressContent content =
          addresses.read(place.address, place.selector, most, context.permits());
      return Presentation.present(content).text();
    }
    if (place.located == null) {
      throw new IllegalStateException(place.path + " leads nowhere");
    }
    ReadResult read = context.view().read(place.located, place.selector, most);
    String text = presentation.present(read, context.workspace()).text();
    if (read instanceof ReadResult.Text lines) {
      facts.put("start_line", lines.first()).put("end_line", lines.last());
      lines
          .versionIfAny()
          .ifPresent(
              version -> facts.put("version", version.version()).put("sha256", version.sha256()));
    }
    return text;
  }

  /// The paths, with each pattern replaced by what it matches, every file once.
  private Set<String> expanded(List<String> paths, ToolContext context)
      throws ToolException, InterruptedException {
    var all = new LinkedHashSet<String>();
    for (String path : paths) {
      // The query of an address has the marks of a pattern.
      if (!Glob.isPattern(path) || Address.of(path).filter(addresses::knows).isPresent()) {
        all.add(path);
        continue;
      }
      try {
        Glob glob = Glob.of(path);
        FileWalk.Found found =
            context
                .view()
                .walk(WalkOptions.DEFAULT)
                .find(
                    context.workspace().root(),
                    (each, kind) -> kind == FileStat.Kind.FILE && glob.wants(each, kind),
                    1000);
        if (found.paths().isEmpty()) {
          throw new ToolException(ToolException.Code.NOT_FOUND, "no file matches " + path);
        }
        all.addAll(found.paths());
      } catch (PathException denied) {
        throw ToolException.of(denied);
      } catch (IOException problem) {
        throw ToolException.of("searching " + path, problem);
      }
    }
    return all;
  }
}
