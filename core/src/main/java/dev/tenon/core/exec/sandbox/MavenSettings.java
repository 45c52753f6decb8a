package dev.tenon.core.exec.sandbox;

import dev.tenon.core.exec.shell.SecretSigns;
import dev.tenon.core.exec.shell.Words;
import java.util.ArrayDeque;
import java.util.Set;

/// Maven's settings without their secrets: mirrors and repositories stay, because Maven takes what
/// it has loaded from a mirror only for a build that knows this mirror, even offline. Everything
/// else, such as servers, proxies and properties, goes.
final class MavenSettings {
  private static final String NOTHING = "<settings/>\n";

  /// What stays, by its path.
  private static final Set<String> KEPT =
      Set.of(
          Words.of(
              """
              settings settings/localRepository settings/offline settings/interactiveMode
              settings/pluginGroups settings/pluginGroups/pluginGroup settings/mirrors
              settings/mirrors/mirror settings/mirrors/mirror/id settings/mirrors/mirror/mirrorOf
              settings/mirrors/mirror/url settings/mirrors/mirror/layout
              settings/mirrors/mirror/blocked settings/profiles settings/profiles/profile
              settings/profiles/profile/id settings/profiles/profile/activation
              settings/profiles/profile/activation/activeByDefault
              settings/activeProfiles settings/activeProfiles/activeProfile
              """));

  /// The elements with text.
  private static final Set<String> LEAVES =
      Set.of(
          Words.of(
              """
              id mirrorOf url layout blocked localRepository offline interactiveMode pluginGroup
              activeByDefault activeProfile enabled updatePolicy
              """));

  private static final String PROFILE = "settings/profiles/profile/";

  private static final Set<String> KEPT_OF_REPOSITORIES =
      Set.of(
          Words.of(
              """
              repositories repositories/repository repositories/repository/id
              repositories/repository/url repositories/repository/layout
              repositories/repository/releases repositories/repository/releases/enabled
              repositories/repository/releases/updatePolicy repositories/repository/snapshots
              repositories/repository/snapshots/enabled repositories/repository/snapshots/updatePolicy
              pluginRepositories pluginRepositories/pluginRepository
              pluginRepositories/pluginRepository/id pluginRepositories/pluginRepository/url
              pluginRepositories/pluginRepository/layout
              pluginRepositories/pluginRepository/releases
              pluginRepositories/pluginRepository/releases/enabled
              pluginRepositories/pluginRepository/snapshots
              pluginRepositories/pluginRepository/snapshots/enabled
              """));

  private final String text;
  private final ArrayDeque<String> open = new ArrayDeque<>();
  private final StringBuilder kept = new StringBuilder();
  private int at;

  private MavenSettings(String text) {
    this.text = text;
  }

  /// What is not understood is left out, all of it if need be.
  static String withoutSecrets(String text) {
    if (text.contains("<!DOCTYPE") || text.contains("<![CDATA[")) {
      return NOTHING;
    }
    var settings = new MavenSettings(text);
    return settings.copy() ? settings.kept + "\n" : NOTHING;
  }

  private boolean copy() {
    boolean whole = false;
    while (!whole) {
      int tag = text.indexOf('<', at);
      if (tag < 0) {
        return false;
      }
      content(text.substring(at, tag).strip());
      String end = text.startsWith("<!--", tag) ? "-->" : ">";
      int close = text.indexOf(end, tag);
      if (close < 0) {
        return false;
      }
      at = close + end.length();
      char first = text.charAt(tag + 1);
      if (first != '!' && first != '?' && !element(text.substring(tag + 1, close))) {
        return false;
      }
      whole = open.isEmpty() && !kept.isEmpty();
    }
    return true;
  }

  private void content(String words) {
    // What is written with entities is not looked into.
    boolean plain = words.indexOf('&') < 0 && !SecretSigns.inValue(words);
    if (plain && isKept(path()) && LEAVES.contains(open.getLast())) {
      kept.append(words);
    }
  }

  private boolean element(String tag) {
    if (tag.startsWith("/")) {
      String name = tag.substring(1).strip();
      if (!name.equals(open.peekLast())) {
        return false;
      }
      close(name);
      return true;
    }
    boolean empty = tag.endsWith("/");
    String name = (empty ? tag.substring(0, tag.length() - 1) : tag).strip().split("\\s", 2)[0];
    open.addLast(name);
    if (isKept(path())) {
      kept.append('<').append(name).append('>');
    }
    if (empty) {
      close(name);
    }
    return true;
  }

  private void close(String name) {
    if (isKept(path())) {
      kept.append("</").append(name).append('>');
    }
    open.removeLast();
  }

  private String path() {
    return String.join("/", open);
  }

  private static boolean isKept(String path) {
    return KEPT.contains(path)
        || (path.startsWith(PROFILE)
            && KEPT_OF_REPOSITORIES.contains(path.substring(PROFILE.length())));
  }
}
