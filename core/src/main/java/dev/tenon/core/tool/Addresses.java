package dev.tenon.core.tool;

import dev.tenon.core.workspace.AddressContent;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.ReadLimits;
import dev.tenon.core.workspace.Selector;
import dev.tenon.core.workspace.path.Address;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The addresses that can be read where files can, one [AddressReader] a scheme. Immutable.
public final class Addresses {
  /// No address can be read.
  public static final Addresses NONE = new Addresses(List.of());

  private final List<AddressReader> readers;

  /// @param readers one for each scheme, in the order in which they are named
  public Addresses(List<AddressReader> readers) {
    this.readers = List.copyOf(readers);
  }

  /// The address that a path means. A file that is really called so wins.
  ///
  /// @param path without a selector
  public Optional<Address> at(String path, ProjectView view) {
    Optional<Address> address = Address.of(path);
    return address.isPresent() && view.has(path) ? Optional.empty() : address;
  }

  /// Whether there is a reader for the scheme.
  public boolean knows(Address address) {
    return find(address).isPresent();
  }

  /// Reads lines of what lies at the address.
  ///
  /// @param permits asked for what the reader has to touch
  public AddressContent read(Address address, Selector wanted, ReadLimits limits, Permits permits)
      throws ToolException, InterruptedException {
    AddressReader reader = reader(address);
    permits.request(reader.access(address.rest()));
    try (InputStream bytes = reader.open(address.rest())) {
      return AddressContent.read(address.text(), bytes, wanted, limits);
    } catch (ClosedByInterruptException stopped) {
      Thread.interrupted();
      throw (InterruptedException)
          new InterruptedException("reading was stopped").initCause(stopped);
    } catch (IOException problem) {
      throw ToolException.of("reading " + address.text(), problem);
    }
  }

  /// The file behind an address, for a search in it.
  public Path file(Address address, Permits permits) throws ToolException, InterruptedException {
    AddressReader reader = reader(address);
    permits.request(reader.access(address.rest()));
    return reader
        .file(address.rest())
        .orElseThrow(
            () ->
                new ToolException(
                    ToolException.Code.INVALID_ARGUMENT,
                    address.text() + " can be read with read_file, not searched"));
  }

  private Optional<AddressReader> find(Address address) {
    for (AddressReader reader : readers) {
      if (reader.scheme().equals(address.scheme())) {
        return Optional.of(reader);
      }
    }
    return Optional.empty();
  }

  private AddressReader reader(Address address) throws ToolException {
    Optional<AddressReader> found = find(address);
    if (found.isPresent()) {
      return found.get();
    }
    var known = new ArrayList<String>();
    for (AddressReader reader : readers) {
      known.add(reader.scheme() + "://");
    }
    throw new ToolException(
        ToolException.Code.INVALID_ARGUMENT,
        "nothing here reads addresses that begin with "
            + address.scheme()
            + "://"
            + (known.isEmpty()
                ? "; only files can be read"
                : "; what can be read are files, and " + String.join(", ", known)));
  }
}
