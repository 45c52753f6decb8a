package dev.tenon.core.permission.command;

import dev.tenon.core.permission.command.Call.Concern;
import dev.tenon.core.permission.command.Call.Role;
import dev.tenon.core.permission.program.FindReading;
import dev.tenon.core.permission.program.Reading;
import dev.tenon.core.permission.program.Wrapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Looks through programs that run other programs: what does `sudo env X=1 xargs rm` come to?
public final class Calls {
  private static final int DEEPEST = 8;
  private static final Set<String> SHELLS = Set.of("bash", "sh", "dash", "ash", "ksh", "rbash");
  private static final Set<String> OPAQUE =
      Set.of(
          "parallel",
          "ssh",
          "su",
          "runuser",
          "script",
          "flock",
          "chroot",
          "unshare",
          "nsenter",
          "strace",
          "ltrace",
          "gdb",
          "lldb",
          "systemd-run",
          "at",
          "batch",
          "crontab",
          "busybox",
          "toybox",
          "expect",
          "tmux",
          "screen",
          "entr",
          "zsh",
          "fish",
          "csh",
          "tcsh",
          "pwsh",
          "firejail",
          "proot",
          "fakeroot",
          "dbus-run-session",
          "xvfb-run",
          "setpriv",
          "capsh",
          "pkexec",
          "rsh",
          "mosh",
          "socat",
          "nc",
          "ncat",
          "netcat",
          "start-stop-daemon",
          "daemonize",
          "logsave",
          "run-parts",
          "compgen",
          "rlwrap",
          "unbuffer",
          "chrt",
          "taskset",
          "choom",
          "prlimit",
          "numactl",
          "cpulimit",
          "torsocks",
          "proxychains");
  private static final Set<String> REDEFINING =
      Set.of("alias", "enable", "shopt", "complete", "hash", "unalias", "bind");
  private static final String LATE = "its options are known only when it runs";

  private final List<Word> words;
  private final SimpleCommand.@Nullable Around around;
  private final List<SimpleCommand.Redirect> texts = new ArrayList<>();

  private Calls(SimpleCommand simple) {
    this.words = simple.words();
    this.around = simple.around();
    for (SimpleCommand.Redirect redirect : simple.redirects()) {
      if (redirect.kind() == SimpleCommand.Redirect.Kind.TEXT) {
        texts.add(redirect);
      }
    }
  }

  /// The program that a simple command with words runs.
  ///
  /// @param depth how many programs run it in turn
  public static Call of(SimpleCommand simple, int depth) {
    var calls = new Calls(simple);
    if (!simple.words().getFirst().constant()) {
      return calls.own(Concern.unknown("its name is known only when it runs"));
    }
    return depth > DEEPEST
        ? calls.own(Concern.unknown("it is wrapped too often"))
        : calls.within(calls.call());
  }

  /// The program that a simple command runs, without its folder, and its arguments.
  static List<String> texts(SimpleCommand simple) {
    var texts = new ArrayList<String>();
    simple
        .words()
        .forEach(word -> texts.add(texts.isEmpty() ? of(simple, 0).program() : word.text()));
    return texts;
  }

  /// What is known of where a command runs holds for those that it runs in turn.
  private Call within(Call call) {
    if (around == null) {
      return call;
    }
    var inner = new ArrayList<SimpleCommand>();
    for (SimpleCommand each : call.inner()) {
      SimpleCommand.Around own = each.around();
      String folder = own == null ? "" : own.folder();
      boolean both = !folder.isEmpty() && !around.folder().isEmpty();
      inner.add(
          each.within(
              new SimpleCommand.Around(
                  own == null || own.input() == null ? around.input() : own.input(),
                  around.atStart() && (own == null || own.atStart()),
                  both ? around.folder() + "/" + folder : around.folder() + folder)));
    }
    return new Call(call.words(), call.role(), call.concerns(), inner, around);
  }

