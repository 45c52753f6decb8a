package dev.tenon.core.permission.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Tells from the words of a program that it only reads, and what. Whatever is not understood
/// completely is not proven.
public final class Reading {
  /// Programs that tell their version and end, before they look at what the project could bring:
  /// those that let the project choose another version of themselves are not among them.
  private static final Map<String, Set<String>> VERSIONS =
      Map.ofEntries(
          Map.entry("java", Set.of("-version", "--version")),
          Map.entry("javac", Set.of("-version", "--version")),
          Map.entry("node", Set.of("-v", "--version")),
          Map.entry("npm", Set.of("-v", "--version")),
          Map.entry("python", Set.of("-V", "--version")),
          Map.entry("python3", Set.of("-V", "--version")),
          Map.entry("pip", Set.of("-V", "--version")),
          Map.entry("pip3", Set.of("-V", "--version")),
          Map.entry("ruby", Set.of("--version")),
          Map.entry("perl", Set.of("-v", "--version")),
          Map.entry("php", Set.of("-v", "--version")),
          Map.entry("go", Set.of("version")),
          Map.entry("gcc", Set.of("--version", "-dumpversion", "-dumpmachine")),
          Map.entry("g++", Set.of("--version", "-dumpversion", "-dumpmachine")),
          Map.entry("cc", Set.of("--version")),
          Map.entry("clang", Set.of("--version")),
          Map.entry("make", Set.of("-v", "--version")),
          Map.entry("cmake", Set.of("--version")),
          Map.entry("git", Set.of("--version", "version")),
          Map.entry("bash", Set.of("--version")),
          Map.entry("docker", Set.of("-v", "--version")),
          Map.entry("tsc", Set.of("-v", "--version")),
          Map.entry("deno", Set.of("-V", "--version")),
          Map.entry("bun", Set.of("-v", "--version")),
          Map.entry("tar", Set.of("--version")),
          Map.entry("find", Set.of("--version", "-version")));

  private Reading() {}

  /// The words that name files which the program reads, if that is all it does; empty when it is
  /// not proven.
  ///
  /// @param name the program without its folder
  /// @param words the program's name and all behind it
  public static <W extends Argument<W>> Optional<List<W>> files(String name, List<W> words) {
    if (words.size() == 2
        && VERSIONS.getOrDefault(name, Set.of()).contains(words.get(1).text())
        && words.get(1).constant()) {
      return Optional.of(List.of());
    }
    return switch (name) {
      case "git" -> GitReading.files(words);
      case "find", "gfind" -> FindReading.files(words);
      case "tar", "gtar" -> ArchiveReading.tar(words);
      case "unzip", "zipinfo", "gzip", "gunzip" -> ArchiveReading.files(name, words);
      case "test", "[" -> nothing(BuiltinReading.test(words));
      case "printf" -> nothing(BuiltinReading.printf(words));
      case "read" -> nothing(BuiltinReading.read(words));
      case "set" -> nothing(BuiltinReading.set(words));
      case "command" -> nothing(BuiltinReading.command(words));
      case "env" -> nothing(words.size() == 1);
      default -> listed(name, words);
    };
  }

  /// Whether it is harmless to give a program words that hostile names of files were split into:
  /// none of its options does more than read, and of a file it tells no more than measures.
  public static boolean measures(String name) {
    return switch (name) {
      case "wc", "ls", "stat", "du", "echo", "basename", "dirname", "cksum", "sum" -> true;
      case "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum" -> true;
      default -> false;
    };
  }

  private static <W> Optional<List<W>> nothing(boolean proven) {
    return proven ? Optional.of(List.of()) : Optional.empty();
  }

  private static <W extends Argument<W>> Optional<List<W>> listed(String name, List<W> words) {
    Grammar grammar = ReadingTable.of(name);
    if (grammar == null) {
      return Optional.empty();
    }
    boolean asksForHelp =
        words.size() == 2 && (words.get(1).is("--help") || words.get(1).is("--version"));
    if (grammar.has("any") || asksForHelp) {
      return Optional.of(List.of());
    }
    Optional<Arguments<W>> read = Arguments.read(grammar, words);
    if (read.isEmpty() || (grammar.has("response") && responses(words)) || !scripts(name, read)) {
      return Optional.empty();
    }
    return operands(grammar, read.get());
  }

