package dev.tenon.protocols.mcp.trust;

import dev.tenon.core.json.Json;
import dev.tenon.core.text.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The files of a project that decide what a server's command does: those that its words and
/// variables name, wherever they stand in them, and those that well-known programs read by
/// themselves. Their content may change with the next pull. Belongs to one thread.
final class ProjectFiles {
  /// What begins a line about a file.
  static final String LINE = "  a file of the project: ";

  private static final Pattern SEPARATORS = Pattern.compile("[\\s;&|()<>{}\"'`,:=]+");
  private static final Pattern INTERPRETER =
      Pattern.compile(
          "(node(js)?|python[0-9.]*|pypy[0-9.]*|bun|deno|tsx|ts-node|uv|poetry|pipenv)");
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
          "poetry", List.of("pyproject.toml"),
          "pipenv", List.of("Pipfile"),
          "make", List.of("GNUmakefile", "makefile", "Makefile"),
          "just", List.of("justfile", "Justfile", ".justfile"));

  private static final Set<String> RUNNERS = Set.of("npx", "pnpx", "bunx", "npm", "pnpm", "yarn");

  /// More pieces than a command line has are passed over.
  private static final int MOST = 1_000;

  /// Folders that a command names besides the one that it runs in.
  private static final int MOST_FOLDERS = 16;

  private static final Pattern QUOTES = Pattern.compile("[\"'`]+");
  private static final Pattern ATTACHED = Pattern.compile("-[A-Za-z]([^-=].*)");
  private static final Pattern BEGINNING = Pattern.compile("^(\\$\\w+)?/+");
  private static final List<String> MODULES = List.of(".py", "/__init__.py", "/__main__.py");
  private static final List<String> SCRIPTS = List.of(".js", ".mjs", ".cjs", ".ts", ".json");

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

  /// Looks at a command: the program that was found for it, its words and its variables. Where it
  /// names a folder, what it says may be meant from there: `--directory tools`, `cd tools &&`.
  void add(String program, List<String> words, Collection<String> values) {
    for (String word : words) {
      file(folder, word.substring(word.indexOf('=') + 1));
    }
    file(folder, program);
    Set<String> pieces = new LinkedHashSet<>();
    for (String word : words) {
      pieces(word, pieces);
    }
    for (String value : values) {
      pieces(value, pieces);
    }
    for (String piece : pieces) {
      file(folder, piece);
    }
    Set<Path> bases = new LinkedHashSet<>();
    bases.add(folder);
    bases.addAll(folders(pieces));
    Set<String> entries = entries(words);
    for (Path base : bases) {
      from(base, pieces, entries);
    }
  }

  /// What is run, where it is named: behind an interpreter or a runner, or one of their options.
  private static Set<String> entries(List<String> words) {
    var all = new ArrayList<String>();
    words.forEach(word -> all.addAll(List.of(SEPARATORS.split(word, MOST))));
    Set<String> entries = new LinkedHashSet<>();
    boolean runs = false;
    for (int i = 0; i < all.size(); i++) {
      String piece = all.get(i);
      boolean next = i > 0 && (all.get(i - 1).startsWith("-") || runs(all.get(i - 1)));
      if (runs && next && !piece.startsWith("-")) {
        entries.add(piece);
      }
      runs |= runs(piece);
    }
    return entries;
  }

  private static boolean runs(String piece) {
    return RUNNERS.contains(name(piece)) || INTERPRETER.matcher(name(piece)).matches();
  }

  /// The name of a program, without its place.
  private static String name(String piece) {
    return piece.substring(piece.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
  }

  /// All that might name a file in a text, however it is quoted.
  private void pieces(String text, Set<String> pieces) {
    pieces.add(text);
    var attached = ATTACHED.matcher(text);
    if (attached.matches()) {
      pieces.add(attached.group(1));
    }
    String[] split = SEPARATORS.split(text, MOST);
    pieces.addAll(List.of(split));
    if (split.length == MOST) {
      lines.add("  is too long to be looked through: it may run other files of the project, too");
    }
    pieces.addAll(List.of(QUOTES.split(text, MOST)));
    for (String piece : split) {
      pieces.add(BEGINNING.matcher(piece).replaceFirst(""));
    }
    pieces.remove("");
  }

  /// The folders of the project that are named, also from within another one.
  private Set<Path> folders(Set<String> pieces) {
    Set<Path> folders = new LinkedHashSet<>();
    var from = new ArrayList<Path>(List.of(folder));
    for (int i = 0; i < from.size() && i < MOST_FOLDERS; i++) {
      for (String piece : pieces) {
        Path found = folder(from.get(i), piece);
        if (found != null && folders.size() < MOST_FOLDERS && folders.add(found)) {
          from.add(found);
        }
      }
    }
    return folders;
  }

  private @Nullable Path folder(Path base, String name) {
    try {
      Path found = base.resolve(name).normalize();
      boolean ours =
          Files.isDirectory(found)
              && (found.startsWith(root) || found.toRealPath().startsWith(root));
      return ours ? found : null;
    } catch (IOException | InvalidPathException none) {
      return null;
    }
  }

  /// What the pieces name from a folder, and what follows from which programs there are among them.
  private void from(Path base, Set<String> pieces, Set<String> entries) {
    Set<String> programs = new LinkedHashSet<>();
    pieces.forEach(piece -> programs.add(name(piece)));
    boolean runs = programs.stream().anyMatch(RUNNERS::contains);
    boolean interprets = programs.stream().anyMatch(name -> INTERPRETER.matcher(name).matches());
    for (String program : programs) {
      READ.getOrDefault(program, List.of()).forEach(name -> file(base, name));
    }
    for (String run : entries) {
      ENTRIES.forEach(entry -> file(base, run + "/" + entry));
    }
    for (String piece : pieces) {
      file(base, piece);
      if (runs) {
        file(base, "node_modules/.bin/" + piece);
      }
      if (interprets) {
        MODULES.forEach(end -> file(base, piece.replace('.', '/') + end));
        SCRIPTS.forEach(end -> file(base, piece + end));
      }
    }
  }

  private void file(Path base, String name) {
    if (name.isEmpty() || !seen.add(base + " " + name)) {
      return;
    }
    try {
      Path file = base.resolve(name).normalize();
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
        String shown = base.equals(folder) ? name : folder.relativize(file).toString();
        lines.add(LINE + shown + " (" + hash.substring(0, 12) + ")");
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
