package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Parses bash's grammar and collects every simple command in it. What is rare enough to be
/// suspicious is not understood on purpose. It accepts no more than bash does in anything that
/// decides which commands there are.
final class ShellParser {
  private static final int MOST_CHARACTERS = 100_000;
  private static final int DEEPEST = 80;
  static final Set<String> CLOSING =
      Set.of("then", "elif", "else", "fi", "do", "done", "esac", "}");
  private static final Set<String> DECLARATIONS =
      Set.of("declare", "typeset", "export", "readonly", "local");

  private final Cursor in;
  private final WordReader words;
  private final List<SimpleCommand> commands;
  private final RedirectReader redirects;
  private final CompoundReader compounds;
  private final KnownValues known;
  private int depth;
  private SimpleCommand.Scope scope;

  /// What decides about the exit code of what was read last.
  private ExitMeaning.Node exit = ExitMeaning.Node.Opaque.NOTHING;

  /// How many constructs around this place may keep it from being run, or run it elsewhere.
  private int doubt;

  /// Commands that were sent to the background, or piped into themselves.
  private final Set<String> inBackground = new HashSet<>();

  private final Set<String> intoThemselves = new HashSet<>();

  ShellParser(Cursor in, @Nullable ShellParser outer) throws SyntaxException {
    this(in, outer, outer == null ? KnownValues.nothing() : outer.known);
  }

  private ShellParser(Cursor in, @Nullable ShellParser outer, KnownValues known)
      throws SyntaxException {
    this.in = in;
    this.known = known;
    this.doubt = outer == null ? 0 : 1;
    this.words = new WordReader(in, this);
    this.commands = outer == null ? new ArrayList<>() : outer.commands;
    this.redirects = new RedirectReader(in, this, commands);
    this.compounds = new CompoundReader(in, this);
    this.depth = outer == null ? 0 : outer.depth + 1;
    this.scope = new SimpleCommand.Scope(outer == null ? null : outer.scope);
    if (depth > DEEPEST) {
      throw new SyntaxException("it is nested too deeply");
    }
  }

  static Script parse(String text, int depth) {
    return read(text, depth).script;
  }

  /// What was read, and what decides about the exit code of it.
  record Read(Script script, ExitMeaning.Node exit) {}

  static Read read(String text, int depth) {
    if (text.length() > MOST_CHARACTERS) {
      return new Read(
          new Script(List.of(), Optional.of("it is too long"), RoughCommands.in(text)),
          ExitMeaning.Node.Opaque.NOTHING);
    }
    ShellParser parser = begin(text, depth, KnownValues.nothing());
    try {
      parser.all();
      KnownValues more = parser.known.after(parser.commands);
      if (more != null) {
        parser = begin(text, depth, more);
        parser.all();
      }
      Surroundings.settle(parser.commands);
      return new Read(new Script(parser.commands, Optional.empty(), List.of()), parser.exit);
    } catch (SyntaxException problem) {
      return new Read(
          new Script(
              parser.commands,
              Optional.of(String.valueOf(problem.getMessage())),
              RoughCommands.in(text)),
          ExitMeaning.Node.Opaque.NOTHING);
    }
  }

