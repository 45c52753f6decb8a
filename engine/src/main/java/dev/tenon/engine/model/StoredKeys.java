package dev.tenon.engine.model;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Keys of providers that the user has given once, in a file that nobody else may read. It has the
/// form of a configuration, and is read as one.
public final class StoredKeys {
  private static final String PROVIDERS = "providers";
  private static final String KEY = "apiKey";

  private final JsonFile file;

  /// @param file need not exist
  public StoredKeys(Path file) {
    this.file = new JsonFile(file);
  }

  public Path path() {
    return file.path();
  }

  /// The providers that have a key here.
  public List<String> providers() throws IOException {
    try {
      return List.copyOf(file.read().objectOrEmpty(PROVIDERS).members().keySet());
    } catch (JsonException broken) {
      throw new IOException(file.path() + " cannot be understood: " + broken.getMessage(), broken);
    }
  }

  public void store(String provider, String key) throws IOException {
    change(keys -> keys.put(provider, Json.object().put(KEY, key).build()));
  }

  public void forget(String provider) throws IOException {
    change(keys -> keys.remove(provider));
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
      throw new IOException(file.path() + " cannot be understood: " + broken.getMessage(), broken);
    }
  }
}
