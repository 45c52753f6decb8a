package dev.tenon.tools;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.AskedPaths;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.path.Address;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.regex.LetterCase;
import dev.tenon.core.workspace.regex.MatchSpan;
import dev.tenon.core.workspace.search.Grep;
import dev.tenon.core.workspace.search.GrepQuery;
import dev.tenon.core.workspace.search.GrepResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Searches the text of files.
public final class GrepFiles extends SearchTool<GrepFiles.Parameters> {
  private static final int MOST_CONTEXT = 20;

  private final Addresses addresses;

  public GrepFiles(ToolLimits limits, Addresses addresses) {
    super(limits);
    this.addresses = addresses;
  }

  /// What to search for, and where.
  public record Parameters(
      @Doc(
              value = "Regular expression, or text with literal.",
              aliases = {"query", "regex"})
          String pattern,
      @Doc(
              value = "File or folder.",
              fallback = ".",
              aliases = {"directory", "dir"})
          String path,
      @Doc("Only paths like this, such as `*.java`.") @Nullable String glob,
      @Doc(
              value = "Only files of this type, such as java.",
              aliases = {"type"})
          @Nullable String fileType,
      @Doc(value = "Search for the text as it is.", fallback = "false") boolean literal,
      @Doc(value = "Whether capitals matter.", fallback = "true") boolean caseSensitive,
      @Doc(value = "Let a match reach over lines.", fallback = "false") boolean multiline,
      @Doc(value = "Lines to show around each match.", fallback = "0") int context,
      @Doc(value = "What to show.", fallback = "lines") GrepQuery.Show show,
      @Doc(value = "Matches to pass over, for the next page.", fallback = "0") int skip) {}

  @Override
  public String name() {
    return "grep";
  }

  @Override
  public String description() {
    return "Search the text of files. What git ignores is left out. Shows at most "
        + limits.searchMatches()
        + " matches.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  String path(Parameters parameters) {
    return parameters.path;
  }

  @Override
  public String title(Parameters parameters) {
    return within(parameters.pattern, parameters.path);
  }

  @Override
  ToolResult search(Parameters parameters, ToolContext context)
      throws ToolException, PathException, IOException, InterruptedException {
    int around = Math.clamp(parameters.context, 0, MOST_CONTEXT);
    GrepQuery query =
        GrepQuery.of(parameters.pattern)
            .with(parameters.literal ? GrepQuery.Syntax.LITERAL : GrepQuery.Syntax.REGEX)
            .with(parameters.caseSensitive ? LetterCase.EXACT : LetterCase.ANY_CASE)
            .with(parameters.multiline ? MatchSpan.LINES : MatchSpan.LINE)
            .with(parameters.show)
            .in(parameters.path)
            .withGlob(parameters.glob)
            .withType(parameters.fileType)
            .withContext(around, around)
            .page(Math.max(0, parameters.skip), limits.searchMatches());
    ProjectView view = context.view();
    Optional<Address> address = addresses.at(parameters.path, view);
    if (address.isPresent()) {
      return result(within(address.get(), query, context), parameters.show);
    }
    AskedPaths asked = context.permits().askedReads();
    if (asked.isEmpty()) {
      return result(view.grep(query), parameters.show);
    }
    GrepResult found = view.grep(query, asked);
    var notes = new ArrayList<>(found.notes());
    if (asked.reading(view.existing(parameters.path)) == null) {
      notes.add(
          "Files were left out that are read only when somebody is asked (rules: "
              + asked.describe()
              + "). Search one of them by its own path to have it asked.");
    }
    return result(
        new GrepResult(found.files(), found.more(), found.engine(), notes), parameters.show);
  }

  /// Searches what lies at an address.
  private GrepResult within(Address address, GrepQuery query, ToolContext context)
      throws ToolException, PathException, IOException, InterruptedException {
    Path file = addresses.file(address, context.permits()).toRealPath();
    Path folder = Objects.requireNonNull(file.getParent());
    GrepResult found =
        new Grep(new PathSandbox(folder))
            .search(query.in(String.valueOf(file.getFileName())).withGlob(null).withType(null));
    var named = new ArrayList<GrepResult.Matches>();
    for (GrepResult.Matches each : found.files()) {
      named.add(new GrepResult.Matches(address.text(), each.count(), each.lines()));
    }
    return new GrepResult(named, found.more(), found.engine(), found.notes());
  }

  private static ToolResult result(GrepResult found, GrepQuery.Show show) {
    var text = new StringBuilder();
    var files = new ArrayList<Json>();
    for (GrepResult.Matches file : found.files()) {
      files.add(Json.object().put("path", file.path()).put("count", file.count()).build());
      switch (show) {
        case FILES -> text.append(file.path()).append('\n');
        case COUNTS -> text.append(file.path()).append(": ").append(file.count()).append('\n');
        case LINES -> lines(file, text);
      }
    }
    if (found.files().isEmpty()) {
      text.append("no match\n");
    }
    found.notes().forEach(note -> text.append('[').append(note).append("]\n"));
    var facts = Json.object().put("matches", found.shown()).array("files", files);
    if (!found.notes().isEmpty()) {
      facts.put("notes", Json.strings(found.notes()));
    }
    return new ToolResult.Text(text.toString(), facts.build(), "Narrow the search.");
  }

  private static void lines(GrepResult.Matches file, StringBuilder text) {
    text.append(file.path()).append('\n');
    long expected = -1;
    for (GrepResult.Line line : file.lines()) {
      if (expected >= 0 && line.number() != expected) {
        text.append("  --\n");
      }
      expected = line.number() + 1;
      text.append("  ").append(line.number());
      text.append(line.role() == GrepResult.Role.MATCH ? ": " : "- ")
          .append(line.text())
          .append('\n');
    }
  }
}
