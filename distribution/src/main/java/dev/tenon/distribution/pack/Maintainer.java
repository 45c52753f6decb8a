package dev.tenon.distribution.pack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// Whom to write to about a Debian package, in the form of deb-email(7): `NAME <LOCAL@DOMAIN>`. It
/// is who gives the package to others, so `./package --maintainer` names them; else the developer
/// that `pom.xml` declares. Never who happens to be logged in, since the same commit has to give
/// the same bytes.
record Maintainer(String text) {
  private static final Pattern FORM =
      Pattern.compile(
          "[^<>\",\\p{Cntrl}]*[^<>\",\\s\\p{Cntrl}] <[^<>@\"\\s\\p{Cntrl}]+@DOMAIN>"
              .replace("DOMAIN", "[^<>@\"\\s\\p{Cntrl}.]+(\\.[^<>@\"\\s\\p{Cntrl}.]+)+"));

  /// A domain that never receives mail (RFC 2606).
  private static final String NOWHERE = ".invalid>";

  static Maintainer of(String text) throws PackException {
    if (!FORM.matcher(text).matches()) {
      throw new PackException(
          "the maintainer must have the form 'NAME <USER@HOST.DOMAIN>', was '" + text + "'");
    }
    return new Maintainer(text);
  }

  /// The one of `pom.xml`.
  static Maintainer declared(Path pom) throws IOException, PackException {
    return of(Pom.developer(pom));
  }

  /// Whether anybody would read what is written there.
  boolean isReachable() {
    return !text.endsWith(NOWHERE);
  }
}
