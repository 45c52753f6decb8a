package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the exit code 0 of a command line proves: the commands that must have succeeded then. Many
/// lines end with 0 whatever happened (`make || true`, `make; echo done`, `make | tee log`), and
/// prove nothing.
///
/// @param parts all commands of the line, as people can read them
/// @param proving those that must have succeeded when the line did
/// @param weakness why none is; empty if there are some
public record ExitMeaning(List<String> parts, List<String> proving, String weakness) {
  private static final int DEEPEST = 4;

  /// What succeeds whatever the project is like.
  private static final Set<String> IDLE =
      Set.of(
          "true",
          ":",
          "echo",
          "printf",
          "cd",
          "pwd",
          "pushd",
          "popd",
          "sleep",
          "exit",
          "return",
          "export",
          "set",
          "unset",
          "shopt",
          "wait",
          "date",
          "whoami",
          "tee",
          "head",
          "tail",
          "wc",
          "sort",
          "uniq",
          "tr",
          "cut",
          "sed",
          "awk",
          "less",
          "more",
          "clear",
          "mkdir",
          "touch",
          "cp",
          "mv",
          "rm",
          "chmod",
          "read",
          "yes",
          "seq",
          "env",
          "hostname",
          "uname",
          "id",
          "xargs",
          "declare",
          "typeset",
          "local",
          "readonly",
          "alias",
          "history",
          "jobs",
          "kill");

  /// What proves something only if it is told where to look.
  private static final Set<String> IDLE_ALONE = Set.of("ls", "cat", "git", "stat", "find");

  /// What may stand before a pipe without deciding anything.
  private static final Set<String> PRODUCERS = Set.of("echo", "printf", "cat", "yes", "seq");

  /// What is asked a question to which no is an answer.
  private static final Set<String> QUESTIONS =
      Set.of("grep", "egrep", "fgrep", "rg", "test", "[", "diff", "cmp");

  private static final Set<String> SHELLS = Set.of("bash", "sh", "dash", "zsh", "ksh");

  /// What changes the meaning of everything after it.
  private static final Set<String> DISGUISES = Set.of("trap", "eval", "alias", "exec", "enable");

  public ExitMeaning {
    parts = List.copyOf(parts);
    proving = List.copyOf(proving);
  }

  public static ExitMeaning of(String text) {
    return of(text, new Flags(), 0);
  }

  private static ExitMeaning of(String text, Flags flags, int depth) {
    ShellParser.Read read = ShellParser.read(text, 0);
    var parts = new ArrayList<String>();
    for (SimpleCommand each : read.script().commands()) {
      String shown = each.shown();
      if (!shown.isEmpty()) {
        parts.add(shown);
      }
    }
    Optional<String> problem = read.script().problem();
    if (problem.isPresent()) {
      return new ExitMeaning(parts, List.of(), "it could not be read: " + problem.get());
    }
    var reader = new Reader(read.script().commands(), flags, depth);
    Found found = reader.found(read.exit());
    if (!reader.disguise.isEmpty()) {
      return new ExitMeaning(parts, List.of(), reader.disguise);
    }
    return new ExitMeaning(parts, found.proving, found.proving.isEmpty() ? found.weakness : "");
  }

  /// The options of the shell that decide about exit codes.
  private static final class Flags {
    boolean stops;
    boolean pipefail;

    /// Options as in `set -eo pipefail`.
    void take(List<Word> words) {
      for (int i = 0; i < words.size(); i++) {
        String word = words.get(i).text();
        boolean on = word.startsWith("-");
        if (!on && !word.startsWith("+")) {
          continue;
        }
        if (word.indexOf('e') > 0) {
          stops = on;
        }
        if (word.endsWith("o") && i + 1 < words.size()) {
          switch (words.get(++i).text()) {
            case "pipefail" -> pipefail = on;
            case "errexit" -> stops = on;
            default -> {}
          }
        }
      }
    }
  }

  private record Found(List<String> proving, String weakness) {
    static Found nothing(String why) {
      return new Found(List.of(), why);
    }

    Found and(Found other) {
      var both = new ArrayList<>(proving);
      both.addAll(other.proving);
      return new Found(both, weakness.isEmpty() ? other.weakness : weakness);
    }
  }

  private static final class Reader {
    private final List<SimpleCommand> commands;
    private final Flags flags;
    private final int depth;
    private String disguise = "";

    Reader(List<SimpleCommand> commands, Flags flags, int depth) {
      this.commands = commands;
      this.flags = flags;
      this.depth = depth;
    }

    Found found(Node node) {
      return switch (node) {
        case Node.Simple simple -> simple(commands.get(simple.place()));
        case Node.Sequence sequence -> sequence(sequence.parts());
        case Node.And and -> {
          Found left = found(and.left());
          yield left.and(found(and.right()));
        }
        case Node.Or or -> {
          Found left = found(or.left());
          Found right = found(or.right());
          yield alwaysFails(or.right())
              ? left
              : Found.nothing(
                  right.proving.isEmpty()
                      ? "what stands behind || hides a failure"
                      : "either side of || may have decided");
        }
        case Node.Pipeline pipeline -> pipeline(pipeline.parts());
        case Node.Not not -> not(not);
        case Node.Opaque opaque -> opaque(opaque);
      };
    }

    private Found opaque(Node.Opaque opaque) {
      return switch (opaque.what()) {
        case "[[" -> new Found(List.of("[["), "");
        case "&" -> Found.nothing("it runs in the background");
        case "function" -> {
          disguise = "it defines a function, which may stand for any other command";
          yield Found.nothing(disguise);
        }
        case "" -> Found.nothing("it is empty");
        default -> Found.nothing("the exit code of '" + opaque.what() + "' hides failures in it");
      };
    }

