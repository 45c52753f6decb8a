package dev.tenon.core.permission;

import dev.tenon.core.permission.text.Wildcards;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Tools of servers outside, as a rule names them: `SERVER/TOOL`, in which `*` stands for anything,
/// or `SERVER` for all of its tools. The first slash divides: tools may have slashes in their
/// names, servers may not. Immutable.
record OutsidePattern(String server, String tool) {
  private static final String FORM =
      "; write mcp(SERVER) or mcp(SERVER/TOOL), such as mcp(github), mcp(github/create_issue) or"
          + " mcp(*/read_*)";

  private static final Pattern ODD = Pattern.compile("[^a-z0-9_-]");

  static OutsidePattern of(String pattern) throws RuleException {
    int slash = pattern.indexOf('/');
    String server = slash < 0 ? pattern : pattern.substring(0, slash);
    String tool = slash < 0 ? "*" : pattern.substring(slash + 1);
    if (server.isBlank() || tool.isBlank()) {
      throw wrong(pattern, "there is no " + (server.isBlank() ? "server" : "tool") + " in it");
    }
    if (!server.equals(server.strip()) || !tool.equals(tool.strip())) {
      throw wrong(pattern, "there is a blank beside the slash");
    }
    for (char sign : new char[] {'?', '[', ']', '{', '}', '(', ')', ','}) {
      if (pattern.indexOf(sign) >= 0) {
        throw wrong(pattern, "'" + sign + "' has no meaning here, only * has one");
      }
    }
    return new OutsidePattern(server, tool);
  }

  private static RuleException wrong(String pattern, String what) {
    return new RuleException("mcp(" + pattern + "): " + what + FORM);
  }

  /// Whether it speaks of exactly this tool.
  boolean allows(Access.Outside call) {
    return Wildcards.match(server, call.server()) && Wildcards.match(tool, call.tool());
  }

  /// The same for a rule that asks or denies, for which capitals make no difference.
  boolean meets(Access.Outside call) {
    return Wildcards.match(small(server), small(call.server()))
        && Wildcards.match(small(tool), small(call.tool()));
  }

  /// Whether this is the customary way to write exactly this tool, `mcp__SERVER__TOOL`. The name
  /// that a model has for it may be another one. The first `__` divides, so that no two tools are
  /// written alike.
  static boolean isSpelled(String subject, Access.Outside call) {
    boolean divided = !(call.server() + "_").contains("__");
    return divided && subject.equals(spelled(call));
  }

  /// The same for a rule that asks or denies: it also means what differs in capitals, in what
  /// divides, or in signs for which others write `_`.
  static boolean maySpell(String subject, Access.Outside call) {
    return customary(subject).equals(customary(spelled(call)));
  }

  private static String spelled(Access.Outside call) {
    return Rule.NAMED + call.server() + "__" + call.tool();
  }

  private static String customary(String name) {
    return ODD.matcher(small(name)).replaceAll("_");
  }

  private static String small(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /// The pattern that allows this tool and no other; empty when its name cannot be written as one.
  /// Names come from outside: one with a `*` in it would allow more than it says.
  static Optional<String> exactly(Access.Outside call) {
    return isPlain(call.server()) && call.server().indexOf('/') < 0 && isPlain(call.tool())
        ? Optional.of(call.server() + "/" + call.tool())
        : Optional.empty();
  }

  private static boolean isPlain(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!letter && "_-./:@".indexOf(c) < 0) {
        return false;
      }
    }
    return !name.isEmpty();
  }
}
