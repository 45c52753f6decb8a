package dev.tenon.engine.agent;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.engine.content.Head;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A list of tools in the head of a file, in the words of several programs. It only narrows.
///
/// @param commands beginnings of commands, and no others; null for any
public record ToolWords(AgentDefinition.Tools tools, @Nullable List<String> commands) {
  public ToolWords {
    commands = commands == null ? null : List.copyOf(commands);
  }

  /// What a key of a head lists; empty when it lists nothing.
  ///
  /// @param warnings gets what is odd about it
  public static Optional<ToolWords> of(
      Head head, String key, String shown, Consumer<String> warnings) {
    AgentPermissions.Notes notes =
        (severity, line, text) -> warnings.accept(shown + ":" + line + ": " + text);
    var read = new AgentPermissions(shown, AgentDefinition.Source.USER, notes);
    List<String> words = read.words(head, key);
    if (words.isEmpty()) {
      return Optional.empty();
    }
    read.allow(words, head.line(key));
    return Optional.of(new ToolWords(read.tools(), read.commands().orElse(null)));
  }
}
