package dev.tenon.core.permission.command;

import dev.tenon.core.permission.program.Variables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds what no agent has a reason to run, in any mode: removing everything, formatting and
/// overwriting disks, fork bombs, forced pushes. It is a seat belt against accidents, not a
/// sandbox.
///
/// The parsed calls decide. A dangerous text that is only an argument, a comment or the content of
/// a file is no danger; but where something in the line runs a text that no parser can follow (a
/// shell behind a pipe, `eval "$x"`, a script that the line has just written), all that the line
/// says counts, read roughly by [DestructiveText].
///
/// One instance for one command line: tell it everything in it, then ask for the [#rest].
public final class DenyList {
  private static final int MOST_WORDS = 64;

  /// Programs that run neither their arguments nor a file of the project.
  private static final Set<String> INERT =
      Set.of(
          ("echo printf cat tac head tail less more grep egrep fgrep rg ag ack ls dir tree wc sort"
               + " uniq cut tr nl rev paste join comm diff cmp stat file du df date cal pwd cd"
               + " pushd popd mkdir rmdir touch cp mv ln rm unlink chmod chown chgrp basename"
               + " dirname realpath readlink test [ true false : sleep seq yes tee git gh jq yq sed"
               + " awk gawk mawk base64 md5sum sha1sum sha256sum sha512sum cksum xxd hexdump od"
               + " strings column fold fmt expand export declare typeset local readonly unset set"
               + " read let return exit break continue shift type which whereis man help history id"
               + " whoami uname hostname uptime ps kill pgrep find fd locate zip unzip tar gzip"
               + " gunzip curl wget logger notify-send tput clear iconv truncate mktemp umask"
               + " ulimit jobs wait")
              .split(" "));

  private static final Set<String> PAGERS = Set.of("less", "more");
  private static final Set<String> REDEFINING = Set.of("alias", "enable", "hash", "bind");
  private static final Set<String> RUNNERS =
      Set.of(
          "sh", "bash", "dash", "ash", "ksh", "zsh", "eval", "sudo", "doas", "env", "xargs",
          "nohup", "timeout", "nice", "exec", "command", "find");

  /// Programs that write what they are given into files, beside redirects.
  private static final Set<String> WRITERS =
      Set.of("tee", "sponge", "sed", "patch", "dd", "install");

  /// Programs whose inner commands run in the same shell.
  private static final Set<String> SAME_SHELL = Set.of("eval", "source", ".");

  private static final Set<String> SETTING =
      Set.of("export", "declare", "typeset", "local", "readonly");

  /// What a program of another language calls to run a command.
  private static final String[] RUNNING_CODE = {
    "system(",
    "system ",
    "exec(",
    "exec ",
    "exec.",
    "execsync",
    "execfile",
    "execute",
    "execv",
    "spawn",
    "popen",
    "subprocess",
    "processbuilder",
    "shell",
    "run(",
    "call(",
    "command(",
    "command::",
    "eval(",
    "check_",
    "`",
    "%x",
    "qx",
    "rmtree",
    "rmsync",
    "rm_r",
    "remove_dir_all",
    "removeall",
    "fs.rm(",
    "child_process"
  };

  private final String line;
  private final Effort effort;
  private final LikelyWords likely = new LikelyWords();
  private final WrittenTexts written = new WrittenTexts();
  private final Map<SimpleCommand.Scope, Place> places = new HashMap<>();
  private Place place;
  private boolean runsText;
  private boolean runsFiles;
  private boolean listsEverything;

  /// Where a shell is; shells that share their folder share this.
  private static final class Place {
    DestructivePaths paths;

    Place(DestructivePaths paths) {
      this.paths = paths;
    }
  }

  /// @param line the whole command line as it is written
  /// @param folder where it runs, absolute; null when that is not known
  /// @param home the user's home folder
  /// @param environment variables that are set for it
  /// @param effort how much work it may be
  public DenyList(
      String line,
      @Nullable String folder,
      String home,
      Map<String, String> environment,
      Effort effort) {
    this.line = line;
    this.effort = effort;
    this.place = new Place(new DestructivePaths(folder, home.length() > 1 ? home : null));
    environment.forEach(likely::set);
  }

