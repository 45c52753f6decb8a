package dev.tenon.engine.content;

import dev.tenon.core.skill.SkillFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What consent to a file of a project is given to: its bytes, and those of the scripts beside it
/// that it names. Folders are looked through once. Not safe for several threads.
public final class NamedScripts {
  private final Map<Path, List<String>> names = new HashMap<>();

  /// Changes with every byte of the text and of the scripts below the folder that it names; other
  /// texts like it do not count.
  public String sha256(Path folder, byte[] text) throws IOException {
    List<String> known = names.get(folder);
    if (known == null) {
      known =
          SkillFolder.nameable(folder).stream()
              .filter(name -> !name.endsWith(".md") && !name.endsWith(".toml"))
              .toList();
      names.put(folder, known);
    }
    return SkillFolder.sha256(folder, text, known);
  }
}