  private Call call() {
    String first = words.getFirst().text();
    String name = first.substring(first.lastIndexOf('/') + 1);
    if (SHELLS.contains(name)) {
      return shell();
    }
    if (OPAQUE.contains(name)) {
      return opaque();
    }
    if (REDEFINING.contains(name)) {
      return own(Concern.risk("it changes what other commands mean"));
    }
    return switch (name) {
      case "env" -> env();
      case "sudo", "doas" -> sudo();
      case "nohup", "setsid", "builtin", "caffeinate", "exec", "time", "nice", "ionice", "stdbuf" ->
          wrapped(name, 0);
      case "command" -> Reading.files(name, words).isPresent() ? own() : wrapped(name, 0);
      case "timeout" -> wrapped(name, 1);
      case "xargs" -> xargs();
      case "find", "gfind" -> find();
      case "fd", "fdfind" -> fd();
      case "eval" -> text(1);
      case "watch" -> watch();
      case "trap" -> trap();
      case "source", "." -> own(Concern.unknown("it reads commands from a file"));
      default -> new Call(words, Role.OWN, risks(name), List.of());
    };
  }

  private List<Concern> risks(String name) {
    for (List<Word> variant : Word.variants(words)) {
      List<Concern> risks = RiskyOptions.of(name, variant);
      if (!risks.isEmpty()) {
        return risks;
      }
    }
    return List.of();
  }

  private Call own(Concern... concerns) {
    return new Call(words, Role.OWN, List.of(concerns), List.of());
  }

  private Call running(Role role, List<SimpleCommand> inner) {
    return new Call(words, role, List.of(), inner);
  }

  private SimpleCommand from(int at) {
    return new SimpleCommand(List.of(), words.subList(at, words.size()), texts);
  }

  /// Every program that might be meant, so that rules against them are not missed.
  private Call opaque() {
    var suspects = new ArrayList<SimpleCommand>();
    for (int i = 1; i < words.size() && i < 24; i++) {
      Word word = words.get(i);
      if (word.constant() && !Options.isOption(word) && !word.text().isEmpty()) {
        suspects.add(from(i));
        if (word.text().indexOf(' ') > 0) {
          suspects.addAll(ShellParser.parse(word.text(), 1).commands());
        }
      }
    }
    var concern = Concern.unknown("it runs other commands in its own way");
    return new Call(words, Role.RAISING, List.of(concern), suspects);
  }

  /// @param further how many operands come before the program
  private Call wrapped(String name, int further) {
    int operand = Wrapper.operand(name, words);
    if (operand < 0) {
      return own(Concern.unknown("it uses " + name + " in a rare way"));
    }
    int at = operand + further;
    if (unknownBefore(at)) {
      return own(Concern.unknown(LATE));
    }
    return at >= words.size() ? own() : running(Role.TRANSPARENT, List.of(from(at)));
  }

  private boolean unknownBefore(int end) {
    for (int i = 1; i < Math.min(end, words.size()); i++) {
      if (!words.get(i).constant()) {
        return true;
      }
    }
    return false;
  }

  private Call env() {
    int at = 1;
    while (at < words.size() && Options.isOption(words.get(at))) {
      String text = words.get(at).text();
      if (text.equals("-i") || text.equals("-0") || text.equals("--ignore-environment")) {
        at++;
      } else if (text.equals("-u") || text.equals("--unset")) {
        at += 2;
      } else if (text.startsWith("--unset=") || text.equals("--")) {
        at++;
      } else {
        return own(Concern.unknown("it uses env in a rare way"));
      }
    }
    var set = new ArrayList<SimpleCommand.Assignment>();
    while (at < words.size() && words.get(at).text().indexOf('=') > 0) {
      Word word = words.get(at);
      int equals = word.text().indexOf('=');
      if (word.splitting() || (word.text().indexOf(Word.ANYTHING) < equals && word.unknown())) {
        if (word.splitting() || word.text().substring(0, equals).indexOf(Word.ANYTHING) >= 0) {
          return own(Concern.unknown(LATE));
        }
      }
      set.add(
          new SimpleCommand.Assignment(
              word.text().substring(0, equals), Word.of(word.text().substring(equals + 1))));
      at++;
    }
    if (unknownBefore(1)) {
      return own(Concern.unknown(LATE));
    }
    List<Word> rest = words.subList(Math.min(at, words.size()), words.size());
    if (rest.isEmpty() && set.isEmpty()) {
      return own();
    }
    return running(Role.TRANSPARENT, List.of(new SimpleCommand(set, rest, texts)));
  }

