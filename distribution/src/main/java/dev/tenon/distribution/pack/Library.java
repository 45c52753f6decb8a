package dev.tenon.distribution.pack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/// A library in the package.
///
/// @param licences their SPDX ids
/// @param texts the licences and notices that its jar brings, by file name
/// @param needs the libraries it needs, without versions
record Library(
    Coordinates coordinates,
    String description,
    String sha256,
    List<String> licences,
    Map<String, String> texts,
    List<String> needs) {

  private static final Map<String, String> SPDX =
      Map.of(
          "apache", "Apache-2.0",
          "mit", "MIT",
          "bsd", "BSD-3-Clause",
          "mozilla", "MPL-2.0",
          "eclipse public license - v 2", "EPL-2.0");

  /// @param jar as it is in the package
  static Library of(Path repository, Coordinates coordinates, Path jar)
      throws IOException, PackException {
    Pom pom = Pom.read(repository, coordinates);
    if (pom.licences().isEmpty()) {
      throw new PackException(coordinates.key() + " names no licence");
    }
    var licences = new ArrayList<String>();
    for (String name : pom.licences()) {
      licences.add(spdx(name));
    }
    return new Library(
        coordinates,
        pom.description(),
        sha256(Files.readAllBytes(jar)),
        licences,
        texts(jar),
        List.copyOf(pom.dependencies()));
  }

  /// The SPDX id of a licence by the name that its project gave it.
  static String spdx(String name) throws PackException {
    String lower = name.toLowerCase(Locale.ROOT);
    for (Map.Entry<String, String> known : SPDX.entrySet()) {
      if (lower.contains(known.getKey())) {
        return known.getValue();
      }
    }
    throw new PackException("unknown licence '" + name + "'; add its SPDX id to Library");
  }

  private static Map<String, String> texts(Path jar) throws IOException {
    var texts = new TreeMap<String, String>();
    try (var file = new JarFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(file.entries())) {
        String name = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
        String upper = name.toUpperCase(Locale.ROOT);
        boolean legal = upper.contains("LICENSE") || upper.contains("NOTICE");
        if (legal && !entry.isDirectory() && !upper.endsWith(".CLASS")) {
          try (InputStream in = file.getInputStream(entry)) {
            texts.put(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
          }
        }
      }
    }
    return texts;
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException brokenJdk) {
      throw new IllegalStateException("every JDK has SHA-256", brokenJdk);
    }
  }
}
