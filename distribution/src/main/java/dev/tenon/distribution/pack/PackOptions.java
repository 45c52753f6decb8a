package dev.tenon.distribution.pack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `./package` was asked for.
///
/// @param root of the checkout
/// @param lists the class lists to make the caches of, instead of a training
/// @param maintainer of the Debian package
record PackOptions(Path root, @Nullable Path lists, Maintainer maintainer) {
  private static final String USAGE =
      "usage: ./package [--lists FOLDER] [--maintainer 'NAME <ADDRESS>']";

  static PackOptions of(List<String> arguments) throws IOException, PackException {
    Path root = Path.of(arguments.getFirst()).toRealPath();
    Path lists = null;
    Maintainer maintainer = null;
    if (arguments.size() % 2 == 0) {
      throw new PackException(USAGE);
    }
    for (int i = 1; i < arguments.size(); i += 2) {
      String value = arguments.get(i + 1);
      switch (arguments.get(i)) {
        case "--lists" -> lists = Path.of(value).toRealPath();
        case "--maintainer" -> maintainer = Maintainer.of(value);
        default -> throw new PackException(USAGE);
      }
    }
    return new PackOptions(
        root,
        lists,
        maintainer == null ? Maintainer.declared(root.resolve("pom.xml")) : maintainer);
  }
}
