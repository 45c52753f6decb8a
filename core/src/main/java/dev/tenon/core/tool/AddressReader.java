package dev.tenon.core.tool;

import dev.tenon.core.permission.Access;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Opens what lies at the addresses of one scheme, so that it can be read like a file. Ranges and
/// limits are the business of whoever reads. Safe for several threads.
public interface AddressReader {

  /// What stands in front of `://`, in small letters.
  String scheme();

  /// What opening the address touches beyond what the conversation has already; it is asked for
  /// before.
  ///
  /// @param rest what stands behind `://`, as the model wrote it
  default List<Access> access(String rest) {
    return List.of();
  }

  /// Opens it; whoever reads closes it.
  ///
  /// @throws ToolException when nothing can be at such an address, or nothing is there any more;
  ///   the message says which, and how to go on
  InputStream open(String rest) throws ToolException, IOException, InterruptedException;

  /// The file that holds all of it, for a search in it; empty when there is none.
  default Optional<Path> file(String rest) throws ToolException {
    return Optional.empty();
  }
}