    private Found sequence(List<Node> parts) {
      Found all = Found.nothing("it is empty");
      Found last = all;
      for (Node part : parts) {
        boolean stops = flags.stops;
        last = found(part);
        // A failure in the background stops nothing.
        all = stops && !part.equals(Node.Opaque.BACKGROUND) ? all.and(last) : last;
      }
      return all;
    }

    private Found pipeline(List<Node> parts) {
      Found all = found(parts.getLast());
      if (flags.pipefail) {
        for (Node part : parts.subList(0, parts.size() - 1)) {
          all = found(part).and(all);
        }
        return all;
      }
      for (Node part : parts.subList(0, parts.size() - 1)) {
        boolean produces =
            part instanceof Node.Simple simple
                && PRODUCERS.contains(program(commands.get(simple.place())));
        found(part);
        if (!produces) {
          return Found.nothing("a pipe without pipefail hides a failure before it");
        }
      }
      return all;
    }

    private Found not(Node.Not not) {
      Found inner = found(not.inner());
      boolean question =
          not.inner() instanceof Node.Simple simple
              && QUESTIONS.contains(program(commands.get(simple.place())));
      return question || not.inner().equals(new Node.Opaque("[["))
          ? inner
          : Found.nothing("! makes a success of a failure");
    }

    private static String program(SimpleCommand command) {
      return command.words().isEmpty() ? "" : Calls.of(command, 0).program();
    }

    private boolean alwaysFails(Node node) {
      return switch (node) {
        case Node.Simple simple -> fails(commands.get(simple.place()));
        case Node.Sequence sequence ->
            !sequence.parts().isEmpty() && alwaysFails(sequence.parts().getLast());
        case Node.And and -> alwaysFails(and.left()) || alwaysFails(and.right());
        case Node.Or or -> alwaysFails(or.left()) && alwaysFails(or.right());
        case Node.Pipeline pipeline -> alwaysFails(pipeline.parts().getLast());
        case Node.Not ignored -> false;
        case Node.Opaque ignored -> false;
      };
    }

    private static boolean fails(SimpleCommand command) {
      List<Word> words = command.words();
      if (words.isEmpty()) {
        return false;
      }
      return switch (command.name()) {
        case "false" -> true;
        case "exit", "return" ->
            words.size() == 2
                && words.get(1).constant()
                && words.get(1).text().matches("[0-9]{1,3}")
                && Integer.parseInt(words.get(1).text()) % 256 != 0;
        default -> false;
      };
    }

    private Found simple(SimpleCommand command) {
      List<Word> words = command.words();
      if (words.isEmpty()) {
        return Found.nothing("setting a variable proves nothing");
      }
      String shown = command.shown();
      if (!words.getFirst().constant()) {
        return Found.nothing("which program it is, is known only when it runs");
      }
      Call call = Calls.of(command, 0);
      String program = call.program();
      if (DISGUISES.contains(program)) {
        disguise = "'" + program + "' may change what everything else means";
        return Found.nothing(disguise);
      }
      if (program.equals("set")) {
        flags.take(words.subList(1, words.size()));
      }
      if (SHELLS.contains(program)) {
        Found inner = script(words);
        if (inner != null) {
          return inner;
        }
      }
      if (call.role() == Call.Role.TRANSPARENT && call.inner().size() == 1 && depth < DEEPEST) {
        return new Reader(call.inner(), flags, depth + 1).simple(call.inner().getFirst());
      }
      boolean idle =
          IDLE.contains(program)
              || (words.size() == 1 && IDLE_ALONE.contains(program))
              || (words.size() == 2 && words.get(1).text().matches("--?(version|help|V|h)"));
      return idle ? Found.nothing("'" + shown + "' proves nothing") : new Found(List.of(shown), "");
    }

    /// What `bash -c SCRIPT` proves; null if it runs a file.
    private @Nullable Found script(List<Word> words) {
      for (int i = 1; i < words.size(); i++) {
        String word = words.get(i).text();
        if (!word.startsWith("-")) {
          return null;
        }
        if (!word.startsWith("--") && word.endsWith("c")) {
          if (i + 1 == words.size() || !words.get(i + 1).constant() || depth == DEEPEST) {
            return Found.nothing("what the shell runs is known only when it runs");
          }
          var inside = new Flags();
          inside.take(words.subList(1, i + 1));
          ExitMeaning meaning = of(words.get(i + 1).text(), inside, depth + 1);
          return new Found(meaning.proving, meaning.weakness);
        }
        i += word.equals("-o") ? 1 : 0;
      }
      return null;
    }
  }

  /// What decides about the exit code of a command line: its lists, pipelines and simple commands
  /// as they stand in each other.
  sealed interface Node {

    /// @param place in the commands of the script
    record Simple(int place) implements Node {}

    /// One after the other.
    record Sequence(List<Node> parts) implements Node {
      public Sequence {
        parts = List.copyOf(parts);
      }
    }

    /// `&&`.
    record And(Node left, Node right) implements Node {}

    /// `||`.
    record Or(Node left, Node right) implements Node {}

    record Pipeline(List<Node> parts) implements Node {
      public Pipeline {
        parts = List.copyOf(parts);
      }
    }

    /// `!`.
    record Not(Node inner) implements Node {}

    /// What is not looked into: a loop, a branch, a function, a command in the background.
    ///
    /// @param what its first word
    record Opaque(String what) implements Node {
      static final Opaque NOTHING = new Opaque("");
      static final Opaque BACKGROUND = new Opaque("&");
    }
  }
}
