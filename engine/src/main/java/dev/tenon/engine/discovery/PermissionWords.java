package dev.tenon.engine.discovery;

import dev.tenon.core.permission.Rule;
import dev.tenon.tools.BuiltinTools;
import java.util.Locale;
import java.util.Set;

/// Permissions in the words of other tools as rules of ours.
final class PermissionWords {
  /// Tools that look into files or list them: what they may not, nobody may read.
  private static final Set<String> SEARCHES = Set.of("grep", "glob", "list_files");

  /// What a pattern can be about.
  private static final Set<String> WITH_PATTERN =
      Set.of(Rule.BASH, Rule.READ, Rule.WRITE, Rule.CONNECT, Rule.MCP);

  /// What other tools have permissions for and is no tool.
  private static final Set<String> NO_TOOLS =
      Set.of("external_directory", "doom_loop", "question", "plan_enter", "plan_exit");

  private PermissionWords() {}

  /// `Bash(git push:*)`, `Read(./.env)`, `WebFetch(domain:example.org)`, or a tool's name.
  static String rule(String written) {
    String text = written.strip();
    int open = text.indexOf('(');
    if (open < 0 || !text.endsWith(")")) {
      return subject(text);
    }
    String subject = subject(text.substring(0, open).strip());
    return rule(subject, text.substring(open + 1, text.length() - 1).strip());
  }

  /// @param written what stands in the parentheses
  static String rule(String subject, String written) {
    String wide = SEARCHES.contains(subject) ? Rule.READ : subject;
    String pattern = pattern(wide, written);
    return pattern.isEmpty() || pattern.equals("*") || pattern.equals("**")
        ? subject
        : wide + "(" + pattern + ")";
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
