package dev.tenon.core.exec.sandbox;

import dev.tenon.core.exec.shell.SecretSigns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// What a command sees instead of a file of settings with credentials in it: the few settings that
/// are known to be harmless and without which a tool would not find what it has, or an empty text
/// that the tool takes for a file of its kind.
final class Veil {
  private static final long LARGEST = 256 * 1024;

  private static final List<String> NPM =
      List.of(
          "registry",
          "cache",
          "prefix",
          "cafile",
          "strict-ssl",
          "engine-strict",
          "legacy-peer-deps",
          "save-exact",
          "save-prefix",
          "package-lock",
          "fund",
          "audit",
          "node-linker",
          "shamefully-hoist",
          "auto-install-peers",
          "store-dir");

  private static final List<String> PIP =
      List.of(
          "index-url",
          "extra-index-url",
          "find-links",
          "no-index",
          "trusted-host",
          "cert",
          "timeout",
          "require-virtualenv",
          "break-system-packages",
          "disable-pip-version-check");

  private static final List<String> PIP_SECTIONS =
      List.of("[global]", "[install]", "[download]", "[wheel]", "[list]", "[freeze]", "[user]");

  private static final List<String> GRADLE = List.of("org.gradle.", "kotlin.", "android.");

  private static final String NUGET =
      """
      <?xml version="1.0" encoding="utf-8"?>
      <configuration>
        <packageSources>
          <add key="nuget.org" value="https://api.nuget.org/v3/index.json" protocolVersion="3" />
        </packageSources>
      </configuration>
      """;

  private Veil() {}

  /// Whether something is to be seen in place of a hidden file.
  static boolean suits(Path file) {
    return switch (name(file)) {
      case "settings.xml", "gradle.properties", ".npmrc", "npmrc", "pip.conf", "nuget.config" ->
          true;
      default -> name(file).endsWith(".json") || isSecurity(name(file)) || file.endsWith("pnpm/rc");
    };
  }

  /// The text in place of a file.
  static String of(Path file) {
    String name = name(file);
    if (name.endsWith(".json")) {
      return "{}\n";
    }
    if (isSecurity(name)) {
      return "<settingsSecurity/>\n";
    }
    return switch (name) {
      case "settings.xml" -> MavenSettings.withoutSecrets(text(file));
      case "gradle.properties" -> lines(text(file), Veil::isOfGradle);
      case ".npmrc", "npmrc", "rc" -> lines(text(file), Veil::isOfNpm);
      case "pip.conf" -> lines(text(file), PIP::contains);
      case "nuget.config" -> NUGET;
      default -> "";
    };
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
  }

  private static boolean isSecurity(String name) {
    return name.startsWith("settings-security") && name.endsWith(".xml");
  }

  private static String text(Path file) {
    try {
      return Files.size(file) > LARGEST ? "" : Files.readString(file);
    } catch (IOException unreadable) {
      return "";
    }
  }

  private interface Keys {
    boolean keeps(String key);
  }

  private static String lines(String text, Keys keys) {
    var kept = new StringBuilder();
    for (String line : text.split("\n", -1)) {
      int equals = line.indexOf('=');
      String key = equals < 0 ? "" : line.substring(0, equals).strip();
      // A line that goes on in the next one is not understood here.
      boolean whole = !line.stripTrailing().endsWith("\\");
      if (PIP_SECTIONS.contains(line.strip())
          || (whole
              && keys.keeps(key)
              && !SecretSigns.inName(key)
              && !SecretSigns.inValue(line.substring(equals + 1).strip()))) {
        kept.append(line.strip()).append('\n');
      }
    }
    return kept.toString();
  }

  private static boolean isOfGradle(String key) {
    for (String beginning : GRADLE) {
      if (key.startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfNpm(String key) {
    return NPM.contains(key) || (key.startsWith("@") && key.endsWith(":registry"));
  }
}