  /// What is dangerous about a program that the line runs, if anything is.
  public Optional<String> call(SimpleCommand simple, Call call) {
    enter(simple, call);
    String name = call.program();
    List<String> words = words(call.words());
    if (!effort.spend(4 + simple.words().size())) {
      return Optional.empty();
    }
    written.listen(simple);
    boolean interpreter = isInterpreter(name);
    boolean inline = interpreter && !runsFile(call.words());
    boolean talks = inline && talks(simple);
    boolean unknown = call.unknown() && !PAGERS.contains(name);
    runsText |= ((unknown || inline) && !talks) || REDEFINING.contains(name);
    boolean own = !INERT.contains(name);
    runsFiles |= own;
    if (own) {
      written.mention(call.words());
    }
    if (WRITERS.contains(name)) {
      written.anything();
    }
    Optional<String> danger = named(words, 0);
    boolean inert = !own && (call.concerns().isEmpty() || PAGERS.contains(name));
    if (danger.isEmpty() && !inert) {
      danger = behind(simple, call.words(), words);
    }
    boolean concerned =
        call.unknown() || (!call.concerns().isEmpty() && call.role() == Call.Role.OWN);
    if (danger.isEmpty() && (concerned || inline) && !talks) {
      runsText |= name.endsWith("sed");
      danger = code(simple, name);
    }
    follow(name, call.words(), words);
    return danger.isEmpty() ? swept(name, words) : danger;
  }

  /// Takes the state of the shell in which a command runs.
  private void enter(SimpleCommand simple, Call call) {
    SimpleCommand.Scope scope = simple.scope();
    place = scope == null ? place : placeOf(scope);
    if (SAME_SHELL.contains(call.program())) {
      for (SimpleCommand inner : call.inner()) {
        SimpleCommand.Scope own = inner.scope();
        if (own != null && own.outer() == null) {
          places.put(own, place);
        }
      }
    }
  }

  /// A subshell begins where the shell around it is; the first one where the line is.
  private Place placeOf(SimpleCommand.Scope scope) {
    Place known = places.get(scope);
    if (known == null) {
      SimpleCommand.Scope outer = scope.outer();
      known = new Place((outer == null ? place : placeOf(outer)).paths);
      places.put(scope, known);
    }
    return known;
  }

  /// Takes note of what the program changes for those behind it.
  private void follow(String name, List<Word> written, List<String> words) {
    if (name.equals("cd") || name.equals("pushd")) {
      String target = words.size() > 1 ? words.getLast() : name.equals("cd") ? "~" : null;
      place.paths = place.paths.changed("-".equals(target) ? null : target);
    } else if (name.equals("popd")) {
      place.paths = place.paths.changed(null);
    } else if (SETTING.contains(name)) {
      for (Word word : written) {
        int equals = word.text().indexOf('=');
        if (equals > 0 && word.constant()) {
          likely.set(word.text().substring(0, equals), word.text().substring(equals + 1));
        }
      }
    }
  }

  /// Names of all files, handed on to something that removes.
  private Optional<String> swept(String name, List<String> words) {
    if (name.equals("git") || name.equals("cat")) {
      listsEverything = false;
    } else if (name.equals("ls")) {
      boolean here = words.size() == 1 || words.getLast().startsWith("-");
      listsEverything = here && place.paths.isEverything(".");
    } else if (listsEverything && DestructiveCall.removes(name) && words.contains("…")) {
      return Optional.of(DestructiveCall.REMOVES);
    } else if (name.endsWith("find")) {
      listsEverything =
          DestructiveCall.listsEverything(name, words.subList(1, words.size()), place.paths);
    } else if (listsEverything && (name.equals("xargs") || name.equals("parallel"))) {
      for (String word : words) {
        if (DestructiveCall.removes(word.substring(word.lastIndexOf('/') + 1))) {
          return Optional.of(DestructiveCall.REMOVES);
        }
      }
    }
    return Optional.empty();
  }

  /// What is dangerous about a file that is written, if anything is.
  public Optional<String> write(Word target) {
    written.to(target);
    for (String each : likely.of(target)) {
      Optional<String> danger = DestructiveCall.dangerOfWriting(each, place.paths);
      if (danger.isPresent()) {
        return danger;
      }
    }
    return Optional.empty();
  }

  /// A file is written that other programs may run by themselves, sooner or later.
  public void plants() {
    runsFiles = true;
  }

  /// What is dangerous about a variable that is set, if anything is.
  ///
  /// @param passedOn whether it is set for one program only
  public Optional<String> variable(String name, Word value, boolean passedOn) {
    written.say(value.shown());
    if (!passedOn) {
      likely.set(name, value);
    }
    return Variables.steers(name) ? DestructiveText.danger(value.shown()) : Optional.empty();
  }

  /// What is dangerous about the line beside its parts, if anything is.
  ///
  /// @param parsed whether all of it was understood
  public Optional<String> rest(boolean parsed) {
    boolean everyWord = !parsed || runsText;
    if (!everyWord && !(runsFiles && written.any())) {
      return Optional.empty();
    }
    boolean told = everyWord || !written.onlyNamed();
    Optional<String> danger = told ? DestructiveText.danger(line) : Optional.empty();
    List<String> texts = danger.isPresent() ? List.of() : written.texts(everyWord);
    for (int i = 0; i < texts.size() && danger.isEmpty(); i++) {
      danger = DestructiveText.danger(texts.get(i));
    }
    return danger;
  }

