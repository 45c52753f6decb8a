package dev.tenon.core.edit;

import dev.tenon.core.text.FileVersion;
import java.util.List;

/// Where planners get files from. A planner asks for the same file once or more often within a plan
/// and expects the same answer; the commit verifies the hashes again.
public interface EditSource {

  /// The file as it is now.
  ///
  /// @param path as the model wrote it; the answer has the path by which the file is known
  /// @throws PlanException when the path may not be used or is not a text file that can be edited
  FileState current(String path) throws PlanException;

  /// The file as it is now, also if it is not text: then as a [FileState.Whole], which is enough to
  /// move, delete or replace it.
  ///
  /// @throws PlanException when the path may not be used
  default FileState whole(String path) throws PlanException {
    return current(path);
  }

  /// The versions of the file that the model has been shown or has made, newest first, also where
  /// the text is not remembered.
  ///
  /// @param path as in [FileState#path]
  default List<FileVersion> seen(String path) {
    return remembered(path).stream().map(FileState.Existing::version).toList();
  }

  /// Whether the model knows the file in the state that has this hash.
  default boolean knows(String path, String sha256) {
    return seen(path).stream().anyMatch(version -> version.sha256().equals(sha256));
  }

  /// The states of the file that the model has been shown, newest first, as far as they are
  /// remembered. The present state is among them when the model has seen it.
  ///
  /// @param path as in [FileState#path]
  List<FileState.Existing> remembered(String path);
}
