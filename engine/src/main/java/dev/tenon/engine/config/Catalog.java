package dev.tenon.engine.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Every setting there is. Each is declared once, in the catalog of its topic.
final class Catalog {
  /// In the order in which `tenon config` and the reference page show them.
  static final List<Topic> TOPICS =
      List.of(
          ConversationCatalog.TOPIC,
          SafetyCatalog.TOPIC,
          ProviderCatalog.TOPIC,
          ToolCatalog.TOPIC,
          McpSettings.TOPIC,
          FaceCatalog.EDITORS,
          FaceCatalog.TOPIC,
          ServerCatalog.TOPIC);

  static final List<Setting<?>> ALL = all();

  private Catalog() {}

  private static List<Setting<?>> all() {
    var all = new ArrayList<Setting<?>>(128);
    for (Topic topic : TOPICS) {
      all.addAll(topic.settings());
    }
    return List.copyOf(all);
  }

  /// The setting of which a concrete key is an instance.
  static @Nullable Setting<?> find(String key) {
    for (Setting<?> setting : ALL) {
      if (setting.matches(key)) {
        return setting;
      }
    }
    return null;
  }

  /// Every key as declared, for suggestions.
  static List<String> keys() {
    var keys = new ArrayList<String>(ALL.size());
    for (Setting<?> setting : ALL) {
      keys.add(setting.key());
    }
    return keys;
  }
}