  private static ShellParser begin(String text, int depth, KnownValues known) {
    try {
      var parser = new ShellParser(new Cursor(text), null, known);
      parser.depth = depth;
      return parser;
    } catch (SyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  WordReader words() {
    return words;
  }

  RedirectReader redirects() {
    return redirects;
  }

  private void all() throws SyntaxException {
    list();
    if (!in.ended()) {
      throw new SyntaxException("'" + in.rawWord() + in.here() + "' is unexpected");
    }
    if (redirects.waiting() > 0) {
      throw new SyntaxException("a heredoc has no end");
    }
  }

  // What the words need of the grammar.

  KnownValues known() {
    return known;
  }

  /// Arithmetic as it is written. Where it may run what data hold, it counts as a command.
  void arithmetic(String text) {
    Arithmetic.Looked looked = Arithmetic.look(text, known);
    for (String name : looked.assigned()) {
      set(name, true, List.of());
      commands.add(
          new SimpleCommand(
              List.of(new SimpleCommand.Assignment(name, Word.of("0"))), List.of(), List.of()));
    }
    if (!looked.harmless()) {
      evaluation();
    }
  }

  /// Something that evaluates data, and with them the commands in their subscripts.
  void evaluation() {
    commands.add(
        SimpleCommand.of(List.of(Word.of("let"), new Word("" + Word.ANYTHING, false, true))));
  }

  /// A variable is set to one of some words.
  void set(String name, boolean number, List<Word> values) {
    known.assigned(name, number, values);
  }

  /// A text inside of this one.
  Cursor cursor(String part) {
    return new Cursor(part, in);
  }

  /// The commands of a subshell.
  void subshell() throws SyntaxException {
    SimpleCommand.Scope outer = scope;
    scope = new SimpleCommand.Scope(outer);
    some();
    scope = outer;
  }

  /// The commands of `$(…)` or `<(…)`, up to and with the parenthesis.
  void substitution() throws SyntaxException {
    enter();
    doubt++;
    int before = redirects.waiting();
    SimpleCommand.Scope outer = scope;
    scope = new SimpleCommand.Scope(outer);
    list();
    scope = outer;
    if (in.here() != ')') {
      throw new SyntaxException("a substitution is not closed");
    }
    in.at++;
    if (redirects.waiting() != before) {
      throw new SyntaxException("a heredoc ends outside of its substitution");
    }
    doubt--;
    leave();
  }

  /// The commands of backquotes.
  void nested(String script) throws SyntaxException {
    new ShellParser(cursor(script), this).all();
  }

  /// A variable that an expansion sets.
  void variable(String name) {
    set(name, false, List.of());
    announce(name);
  }

  /// A variable that is set to what is told later.
  void announce(String name) {
    variable(name, Word.of(String.valueOf(Word.ANYTHING)));
  }

  /// A variable that is set to a word.
  void variable(String name, Word value) {
    commands.add(
        new SimpleCommand(
            List.of(new SimpleCommand.Assignment(name, value)), List.of(), List.of(), null, scope));
  }

  /// Sees to it that a function which starts itself again and again does not look harmless.
  void functionEnds(Word name, int from) throws SyntaxException {
    int calls = 0;
    for (SimpleCommand command : commands.subList(from, commands.size())) {
      calls += command.name().equals(name.text()) ? 1 : 0;
    }
    boolean multiplies = calls > 1 && inBackground.contains(name.text());
    if (multiplies || intoThemselves.contains(name.text())) {
      commands.add(SimpleCommand.of(List.of(Word.of(DestructiveCall.FORK_BOMB))));
      throw new SyntaxException("a function starts itself again and again");
    }
  }

  int mark() {
    return commands.size();
  }

  void rewind(int mark) {
    commands.subList(mark, commands.size()).clear();
  }

  void enter() throws SyntaxException {
    if (++depth > DEEPEST) {
      throw new SyntaxException("it is nested too deeply");
    }
  }

  void leave() {
    depth--;
  }

  /// Blanks and line ends, with the heredocs behind them.
  void skipLines() throws SyntaxException {
    in.skipBlanks();
    while (in.here() == '\n') {
      redirects.lineEnd();
      in.skipBlanks();
    }
  }

  // The grammar.

  /// Commands up to something that closes a list, which is left there. Answers whether there were
  /// any.
  boolean list() throws SyntaxException {
    var exits = new ArrayList<ExitMeaning.Node>();
    boolean any = list(exits);
    exit = new ExitMeaning.Node.Sequence(exits);
    return any;
  }

  private boolean list(List<ExitMeaning.Node> exits) throws SyntaxException {
    boolean any = false;
    while (true) {
      in.tick();
      skipLines();
      if (closes()) {
        return any;
      }
      any = true;
      int first = commands.size();
      boolean sets = andOr();
      exits.add(exit);
      in.skipBlanks();
      char c = in.here();
      if (c == ';' && in.ahead(1) != ';' && in.ahead(1) != '&') {
        in.at++;
      } else if (c == '&' && in.ahead(1) != '&') {
        in.at++;
        exits.set(exits.size() - 1, ExitMeaning.Node.Opaque.BACKGROUND);
        for (SimpleCommand each : commands.subList(first, commands.size())) {
          inBackground.add(each.name());
        }
        if (sets) {
          commands.get(first).assignments().forEach(each -> known.forget(each.name()));
        }
      } else if (c == '\n') {
        redirects.lineEnd();
      } else if (in.ended() || c == ')' || c == ';') {
        return true;
      } else {
        throw new SyntaxException("'" + in.rawWord() + "' is unexpected");
      }
    }
  }

  private boolean closes() {
    char c = in.here();
    return in.ended()
        || c == ')'
        || (c == ';' && in.ahead(1) == ';')
        || (c == ';' && in.ahead(1) == '&')
        || CLOSING.contains(in.rawWord());
  }

  void some() throws SyntaxException {
    if (!list()) {
      throw new SyntaxException("a command is missing");
    }
  }

  /// Answers whether it begins with a command that does nothing but set variables, for certain.
  private boolean andOr() throws SyntaxException {
    var folder = new Surroundings(commands);
    int first = commands.size();
    boolean plain = pipeline();
    boolean sets =
        plain && doubt == 0 && first < commands.size() && commands.get(first).words().isEmpty();
    if (sets) {
      commands.get(first).assignments().forEach(each -> known.set(each.name()));
    }
    in.skipBlanks();
    doubt++;
    while (in.looksAt("&&") || in.looksAt("||")) {
      boolean and = in.here() == '&';
      folder.joined(and, plain);
      ExitMeaning.Node left = exit;
      in.at += 2;
      skipLines();
      plain = pipeline();
      exit = and ? new ExitMeaning.Node.And(left, exit) : new ExitMeaning.Node.Or(left, exit);
      in.skipBlanks();
    }
    doubt--;
    folder.joined(false, plain);
    return sets;
  }

  /// Answers whether it is one simple command and nothing else.
  private boolean pipeline() throws SyntaxException {
    in.skipBlanks();
    int start = in.at;
    boolean prefixed = true;
    boolean negated = false;
    while (prefixed) {
      in.tick();
      String word = in.rawWord();
      prefixed = word.equals("!") || word.equals("time");
      negated ^= word.equals("!");
      if (prefixed) {
        in.at += word.length();
        in.skipBlanks();
        while (word.equals("time") && (in.rawWord().equals("-p") || in.rawWord().equals("--"))) {
          in.at += 2;
          in.skipBlanks();
        }
        if (ends()) {
          exit = ExitMeaning.Node.Opaque.NOTHING;
          return false;
        }
      }
    }
    boolean alone = in.at == start;
    int place = commands.size();
    boolean simple = command();
    var exits = new ArrayList<ExitMeaning.Node>();
    exits.add(exit);
    in.skipBlanks();
    while (in.here() == '|' && in.ahead(1) != '|') {
      boolean plain = simple && in.ahead(1) != '&';
      alone = false;
      in.at += in.ahead(1) == '&' ? 2 : 1;
      skipLines();
      int next = commands.size();
      simple = command();
      exits.add(exit);
      in.skipBlanks();
      if (next < commands.size() && commands.get(next).name().equals(commands.get(place).name())) {
        intoThemselves.add(commands.get(next).name());
      }
      if (simple && plain) {
        commands.set(next, Surroundings.fed(commands.get(next), commands.get(place)));
      }
      place = next;
    }
    exit = exits.size() == 1 ? exits.getFirst() : new ExitMeaning.Node.Pipeline(exits);
    exit = negated ? new ExitMeaning.Node.Not(exit) : exit;
    return alone && simple;
  }

  private boolean ends() {
    char c = in.here();
    return in.ended() || c == '\n' || c == ';' || c == '&' || c == '|' || c == ')';
  }

  /// Answers whether it was a simple command.
  private boolean command() throws SyntaxException {
    in.skipBlanks();
    enter();
    doubt++;
    String word = in.rawWord();
    boolean subshell = in.here() == '(' && in.ahead(1) != '(';
    int start = in.at;
    boolean compound = compounds.read();
    doubt--;
    if (compound) {
      ExitMeaning.Node inner =
          subshell
              ? new ExitMeaning.Node.Subshell(exit)
              : word.equals("{")
                  ? exit
                  : ExitMeaning.Node.Opaque.of(word, in.text.substring(start, in.at));
      redirects.behindCompound();
      exit = inner;
    } else {
      simple();
    }
    leave();
    return !compound;
  }

  private void simple() throws SyntaxException {
    int place = commands.size();
    // Its place comes before the commands of its own substitutions.
    commands.add(SimpleCommand.of(List.of()));
    var assignments = new ArrayList<SimpleCommand.Assignment>();
    var all = new ArrayList<Word>();
    var targets = new ArrayList<SimpleCommand.Redirect>();
    while (true) {
      in.tick();
      in.skipBlanks();
      if (redirects.read(targets, place)) {
        continue;
      }
      if (ends()) {
        break;
      }
      if (in.here() == '(') {
        if (all.size() != 1 || !assignments.isEmpty() || !targets.isEmpty()) {
          throw new SyntaxException("a parenthesis is unexpected");
        }
        in.at++;
        in.skipBlanks();
        expect(')');
        compounds.functionBody(all.getFirst());
        exit = new ExitMeaning.Node.Opaque("function");
        return;
      }
      if (!all.isEmpty() || !words.assignment(assignments)) {
        boolean declares = !all.isEmpty() && DECLARATIONS.contains(all.getFirst().text());
        all.add(word(declares ? WordReader.Place.DECLARATION : WordReader.Place.COMMAND));
      }
    }
    if (all.isEmpty() && assignments.isEmpty() && targets.isEmpty() && !redirects.waitFor(place)) {
      throw new SyntaxException("a command is missing");
    }
    if (!all.isEmpty() && all.getFirst().is("read")) {
      // For that one command only, which splits what it reads by it and runs nothing.
      assignments.removeIf(each -> each.name().equals("IFS") && each.value().constant());
    }
    commands.set(place, new SimpleCommand(assignments, all, targets, null, scope));
    exit = new ExitMeaning.Node.Simple(place, commands.size());
  }

  Word word() throws SyntaxException {
    return word(WordReader.Place.COMMAND);
  }

  Word word(WordReader.Place place) throws SyntaxException {
    int before = in.at;
    Word word = words.read(place);
    if (in.at == before) {
      throw new SyntaxException(
          in.ended() ? "it ends too early" : "'" + in.here() + "' is unexpected");
    }
    return word;
  }

  void keyword(String expected) throws SyntaxException {
    skipLines();
    if (!in.rawWord().equals(expected)) {
      throw new SyntaxException("'" + expected + "' is missing");
    }
    in.at += expected.length();
  }

  void expect(char expected) throws SyntaxException {
    in.skipBlanks();
    if (in.here() != expected) {
      throw new SyntaxException("'" + expected + "' is missing");
    }
    in.at++;
  }
}
