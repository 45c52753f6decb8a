package dev.tenon.engine.discovery;

import dev.tenon.core.permission.Rule;
import java.util.Locale;

/// Permissions in the words of other tools as rules of ours.
final class PermissionWords {
  private PermissionWords() {}

  /// `Bash(git push:*)`, `Read(./.env)`, `WebFetch(domain:example.org)`, or a tool's name.
  static String rule(String written) {
    String text = written.strip();
    int open = text.indexOf('(');
    if (open < 0 || !text.endsWith(")")) {
      return subject(text);
    }
    String subject = subject(text.substring(0, open).strip());
    String pattern = pattern(subject, text.substring(open + 1, text.length() - 1).strip());
    return pattern.isEmpty() ? subject : subject + "(" + pattern + ")";
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
