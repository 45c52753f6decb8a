package dev.tenon.engine.discovery;

import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.Verdict;
import dev.tenon.tools.BuiltinTools;
import java.util.Locale;
import java.util.Set;

/// Permissions in the words of other tools as rules of ours.
final class PermissionWords {
  /// Tools that look into files or list them: what they may not, nobody may read.
  private static final Set<String> SEARCHES = Set.of("grep", "glob", "list_files");

  /// What a pattern can be about.
  private static final Set<String> WITH_PATTERN =
      Set.of(Rule.BASH, Rule.TEXT, Rule.READ, Rule.WRITE, Rule.CONNECT, Rule.MCP);

  /// Tools of notebooks alone.
  private static final Set<String> NOTEBOOKS = Set.of("notebookedit", "notebookread");

  private static final String NOTEBOOK = "*.ipynb";

  /// What other tools have permissions for and is no tool.
  private static final Set<String> NO_TOOLS =
      Set.of("external_directory", "doom_loop", "question", "plan_enter", "plan_exit");

  private PermissionWords() {}

  /// `Bash(git push:*)`, `Read(./.env)`, `WebFetch(domain:example.org)`, or a tool's name.
  static String rule(Verdict effect, String written) {
    String text = written.strip();
    int open = text.indexOf('(');
    if (open < 0 || !text.endsWith(")")) {
      return rule(effect, text, "");
    }
    return rule(
        effect,
        text.substring(0, open).strip(),
        text.substring(open + 1, text.length() - 1).strip());
  }

  /// @param written what stands in the parentheses; empty, or a star, for everything
  static String rule(Verdict effect, String tool, String written) {
    String subject = subject(tool);
    String wide = SEARCHES.contains(subject) ? Rule.READ : subject;
    String pattern = pattern(wide, written);
    if (pattern.isEmpty() || pattern.equals("*") || pattern.equals("**")) {
      boolean notebooks = NOTEBOOKS.contains(tool.toLowerCase(Locale.ROOT));
      return notebooks ? subject + "(" + NOTEBOOK + ")" : subject;
    }
    return wide.equals(Rule.BASH) && effect != Verdict.ALLOW && !isBeginning(pattern)
        ? Rule.TEXT + "(" + written + ")"
        : wide + "(" + pattern + ")";
  }

  /// Whether a command is plain words that others may follow, the last of them perhaps only begun.
  /// Everything else is a text, in which stars stand for blanks, too: no list of words can say it.
  private static boolean isBeginning(String command) {
    int end = command.endsWith("*") ? command.length() - 1 : command.length();
    for (int i = 0; i < end; i++) {
      char c = command.charAt(i);
      if (!Character.isLetterOrDigit(c) && " _-./:@,+%=".indexOf(c) < 0) {
        return false;
      }
    }
    int blank = command.indexOf(' ');
    return (blank < 0 ? command : command.substring(0, blank)).indexOf('=') < 0;
  }

  /// Why a rule would close nothing; empty for one that does.
  static String idle(Rule rule) {
    String subject = rule.subject();
    if (NO_TOOLS.contains(subject)) {
      return "there is no tool and no kind of rule called "
          + subject
          + ", so it would close nothing";
    }
    boolean known =
        BuiltinTools.EVERYDAY.contains(subject) || BuiltinTools.SHELVED.contains(subject);
    if (Character.isUpperCase(subject.charAt(0)) && !known) {
      return "there is no tool " + subject + ", so it would close nothing";
    }
    if (!rule.pattern().isEmpty() && !WITH_PATTERN.contains(subject)) {
      return "no rule speaks of single uses of "
          + subject
          + ", so it would close nothing; '"
          + subject
          + "' alone is about all of them";
    }
    return "";
  }

  /// What a tool of another program does, or the name itself.
  static String subject(String tool) {
    return switch (tool.toLowerCase(Locale.ROOT)) {
      case "bash", "run_shell_command", "shelltool", "shell" -> Rule.BASH;
      case "read", "read_file", "notebookread" -> Rule.READ;
      case "edit", "write", "multiedit", "notebookedit", "write_file", "replace", "patch" ->
          Rule.WRITE;
      case "webfetch", "web_fetch" -> Rule.CONNECT;
      case "websearch", "google_web_search" -> "web_search";
      case "ls", "list", "list_directory" -> "list_files";
      case "glob" -> "glob";
      case "grep", "search_file_content" -> "grep";
      case "agent", "task" -> "task";
      case "skill" -> "skill";
      case "todowrite" -> "todo_write";
      case "askuserquestion" -> "ask";
      case "exitplanmode" -> "plan_ready";
      default -> tool;
    };
  }

  /// What stands in the parentheses; empty for everything.
  static String pattern(String subject, String written) {
    return switch (subject) {
      case Rule.BASH -> command(written);
      case Rule.READ, Rule.WRITE -> path(written);
      case Rule.CONNECT ->
          written.startsWith("domain:") ? written.substring("domain:".length()).strip() : written;
      default -> written;
    };
  }

  /// A beginning of a command means all that begins so; a star at the end says the same.
  private static String command(String written) {
    String command = written;
    while (command.endsWith("*")) {
      command = command.substring(0, command.length() - 1);
      if (command.endsWith(":") || command.endsWith(" ")) {
        command = command.substring(0, command.length() - 1).strip();
      } else if (!command.isEmpty()) {
        // A part of a word.
        return command + "*";
      }
    }
    return command;
  }

  /// Two slashes begin an absolute path there, one the folder of the file, which is the project.
  private static String path(String written) {
    if (written.equals("*") || written.equals("**")) {
      return "";
    }
    if (written.startsWith("//")) {
      return written.substring(1);
    }
    if (written.startsWith("./")) {
      return written.substring(2);
    }
    if (written.startsWith("/") && written.length() > 1) {
      return written.substring(1);
    }
    return written;
  }
}
