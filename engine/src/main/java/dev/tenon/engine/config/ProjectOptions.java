package dev.tenon.engine.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What a project is opened with, as whoever opens it has decided: the place, the environment, and
/// what overrides the configuration. Immutable.
///
/// @param home the user's state folder; need not exist
/// @param root the project, as a real path
/// @param environment the variables that settings and keys of providers are read from
/// @param overrides settings that win over every other source
/// @param trust whether the project gets what it asks for without the user's consent
/// @param edits where edits go
/// @param prompts what replaces or follows the built-in system prompt
/// @param scripts what relative paths of scripted models and recordings start from
public record ProjectOptions(
    Path home,
    Path root,
    Map<String, String> environment,
    List<Assignment> overrides,
    Trust trust,
    Edits edits,
    Prompts prompts,
    Path scripts) {
  /// The environment variable that moves the state folder.
  public static final String HOME_VARIABLE = "TENON_HOME";

  /// How often Tenon has called Tenon, for what it starts.
  public static final String DEPTH_VARIABLE = "TENON_MCP_DEPTH";

  public ProjectOptions {
    overrides = List.copyOf(overrides);
  }

  /// What every command gets of the variables, whatever else it is to have: a Tenon that is called
  /// from one knows how deep it is.
  public static Map<String, String> handedOn(Map<String, String> environment) {
    String depth = environment.get(DEPTH_VARIABLE);
    return depth == null ? Map.of() : Map.of(DEPTH_VARIABLE, depth);
  }

  /// A project with the variables of this process and nothing overridden.
  public static ProjectOptions of(Path home, Path root) {
    return new ProjectOptions(
        home,
        root,
        System.getenv(),
        List.of(),
        Trust.CONSENTED,
        Edits.DIRECT,
        Prompts.BUILT_IN,
        root);
  }

  /// One setting that was said in another way than in a file or a variable.
  ///
  /// @param origin what the person said it with, such as `--config`; messages begin with it
  public record Assignment(String key, String value, String origin) {}

  /// Whether a project gets what only the user can allow.
  public enum Trust {
    /// If the user has consented to exactly this.
    CONSENTED,
    /// Without being asked, for this once.
    EVERYTHING
  }

  /// Where edits go.
  public enum Edits {
    /// To disk at once; they can be undone.
    DIRECT,
    /// Into buffers, until somebody has decided about their hunks.
    STAGED
  }

  /// What replaces or follows the built-in system prompt.
  ///
  /// @param system a template in its place; empty: the built-in one
  /// @param appended text behind it; may be empty
  public record Prompts(String system, String appended) {
    public static final Prompts BUILT_IN = new Prompts("", "");
  }

  public ProjectOptions withEnvironment(Map<String, String> variables) {
    return new ProjectOptions(home, root, variables, overrides, trust, edits, prompts, scripts);
  }

  /// One more setting that is overridden.
  public ProjectOptions with(String key, String value) {
    var more = new ArrayList<>(overrides);
    more.add(new Assignment(key, value, "option"));
    return new ProjectOptions(home, root, environment, more, trust, edits, prompts, scripts);
  }

  public ProjectOptions with(Prompts others) {
    return new ProjectOptions(home, root, environment, overrides, trust, edits, others, scripts);
  }

  /// The same with edits that wait for a decision.
  public ProjectOptions staged() {
    return new ProjectOptions(
        home, root, environment, overrides, trust, Edits.STAGED, prompts, scripts);
  }

  /// The same user in another project; paths of scripts start from there.
  public ProjectOptions in(Path another) {
    return new ProjectOptions(
        home, another, environment, overrides, trust, edits, prompts, another);
  }

  /// The user's own configuration; need not exist.
  public Path userFile() {
    return home.resolve("config.yml");
  }

  /// Where `tenon login` keeps keys.
  public Path keysFile() {
    return home.resolve("keys.json");
  }

  /// The project's configuration; need not exist.
  public Path projectFile() {
    return root.resolve(".tenon").resolve("config.yml");
  }
}
