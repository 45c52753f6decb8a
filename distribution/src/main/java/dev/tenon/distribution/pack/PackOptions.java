package dev.tenon.distribution.pack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// What `./package` was asked for.
///
/// @param root of the checkout
/// @param classes where the classes of the caches come from
/// @param maintainer of the Debian package
record PackOptions(Path root, Classes classes, Maintainer maintainer) {
  enum Classes {
    /// From the sources, so that the same commit gives the same bytes.
    KEPT,
    /// From a training, whose result is written to the sources.
    TRAINED
  }

  private static final String USAGE = "usage: ./package [--train] [--maintainer 'NAME <ADDRESS>']";

  static PackOptions of(List<String> arguments) throws IOException, PackException {
    Path root = Path.of(arguments.getFirst()).toRealPath();
    Classes classes = Classes.KEPT;
    Maintainer maintainer = null;
    for (var rest = arguments.listIterator(1); rest.hasNext(); ) {
      String option = rest.next();
      if (option.equals("--train")) {
        classes = Classes.TRAINED;
      } else if (option.equals("--maintainer") && rest.hasNext()) {
        maintainer = Maintainer.of(rest.next());
      } else {
        throw new PackException(USAGE);
      }
    }
    return new PackOptions(
        root,
        classes,
        maintainer == null ? Maintainer.declared(root.resolve("pom.xml")) : maintainer);
  }
}
