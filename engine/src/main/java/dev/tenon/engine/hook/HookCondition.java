package dev.tenon.engine.hook;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.command.Call;
import dev.tenon.core.permission.command.Calls;
import dev.tenon.core.permission.command.Script;
import dev.tenon.core.permission.command.SimpleCommand;
import dev.tenon.core.permission.command.Word;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.walk.Glob;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The `if` of a hook, written as Claude Code writes permissions: `Bash(git push *)`, `Edit(*.ts)`,
/// or a tool's name. The hook runs only for calls that it speaks of. Where a call cannot be
/// understood well enough to tell, it runs: a hook that has a say must not be missed.
public final class HookCondition {
  static final HookCondition ALWAYS = new HookCondition("", "", null);

  private static final Pattern FORM =
      Pattern.compile("([A-Za-z0-9_*.-]+)(?:\\((.+)\\))?", Pattern.DOTALL);
  private static final Set<String> EDITS = Set.of("Edit", "MultiEdit", "Write", "NotebookEdit");
  private static final Set<String> READS = Set.of("Read", "Grep", "Glob", "LS");
  private static final int DEEPEST = 8;

  private final String text;
  private final String tool;
  private final @Nullable String pattern;

  private HookCondition(String text, String tool, @Nullable String pattern) {
    this.text = text;
    this.tool = tool;
    this.pattern = pattern;
  }

