package dev.tenon.core.workspace.walk;

import java.util.ArrayList;
import java.util.List;

/// Some files of one folder, to be looked at through one handle: few, so that a search that has
/// enough soon has not looked at many for nothing.
///
/// @param folder relative to the start, `""` or ending with a slash
public record FolderGroup(String folder, List<String> names) {
  private static final int MOST = 16;

  /// The files of sorted paths, in their order.
  public static List<FolderGroup> of(List<String> paths) {
    var groups = new ArrayList<FolderGroup>();
    for (String path : paths) {
      int name = path.lastIndexOf('/') + 1;
      FolderGroup last = groups.isEmpty() ? null : groups.getLast();
      if (last == null
          || last.names.size() == MOST
          || last.folder.length() != name
          || !path.startsWith(last.folder)) {
        last = new FolderGroup(path.substring(0, name), new ArrayList<>());
        groups.add(last);
      }
      last.names.add(path.substring(name));
    }
    return groups;
  }
}
