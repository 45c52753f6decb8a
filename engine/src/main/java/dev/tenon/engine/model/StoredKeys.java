package dev.tenon.engine.model;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFile;
import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keys of providers that the user has given once, in a file that nobody else may read. It has the
/// form of a configuration, and is read as one.
public final class StoredKeys {
  private static final String PROVIDERS = "providers";
  private static final String KEY = "apiKey";

  private final JsonFile file;
  private final KeyRing ring;

  /// Where a key is kept.
  public enum Place {
    /// In the file itself.
    FILE,
    /// In the key ring of the desktop; the file only says so.
    RING
  }

  /// @param file need not exist
  public StoredKeys(Path file, KeyRing ring) {
    this.file = new JsonFile(file);
    this.ring = ring;
  }

  public Path path() {
    return file.path();
  }

  /// The providers that have a key here.
  public List<String> providers() throws IOException {
    try {
      return List.copyOf(file.read().objectOrEmpty(PROVIDERS).members().keySet());
    } catch (JsonException broken) {
      throw unusable(broken);
    }
  }

  /// Whether the desktop has a key ring for [Place#RING].
  public boolean ringPresent() {
    return ring.present();
  }

  /// Where the key of a provider is, if one is stored.
  public Optional<Place> place(String provider) throws IOException {
    try {
      Json.Obj keys = file.read().objectOrEmpty(PROVIDERS);
      return keys.has(provider)
          ? Optional.of(
              keys.objectOrEmpty(provider).string(KEY, "").equals(KeyRing.MARK)
                  ? Place.RING
                  : Place.FILE)
          : Optional.empty();
    } catch (JsonException broken) {
      throw unusable(broken);
    }
  }

  /// Keeps a key in place of an earlier one, which is then nowhere any more. Answers what the
  /// person should know of the earlier one, if it could not be removed.
  public Optional<String> store(String provider, String key, Place place)
      throws IOException, InterruptedException {
    boolean left = place == Place.FILE && place(provider).equals(Optional.of(Place.RING));
    if (place == Place.RING) {
      ring.store(provider, key);
    }
    String kept = place == Place.RING ? KeyRing.MARK : key;
    change(keys -> keys.put(provider, Json.object().put(KEY, kept).build()));
    return left ? remains(provider) : Optional.empty();
  }

  private Optional<String> remains(String provider) throws InterruptedException {
    String why = "the key ring cannot be reached";
    if (ring.present()) {
      try {
        ring.forget(provider);
        return Optional.empty();
      } catch (IOException refused) {
        why = IoFailure.told(refused);
      }
    }
    return Optional.of(
        "The earlier key of " + provider + " is still in the key ring of your desktop: " + why);
  }

  public void forget(String provider) throws IOException, InterruptedException {
    if (place(provider).equals(Optional.of(Place.RING))) {
      ring.forget(provider);
    }
    change(keys -> keys.remove(provider));
  }

  private IOException unusable(JsonException broken) {
    return new IOException(file.path() + " cannot be understood: " + broken.getMessage(), broken);
  }

  /// A change of the keys by provider.
  private interface Edit {
    void apply(Map<String, Json> keys);
  }

  private void change(Edit edit) throws IOException {
    try {
      file.revise(
          all -> {
            Map<String, Json> keys = new LinkedHashMap<>(all.objectOrEmpty(PROVIDERS).members());
            edit.apply(keys);
            return all.with(PROVIDERS, new Json.Obj(keys));
          });
    } catch (JsonException broken) {
      throw unusable(broken);
    }
  }
}