  /// Words as they most likely are when they run, in lower case.
  private List<String> words(List<Word> words) {
    var all = new ArrayList<String>(words.size());
    for (Word word : words) {
      for (String each : likely.of(word)) {
        all.add(each.toLowerCase(Locale.ROOT));
      }
    }
    return all.isEmpty() ? List.of("") : all;
  }

  /// The danger of the program that one of the words names, with the words behind it.
  private Optional<String> named(List<String> words, int at) {
    String first = words.get(at);
    return DestructiveCall.danger(
        first.substring(first.lastIndexOf('/') + 1),
        words.subList(at + 1, words.size()),
        place.paths);
  }

  /// A program that may run its arguments: each of its words may be the start of another call.
  private Optional<String> behind(SimpleCommand simple, List<Word> words, List<String> likely) {
    for (int at = 1; at < Math.min(likely.size(), MOST_WORDS); at++) {
      if (!effort.spend(4 + likely.size() / 8)) {
        return Optional.empty();
      }
      Optional<String> danger = named(likely, at);
      String text = at < words.size() ? words.get(at).text() : "";
      if (danger.isEmpty() && RUNNERS.contains(text.substring(text.lastIndexOf('/') + 1))) {
        var suspect =
            new SimpleCommand(List.of(), words.subList(at, words.size()), simple.redirects());
        danger = inside(Calls.of(suspect, 1), 1);
      }
      if (danger.isPresent()) {
        return danger;
      }
    }
    return Optional.empty();
  }

  private Optional<String> inside(Call call, int depth) {
    runsText |= call.unknown();
    for (SimpleCommand inner : call.inner()) {
      if (inner.words().isEmpty() || !effort.spend(4 + inner.words().size())) {
        continue;
      }
      Optional<String> danger = named(words(inner.words()), 0);
      if (danger.isEmpty() && depth < 8) {
        danger = inside(Calls.of(inner, depth + 1), depth + 1);
      }
      if (danger.isPresent()) {
        return danger;
      }
    }
    return Optional.empty();
  }

  /// Arguments that the program takes for code of its own language, or for a command. Of git's
  /// arguments each is a command as a whole or none: messages are arguments too.
  private Optional<String> code(SimpleCommand simple, String name) {
    var texts = new ArrayList<String>();
    for (Word word : simple.words().subList(1, simple.words().size())) {
      texts.add(word.shown());
    }
    if (!name.equals("git")) {
      texts.addAll(WrittenTexts.given(simple));
    }
    for (String text : texts) {
      Optional<String> danger = name.equals("git") ? command(text) : DestructiveText.danger(text);
      if (danger.isPresent()) {
        return danger;
      }
    }
    return Optional.empty();
  }

  /// Whether an interpreter is given code that starts no program, whatever else it says.
  private static boolean talks(SimpleCommand simple) {
    var texts = new ArrayList<String>(WrittenTexts.given(simple));
    for (Word word : simple.words().subList(1, simple.words().size())) {
      if (!word.constant() || word.startsWith("/dev/")) {
        return false;
      }
      texts.add(word.text());
    }
    boolean code = false;
    for (String text : texts) {
      code |= text.length() > 2 && text.charAt(0) != '-';
      if (runsCommands(text)) {
        return false;
      }
    }
    return code;
  }

  /// Whether code of another language may start a program.
  static boolean runsCommands(String code) {
    String even = code.toLowerCase(Locale.ROOT);
    for (String each : RUNNING_CODE) {
      if (even.contains(each)) {
        return true;
      }
    }
    return false;
  }

  private Optional<String> command(String text) {
    int equals = text.indexOf('=');
    boolean valued = equals > 0 && text.lastIndexOf(' ', equals) < 0;
    String code = valued ? text.substring(equals + 1) : text;
    boolean shell = code.startsWith("!");
    boolean alias = valued && !shell && text.startsWith("alias.");
    String script = shell ? code.substring(1) : alias ? "git " + code : code;
    for (SimpleCommand simple : ShellParser.parse(script, 1).commands()) {
      Optional<String> danger =
          simple.words().isEmpty() ? Optional.empty() : named(words(simple.words()), 0);
      if (danger.isPresent()) {
        return danger;
      }
    }
    return Optional.empty();
  }

  private static boolean isInterpreter(String name) {
    return switch (name) {
      case "perl",
          "ruby",
          "node",
          "nodejs",
          "deno",
          "bun",
          "php",
          "lua",
          "luajit",
          "tclsh",
          "irb" ->
          true;
      case "osascript", "rscript", "Rscript", "R", "jshell", "groovy", "scala", "ghci", "pypy3" ->
          true;
      default -> name.startsWith("python");
    };
  }

  /// Whether an interpreter is told a file to run, and not code.
  private static boolean runsFile(List<Word> words) {
    return words.size() > 1
        && words.get(1).constant()
        && !words.get(1).text().isEmpty()
        && words.get(1).text().charAt(0) != '-'
        && !words.get(1).startsWith("/dev/");
  }
}
