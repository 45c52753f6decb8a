package dev.tenon.distribution.pack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// The licences of everything in the package, as files for people.
record Notice(Product product, List<Library> libraries) {

  /// Writes `NOTICE`, `LICENSE` and the folder `licenses`.
  ///
  /// @param licence Tenon's own
  void write(Path folder, Path licence) throws IOException, PackException {
    Files.copy(licence, folder.resolve("LICENSE"));
    Files.writeString(folder.resolve("NOTICE"), text());
    for (Library library : libraries) {
      Path place =
          Files.createDirectories(
              folder.resolve("licenses").resolve(library.coordinates().artifact()));
      for (Map.Entry<String, String> text : library.texts().entrySet()) {
        Files.writeString(place.resolve(text.getKey()), text.getValue());
      }
      if (library.texts().isEmpty()) {
        Files.writeString(place.resolve("LICENSE"), standard(library, licence));
      }
    }
  }

  /// The text of a licence whose jar does not bring it.
  private static String standard(Library library, Path own) throws IOException, PackException {
    String id = library.licences().getFirst();
    if (id.equals(Product.LICENCE)) {
      return Files.readString(own);
    }
    try (InputStream in = Notice.class.getResourceAsStream(id + ".txt")) {
      if (in == null) {
        throw new PackException(
            library.coordinates().key() + " brings no text of its licence " + id);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("{{name}}", library.coordinates().artifact());
    }
  }

  String text() {
    var text = new StringBuilder();
    text.append("Tenon ").append(product.version()).append(", ").append(Product.LICENCE);
    text.append(" (see LICENSE)\n\nIt contains these works; their licences are in the folder");
    text.append(" licenses.\n\n");
    for (Library library :
        libraries.stream()
            .sorted(Comparator.comparing((Library it) -> it.coordinates().key()))
            .toList()) {
      Coordinates name = library.coordinates();
      text.append("  ").append(name.key()).append(' ').append(name.version()).append(", ");
      text.append(String.join(" and ", library.licences())).append('\n');
    }
    text.append("  OpenJDK ").append(product.javaVersion()).append(" (");
    text.append(product.javaVendor()).append("), ").append(Product.JAVA_LICENCE);
    text.append("; see dist/runtime/legal\n");
    text.append("  SQLite, inside sqlite-jdbc, public domain\n");
    return text.toString();
  }
}
