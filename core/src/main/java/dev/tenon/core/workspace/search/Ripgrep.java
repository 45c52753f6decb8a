package dev.tenon.core.workspace.search;

import dev.tenon.core.workspace.regex.LetterCase;
import dev.tenon.core.workspace.regex.MatchSpan;
import dev.tenon.core.workspace.walk.FileWalk;
import dev.tenon.core.workspace.walk.GitFolder;
import dev.tenon.core.workspace.walk.WalkOptions;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Lets `rg` name the files in which a pattern can match. What is in them is looked up by the
/// in-process engine, so that both ways give the same answer; only for patterns about which they
/// cannot differ, `rg` may count.
///
/// @param program the path of `rg`
record Ripgrep(String program) {

  /// The one on the PATH, if there is one.
  static @Nullable Ripgrep find(String searchPath) {
    for (String folder : searchPath.split(File.pathSeparator, -1)) {
      if (!folder.isEmpty()) {
        Path candidate = Path.of(folder, "rg");
        if (Files.isExecutable(candidate)) {
          return new Ripgrep(candidate.toString());
        }
      }
    }
    return null;
  }

  /// Whether `rg` understands the pattern as Java does, or refuses it.
  static boolean understands(SearchPattern pattern) {
    if (pattern.span() != MatchSpan.LINE) {
      return false;
    }
    if (pattern.syntax() == GrepQuery.Syntax.LITERAL) {
      return true;
    }
    String regex = pattern.common();
    for (int i = 0; i + 1 < regex.length(); i++) {
      char next = regex.charAt(i + 1);
      if (regex.charAt(i) == '\\') {
        if ("123456789AzZGQERXNhHvVkK".indexOf(next) >= 0) {
          return false;
        }
        i++;
      } else if (regex.charAt(i) == '(' && next == '?') {
        String rest = regex.substring(i + 2);
        if (!(rest.startsWith(":") || rest.startsWith("P<") || rest.startsWith("i)"))) {
          return false;
        }
      } else if (regex.charAt(i) == next && (next == '&' || next == '~')) {
        return false;
      }
    }
    return true;
  }

