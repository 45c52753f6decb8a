package dev.tenon.engine.hook;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// The files of a project that decide what a command line does: those whose names stand in it,
/// wherever that is (behind another program, within quotes, after a substitution), of whatever kind
/// they are, and those that well-known programs read by themselves.
final class CommandScripts {
  private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}_./@+-]+");
  private static final Pattern QUOTES = Pattern.compile("[\"'\\\\]");

  /// What is no part of a shell's word, be it quoted in part or not.
  private static final Pattern BETWEEN_QUOTED = Pattern.compile("[^\\p{L}\\p{N}_./@+\"'\\\\-]+");

  private static final Pattern BETWEEN_GLOBS =
      Pattern.compile("[^\\p{L}\\p{N}_./@+*?\\[\\]{},!-]+");
  private static final Pattern WILD = Pattern.compile("[*?\\[{]");
  private static final Pattern MODULE = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.]*");

  /// What interpreters put behind the name of a script or a folder.
  private static final List<String> ENDINGS =
      List.of(".js", ".cjs", ".mjs", ".json", ".ts", ".cts", ".mts");

  private static final List<String> ENTRIES =
      List.of(
          "package.json",
          "index.js",
          "index.cjs",
          "index.mjs",
          "index.ts",
          "index.json",
          "__main__.py",
          "__init__.py");

  /// What programs read in the folder that they run in.
  private static final Map<String, List<String>> READ = read();

  private static final int MOST_WORDS = 500;
  private static final int MOST_FOLDERS = 20;
  private static final int MOST_MATCHES = 500;

  private final Path root;
  private final Set<Path> found = new LinkedHashSet<>();

  private CommandScripts(Path root) {
    this.root = root;
  }

  private static Map<String, List<String>> read() {
    var read = new HashMap<String, List<String>>();
    for (String node : List.of("npm", "npx", "pnpm", "pnpx", "yarn", "bun", "bunx")) {
      read.put(node, List.of("package.json", ".npmrc", ".yarnrc.yml", ".yarnrc"));
    }
    for (String make : List.of("make", "gmake")) {
      read.put(make, List.of("GNUmakefile", "makefile", "Makefile"));
    }
    for (String python : List.of("uv", "poetry", "pdm", "hatch", "pipenv")) {
      read.put(python, List.of("pyproject.toml", "uv.toml", "Pipfile"));
    }
    read.put("pytest", List.of("pyproject.toml", "pytest.ini", "setup.cfg", "conftest.py"));
    read.put("tox", List.of("tox.ini", "pyproject.toml"));
    read.put("nox", List.of("noxfile.py"));
    read.put("deno", List.of("deno.json", "deno.jsonc"));
    read.put("just", List.of("justfile", "Justfile", ".justfile"));
    read.put("task", List.of("Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"));
    read.put("rake", List.of("Rakefile", "rakefile"));
    read.put("bundle", List.of("Gemfile"));
    read.put("composer", List.of("composer.json"));
    read.put("cargo", List.of("Cargo.toml", "build.rs", ".cargo/config.toml"));
    read.put("ant", List.of("build.xml"));
    for (String maven : List.of("mvn", "mvnw")) {
      read.put(maven, List.of("pom.xml", ".mvn/maven.config", ".mvn/jvm.config"));
    }
    for (String gradle : List.of("gradle", "gradlew")) {
      read.put(
          gradle,
          List.of(
              "build.gradle",
              "build.gradle.kts",
              "settings.gradle",
              "settings.gradle.kts",
              "gradle.properties"));
    }
    read.put("pre-commit", List.of(".pre-commit-config.yaml"));
    read.put("lefthook", List.of("lefthook.yml", "lefthook.yaml"));
    return read;
  }

  /// @param written words whose files do not decide what the command does, such as those that it
  ///   only writes to; of each as many as there are do not count
  /// @param globs the part of the line in which patterns are those of file names
  static Set<Path> of(String line, List<String> written, String globs, Path root) {
    var scripts = new CommandScripts(root);
    Set<String> words = words(line, written);
    Set<Path> folders = scripts.folders(words);
    for (Path folder : folders) {
      for (String word : words) {
        scripts.add(folder, word);
      }
    }
    scripts.addGlobs(globs, folders);
    return scripts.found;
  }

  private static Set<String> words(String line, List<String> written) {
    var out = new ArrayList<String>();
    for (String target : written) {
      out.addAll(BETWEEN.splitAsStream(target).toList());
    }
    var words = new LinkedHashSet<String>();
    for (String quoted : BETWEEN_QUOTED.splitAsStream(line).toList()) {
      String whole = QUOTES.matcher(quoted).replaceAll("");
      if (!out.remove(whole)) {
        add(whole, words);
        for (String part : BETWEEN.splitAsStream(quoted).toList()) {
          // Quotes may as well stand between two words.
          if (part.equals(whole) || !out.remove(part)) {
            add(part, words);
          }
        }
      }
    }
    return words;
  }

  private static void add(String word, Set<String> words) {
    if (!word.isEmpty() && words.size() < MOST_WORDS) {
      words.add(word);
      // What a substitution stands before is as likely within the project.
      words.add(word.replaceFirst("^[/+-]+", ""));
    }
  }

  /// The project's, and those that are named, for the command may go there.
  private Set<Path> folders(Set<String> words) {
    var folders = new LinkedHashSet<Path>();
    folders.add(root);
    for (String word : words) {
      Path folder = inside(root, word);
      if (folder != null && folders.size() < MOST_FOLDERS && Files.isDirectory(folder)) {
        folders.add(folder);
      }
    }
    return folders;
  }

  private void add(Path folder, String word) {
    if (word.isEmpty()) {
      return;
    }
    file(folder, word);
    ENDINGS.forEach(ending -> file(folder, word + ending));
    ENTRIES.forEach(entry -> file(folder, word + "/" + entry));
    String name = word.substring(word.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    READ.getOrDefault(name, List.of()).forEach(each -> file(folder, each));
    if (MODULE.matcher(word).matches()) {
      module(folder, word);
    }
  }

  /// A module of Python runs what its packages begin with.
  private void module(Path folder, String word) {
    var at = new StringBuilder();
    for (String name : word.split("\\.", -1)) {
      at.append(at.isEmpty() ? "" : "/").append(name);
      file(folder, at + "/__init__.py");
    }
    file(folder, at + "/__main__.py");
    file(folder, at + ".py");
  }

  private void file(Path folder, String name) {
    Path file = inside(folder, name);
    if (file != null && Files.isRegularFile(file)) {
      found.add(file);
    }
  }

  private void addGlobs(String line, Set<Path> folders) {
    for (String word : BETWEEN_GLOBS.splitAsStream(line).limit(MOST_WORDS).toList()) {
      if (WILD.matcher(word).find()) {
        for (Path folder : folders) {
          String below =
              word.startsWith(root + "/") ? word.substring(root.toString().length()) : word;
          glob(folder, below.replaceFirst("^/+", ""));
        }
      }
    }
  }

  /// Each part of the pattern within the folders that the parts before it have matched.
  private void glob(Path folder, String pattern) {
    List<Path> at = List.of(folder);
    for (String part : pattern.split("/+", -1)) {
      var next = new ArrayList<Path>();
      for (Path each : at) {
        if (!WILD.matcher(part).find()) {
          Path path = part.isEmpty() || part.equals(".") ? each : inside(each, part);
          if (path != null) {
            next.add(path);
          }
        } else if (Files.isDirectory(each)) {
          entries(each, part, next);
        }
      }
      at = next;
    }
    for (Path each : at) {
      if (!each.equals(root) && Files.isRegularFile(each)) {
        found.add(each);
      }
    }
  }

  private static void entries(Path folder, String part, List<Path> matching) {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, part)) {
      var all = new ArrayList<Path>();
      entries.forEach(all::add);
      all.stream().sorted().limit(MOST_MATCHES).forEach(matching::add);
    } catch (IOException | PatternSyntaxException | java.nio.file.DirectoryIteratorException none) {
      // What cannot be listed, or is no pattern, names no file.
    }
  }

  /// Null for what is none of the project.
  private @Nullable Path inside(Path folder, String word) {
    try {
      Path path = folder.resolve(word).normalize();
      return path.startsWith(root) && !path.equals(root) ? path : null;
    } catch (InvalidPathException none) {
      return null;
    }
  }
}
