package dev.tenon.core.helper;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Effort;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Rule;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An agent: what a helper is told, which tools it has, and what it may do at most. Immutable. It
/// narrows what the person allows and never widens it.
///
/// @param prompt its instructions
/// @param shown where it comes from, for people: a file, or `built in`
/// @param model its model's name, or that of a family of models; null for that of the conversation
///   that calls it
/// @param effort null for that of the conversation that calls it
/// @param steps turns for one prompt; 0 for the bound that holds for all
/// @param spawns the agents that it may call itself; empty for none, `*` for all
/// @param output what its results have to look like; null for anything
/// @param skills those that its prompt begins with
/// @param servers what it has of MCP servers beside those that everybody has
public record AgentDefinition(
    String name,
    String description,
    String prompt,
    Source source,
    String shown,
    Tools tools,
    Own own,
    @Nullable String model,
    @Nullable Effort effort,
    int steps,
    List<String> spawns,
    @Nullable Json output,
    Isolation isolation,
    Waiting waiting,
    Listing listing,
    List<String> skills,
    Servers servers) {
  public static final String ALL = "*";

  public AgentDefinition {
    spawns = List.copyOf(spawns);
    skills = List.copyOf(skills);
  }

  /// Whose it is.
  public enum Source {
    BUILTIN,
    USER,
    PROJECT
  }

  /// Whether the caller goes on meanwhile.
  public enum Waiting {
    /// It may run as a background job.
    BESIDE,
    /// The caller waits for it.
    BLOCKING
  }

  /// Whether models and menus are told of it.
  public enum Listing {
    SHOWN,
    /// It can be called by whoever knows its name.
    HIDDEN
  }

  /// On what it works unless the call says otherwise.
  public enum Isolation {
    /// The project itself.
    NONE,
    /// A layer of its own.
    LAYER,
    /// A worktree of git.
    WORKTREE;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /// The one that is labelled so; otherwise the project itself.
    public static Isolation of(String label) {
      for (Isolation each : values()) {
        if (each.label().equals(label)) {
          return each;
        }
      }
      return NONE;
    }
  }

  /// The tools it has, by name; stars in a name stand for anything.
  ///
  /// @param allowed empty for all
  /// @param denied taken from those
  public record Tools(List<String> allowed, List<String> denied) {
    public static final Tools ALL = new Tools(List.of(), List.of());

    public Tools {
      allowed = List.copyOf(allowed);
      denied = List.copyOf(denied);
    }

    public boolean has(String tool) {
      return (allowed.isEmpty() || any(allowed, tool)) && !any(denied, tool);
    }

    /// Whether a tool is taken from it by name, and not because it is to have no others.
    public boolean denies(String tool) {
      return any(denied.stream().filter(pattern -> !pattern.equals("*")).toList(), tool);
    }

    private static boolean any(List<String> patterns, String tool) {
      for (String pattern : patterns) {
        if (fits(pattern, tool)) {
          return true;
        }
      }
      return false;
    }

    /// Whether a name is what a pattern says.
    public static boolean fits(String pattern, String name) {
      int star = pattern.indexOf('*');
      if (star < 0) {
        return pattern.equals(name);
      }
      if (!name.startsWith(pattern.substring(0, star))) {
        return false;
      }
      int at = star;
      for (int next = pattern.indexOf('*', star + 1);
          next >= 0;
          next = pattern.indexOf('*', star + 1)) {
        String part = pattern.substring(star + 1, next);
        int found = name.indexOf(part, at);
        if (found < 0) {
          return false;
        }
        at = found + part.length();
        star = next;
      }
      String end = pattern.substring(star + 1);
      return name.length() - at >= end.length() && name.endsWith(end);
    }
  }

  /// The MCP servers that its file writes down.
  ///
  /// @param names those of the conversation that it wants
  /// @param own those that are there for its helpers alone, in the customary form, by name
  /// @param line where its file says so
  public record Servers(List<String> names, Map<String, Json> own, int line) {
    public static final Servers NONE = new Servers(List.of(), Map.of(), 1);

    public Servers {
      names = List.copyOf(names);
      own = Collections.unmodifiableMap(new LinkedHashMap<>(own));
    }

    public boolean isEmpty() {
      return names.isEmpty() && own.isEmpty();
    }
  }

  /// What it may do by its own account; the person's word counts beside it.
  ///
  /// @param mode at most this; null for no bound of its own
  /// @param rules that deny or ask
  /// @param commands beginnings of commands, and no others; null for any
  public record Own(@Nullable Mode mode, List<Rule> rules, @Nullable List<String> commands) {
    public static final Own ANYTHING = new Own(null, List.of(), null);

    public Own {
      rules = List.copyOf(rules);
      commands = commands == null ? null : List.copyOf(commands);
    }
  }

  /// Whether it may call that agent.
  public boolean maySpawn(String agent) {
    return spawns.contains(ALL) || spawns.contains(agent);
  }
}
