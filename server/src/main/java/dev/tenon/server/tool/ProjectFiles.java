package dev.tenon.server.tool;

import dev.tenon.core.change.Editing;
import dev.tenon.core.json.Json;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.PathException;
import java.io.IOException;
import java.nio.file.Path;

/// Lists, reads and searches a project as it would be if everything staged were written. Answers
/// are the JSON of the agent API, in the bounds of the limits.
///
/// @param editing whose working buffers lie over the files
public record ProjectFiles(
    Workspace workspace, Editing editing, FileLimits limits, Audience audience) {

  /// Who is shown the files. What the model is shown it may edit afterwards.
  public enum Audience {
    MODEL,
    PERSON
  }

  /// Files whose paths begin with the prefix and match the glob, sorted; those that git ignores
  /// come last.
  public Json.Obj list(String prefix, String glob)
      throws PathException, IOException, InterruptedException {
    requireText("prefix", prefix);
    requireText("glob", glob);
    return new FileList(this).find(prefix, glob);
  }

  /// Lines of a text file, with LF line ends.
  ///
  /// @param last 0 for as many as the limits allow
  /// @param bytes 0 for as many as the limits allow
  public Json.Obj read(String path, long first, long last, int bytes)
      throws PathException, IOException, InterruptedException {
    requireText("file_path", path);
    if (bytes < 0 || last < 0) {
      throw PathException.invalid(
          "end_line and max_bytes must not be negative, were " + last + " and " + bytes);
    }
    return new FileLines(this).read(path, first, last, bytes);
  }

  /// The same of a text that is no file.
  Json.Obj text(String name, String text, long first, long last) throws PathException {
    return new FileLines(this).text(name, text, first, Math.max(0, last));
  }

  /// Passages in which the text stands, whatever its case.
  ///
  /// @param limit 0 for the default
  public Json.Obj search(String query, String glob, int limit)
      throws PathException, IOException, InterruptedException {
    requireText("query", query);
    requireText("glob", glob);
    if (query.isBlank()) {
      throw PathException.invalid("the query is empty");
    }
    if (query.indexOf('\n') >= 0 || query.length() > ProjectSearch.LONGEST_QUERY) {
      throw PathException.invalid(
          "the query must be one line of at most " + ProjectSearch.LONGEST_QUERY + " characters");
    }
    if (limit < 0) {
      throw PathException.invalid("limit must not be negative, was " + limit);
    }
    return new ProjectSearch(this).find(query, glob, limit == 0 ? limits.searchDefault() : limit);
  }

  /// Where the file is; one that is only staged has a place too.
  public Path place(String path) throws PathException {
    return place(view(), path);
  }

  Path place(ProjectView view, String path) throws PathException {
    requireText("file_path", path);
    Path real = view.existing(path);
    for (Path name : workspace.root().relativize(real)) {
      if (name.toString().equals(".git")) {
        throw PathException.denied(path + " belongs to git and is not part of the project");
      }
    }
    return real;
  }

  /// The project with what is staged at this moment.
  ProjectView view() {
    return editing.view();
  }

  private static void requireText(String name, String value) throws PathException {
    if (value.indexOf('\0') >= 0) {
      throw PathException.invalid(name + " contains a NUL character");
    }
  }
}