  /// The files among the words that were read.
  static <W extends Argument<W>> Optional<List<W>> operands(
      Grammar grammar, Arguments<W> arguments) {
    var files = new ArrayList<>(arguments.files());
    List<W> operands = arguments.operands();
    if (grammar.has("none")) {
      return operands.isEmpty() ? Optional.of(files) : Optional.empty();
    }
    if (grammar.has("plus")) {
      for (W operand : operands) {
        if (!operand.text().startsWith("+") || operand.splitting()) {
          return Optional.empty();
        }
      }
      return known(files);
    }
    if (grammar.has("few") && (operands.size() > 1 || many(operands))) {
      return Optional.empty();
    }
    if (!grammar.has("text")) {
      boolean text = grammar.has("pattern") && !arguments.replaced() && arguments.sure();
      boolean skips = text && !operands.isEmpty() && single(operands.getFirst());
      files.addAll(skips ? operands.subList(1, operands.size()) : operands);
    }
    return known(files);
  }

  private static boolean single(Argument<?> word) {
    return !word.splitting() && !word.many();
  }

  private static boolean many(List<? extends Argument<?>> words) {
    for (Argument<?> word : words) {
      if (!single(word)) {
        return true;
      }
    }
    return false;
  }

  /// What is known only at run time could be any file.
  static <W extends Argument<W>> Optional<List<W>> known(List<W> files) {
    for (W file : files) {
      if (file.unknown()) {
        return Optional.empty();
      }
    }
    return Optional.of(files);
  }

  private static boolean responses(List<? extends Argument<?>> words) {
    for (Argument<?> word : words.subList(1, words.size())) {
      if (word.open() || word.text().startsWith("@")) {
        return true;
      }
    }
    return false;
  }

  /// Whether what a program is told in a language of its own only reads.
  private static <W extends Argument<W>> boolean scripts(String name, Optional<Arguments<W>> read) {
    return switch (name) {
      case "sed" -> script(read.orElseThrow(), Set.of("e", "--expression"), SedScript::harmless);
      case "awk", "gawk", "mawk", "nawk" ->
          script(read.orElseThrow(), Set.of(), AwkProgram::harmless);
      // Modules are files that no word names.
      case "jq" ->
          script(
              read.orElseThrow(),
              Set.of(),
              filter -> !filter.contains("import") && !filter.contains("include"));
      default -> true;
    };
  }

  /// The script that is put together from options or, without them, is the first operand.
  private static <W extends Argument<W>> boolean script(
      Arguments<W> arguments, Set<String> options, java.util.function.Predicate<String> harmless) {
    var script = new StringBuilder();
    boolean any = false;
    for (Arguments.Given<W> each : arguments.given()) {
      W value = each.value();
      if (options.contains(each.name()) && value != null) {
        if (!value.constant()) {
          return false;
        }
        script.append(any ? "\n" : "").append(value.text());
        any = true;
      }
    }
    if (!any) {
      if (arguments.operands().isEmpty() || !arguments.operands().getFirst().constant()) {
        return false;
      }
      script.append(arguments.operands().getFirst().text());
    }
    return harmless.test(script.toString());
  }

  /// All scripts that `sed` is given, put together as it does; empty when they cannot be told.
  public static <W extends Argument<W>> Optional<String> sedScript(List<W> words) {
    Optional<Arguments<W>> read = Arguments.read(SED, words);
    if (read.isEmpty()) {
      return Optional.empty();
    }
    var found = new StringBuilder();
    boolean known =
        script(
            read.get(),
            Set.of("e", "--expression"),
            text -> {
              found.append(text);
              return true;
            });
    List<W> operands = read.get().operands();
    if (read.get().has("i") && operands.size() > 1 && operands.getFirst().text().isEmpty()) {
      // On BSD, that is the ending of the copy, and the script comes behind it.
      known &= operands.get(1).constant();
      found.append('\n').append(operands.get(1).text());
    }
    return known ? Optional.of(found.toString()) : Optional.empty();
  }

  /// `sed` with the options that say where it writes, too.
  private static final Grammar SED =
      Grammar.of(
          "pattern -nErsuz -i? -e:! --quiet --silent --debug --posix --regexp-extended --in-place?"
              + " --null-data --zero-terminated --separate --unbuffered --sandbox --expression=!");
}