  /// Whether `rg` finds the pattern in the very same lines as Java does, whatever the bytes of a
  /// file are, and Java never gives up: printable ASCII that stands for itself, plain sets of it,
  /// exact repetitions and alternatives. Anything else may depend on the end of a line, on bytes
  /// that are not UTF-8 or on the version of Unicode.
  static boolean countsAlike(SearchPattern pattern) {
    if (pattern.letters() != LetterCase.EXACT || pattern.span() != MatchSpan.LINE) {
      return false;
    }
    String text = pattern.common();
    if (pattern.syntax() == GrepQuery.Syntax.LITERAL) {
      for (int i = 0; i < text.length(); i++) {
        if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
          return false;
        }
      }
      return true;
    }
    return text.length() <= MOST_ALIKE && ALIKE.matcher(text).matches();
  }

  private static final int MOST_ALIKE = 100;

  private static final Pattern ALIKE = alike();

  private static Pattern alike() {
    String itself = "[A-Za-z0-9 _,:;/\"'#@!%&=~`-]";
    String escaped = "\\\\[.\\[\\](){}*+?^$|\\\\-]";
    String set = "\\[[A-Za-z0-9_]+(?:-[A-Za-z0-9])?[A-Za-z0-9_]*\\]";
    String branch = "(?:(?:" + itself + "|" + escaped + "|" + set + ")(?:\\{[1-9][0-9]?\\})?)+";
    return Pattern.compile(branch + "(?:\\|" + branch + ")*");
  }

  /// What is searched for, and where.
  ///
  /// @param globs only files with such names, all for none
  record Task(Path folder, SearchPattern pattern, WalkOptions options, List<String> globs) {}

  /// How many lines of a file match. In the order of a walk.
  ///
  /// @param key of the path, see [FileWalk#orderKey]
  record Count(String path, int lines, String key) implements Comparable<Count> {
    Count(String path, int lines) {
      this(path, lines, FileWalk.orderKey(path));
    }

    @Override
    public int compareTo(Count other) {
      return key.compareTo(other.key);
    }
  }

  /// Paths relative to the folder, in no order; nothing if `rg` could not do it.
  Optional<List<String>> candidates(Task task) throws InterruptedException {
    return run(command(task, "--files-with-matches")).map(Ripgrep::paths);
  }

  /// The numbers of matching lines, in no order, for a pattern that [#countsAlike]; nothing if `rg`
  /// could not do it.
  Optional<List<Count>> counts(Task task) throws InterruptedException {
    return run(command(task, "--count")).map(Ripgrep::countsIn);
  }

  private static Optional<byte[]> run(ProcessBuilder command) throws InterruptedException {
    Process process;
    try {
      process = command.start();
      process.getOutputStream().close();
    } catch (IOException cannotStart) {
      return Optional.empty();
    }
    try {
      var out = new Drain(process.getInputStream());
      var errors = new Drain(process.getErrorStream());
      Thread outReader = Thread.ofVirtual().start(out);
      Thread errorReader = Thread.ofVirtual().start(errors);
      int code = process.waitFor();
      outReader.join();
      errorReader.join();
      // Code 2 without a word means that some files could not be read.
      boolean failed = code > 2 || code < 0 || (code == 2 && errors.bytes.length > 0) || out.failed;
      return failed ? Optional.empty() : Optional.of(out.bytes);
    } finally {
      process.destroyForcibly();
    }
  }

  private ProcessBuilder command(Task task, String what) {
    SearchPattern pattern = task.pattern;
    WalkOptions options = task.options;
    var command =
        new ArrayList<>(
            List.of(
                program,
                "--no-config",
                what,
                "--null",
                "--with-filename",
                "--no-messages",
                "--no-ignore-dot",
                "--no-require-git"));
    command.add(options.hidden() == WalkOptions.Hidden.SHOW ? "--hidden" : "--no-hidden");
    if (options.ignored() == WalkOptions.Ignored.SHOW) {
      command.add("--no-ignore");
    } else if (GitFolder.repositoryAround(task.folder) == null) {
      command.add("--no-ignore-parent");
    }
    for (String glob : task.globs) {
      command.add("--glob=" + glob);
    }
    for (String name : new TreeSet<>(options.skippedNames())) {
      command.add("--glob=!" + name.replaceAll("([*?\\[\\]{}\\\\])", "\\\\$1"));
    }
    boolean anyCase = pattern.letters() == LetterCase.ANY_CASE;
    command.add(anyCase ? "--ignore-case" : "--case-sensitive");
    boolean literal = pattern.syntax() == GrepQuery.Syntax.LITERAL;
    if (literal) {
      command.add("--fixed-strings");
    }
    command.add("--regexp=" + (literal ? pattern.common() : withLooseEnds(pattern.common())));
    command.add("--");
    command.add("./");
    return new ProcessBuilder(command).directory(task.folder.toFile());
  }

  /// A line may end with CRLF, of which `rg` takes the first half for a part of the line. Its own
  /// option for that keeps a lone carriage return from matching anything.
  static String withLooseEnds(String regex) {
    var out = new StringBuilder();
    int inClass = 0;
    for (int i = 0; i < regex.length(); i++) {
      char c = regex.charAt(i);
      if (c == '\\' && i + 1 < regex.length()) {
        out.append(c).append(regex.charAt(++i));
      } else if (c == '$' && inClass == 0) {
        out.append("(?:\\r?$)");
      } else {
        inClass += c == '[' ? 1 : c == ']' && inClass > 0 ? -1 : 0;
        out.append(c);
      }
    }
    return out.toString();
  }

  private static List<String> paths(byte[] out) {
    var paths = new ArrayList<String>();
    int start = 0;
    for (int i = 0; i < out.length; i++) {
      if (out[i] == 0) {
        String path = new String(out, start, i - start, StandardCharsets.UTF_8);
        paths.add(path.startsWith("./") ? path.substring(2) : path);
        start = i + 1;
      }
    }
    return paths;
  }

  /// Lines of a path, a NUL and a number.
  private static List<Count> countsIn(byte[] out) {
    var counts = new ArrayList<Count>();
    int start = 0;
    int path = -1;
    for (int i = 0; i < out.length; i++) {
      if (out[i] == 0) {
        path = i;
      } else if (out[i] == '\n' && path >= start) {
        String name = new String(out, start, path - start, StandardCharsets.UTF_8);
        String lines = new String(out, path + 1, i - path - 1, StandardCharsets.ISO_8859_1);
        counts.add(
            new Count(
                name.startsWith("./") ? name.substring(2) : name, (int) Long.parseLong(lines)));
        start = i + 1;
      }
    }
    return counts;
  }

  /// Reads a stream to its end. `rg` writes one file's line at a time; to wake up for each of them
  /// would take more time than all the rest, so it lets some come together.
  private static final class Drain implements Runnable {
    private static final int MUCH = 16 * 1024;
    private static final long PAUSE_NANOS = 500_000;

    private final InputStream stream;
    private volatile byte[] bytes = {};
    private volatile boolean failed;

    Drain(InputStream stream) {
      this.stream = stream;
    }

    @Override
    public void run() {
      var all = new ByteArrayOutputStream();
      byte[] some = new byte[4 * MUCH];
      try (stream) {
        for (int n = stream.read(some); n >= 0; n = stream.read(some)) {
          all.write(some, 0, n);
          if (n < MUCH) {
            LockSupport.parkNanos(PAUSE_NANOS);
          }
        }
        bytes = all.toByteArray();
      } catch (IOException broken) {
        failed = true;
      }
    }
  }
}
