package dev.tenon.engine.plugin;

import dev.tenon.core.json.Json;
import dev.tenon.engine.problem.SetupException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/// Where a plugin comes from: a jar, a folder or a repository, of which the latter two may be a
/// marketplace that offers several.
///
/// @param location a path or an address
/// @param reference the branch, tag or commit of a repository; empty for its own choice
/// @param offer the plugin's name in the marketplace; empty where the place is the plugin itself
public record PluginOrigin(Way way, String location, String reference, String offer) {
  private static final Pattern ADDRESS =
      Pattern.compile("(https?|ssh|git|file|git\\+ssh)://.+|[\\w.-]+@[\\w.-]+:.+");
  private static final Pattern AT_GITHUB = Pattern.compile("[\\w-]+/(?!\\.{1,2}$)[\\w.-]+");

  /// How it is fetched.
  public enum Way {
    FOLDER,
    GIT,
    JAR;

    private String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// What a person calls it: a folder, a jar, an address of git with `#REFERENCE` or without, or
  /// `OWNER/NAME` at GitHub.
  ///
  /// @param offer may be empty
  public static PluginOrigin of(String word, String offer) throws SetupException {
    if (word.isBlank() || word.startsWith("-")) {
      throw SetupException.usage("'" + word + "' is neither a folder nor a repository");
    }
    Path path = path(word);
    if (Files.isDirectory(path)) {
      boolean bare =
          Files.isRegularFile(path.resolve("HEAD")) && Files.isDirectory(path.resolve("objects"));
      return new PluginOrigin(bare ? Way.GIT : Way.FOLDER, path.toString(), "", offer);
    }
    if (word.toLowerCase(Locale.ROOT).endsWith(".jar")) {
      if (!Files.isRegularFile(path)) {
        throw SetupException.usage(
            word + ": there is no such file; a plugin in a jar is added from a file of yours");
      }
      if (!offer.isEmpty()) {
        throw SetupException.usage(word + " is a jar, which offers nothing but itself");
      }
      return new PluginOrigin(Way.JAR, path.toString(), "", "");
    }
    int mark = word.lastIndexOf('#');
    String address = mark < 0 ? word : word.substring(0, mark);
    String reference = mark < 0 ? "" : word.substring(mark + 1);
    if (reference.startsWith("-") || (mark >= 0 && reference.isEmpty())) {
      throw SetupException.usage("'" + word + "': behind # stands a branch, a tag or a commit");
    }
    if (ADDRESS.matcher(address).matches()) {
      return new PluginOrigin(Way.GIT, address, reference, offer);
    }
    if (AT_GITHUB.matcher(address).matches()) {
      return new PluginOrigin(Way.GIT, atGithub(address), reference, offer);
    }
    throw SetupException.usage(
        "there is no folder or jar "
            + path
            + ", and '"
            + word
            + "' is no address of a repository such as https://example.org/plugin.git");
  }

  /// The address that a marketplace names, which may be `OWNER/NAME` at GitHub.
  static String address(String text) {
    return AT_GITHUB.matcher(text).matches() ? atGithub(text) : text;
  }

  /// Empty for what is no `OWNER/NAME`.
  static String atGithub(String repository) {
    if (!AT_GITHUB.matcher(repository).matches()) {
      return "";
    }
    return "https://github.com/" + repository.replaceFirst("\\.git$", "") + ".git";
  }

  private static Path path(String word) throws SetupException {
    try {
      return Path.of(word).toAbsolutePath().normalize();
    } catch (InvalidPathException wrong) {
      throw SetupException.usage("'" + word + "' is neither a folder nor a repository");
    }
  }

  public String shown() {
    return location
        + (reference.isEmpty() ? "" : "#" + reference)
        + (offer.isEmpty() ? "" : " (" + offer + ")");
  }

  Json.Obj json() {
    return Json.object()
        .put(way.key(), location)
        .put("reference", reference.isEmpty() ? null : reference)
        .put("offer", offer.isEmpty() ? null : offer)
        .build();
  }

  static PluginOrigin read(Json.Obj entry) {
    Way way = entry.has("git") ? Way.GIT : entry.has("jar") ? Way.JAR : Way.FOLDER;
    return new PluginOrigin(
        way, entry.string(way.key(), ""), entry.string("reference", ""), entry.string("offer", ""));
  }
}
