package dev.tenon.core.permission;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One rule as a person writes it: `bash(git status)`, `write(src/**)`, `read(**/.env)`,
/// `connect(localhost:3000)`, `mcp(github)`, `mcp(github/*)`, or the name of a tool alone.
///
/// `bash`, `read`, `write` and `connect` speak of every tool that runs commands, reads, writes or
/// connects, `mcp` of tools of servers outside, `network` of commands that get the network behind
/// the wall, `text` of how commands are written; any other subject is one tool. A pattern is a
/// command prefix, a path glob, a host with or without a port, a server and its tool, or a text, as
/// the access has it.
///
/// @param effect what becomes of what the rule matches; a rule about texts never allows
/// @param subject `bash`, `read`, `write`, `connect`, `mcp`, `network`, `text`, or a tool's name
/// @param pattern empty when the rule speaks of everything that the subject does
public record Rule(Verdict effect, String subject, String pattern, Source source) {
  public static final String BASH = "bash";
  public static final String READ = "read";
  public static final String WRITE = "write";
  public static final String CONNECT = "connect";

  /// Tools of servers outside.
  public static final String MCP = "mcp";

  /// Commands that get the network behind the wall.
  public static final String NETWORK = "network";

  /// Commands by how they are written, as other tools have it; asks and denies only.
  public static final String TEXT = "text";

  /// How the names of tools outside begin, `mcp__SERVER__TOOL`.
  static final String NAMED = "mcp__";

  private static final Set<String> WRITES = Set.of(WRITE, "edit");
  private static final String FORM =
      "; rules look like bash(git status), write(src/**), read(**/.env), connect(example.org:443),"
          + " mcp(github/*) or a tool's name";

  /// Where a rule comes from.
  ///
  /// @param where for people: a file with its line, or a few words
  public record Source(Kind kind, String where) {
    public static final Source SESSION = new Source(Kind.SESSION, "this session");
    public static final Source BUILTIN = new Source(Kind.BUILTIN, "built in");

    /// Who made the rule.
    public enum Kind {
      BUILTIN,
      USER,
      /// The project's own configuration; never a rule that allows.
      PROJECT,
      /// An answer of "always", kept in the user's state.
      REMEMBERED,
      SESSION
    }
  }

  public Rule {
    if (source.kind() == Source.Kind.PROJECT && effect == Verdict.ALLOW) {
      throw new IllegalArgumentException("a project's own rules never allow");
    }
  }

  /// Reads a rule.
  public static Rule of(Verdict effect, String text, Source source) throws RuleException {
    String whole = outside(text.strip());
    int open = whole.indexOf('(');
    String subject = (open < 0 ? whole : whole.substring(0, open)).strip();
    if (!isName(subject)) {
      throw new RuleException("'" + whole + "' does not begin with what it is about" + FORM);
    }
    String near = misspelt(subject);
    if (near != null) {
      throw new RuleException("'" + subject + "' is no kind of rule; did you mean " + near + "?");
    }
    if (canonical(subject).equals(TEXT) && (open < 0 || effect == Verdict.ALLOW)) {
      throw new RuleException(
          open < 0
              ? "'text' needs a pattern: text(*DROP TABLE*)"
              : "text(…) asks and denies only; bash(…) allows commands");
    }
    if (open < 0) {
      return new Rule(effect, canonical(subject), "", source);
    }
    if (!whole.endsWith(")")) {
      throw new RuleException("'" + whole + "' has no closing parenthesis at its end" + FORM);
    }
    String pattern = whole.substring(open + 1, whole.length() - 1).strip();
    if (pattern.isEmpty()) {
      throw new RuleException(
          "'" + whole + "' has nothing in its parentheses; leave them out for everything" + FORM);
    }
    for (int i = 0; i < pattern.length(); i++) {
      if (Character.isISOControl(pattern.charAt(i))
          || (pattern.charAt(i) >= 0xE000 && pattern.charAt(i) <= 0xE00F)) {
        throw new RuleException("the rule for " + subject + " holds a control character");
      }
    }
    var rule = new Rule(effect, canonical(subject), pattern, source);
    // Whatever cannot be compiled is told now.
    Rules.check(rule);
    return rule;
  }

  /// `mcp__SERVER` is the customary way to write all tools of a server. With a tool behind it, it
  /// is one tool.
  private static String outside(String text) {
    boolean outside = text.regionMatches(true, 0, NAMED, 0, NAMED.length());
    String whole = outside ? NAMED + text.substring(NAMED.length()) : text;
    boolean server =
        outside
            && whole.length() > NAMED.length()
            && whole.indexOf('(') < 0
            && whole.indexOf("__", NAMED.length()) < 0;
    boolean all = outside && whole.endsWith("__*") && whole.indexOf('(') < 0;
    return server
        ? MCP + "(" + whole.substring(NAMED.length()) + ")"
        : all ? MCP + "(" + whole.substring(NAMED.length(), whole.length() - 3) + ")" : whole;
  }

  private static String canonical(String subject) {
    String lower = subject.toLowerCase(Locale.ROOT);
    return WRITES.contains(lower) ? WRITE : isKind(lower) ? lower : subject;
  }

  /// The kind of access that a subject is one letter away from: a rule with a slip in it would be
  /// about a tool that there is not, and close nothing.
  private static @Nullable String misspelt(String subject) {
    String lower = canonical(subject);
    for (String kind : List.of(BASH, READ, WRITE, CONNECT, MCP, NETWORK, "edit")) {
      if (!lower.equals(kind) && !isKind(lower) && isNear(lower, kind)) {
        return kind;
      }
    }
    return null;
  }

  /// Whether one letter more, less, or another makes one of the other.
  private static boolean isNear(String one, String other) {
    int same = 0;
    int shorter = Math.min(one.length(), other.length());
    while (same < shorter && one.charAt(same) == other.charAt(same)) {
      same++;
    }
    String left = one.substring(same);
    String right = other.substring(same);
    String leftTail = left.isEmpty() ? "" : left.substring(1);
    String rightTail = right.isEmpty() ? "" : right.substring(1);
    return leftTail.equals(rightTail) || leftTail.equals(right) || left.equals(rightTail);
  }

  /// Whether the subject is a kind of access and not one tool.
  static boolean isKind(String subject) {
    return subject.equals(BASH)
        || subject.equals(READ)
        || subject.equals(WRITE)
        || subject.equals(CONNECT)
        || subject.equals(MCP)
        || subject.equals(NETWORK)
        || subject.equals(TEXT);
  }

  private static boolean isName(String subject) {
    for (int i = 0; i < subject.length(); i++) {
      char c = subject.charAt(i);
      if (!(Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.')) {
        return false;
      }
    }
    return !subject.isEmpty();
  }

  /// The rule as it is written.
  public String text() {
    return pattern.isEmpty() ? subject : subject + "(" + pattern + ")";
  }

  /// The rule with its effect and where it comes from.
  public String describe() {
    return effect.label() + " " + text() + " (" + source.where() + ")";
  }
}