  private Call sudo() {
    List<String> valued =
        List.of("--user", "--group", "--prompt", "--chdir", "--chroot", "--host", "--role");
    int at = new Options(words).operand(1, "ugpCDRhrtTU", valued);
    return new Call(
        words,
        Role.RAISING,
        List.of(Concern.risk("it runs with other rights")),
        at < words.size() ? List.of(from(at)) : List.of());
  }

  private Call xargs() {
    int at = Wrapper.operand("xargs", words);
    if (at < 0) {
      return own(Concern.unknown("it uses xargs in a rare way"));
    }
    String mark = null;
    for (int i = 1; i < at; i++) {
      mark = mark(i, mark);
    }
    if (at >= words.size()) {
      return own();
    }
    List<String> names = Surroundings.names(around, words, words.get(at));
    List<Word> run = replaced(words.subList(at, words.size()), mark == null ? "" : mark, names);
    if (mark == null) {
      run.add(anything().comingTo(below(names)));
    }
    return running(Role.TRANSPARENT, List.of(SimpleCommand.of(run)));
  }

  private static Word anything() {
    return new Word(String.valueOf(Word.ANYTHING), true, false);
  }

  /// Any of the names that begin like this.
  private static List<Word> below(List<String> starts) {
    var all = new ArrayList<Word>();
    for (String start : starts) {
      all.add(new Word(start + Word.STAR, false, true));
    }
    return all;
  }

  /// What `xargs` replaces by what it reads, as the option at a place says.
  private @Nullable String mark(int at, @Nullable String before) {
    String text = words.get(at).text();
    if (text.equals("-I") && at + 1 < words.size()) {
      return words.get(at + 1).text();
    }
    if (text.startsWith("-I")) {
      return text.substring(2);
    }
    if (text.startsWith("-i")) {
      return text.length() > 2 ? text.substring(2) : "{}";
    }
    if (text.startsWith("--replace")) {
      int equals = text.indexOf('=');
      return equals < 0 ? "{}" : text.substring(equals + 1);
    }
    return before;
  }

  /// The words with what is put in the place of a mark.
  ///
  /// @param starts how that may begin; none when it is not known
  private static List<Word> replaced(List<Word> words, String mark, List<String> starts) {
    var all = new ArrayList<Word>();
    for (Word word : words) {
      if (mark.isEmpty() || !word.text().contains(mark)) {
        all.add(word);
        continue;
      }
      var values = new ArrayList<String>();
      for (String start : word.constant() ? starts : List.<String>of()) {
        String text = word.text().replace(mark, start + Word.STAR);
        values.add(text.substring(0, text.length() - (text.endsWith("" + Word.STAR) ? 1 : 0)));
      }
      String text = word.text().replace(mark, String.valueOf(Word.ANYTHING));
      all.add(new Word(text, word.splitting(), word.quoted()).comingTo(below(values)));
    }
    return all;
  }

