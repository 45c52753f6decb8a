package dev.tenon.core.edit;

import java.util.List;

/// Where planners get files from. A planner asks for the same file once or more often within a plan
/// and expects the same answer; the commit verifies the hashes again.
public interface EditSource {

  /// The file as it is now.
  ///
  /// @param path as the model wrote it; the answer has the path by which the file is known
  /// @throws PlanException when the path may not be used or is not a text file that can be edited
  FileState current(String path) throws PlanException;

  /// The states of the file that the model has been shown, newest first, as far as they are
  /// remembered. The present state is among them when the model has seen it.
  ///
  /// @param path as in [FileState#path]
  List<FileState.Existing> remembered(String path);
}
