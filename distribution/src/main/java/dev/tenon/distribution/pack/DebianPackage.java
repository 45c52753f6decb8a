package dev.tenon.distribution.pack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.TreeMap;

/// Writes a `.deb`: an `ar` archive of the format's version, a tar of what describes it and a tar
/// of its files. It has no scripts; nothing needs to run when it is installed or removed.
///
/// Written here and not by `dpkg-deb`, which would need to be there, and root or its imitation.
record DebianPackage(Product product, Maintainer maintainer) {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss Z", Locale.ROOT);

  /// Something in the package.
  private sealed interface Item {
    record Folder() implements Item {}

    record Link(String target) implements Item {}

    /// @param text its bytes, each as one character
    record File(int mode, String text) implements Item {
      static File of(int mode, byte[] content) {
        return new File(mode, new String(content, StandardCharsets.ISO_8859_1));
      }

      byte[] content() {
        return text.getBytes(StandardCharsets.ISO_8859_1);
      }
    }
  }

  /// @param staged what the archive holds: the launcher, `dist`, `share` and the licences
  void write(Path staged, Path target) throws IOException {
    var items = items(staged);
    long size = 0;
    var sums = new StringBuilder();
    for (var entry : items.entrySet()) {
      if (entry.getValue() instanceof Item.File file) {
        byte[] content = file.content();
        size += content.length;
        sums.append(md5(content)).append("  ").append(entry.getKey().substring(2)).append('\n');
      }
    }
    var control = new ByteArrayOutputStream();
    try (var tar = new Tar(new Gzip(control), product.seconds())) {
      tar.file("./control", 0644, bytes(control(size)));
      tar.file("./md5sums", 0644, bytes(sums.toString()));
    }
    var data = new ByteArrayOutputStream();
    try (var tar = new Tar(new Gzip(data), product.seconds())) {
      for (var entry : items.entrySet()) {
        switch (entry.getValue()) {
          case Item.File file -> tar.file(entry.getKey(), file.mode(), file.content());
          case Item.Folder() -> tar.folder(entry.getKey());
          case Item.Link(String to) -> tar.link(entry.getKey(), to);
        }
      }
    }
    try (OutputStream out = Files.newOutputStream(target)) {
      out.write(bytes("!<arch>\n"));
      member(out, "debian-binary", bytes("2.0\n"));
      member(out, "control.tar.gz", control.toByteArray());
      member(out, "data.tar.gz", data.toByteArray());
    }
  }

  /// Where things go in a Debian system, in the order of their paths.
  private TreeMap<String, Item> items(Path staged) throws IOException {
    var items = new TreeMap<String, Item>();
    var tree = new Tree(staged);
    for (Path file : tree.paths()) {
      String name = tree.name(file);
      String place = place(name);
      if (place.isEmpty() || Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      if (Files.isSymbolicLink(file)) {
        put(items, place, new Item.Link(Files.readSymbolicLink(file).toString()));
      } else if (name.startsWith("share/man/")) {
        put(items, place + ".gz", Item.File.of(0644, Gzip.of(Files.readAllBytes(file))));
      } else {
        put(items, place, Item.File.of(Tree.mode(file), Files.readAllBytes(file)));
      }
    }
    put(items, "usr/bin/tenon", new Item.Link("../lib/tenon/tenon"));
    String changelog =
        "tenon (%s) unstable; urgency=medium\n\n  * Commit %s.\n\n -- %s  %s\n"
            .formatted(
                product.debianVersion(),
                product.commit(),
                maintainer.text(),
                DATE.format(product.time().atOffset(ZoneOffset.UTC)));
    put(items, "usr/share/doc/tenon/changelog.gz", Item.File.of(0644, Gzip.of(bytes(changelog))));
    return items;
  }

  private static String place(String name) {
    if (name.startsWith("share/")) {
      // Debian has a folder of its own for the completions that packages bring.
      return "usr/" + name.replace("zsh/site-functions", "zsh/vendor-completions");
    }
    return switch (name) {
      case "NOTICE" -> "usr/share/doc/tenon/copyright";
      case "LICENSE" -> "usr/share/doc/tenon/LICENSE";
      default ->
          name.startsWith("licenses/") ? "usr/share/doc/tenon/" + name : "usr/lib/tenon/" + name;
    };
  }

  private static void put(TreeMap<String, Item> items, String place, Item item) {
    for (int slash = place.indexOf('/'); slash >= 0; slash = place.indexOf('/', slash + 1)) {
      items.putIfAbsent("./" + place.substring(0, slash), new Item.Folder());
    }
    items.put("./" + place, item);
  }

  private String control(long size) {
    return """
    Package: tenon
    Version: %s
    Architecture: amd64
    Maintainer: %s
    Installed-Size: %d
    Depends: libc6 (>= 2.17)
    Recommends: git, ripgrep, bubblewrap
    Section: devel
    Priority: optional
    Description: coding agent for the terminal, for scripts and for CI
     Reads a project, edits it and runs its checks with the model of your choice.
     Every change is verified before it is written, attributed to who made it,
     reviewable hunk by hunk, and reversible afterwards.
     .
     Brings its own Java runtime.
    """
        .formatted(product.debianVersion(), maintainer.text(), (size + 1023) / 1024);
  }

  private void member(OutputStream out, String name, byte[] content) throws IOException {
    out.write(
        bytes(
            "%-16s%-12d%-6d%-6d%-8s%-10d`\n"
                .formatted(name, product.seconds(), 0, 0, "100644", content.length)));
    out.write(content);
    if (content.length % 2 == 1) {
      out.write('\n');
    }
  }

  private static String md5(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(content));
    } catch (NoSuchAlgorithmException brokenJdk) {
      throw new IllegalStateException("every JDK has MD5", brokenJdk);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
