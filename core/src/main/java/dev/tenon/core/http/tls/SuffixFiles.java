package dev.tenon.core.http.tls;

import java.io.IOException;
import java.io.InputStream;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// Writes the public suffixes of two labels and more that a JDK knows, one file for a top-level
/// domain, so that [Distrust] reads the few that matter. Only those of registries: what a company
/// gives away (`*.github.io`) it may have a certificate for.
final class SuffixFiles {
  private static final char OF_A_REGISTRY = 0;

  private SuffixFiles() {}

  static void write(Path javaHome, Path folder) throws IOException {
    Path list = javaHome.resolve(Path.of("lib", "security", "public_suffix_list.dat"));
    Files.createDirectories(folder);
    try (InputStream file = Files.newInputStream(list);
        var zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        String rules = rules(new String(zip.readAllBytes(), StandardCharsets.UTF_8));
        if (!rules.isEmpty()) {
          Files.writeString(folder.resolve(IDN.toASCII(entry.getName())), "\n" + rules);
        }
      }
    }
  }

  /// Each line of the JDK's begins with a character for whose suffix it is.
  private static String rules(String all) {
    var rules = new StringBuilder();
    for (String line : all.split("\n", -1)) {
      if (!line.isEmpty() && line.charAt(0) == OF_A_REGISTRY && line.indexOf('.') > 0) {
        String rule = line.substring(1);
        String mark = rule.startsWith("*.") ? "*." : rule.startsWith("!") ? "!" : "";
        rules.append(mark).append(IDN.toASCII(rule.substring(mark.length()))).append('\n');
      }
    }
    return rules.toString();
  }
}
