package dev.tenon.core.permission.command;

import dev.tenon.core.permission.program.Variables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

  private final String line;
  private final List<String> said = new ArrayList<>();
  private boolean runsText;
  private boolean runsFiles;
  private boolean writesFiles;

  /// @param line the whole command line as it is written
  public DenyList(String line) {
    this.line = line;
  }

  /// What is dangerous about a program that the line runs, if anything is.
  public Optional<String> call(SimpleCommand simple, Call call) {
    String name = call.program();
    listen(simple);
    boolean interpreter = isInterpreter(name);
    boolean inline = interpreter && !runsFile(call.words());
    runsText |= (call.unknown() && !PAGERS.contains(name)) || REDEFINING.contains(name) || inline;
    runsFiles |= !INERT.contains(name);
    writesFiles |= WRITERS.contains(name);
    Optional<String> danger = named(call.words(), 0);
    boolean inert = INERT.contains(name) && (call.concerns().isEmpty() || PAGERS.contains(name));
    if (danger.isEmpty() && !inert) {
      danger = behind(simple, call.words());
    }
    boolean concerned =
        call.unknown() || (!call.concerns().isEmpty() && call.role() == Call.Role.OWN);
    if (danger.isEmpty() && (concerned || inline)) {
      runsText |= name.endsWith("sed");
      danger = code(simple, name);
    }
    return danger;
  }

  /// What is dangerous about a file that is written, if anything is.
  public Optional<String> write(Word target) {
    writesFiles |= !target.text().startsWith("/dev/");
    return DestructiveCall.dangerOfWriting(target);
  }

  /// A file is written that other programs may run by themselves, sooner or later.
  public void plants() {
    runsFiles = true;
  }

  /// What is dangerous about a variable that is set, if anything is.
  public Optional<String> variable(String name, Word value) {
    said.add(value.shown());
    return Variables.steers(name) ? DestructiveText.danger(value.shown()) : Optional.empty();
  }

  /// What is dangerous about the line beside its parts, if anything is.
  ///
  /// @param parsed whether all of it was understood
  public Optional<String> rest(boolean parsed) {
    if (parsed && !runsText && !(runsFiles && writesFiles)) {
      return Optional.empty();
    }
    Optional<String> danger = DestructiveText.danger(line);
    for (int i = 0; i < said.size() && danger.isEmpty(); i++) {
      danger = DestructiveText.danger(said.get(i));
    }
    return danger;
  }

  /// Takes down all that a command says, after quoting is undone.
  private void listen(SimpleCommand simple) {
    var words = new StringBuilder();
    for (Word word : simple.words()) {
      words.append(words.isEmpty() ? "" : " ").append(DestructiveCall.even(word));
    }
    said.add(words.toString());
    said.addAll(texts(simple));
  }

  /// What a command is given to read beside its words.
  private static List<String> texts(SimpleCommand simple) {
    var texts = new ArrayList<String>();
    for (SimpleCommand.Redirect redirect : simple.redirects()) {
      if (redirect.kind() == SimpleCommand.Redirect.Kind.TEXT) {
        texts.add(redirect.target().shown());
      }
    }
    return texts;
  }

  /// The danger of the program that one of the words names, with the words behind it.
  private static Optional<String> named(List<Word> words, int at) {
    String first = DestructiveCall.even(words.get(at));
    var arguments = new ArrayList<String>();
    for (Word word : words.subList(at + 1, words.size())) {
      arguments.add(DestructiveCall.even(word));
    }
    return DestructiveCall.danger(first.substring(first.lastIndexOf('/') + 1), arguments);
  }

  /// A program that may run its arguments: each of its words may be the start of another call.
  private Optional<String> behind(SimpleCommand simple, List<Word> words) {
    for (int at = 1; at < Math.min(words.size(), MOST_WORDS); at++) {
      Optional<String> danger = named(words, at);
      String text = words.get(at).text();
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
      if (inner.words().isEmpty()) {
        continue;
      }
      Optional<String> danger = named(inner.words(), 0);
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
  private static Optional<String> code(SimpleCommand simple, String name) {
    var texts = new ArrayList<String>();
    for (Word word : simple.words().subList(1, simple.words().size())) {
      texts.add(word.shown());
    }
    if (!name.equals("git")) {
      texts.addAll(texts(simple));
    }
    for (String text : texts) {
      Optional<String> danger = name.equals("git") ? command(text) : DestructiveText.danger(text);
      if (danger.isPresent()) {
        return danger;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> command(String text) {
    int equals = text.indexOf('=');
    boolean valued = equals > 0 && text.lastIndexOf(' ', equals) < 0;
    String code = valued ? text.substring(equals + 1) : text;
    code = code.startsWith("!") ? code.substring(1) : code;
    for (SimpleCommand simple : ShellParser.parse(code, 1).commands()) {
      Optional<String> danger =
          simple.words().isEmpty() ? Optional.empty() : named(simple.words(), 0);
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
