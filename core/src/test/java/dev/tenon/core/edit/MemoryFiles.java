package dev.tenon.core.edit;

import dev.tenon.core.text.FileVersion;
import dev.tenon.core.text.Sha256;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Files in memory, with what a model has seen of them, and a way to carry out a transaction.
public final class MemoryFiles implements EditSource {
  private final Map<String, FileState.Existing> files = new LinkedHashMap<>();
  private final Map<String, List<FileState.Existing>> seen = new LinkedHashMap<>();
  private int version;

  public static MemoryFiles of(String path, String text) {
    return new MemoryFiles().write(path, text);
  }

  public MemoryFiles write(String path, String text) {
    files.put(
        path, new FileState.Existing(path, text, new FileVersion(++version, Sha256.of(text))));
    return this;
  }

  /// The model reads the file.
  public MemoryFiles read(String path) {
    seen.computeIfAbsent(path, key -> new ArrayList<>()).addFirst(file(path));
    return this;
  }

  public FileState.Existing file(String path) {
    FileState.Existing file = files.get(path);
    if (file == null) {
      throw new AssertionError("no file " + path);
    }
    return file;
  }

  public String sha256(String path) {
    return file(path).sha256();
  }

  @Override
  public FileState current(String path) {
    String name = path.startsWith("/root/") ? path.substring(6) : path;
    FileState.Existing file = files.get(name);
    return file == null ? new FileState.Missing(name) : file;
  }

  @Override
  public List<FileState.Existing> remembered(String path) {
    return seen.getOrDefault(path, List.of());
  }

  /// All texts after the plan; fails when a base is not the present one.
  public Map<String, String> after(Plan plan) {
    var texts = new LinkedHashMap<String, String>();
    files.forEach((path, file) -> texts.put(path, file.text()));
    for (FileChange change : plan.changes()) {
      switch (change) {
        case FileChange.Create create -> {
          requireAbsent(create.path());
          texts.put(create.path(), create.text());
        }
        case FileChange.Update update -> {
          requireBase(update.path(), update.base().sha256());
          texts.put(update.path(), update.text());
        }
        case FileChange.Delete delete -> {
          requireBase(delete.path(), delete.base().sha256());
          texts.remove(delete.path());
        }
        case FileChange.Move move -> {
          requireBase(move.path(), move.base().sha256());
          requireAbsent(move.target());
          texts.remove(move.path());
          texts.put(move.target(), move.text());
        }
        case FileChange.Bytes bytes -> throw new AssertionError("only texts here: " + bytes);
      }
    }
    return texts;
  }

  private void requireBase(String path, String sha256) {
    if (!sha256(path).equals(sha256)) {
      throw new AssertionError("planned for another state of " + path);
    }
  }

  private void requireAbsent(String path) {
    if (files.containsKey(path)) {
      throw new AssertionError("planned over an existing file " + path);
    }
  }
}