  private Call find() {
    var inner = new ArrayList<SimpleCommand>();
    var starts = new ArrayList<String>();
    for (Word start : FindReading.starts(words)) {
      starts.add(start.text());
    }
    for (int i = 1; i < words.size(); i++) {
      switch (words.get(i).text()) {
        case "-exec", "-execdir", "-ok", "-okdir" -> {
          int end = i + 1;
          while (end < words.size()
              && !words.get(end).is(";")
              && !(words.get(end).is("+") && words.get(end - 1).is("{}"))) {
            end++;
          }
          if (end > i + 1) {
            List<String> below = starts.isEmpty() ? List.of(".") : starts;
            inner.add(SimpleCommand.of(replaced(words.subList(i + 1, end), "{}", below)));
          }
          i = end;
        }
        case "-delete" -> inner.add(SimpleCommand.of(List.of(Word.of("rm"), anything())));
        default -> {}
      }
    }
    boolean open = false;
    for (List<Word> variant : Word.variants(words)) {
      for (Word word : variant.subList(1, variant.size())) {
        open |= word.splitting() || (word.unknown() && word.open());
      }
    }
    List<Concern> concerns =
        open
            ? List.of(Concern.risk("its tests and actions are known only when it runs"))
            : List.of();
    return new Call(words, Role.OWN, concerns, inner);
  }

  private Call fd() {
    for (int i = 1; i + 1 < words.size(); i++) {
      String text = words.get(i).text();
      boolean runs =
          text.startsWith("--exec")
              || (Options.isBundle(text) && (text.indexOf('x') > 0 || text.indexOf('X') > 0));
      if (runs) {
        List<Word> run = replaced(words.subList(i + 1, words.size()), "{}", List.of());
        run.add(anything());
        return running(Role.OWN, List.of(SimpleCommand.of(run)));
      }
    }
    return own();
  }

  private Call shell() {
    int at = 1;
    boolean inline = false;
    while (at < words.size() && Options.isOption(words.get(at)) && !words.get(at).is("--")) {
      String text = words.get(at).text();
      if (!words.get(at).constant()) {
        return own(Concern.unknown(LATE));
      }
      boolean plain = text.equals("--norc") || text.equals("--noprofile") || text.equals("--posix");
      if (!plain && (text.startsWith("--") || text.indexOf('O') > 0)) {
        return own(Concern.unknown("it uses a shell in a rare way"));
      }
      inline |= !plain && text.indexOf('c') > 0;
      at += !plain && text.indexOf('o') > 0 ? 2 : 1;
    }
    at += at < words.size() && words.get(at).is("--") ? 1 : 0;
    if (inline) {
      return at < words.size() && words.get(at).constant()
          ? script(words.get(at).text())
          : own(Concern.unknown("its script is known only when it runs"));
    }
    if (at < words.size() && !words.get(at).is("-")) {
      return words.get(at).constant() && !words.get(at).startsWith("/dev/")
          ? own()
          : own(Concern.unknown("its script is known only when it runs"));
    }
    Word text = texts.isEmpty() ? null : texts.getLast().target();
    return text != null && text.constant()
        ? script(text.text())
        : own(Concern.unknown("it reads its script from elsewhere"));
  }

  private Call script(String text) {
    Script script = ShellParser.parse(text, 1);
    if (script.problem().isEmpty()) {
      return running(Role.TRANSPARENT, script.commands());
    }
    var suspects = new ArrayList<>(script.commands());
    suspects.addAll(script.suspects());
    var concern = Concern.unknown("its script is not understood: " + script.problem().get());
    return new Call(words, Role.RAISING, List.of(concern), suspects);
  }

  /// `eval`: its words are a script when put together.
  private Call text(int from) {
    var text = new StringBuilder();
    for (Word word : words.subList(Math.min(from, words.size()), words.size())) {
      if (!word.constant()) {
        return own(Concern.unknown("its script is known only when it runs"));
      }
      text.append(text.isEmpty() ? "" : " ").append(word.text());
    }
    return script(text.toString());
  }

  private Call watch() {
    int at = new Options(words).operand(1, "nq", List.of("--interval", "--equexit"));
    return unknownBefore(at) ? own(Concern.unknown(LATE)) : text(at);
  }

  private Call trap() {
    int at = new Options(words).operand(1, "", List.of());
    if (at + 1 >= words.size() || words.get(at).is("-") || words.get(at).is("")) {
      return own();
    }
    return words.get(at).constant()
        ? script(words.get(at).text())
        : own(Concern.unknown("its script is known only when it runs"));
  }
}
