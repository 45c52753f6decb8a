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

  /// What was opened.
  ///
  /// @param bytes whoever reads closes them
  /// @param notes what the model should know of it, in sentences
  record Opened(InputStream bytes, List<String> notes) {
    public Opened {
      notes = List.copyOf(notes);
    }

    public Opened(InputStream bytes) {
      this(bytes, List.of());
    }
  }

  /// What stands in front of `://`, in small letters.
  String scheme();

  /// Whether a selector (`:40-60`) may follow such an address. Where colons belong to the addresses
  /// themselves it cannot; there lines are asked for by their numbers, and shown in their length.
  default boolean takesSelectors() {
    return true;
  }

  /// What opening the address touches beyond what the conversation has already; it is asked for
  /// before.
  ///
  /// @param rest what stands behind `://`, as the model wrote it
  /// @throws ToolException when nothing can be at such an address
  default List<Access> access(String rest) throws ToolException {
    return List.of();
  }

  /// Opens it.
  ///
  /// @param permits have granted [#access], and are asked for what turns out on the way, such as
  ///   the host of a redirect
  /// @throws ToolException when nothing can be at such an address, or nothing is there any more;
  ///   the message says which, and how to go on
  Opened open(String rest, Permits permits) throws ToolException, IOException, InterruptedException;

  /// The file that holds all of it, for a search in it; empty when there is none. It is named
  /// before [#access] is asked for, and opened after.
  default Optional<Path> file(String rest) throws ToolException {
    return Optional.empty();
  }
}
