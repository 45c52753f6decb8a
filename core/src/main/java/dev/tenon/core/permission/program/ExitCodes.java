package dev.tenon.core.permission.program;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Programs by what their exit code is worth to somebody who wants to know about a project.
public final class ExitCodes {
  /// What succeeds whatever the project is like.
  public static final Set<String> IDLE =
      Set.of(
          ("true : echo printf cd pwd pushd popd sleep exit return export set unset "
                  + "shopt wait date whoami tee head tail wc sort uniq tr cut sed awk less more "
                  + "clear mkdir touch cp mv rm chmod read yes seq env hostname uname id xargs "
                  + "declare typeset local readonly alias history jobs kill expr let times umask "
                  + "ulimit dirs tty nproc arch logname groups basename dirname printenv uptime")
              .split(" ", -1));

  /// What may stand before the command that decides, since nobody would take it for a proof.
  public static final Set<String> PREPARATION =
      Set.of(
          "cd", "pushd", "popd", "export", "set", "unset", "shopt", "umask", "ulimit", "true", ":",
          "echo", "printf", "pwd", "date", "sleep", "mkdir");

  public static final Set<String> TESTS = Set.of("test", "[");

  /// What prints what it is told to.
  public static final Set<String> SAYING = Set.of("echo", "printf", "true", ":");

  /// Operators of tests that look at something beside the words of the command line.
  public static final Pattern LOOKING = Pattern.compile("-([b-hkprstuvwxGLNORS]|nt|ot|ef)");

  /// What proves something only if it is told where to look.
  public static final Set<String> IDLE_ALONE = Set.of("ls", "cat", "git", "stat", "find");

  /// What may stand before a pipe without deciding anything.
  public static final Set<String> PRODUCERS = Set.of("echo", "printf", "cat", "yes", "seq");

  /// What is asked a question to which no is an answer.
  public static final Set<String> QUESTIONS =
      Set.of("grep", "egrep", "fgrep", "rg", "test", "[", "diff", "cmp");

  /// What runs one command with other rights.
  public static final Set<String> RAISING = Set.of("sudo", "doas");

  public static final Set<String> SHELLS = Set.of("bash", "sh", "dash", "zsh", "ksh");

  /// What changes the meaning of everything after it.
  public static final Set<String> DISGUISES =
      Set.of("trap", "eval", "alias", "exec", "enable", "hash", "source", ".");

  /// What sets variables, and files that are read for nothing else.
  public static final Set<String> SETTING =
      Set.of("env", "export", "declare", "typeset", "local", "readonly");

  public static final Pattern SURROUNDINGS =
      Pattern.compile("(.*/)?(activate|nvm\\.sh|env|.*\\.env|\\.?profile|sdkman-init\\.sh)");

  /// What [#brackets] answers for a test whose answer stands on the command line already.
  public static final String CONSTANT = "[[ of constants";

  /// And for one that may be satisfied whatever commands in it did.
  public static final String OUTPUT = "[[ of output";

  private static final Pattern PRINTED = Pattern.compile("\\$\\(|`");
  private static final Pattern COMPARES = Pattern.compile("\\s(==?|=~|-(eq|ne|lt|le|gt|ge|z))\\s");
  private static final Pattern LOOKS =
      Pattern.compile("[$`*?~<>]|\\s-([b-hkprstuvwxGLNORS]|nt|ot|ef)\\s");

  private ExitCodes() {}

  /// What a test between double brackets is: one of the two, or `[[` where nothing is known against
  /// it.
  public static String brackets(String source) {
    if (!LOOKS.matcher(source).find()) {
      return CONSTANT;
    }
    boolean text =
        PRINTED.matcher(source).find()
            && (!COMPARES.matcher(source).find() || source.contains(">"));
    return text || source.contains("||") ? OUTPUT : "[[";
  }

  /// Whether a command fails whatever the project is like.
  ///
  /// @param words with marks where they are known only when it runs
  public static boolean fails(List<String> words) {
    return switch (words.isEmpty() ? "" : words.getFirst()) {
      case "false" -> true;
      case "exit", "return" ->
          words.size() == 2
              && words.get(1).matches("[0-9]{1,3}")
              && Integer.parseInt(words.get(1)) % 256 != 0;
      default -> false;
    };
  }
}
