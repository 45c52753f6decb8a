package dev.tenon.core.agent;

import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.ToolSpec;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the tool that a provider's complaint about a request is about. Vendors name it (`Invalid
/// schema for function 'x'`) or count it (`tools.3.custom.input_schema`,
/// `function_declarations[3].parameters`).
final class RefusedSchema {
  private static final Pattern COUNTED =
      Pattern.compile(
          "(?:tools|function_?declarations)(?:\\.|\\[)(\\d{1,4})(?![\\d])",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern ABOUT =
      Pattern.compile("schema|parameters|propert|function|tool", Pattern.CASE_INSENSITIVE);

  private RefusedSchema() {}

  /// The name of the tool.
  static Optional<String> in(ModelException failure, List<ToolSpec> declared) {
    String said = String.valueOf(failure.getMessage());
    if (failure.kind() != ModelException.Kind.INVALID_REQUEST || !ABOUT.matcher(said).find()) {
      return Optional.empty();
    }
    for (ToolSpec tool : declared) {
      if (isNamed(tool.name(), said)) {
        return Optional.of(tool.name());
      }
    }
    Matcher counted = COUNTED.matcher(said);
    String found = null;
    // The last number counts: tools[0].function_declarations[3] is the fourth.
    while (counted.find()) {
      int at = Integer.parseInt(counted.group(1));
      found = at < declared.size() ? declared.get(at).name() : null;
    }
    return Optional.ofNullable(found);
  }

  private static boolean isNamed(String name, String said) {
    for (int at = said.indexOf(name); at >= 0; at = said.indexOf(name, at + 1)) {
      int end = at + name.length();
      if ((at == 0 || !isPart(said.charAt(at - 1)))
          && (end == said.length() || !isPart(said.charAt(end)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-';
  }
}
