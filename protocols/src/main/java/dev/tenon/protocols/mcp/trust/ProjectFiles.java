package dev.tenon.protocols.mcp.trust;

import dev.tenon.core.json.Json;
import dev.tenon.core.text.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The files of a project that decide what a server's command does: those that its words and
/// variables name, wherever they stand in them, and those that well-known programs read by
/// themselves. Their content may change with the next pull. Belongs to one thread.
final class ProjectFiles {
  /// What begins a line about a file.
  static final String LINE = "  a file of the project: ";

  private static final Pattern SEPARATORS = Pattern.compile("[\\s;&|()<>{}\"'`,:=]+");
  private static final Pattern INTERPRETER =
      Pattern.compile("(node(js)?|python[0-9.]*|pypy[0-9.]*|bun|deno|tsx|ts-node)");
  private static final List<String> ENTRIES =
      List.of("package.json", "index.js", "index.mjs", "index.cjs", "index.ts", "__main__.py");

  /// What programs read in the folder that they run in.
  private static final Map<String, List<String>> READ =
      Map.of(
          "npm", List.of("package.json"),
          "pnpm", List.of("package.json"),
          "yarn", List.of("package.json"),
          "bun", List.of("package.json"),
          "deno", List.of("deno.json", "deno.jsonc"),
          "uv", List.of("pyproject.toml"),
          "make", List.of("GNUmakefile", "makefile", "Makefile"),
          "just", List.of("justfile", "Justfile", ".justfile"));

  private static final Set<String> RUNNERS = Set.of("npx", "pnpx", "bunx", "npm", "pnpm", "yarn");

  /// More pieces than a command line has are passed over.
  private static final int MOST = 1_000;

  private final Path folder;
  private final Path root;
  private final List<String> lines;
  private final List<Json> hashed;
  private final Set<String> seen = new HashSet<>();

  /// @param folder where the server runs
  /// @param lines gets a line for each file, for the person
  /// @param hashed gets name and hash of each
  ProjectFiles(Path folder, Path root, List<String> lines, List<Json> hashed) {
    this.folder = folder;
    this.root = root;
    this.lines = lines;
    this.hashed = hashed;
  }

  /// Looks at a command: the program that was found for it, its words and its variables.
  void add(String program, List<String> words, Iterable<String> values) {
    for (String word : words) {
      file(word.substring(word.indexOf('=') + 1));
    }
    file(program);
    for (String word : words) {
      pieces(word);
    }
    for (String value : values) {
      file(value);
      pieces(value);
    }
    byName(words);
  }

  private void pieces(String text) {
    for (String piece : SEPARATORS.split(text, MOST)) {
      file(piece);
    }
  }

  /// What follows from which program it is.
  private void byName(List<String> words) {
    String program = words.getFirst();
    String name = program.substring(program.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    READ.getOrDefault(name, List.of()).forEach(this::file);
    boolean interpreter = INTERPRETER.matcher(name).matches();
    boolean first = true;
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (RUNNERS.contains(name)) {
        file("node_modules/.bin/" + word);
      }
      if (interpreter && words.get(i - 1).equals("-m")) {
        String module = word.replace('.', '/');
        List.of(".py", "/__init__.py", "/__main__.py").forEach(end -> file(module + end));
      }
      if (interpreter && first && !word.startsWith("-")) {
        first = false;
        ENTRIES.forEach(entry -> file(word + "/" + entry));
        List.of(".js", ".mjs", ".cjs", ".json").forEach(end -> file(word + end));
      }
    }
  }

  private void file(String name) {
    if (name.isEmpty() || !seen.add(name)) {
      return;
    }
    try {
      Path file = folder.resolve(name).normalize();
      if (!Files.isRegularFile(file)) {
        return;
      }
      Path real = file.toRealPath();
      if (!real.startsWith(root) && !file.startsWith(root)) {
        return;
      }
      String hash = hash(real);
      if (seen.add(real + " " + hash)) {
        hashed.add(Json.of(real + " " + hash));
        lines.add(LINE + name + " (" + hash.substring(0, 12) + ")");
      }
    } catch (IOException | InvalidPathException none) {
      hashed.add(Json.of(name + " cannot be read"));
    }
  }

  /// Of the whole file, however large it is.
  private static String hash(Path file) throws IOException {
    MessageDigest digest = Sha256.digest();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] chunk = new byte[64 * 1024];
      for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
        digest.update(chunk, 0, count);
      }
    }
    return Sha256.hex(digest.digest());
  }
}
