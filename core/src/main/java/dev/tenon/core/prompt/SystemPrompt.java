package dev.tenon.core.prompt;

import dev.tenon.core.permission.Mode;
import java.nio.file.Path;
import java.util.Map;

/// The system prompt. The same surroundings give the same bytes: no time, no temporary path.
///
/// @param root the project
/// @param platform the operating system, as `Linux`
/// @param shell what runs commands, as `bash`
/// @param mode what is asked and what not
/// @param context the project's and the user's own instructions
/// @param more text that the user adds; may be empty
public record SystemPrompt(
    Path root, String platform, String shell, Mode mode, ContextFiles context, String more) {

  /// The prompt that ships.
  public String render() {
    String told =
        SystemPromptText.SYSTEM.render(
            Map.of(
                "root",
                root.toString(),
                "platform",
                platform,
                "shell",
                shell,
                "mode",
                SystemPromptText.of(mode)));
    return complete(told);
  }

  /// The prompt for a job of the server, which has no commands and no mode.
  public String renderJob() {
    return renderJob(JobCommands.NONE);
  }

  public String renderJob(JobCommands commands) {
    return complete(
        JobPromptText.JOB.render(
            Map.of("root", root.toString(), "commands", JobPromptText.about(commands))));
  }

  /// Whether jobs run commands.
  public enum JobCommands {
    NONE,
    STAGED
  }

  /// A prompt of the user's own in place of the one that ships; what follows it stays.
  public String render(String own) {
    return complete(own);
  }

  private String complete(String told) {
    var out = new StringBuilder(told.strip()).append('\n');
    if (!context.files().isEmpty()) {
      out.append('\n').append(SystemPromptText.CONTEXT);
      for (ContextFile file : context.files()) {
        out.append('\n').append(file.framed()).append('\n');
      }
    }
    if (!context.offered().isEmpty()) {
      out.append('\n').append(SystemPromptText.OFFERED).append('\n');
      for (ContextFiles.Offer offer : context.offered()) {
        out.append("- ")
            .append(offer.shown())
            .append(": ")
            .append(offer.description())
            .append('\n');
      }
    }
    if (!more.isBlank()) {
      out.append('\n').append(more.strip()).append('\n');
    }
    return out.toString();
  }
}
