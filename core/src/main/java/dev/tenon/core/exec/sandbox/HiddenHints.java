package dev.tenon.core.exec.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Recognises in what a failing command printed that it missed something hidden, and names the way
/// out.
final class HiddenHints {
  private static final int MOST = 3;

  /// What tools say without their credentials, and where those lie in a home folder. Asked in the
  /// order of the places.
  private static final Map<String, List<String>> SIGNS =
      Map.ofEntries(
          Map.entry(
              ".ssh", List.of("permission denied (publickey", "host key verification failed")),
          Map.entry(
              ".git-credentials",
              List.of(
                  "could not read username",
                  "could not read password",
                  "authentication failed for")),
          Map.entry(".config/gh", List.of("gh auth login")),
          Map.entry(".config/glab-cli", List.of("glab auth login")),
          Map.entry(
              ".npmrc",
              List.of(
                  "eneedauth", "npm error code e401", "npm err! code e401", "npm error code e403")),
          Map.entry(".yarnrc.yml", List.of("yn0041")),
          Map.entry(
              ".m2/settings.xml",
              List.of(
                  "has not been downloaded from it before",
                  "status code: 401",
                  "status: 401",
                  "not authorized")),
          Map.entry(
              ".gradle/gradle.properties",
              List.of("could not get unknown property", "received status code 401")),
          Map.entry(".cargo/credentials.toml", List.of("no token found", "cargo login")),
          Map.entry(".pypirc", List.of("403 invalid or non-existent authentication")),
          Map.entry(".gem/credentials", List.of("gem signin")),
          Map.entry(".gnupg", List.of("no secret key", "gpg failed to sign")),
          Map.entry(".aws", List.of("unable to locate credentials", "nocredentialproviders")),
          Map.entry(".azure", List.of("az login")),
          Map.entry(
              ".config/gcloud", List.of("could not find default credentials", "gcloud auth login")),
          Map.entry(".kube", List.of("the connection to the server localhost:8080")),
          Map.entry(".docker", List.of("no basic auth credentials", "docker login")),
          Map.entry(".pgpass", List.of("fe_sendauth: no password supplied")),
          Map.entry(".terraform.d/credentials.tfrc.json", List.of("terraform login")),
          Map.entry(".vault-token", List.of("missing client token")));

  private HiddenHints() {}

  static List<String> of(int exitCode, String output, Bounds bounds) {
    if (exitCode == 0 || bounds.hidden().isEmpty()) {
      return List.of();
    }
    var missed = new ArrayList<String>();
    String said = output.toLowerCase(Locale.ROOT);
    for (Path each : ExistingPaths.among(bounds.hidden())) {
      String name = shown(each, bounds.home());
      if (missed.size() < MOST && (isNamed(said, each) || isMissed(said, each, bounds.home()))) {
        missed.add(name);
      }
    }
    if (missed.isEmpty()) {
      return List.of();
    }
    return List.of(
        "the sandbox hides "
            + String.join(", ", missed)
            + "; the user can show it to commands with sandbox.visible in config.yml");
  }

  private static String shown(Path path, Path home) {
    return path.startsWith(home) ? "~/" + home.relativize(path) : path.toString();
  }

  private static boolean isNamed(String said, Path path) {
    String name = path.toString().toLowerCase(Locale.ROOT);
    int at = said.indexOf(name);
    int end = at + name.length();
    return at >= 0 && (end == said.length() || "/ :'\",.;)]\n".indexOf(said.charAt(end)) >= 0);
  }

  private static boolean isMissed(String said, Path path, Path home) {
    if (!path.startsWith(home)) {
      return false;
    }
    for (String sign : SIGNS.getOrDefault(home.relativize(path).toString(), List.of())) {
      if (said.contains(sign)) {
        return true;
      }
    }
    return false;
  }
}