  /// @throws IllegalArgumentException with what is wrong with it
  static HookCondition of(String text) {
    String plain = text.strip();
    if (plain.isEmpty()) {
      return ALWAYS;
    }
    var form = FORM.matcher(plain);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "must be a tool with a pattern or without, such as Bash(git push *) or Edit(*.ts)");
    }
    String inner = form.group(2);
    String pattern = inner == null || inner.strip().equals("*") ? null : inner.strip();
    var condition = new HookCondition(plain, form.group(1), pattern);
    if (pattern != null && condition.isAboutFiles()) {
      try {
        Glob.of(below(pattern));
      } catch (PathException wrong) {
        throw new IllegalArgumentException(
            "has a pattern that cannot be used: " + wrong.getMessage(), wrong);
      }
    }
    return condition;
  }

  /// As it was written; empty for always.
  public String text() {
    return text;
  }

  /// @param input what the hook would get
  /// @param root the project, to which paths are relative
  boolean holds(Json.Obj input, Path root) {
    if (text.isEmpty()) {
      return true;
    }
    String name = input.string("tenon_tool", input.string(HookEvent.TOOL, ""));
    var names = new ArrayList<>(ToolWords.all(name, input.objectOrEmpty("tool_input")));
    names.add(input.string(HookEvent.TOOL, name));
    if (!speaksOf(names)) {
      return false;
    }
    if (pattern == null) {
      return true;
    }
    Json.Obj arguments = input.objectOrEmpty("tool_input");
    if (names.contains("Bash")) {
      String command = arguments.string("command");
      return command == null || command(pattern, command);
    }
    if (isAboutFiles()) {
      String file = arguments.string("file_path", arguments.string("path", ""));
      return file.isEmpty() || file(pattern, file, root);
    }
    if (pattern.startsWith("domain:")) {
      return host(pattern.substring("domain:".length()).strip(), arguments.string("url"));
    }
    Pattern words = wildcards(pattern);
    for (Json value : arguments.members().values()) {
      if (value instanceof Json.Str given && words.matcher(given.value()).matches()) {
        return true;
      }
    }
    return false;
  }

  private boolean isAboutFiles() {
    return EDITS.contains(tool)
        || READS.contains(tool)
        || ToolWords.all(tool).stream().anyMatch(name -> isEdit(name) || READS.contains(name));
  }

  private static boolean isEdit(String name) {
    return EDITS.contains(name);
  }

  private boolean speaksOf(List<String> names) {
    for (String name : names) {
      boolean outside = tool.startsWith("mcp__") && name.startsWith(tool + "__");
      boolean same =
          tool.indexOf('*') < 0 ? name.equals(tool) : wildcards(tool).matcher(name).matches();
      boolean family =
          (tool.equals("Edit") && isEdit(name)) || (tool.equals("Read") && READS.contains(name));
      if (same || outside || family) {
        return true;
      }
    }
    return false;
  }

  // Commands: any of those that a line may come to run.

  private static boolean command(String pattern, String line) {
    Pattern wanted = beginning(pattern);
    if (wanted.matcher(line.strip()).matches()) {
      return true;
    }
    Script script = Script.of(line);
    if (script.problem().isPresent()) {
      return true;
    }
    Pattern program = wildcards(pattern.split("[\\s:]", 2)[0]);
    for (SimpleCommand each : script.commands()) {
      if (runs(each, wanted, program, 0)) {
        return true;
      }
    }
    return false;
  }

  private static boolean runs(SimpleCommand simple, Pattern wanted, Pattern program, int depth) {
    if (simple.words().isEmpty()) {
      return false;
    }
    var words = new ArrayList<String>();
    boolean known = true;
    for (Word word : simple.words()) {
      words.add(word.constant() ? word.text() : word.shown());
      known &= word.constant();
    }
    if (wanted.matcher(String.join(" ", words)).matches()) {
      return true;
    }
    Word first = simple.words().getFirst();
    if (!known && (!first.constant() || program.matcher(first.text()).matches())) {
      return true;
    }
    Call call = Calls.of(simple, depth);
    for (SimpleCommand inner : call.inner()) {
      if (depth >= DEEPEST || runs(inner, wanted, program, depth + 1)) {
        return true;
      }
    }
    return false;
  }

  /// `git push *` and `git push:*` are `git push` with anything behind it, or nothing.
  private static Pattern beginning(String pattern) {
    boolean open = pattern.endsWith(" *") || pattern.endsWith(":*");
    String words = open ? pattern.substring(0, pattern.length() - 2) : pattern;
    return Pattern.compile(wildcards(words).pattern() + (open ? "(\\s.*)?" : ""), Pattern.DOTALL);
  }

  private static Pattern wildcards(String text) {
    var out = new StringBuilder();
    for (String part : text.split("\\*", -1)) {
      out.append(out.isEmpty() ? "" : ".*").append(part.isEmpty() ? "(?:)" : Pattern.quote(part));
    }
    return Pattern.compile(out.toString(), Pattern.DOTALL);
  }

  // Files: two slashes begin an absolute path, one the project, none a name anywhere.

  /// Below where its beginning leads; nothing there means all of it.
  private static String below(String pattern) {
    String below = pattern.replaceFirst("^(//|~/|\\./|/)", "");
    return below.isEmpty() ? "**" : below;
  }

  private boolean file(String pattern, String written, Path root) {
    try {
      Path base =
          pattern.startsWith("//")
              ? Path.of("/")
              : pattern.startsWith("~/") ? Path.of(System.getProperty("user.home", "/")) : root;
      Path file = root.resolve(written).normalize();
      if (!file.startsWith(base)) {
        return false;
      }
      String path = base.relativize(file).toString();
      String wanted = below(pattern);
      boolean anchored = pattern.startsWith("/") || pattern.startsWith("~/");
      boolean deep = wanted.indexOf('/') >= 0 || wanted.contains("**");
      // What is said of a whole folder may be about anything in it.
      if (path.isEmpty()) {
        return true;
      }
      return (!anchored || deep || path.indexOf('/') < 0) && Glob.of(wanted).matches(path);
    } catch (PathException | InvalidPathException unclear) {
      return true;
    }
  }

  /// Names of hosts know no case, and a dot at the end means nothing.
  private static String domain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
  }

  private static boolean host(String pattern, @Nullable String address) {
    if (address == null) {
      return true;
    }
    try {
      String host = new URI(address.strip()).getHost();
      return host == null || wildcards(domain(pattern)).matcher(domain(host)).matches();
    } catch (URISyntaxException unclear) {
      return true;
    }
  }
}
