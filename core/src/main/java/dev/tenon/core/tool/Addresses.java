package dev.tenon.core.tool;

import dev.tenon.core.permission.Access;
import dev.tenon.core.workspace.AddressContent;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.ReadLimits;
import dev.tenon.core.workspace.Selector;
import dev.tenon.core.workspace.path.Address;
import dev.tenon.core.workspace.path.PathException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The addresses that can be read where files can, one [AddressReader] a scheme. Safe for several
/// threads; the readers are made when the first address is met, since most runs meet none.
public final class Addresses {
  /// No address can be read.
  public static final Addresses NONE = new Addresses(List.of());

  private final @Nullable Supplier<List<AddressReader>> source;
  private volatile @Nullable List<AddressReader> known;

  /// @param readers one for each scheme, in the order in which they are named
  public Addresses(List<AddressReader> readers) {
    this.source = null;
    this.known = List.copyOf(readers);
  }

  /// @param readers makes them; may be asked more than once
  public Addresses(Supplier<List<AddressReader>> readers) {
    this.source = readers;
  }

  private List<AddressReader> readers() {
    List<AddressReader> made = known;
    if (made == null) {
      made = source == null ? List.of() : List.copyOf(source.get());
      known = made;
    }
    return made;
  }

  /// The path or address, and the selector that may follow it. A file that is really called so
  /// wins.
  public Selector.Target target(String text, ProjectView view) throws PathException {
    Optional<Address> address = Address.of(text);
    Optional<AddressReader> reader = address.isEmpty() ? Optional.empty() : find(address.get());
    if (reader.isEmpty() || reader.get().takesSelectors()) {
      return view.target(text);
    }
    try {
      Selector.Target file = view.target(text);
      if (view.has(file.path())) {
        return file;
      }
    } catch (PathException noSelector) {
      // What looks like a wrong selector is a part of the address.
    }
    return new Selector.Target(text, Selector.ALL);
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

  /// What reading the address touches; for one who asks for several things at once.
  public List<Access> access(Address address) throws ToolException {
    return reader(address).access(address.rest());
  }

  /// Reads lines of what lies at the address.
  ///
  /// @param permits asked for what the reader has to touch
  public AddressContent read(Address address, Selector wanted, ReadLimits limits, Permits permits)
      throws ToolException, InterruptedException {
    AddressReader reader = reader(address);
    permits.request(reader.access(address.rest()));
    AddressContent.Range range =
        reader.takesSelectors() ? AddressContent.Range.SELECTOR : AddressContent.Range.LINE_NUMBERS;
    try {
      AddressReader.Opened opened = reader.open(address.rest(), permits);
      try (InputStream bytes = opened.bytes()) {
        return AddressContent.read(address.text(), bytes, wanted, limits, range)
            .noting(opened.notes());
      }
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
    Path file =
        reader
            .file(address.rest())
            .orElseThrow(
                () ->
                    new ToolException(
                        ToolException.Code.INVALID_ARGUMENT,
                        address.text() + " can be read with read_file, not searched"));
    permits.request(reader.access(address.rest()));
    return file;
  }

  private Optional<AddressReader> find(Address address) {
    for (AddressReader reader : readers()) {
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
    for (AddressReader reader : readers()) {
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
