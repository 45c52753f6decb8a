package dev.tenon.core.tool;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// What was said in this session, also where the model no longer sees it.
public interface HistorySearch {

  /// The messages that hold all these words, whatever their case, the latest first.
  List<Memory> search(String words, int limit) throws IOException;

  /// A whole message.
  Optional<Memory> message(String id) throws IOException;

  /// A message of the past.
  ///
  /// @param who `user`, `assistant` or the name of the tool that answered
  /// @param text an excerpt around the words, or the whole
  record Memory(String id, String who, String time, String text) {}
}
