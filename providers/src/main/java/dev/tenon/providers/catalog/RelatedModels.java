package dev.tenon.providers.catalog;

import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Pricing;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a listed model tells of one that is not listed: of its dated snapshots, of itself by
/// another wire of the same vendor, and of itself through a gateway (which has prices of its own).
final class RelatedModels {
  private RelatedModels() {}

  static Optional<ModelInfo> of(String fullName, ModelCatalog catalog) {
    int slash = fullName.indexOf('/');
    String provider = fullName.substring(0, slash);
    String id = fullName.substring(slash + 1);
    String dateless = withoutDate(id);
    if (!dateless.equals(id)) {
      Optional<ModelInfo> undated = catalog.find(provider + "/" + dateless);
      if (undated.isPresent()) {
        return undated.map(info -> renamed(info, fullName, info.price()));
      }
    }
    if (provider.equals("openai-chat")) {
      return listed(catalog, "openai/" + dateless)
          .map(info -> renamed(info, fullName, info.price()));
    }
    if (provider.equals("azure")) {
      return listed(catalog, "openai/" + dateless).map(info -> renamed(info, fullName, null));
    }
    return gateway(dateless, catalog).map(info -> renamed(info, fullName, null));
  }

  /// `vendor/model` behind a gateway; some of them write versions with dots.
  private static Optional<ModelInfo> gateway(String id, ModelCatalog catalog) {
    if (id.indexOf('/') < 1) {
      return Optional.empty();
    }
    return listed(catalog, id).or(() -> listed(catalog, id.replace('.', '-')));
  }

  private static Optional<ModelInfo> listed(ModelCatalog catalog, String name) {
    return name.endsWith("/") ? Optional.empty() : catalog.find(name);
  }

  /// The id without a date at its end: `-20251101`, `-2026-03-05`, `-latest`, or `@20251101`.
  private static String withoutDate(String id) {
    if (id.endsWith("-latest")) {
      return id.substring(0, id.length() - "-latest".length());
    }
    int end = id.length();
    int digits = 0;
    while (end > 0 && (Character.isDigit(id.charAt(end - 1)) || id.charAt(end - 1) == '-')) {
      end--;
      if (Character.isDigit(id.charAt(end))) {
        digits++;
      }
      if (digits == 8) {
        break;
      }
    }
    boolean separated = end > 0 && (id.charAt(end - 1) == '-' || id.charAt(end - 1) == '@');
    return digits == 8 && separated ? id.substring(0, end - 1) : id;
  }

  private static ModelInfo renamed(ModelInfo info, String name, @Nullable Pricing price) {
    return new ModelInfo(name, info.contextWindow(), info.maxOutput(), price, info.abilities());
  }
}
