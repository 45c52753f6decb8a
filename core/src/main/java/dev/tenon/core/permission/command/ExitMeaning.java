package dev.tenon.core.permission.command;

import dev.tenon.core.permission.program.EmptyRuns;
import dev.tenon.core.permission.program.ExitCodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    Optional<String> set = variables(read.script().commands());
    if (set.isPresent()) {
      return new ExitMeaning(parts, List.of(), set.get());
    }
    var reader = new Reader(read.script().commands(), flags, depth);
    Found found = reader.found(read.exit());
    if (!reader.disguise.isEmpty()) {
      return new ExitMeaning(parts, List.of(), reader.disguise);
    }
    if (!reader.hidden.isEmpty()) {
      return new ExitMeaning(parts, List.of(), reader.hidden);
    }
    return new ExitMeaning(parts, found.proving, found.proving.isEmpty() ? found.weakness : "");
  }

  /// Why a variable that is set somewhere makes all exit codes worthless.
  private static Optional<String> variables(List<SimpleCommand> commands) {
    for (SimpleCommand command : commands) {
      var set = new ArrayList<String>();
      command.assignments().forEach(each -> set.add(each.name() + '=' + each.value().text()));
      if (ExitCodes.SETTING.contains(command.name())) {
        command.words().forEach(word -> set.add(word.text()));
      }
      for (String each : set) {
        int equals = Math.max(0, each.indexOf('='));
        var why = EmptyRuns.variable(each.substring(0, equals), each.substring(equals + 1));
        if (equals > 0 && why.isPresent()) {
          return why;
        }
      }
    }
    return Optional.empty();
  }

  /// The options of the shell that decide about exit codes.
  private static final class Flags {
    boolean stops;
    boolean pipefail;

    /// How many constructs around this place keep a failure from stopping anything.
    int ignoring;

    /// Whether a failure stops everything.
    boolean stopping() {
      return stops && ignoring == 0;
    }

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

    /// Why a command that counts may have failed although the line did not; empty if none may.
    private String hidden = "";

    Reader(List<SimpleCommand> commands, Flags flags, int depth) {
      this.commands = commands;
      this.flags = flags;
      this.depth = depth;
    }

    Found found(Node node) {
      return switch (node) {
        case Node.Simple simple ->
            simple.substitutes() && looksForText(simple)
                ? Found.nothing("it looks at what a command in it prints, not at how that ended")
                : simple(commands.get(simple.place()));
        case Node.Subshell subshell -> {
          boolean stops = flags.stops;
          boolean pipefail = flags.pipefail;
          Found inner = found(subshell.inner());
          flags.stops = stops;
          flags.pipefail = pipefail;
          yield inner;
        }
        case Node.Sequence sequence -> sequence(sequence.parts());
        case Node.And and -> {
          Found left = condition(and.left());
          yield left.and(found(and.right()));
        }
        case Node.Or or -> {
          Found left = condition(or.left());
          String before = hidden;
          Found right = found(or.right());
          boolean fails = alwaysFails(or.right());
          hidden = fails ? before : hidden;
          yield fails
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
        case ExitCodes.CONSTANT -> Found.nothing("a test of constants proves nothing");
        case ExitCodes.OUTPUT -> Found.nothing("it may be satisfied whatever a command in it did");
        case "" -> Found.nothing("it is empty");
        default -> Found.nothing("the exit code of '" + opaque.what() + "' hides failures in it");
      };
    }

    /// What stands before `&&` or `||`: in it, a failure stops nothing.
    private Found condition(Node node) {
      if (node instanceof Node.Simple) {
        return found(node);
      }
      flags.ignoring++;
      Found found = found(node);
      flags.ignoring--;
      return found;
    }

    private Found sequence(List<Node> parts) {
      Found all = Found.nothing("it is empty");
      for (int i = 0; i < parts.size(); i++) {
        Node part = parts.get(i);
        boolean stops = flags.stopping();
        Found found = found(part);
        // A failure in the background stops nothing.
        all = stops && !part.equals(Node.Opaque.BACKGROUND) ? all.and(found) : found;
        Node unheard = i == parts.size() - 1 ? null : stops ? unstopped(part, found) : part;
        if (unheard != null && !prepares(unheard) && hidden.isEmpty()) {
          hidden =
              "'"
                  + name(unheard)
                  + "' may have failed, since only the command after it decides; join them with"
                  + " &&";
        }
      }
      return all;
    }

    /// What may fail in a part without stopping everything, where failures do; null for nothing.
    private static @Nullable Node unstopped(Node part, Found found) {
      return switch (part) {
        case Node.And and -> and.left();
        case Node.Or _, Node.Pipeline _, Node.Not _ -> found.proving.isEmpty() ? part : null;
        case Node.Simple _, Node.Sequence _, Node.Subshell _, Node.Opaque _ -> null;
      };
    }

    /// Whether nobody would take it for a proof, so that it may fail unheard.
    private boolean prepares(Node node) {
      return switch (node) {
        case Node.Simple simple -> {
          SimpleCommand command = commands.get(simple.place());
          yield !simple.substitutes()
              && (command.words().isEmpty() || ExitCodes.PREPARATION.contains(program(command)));
        }
        case Node.Sequence sequence -> sequence.parts().stream().allMatch(this::prepares);
        case Node.And and -> prepares(and.left()) && prepares(and.right());
        case Node.Or or -> prepares(or.left()) && prepares(or.right());
        case Node.Subshell subshell -> prepares(subshell.inner());
        case Node.Opaque opaque -> opaque.equals(Node.Opaque.BACKGROUND);
        case Node.Pipeline _, Node.Not _ -> false;
      };
    }

    private String name(Node node) {
      return switch (node) {
        case Node.Simple simple -> commands.get(simple.place()).shown();
        case Node.Sequence sequence ->
            sequence.parts().isEmpty() ? "{" : name(sequence.parts().getFirst());
        case Node.And and -> name(and.left());
        case Node.Or or -> name(or.left());
        case Node.Subshell subshell -> name(subshell.inner());
        case Node.Pipeline pipeline -> name(pipeline.parts().getFirst());
        case Node.Not not -> name(not.inner());
        case Node.Opaque opaque -> opaque.what();
      };
    }

    /// Whether it is a test that any text of the commands in it satisfies, or that none of theirs
    /// decides.
    private boolean looksForText(Node.Simple simple) {
      SimpleCommand command = commands.get(simple.place());
      if (!ExitCodes.TESTS.contains(program(command))) {
        return false;
      }
      boolean bracket = command.words().getLast().is("]");
      int operands = command.words().size() - (bracket ? 2 : 1);
      boolean any = operands < 2;
      boolean none = false;
      for (Word word : command.words()) {
        any |= word.is("-n") || word.is("!=");
        none |= word.is("-z");
      }
      for (SimpleCommand inner : commands.subList(simple.place() + 1, simple.end())) {
        any |= !inner.words().isEmpty() && ExitCodes.SAYING.contains(program(inner));
        for (SimpleCommand.Redirect redirect : inner.redirects()) {
          any |= none && redirect.kind() == SimpleCommand.Redirect.Kind.WRITE;
        }
      }
      return any;
    }

    /// Whether it is a test whose answer stands on the command line already.
    private static boolean isConstant(String program, List<Word> words) {
      return ExitCodes.TESTS.contains(program)
          && words.stream()
              .allMatch(
                  word ->
                      (word.constant() || !word.values().isEmpty())
                          && !ExitCodes.LOOKING.matcher(word.text()).matches());
    }

    private Found pipeline(List<Node> parts) {
      Found all = found(parts.getLast());
      if (flags.pipefail) {
        for (Node part : parts.subList(0, parts.size() - 1)) {
          all = found(part).and(all);
        }
        return all;
      }
      boolean said =
          parts.getLast() instanceof Node.Simple last
              && EmptyRuns.asksInput(Calls.texts(commands.get(last.place())));
      for (Node part : parts.subList(0, parts.size() - 1)) {
        found(part);
        if (!(part instanceof Node.Simple simple
            && ExitCodes.PRODUCERS.contains(program(commands.get(simple.place()))))) {
          return Found.nothing("a pipe without pipefail hides a failure before it");
        }
        List<Word> words = commands.get(simple.place()).words();
        said &= ExitCodes.SAYING.contains(words.getFirst().text());
        said &= words.stream().allMatch(Word::constant);
      }
      return said ? Found.nothing(EmptyRuns.SAID) : all;
    }

    private Found not(Node.Not not) {
      Found inner = found(not.inner());
      boolean question =
          not.inner() instanceof Node.Simple simple
              && ExitCodes.QUESTIONS.contains(program(commands.get(simple.place())));
      return question || not.inner().equals(new Node.Opaque("[["))
          ? inner
          : Found.nothing("! makes a success of a failure");
    }

    private static String program(SimpleCommand command) {
      return command.words().isEmpty() ? "" : Calls.of(command, 0).program();
    }

    private boolean alwaysFails(Node node) {
      return switch (node) {
        case Node.Simple simple -> ExitCodes.fails(Calls.texts(commands.get(simple.place())));
        case Node.Sequence sequence ->
            !sequence.parts().isEmpty() && alwaysFails(sequence.parts().getLast());
        case Node.And and -> alwaysFails(and.left()) || alwaysFails(and.right());
        case Node.Or or -> alwaysFails(or.left()) && alwaysFails(or.right());
        case Node.Pipeline pipeline -> alwaysFails(pipeline.parts().getLast());
        case Node.Subshell subshell -> alwaysFails(subshell.inner());
        case Node.Not ignored -> false;
        case Node.Opaque ignored -> false;
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
      boolean surroundings =
          words.size() == 2 && ExitCodes.SURROUNDINGS.matcher(words.get(1).text()).matches();
      if (ExitCodes.DISGUISES.contains(program) && !surroundings) {
        disguise = "'" + program + "' may change what everything else means";
        return Found.nothing(disguise);
      }
      if (program.equals("set")) {
        flags.take(words.subList(1, words.size()));
      }
      if (ExitCodes.SHELLS.contains(program)) {
        Found inner = script(command);
        if (inner != null) {
          return inner;
        }
      }
      List<String> texts = Calls.texts(command);
      Optional<String> empty =
          EmptyRuns.why(texts).or(() -> EmptyRuns.reading(texts, text(command)));
      if (empty.isPresent()) {
        return Found.nothing(empty.get());
      }
      boolean runs = call.role() == Call.Role.TRANSPARENT || ExitCodes.RAISING.contains(program);
      if (runs && call.inner().size() == 1 && depth < DEEPEST) {
        return new Reader(call.inner(), flags, depth + 1).simple(call.inner().getFirst());
      }
      for (SimpleCommand inner : call.inner()) {
        if (call.role() == Call.Role.RAISING && ExitCodes.SAYING.contains(inner.name())) {
          return Found.nothing("'" + shown + "' may run nothing that fails");
        }
      }
      if (isConstant(program, words)) {
        return Found.nothing("'" + shown + "' tests constants, which proves nothing");
      }
      boolean idle =
          ExitCodes.IDLE.contains(program)
              || (words.size() == 1 && ExitCodes.IDLE_ALONE.contains(program))
              || (words.size() == 2 && words.get(1).text().matches("--?(version|help|V|h)"));
      return idle ? Found.nothing("'" + shown + "' proves nothing") : new Found(List.of(shown), "");
    }

    /// What `bash -c SCRIPT` proves, or a shell that reads its input; null if it runs a file.
    private @Nullable Found script(SimpleCommand command) {
      List<Word> words = command.words();
      var inside = new Flags();
      boolean input = false;
      for (int i = 1; i < words.size(); i++) {
        Word word = words.get(i);
        String option = word.text();
        if (!option.startsWith("-") || option.equals("-")) {
          boolean file = word.constant() && !option.equals("-") && !option.startsWith("/dev/");
          return file && !input ? null : inner(Optional.empty(), inside);
        }
        boolean letters = !option.startsWith("--");
        inside.take(words.subList(i, Math.min(i + 2, words.size())));
        input |= letters && option.indexOf('s') > 0;
        if (letters && option.endsWith("c")) {
          boolean known = i + 1 < words.size() && words.get(i + 1).constant();
          return option.indexOf('n') > 0
              ? Found.nothing("with -n the shell runs nothing")
              : inner(known ? Optional.of(words.get(i + 1).text()) : Optional.empty(), inside);
        }
        i += option.equals("-o") ? 1 : 0;
      }
      return inner(text(command), inside);
    }

    private Found inner(Optional<String> script, Flags inside) {
      if (script.isEmpty() || depth == DEEPEST) {
        return Found.nothing("what the shell runs is known only when it runs");
      }
      ExitMeaning meaning = of(script.get(), inside, depth + 1);
      return new Found(meaning.proving, meaning.weakness);
    }

    /// What a command reads that stands on the command line.
    private static Optional<String> text(SimpleCommand command) {
      Optional<String> text = Optional.empty();
      for (SimpleCommand.Redirect redirect : command.redirects()) {
        boolean known =
            redirect.kind() == SimpleCommand.Redirect.Kind.TEXT && redirect.target().constant();
        text = known ? Optional.of(redirect.target().text()) : text;
      }
      return text;
    }
  }

  /// What decides about the exit code of a command line: its lists, pipelines and simple commands
  /// as they stand in each other.
  sealed interface Node {

    /// @param place in the commands of the script
    /// @param end of the commands that run in it, as in `x=$(A)`, which stand behind it
    record Simple(int place, int end) implements Node {
      boolean substitutes() {
        return end > place + 1;
      }
    }

    /// `(…)`: options that are set in it are gone behind it.
    record Subshell(Node inner) implements Node {}

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

      /// A construct by its first word.
      static Opaque of(String word, String source) {
        String what = word.equals("[[") ? ExitCodes.brackets(source) : word;
        return new Opaque(what.isEmpty() ? "((" : what);
      }
    }
  }
}
