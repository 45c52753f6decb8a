package dev.tenon.core.exec.repository;

import dev.tenon.core.exec.repository.GitConfig.Entry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Says what is wrong with a file that configures git, compared with what was there before the
/// commands.
///
/// @param links where the files of a repository, and the repository of files, may be
record GitJudge(GitLinks links) {
  private static final Set<String> HARMLESS_STEPS =
      Set.of(
          "pick",
          "p",
          "reword",
          "r",
          "edit",
          "e",
          "squash",
          "s",
          "fixup",
          "f",
          "drop",
          "d",
          "label",
          "l",
          "reset",
          "t",
          "merge",
          "m",
          "noop",
          "break",
          "b",
          "update-ref",
          "u",
          "revert");

  Map<Path, String> faults(GitVector vector, Content now) {
    if (now.equals(vector.baseline())) {
      return Map.of();
    }
    if (vector.rule == GitVector.Rule.FOLDER && now.kind() == FileState.Kind.FOLDER) {
      return entries(vector, now);
    }
    String fault = fault(vector, now);
    return fault == null ? Map.of() : Map.of(vector.path, fault);
  }

  private static Map<Path, String> entries(GitVector vector, Content now) {
    var faults = new LinkedHashMap<Path, String>();
    now.entries()
        .forEach(
            (name, entry) -> {
              if (!entry.equals(vector.baseline().entries().get(name))) {
                faults.put(vector.path.resolve(name), "git would use it");
              }
            });
    return faults;
  }

  private @Nullable String fault(GitVector vector, Content now) {
    if (now.kind() == FileState.Kind.LINK) {
      return "it leads elsewhere";
    }
    if (vector.rule == GitVector.Rule.NO_LINK) {
      return null;
    }
    if (vector.rule == GitVector.Rule.ENTRY && now.kind() == FileState.Kind.FOLDER) {
      return null;
    }
    if (now.kind() != FileState.Kind.FILE) {
      return "it is not a file that git makes";
    }
    if (now.isTooLarge()) {
      return "it is too large to be looked at";
    }
    return switch (vector.rule) {
      case CONFIGURATION -> configuration(vector, now);
      case FOLDER, SAME -> "it was not there before";
      case COMMON ->
          now.text().strip().equals("../..") && links.isWorktree(vector.path)
              ? null
              : "it makes git read another configuration";
      case NO_LINK -> null;
      case TODO -> todo(vector, now);
      case STRATEGY ->
          SafeConfig.isKnownStrategy(now.text()) ? null : "git would run a program by that name";
      case OPTIONS -> options(now);
      case QUOTED ->
          now.text().strip().matches("('[^']*'(\\\\'|\\\\!)?\\s*)*")
              ? null
              : "an older git would run it";
      case ENTRY -> links.fault(vector.path, now);
    };
  }

  private SafeConfig safe(GitVector vector) {
    return new SafeConfig(value -> links.isOwnWorktree(vector.path, value));
  }

  /// What is not harmless must be there as it was before, in the same order.
  private @Nullable String configuration(GitVector vector, Content now) {
    Optional<List<Entry>> entries = GitConfig.read(now.bytes());
    if (entries.isEmpty()) {
      return "it is not understood completely";
    }
    List<Entry> unsafe = safe(vector).unsafe(entries.get());
    if (unsafe.isEmpty() || unsafe.equals(unsafeBefore(vector))) {
      return null;
    }
    List<Entry> before = unsafeBefore(vector);
    Entry first =
        unsafe.stream()
            .filter(each -> !before.contains(each))
            .findFirst()
            .orElse(unsafe.getFirst());
    return "git could run, load or fetch something because of " + shown(first.key());
  }

  private List<Entry> unsafeBefore(GitVector vector) {
    return GitConfig.read(vector.baseline().bytes()).map(safe(vector)::unsafe).orElse(List.of());
  }

  /// The harmless part of a configuration that is there now.
  Content harmless(GitVector vector) throws IOException {
    FileState state = FileState.of(vector.path);
    if (state.kind() != FileState.Kind.FILE) {
      return Content.NOTHING;
    }
    Content now = state.read(vector.path);
    if (now.isTooLarge()) {
      return Content.NOTHING;
    }
    SafeConfig safe = safe(vector);
    return GitConfig.read(now.bytes())
        .map(entries -> entries.stream().filter(safe::allows).toList())
        .filter(entries -> !entries.isEmpty())
        .map(
            entries ->
                Content.of(
                    FileState.Kind.FILE,
                    GitConfig.write(entries).getBytes(StandardCharsets.UTF_8),
                    false))
        .orElse(Content.NOTHING);
  }

  private static @Nullable String todo(GitVector vector, Content now) {
    List<String> before = vector.baseline().text().lines().toList();
    for (String line : now.text().split("[\\n\\r]", -1)) {
      String step = line.strip();
      String word = step.split("[\\s]", 2)[0];
      boolean harmless = step.isEmpty() || step.startsWith("#") || HARMLESS_STEPS.contains(word);
      if (!harmless && !before.contains(line)) {
        return "a rebase would run programs that it names";
      }
    }
    return null;
  }

  private static @Nullable String options(Content now) {
    Optional<List<Entry>> entries = GitConfig.read(now.bytes());
    boolean fine =
        entries.isPresent()
            && entries.get().stream()
                .allMatch(
                    entry -> {
                      String value = entry.value();
                      return entry.section().equals("options")
                          && (!entry.name().equals("strategy")
                              || (value != null && SafeConfig.isKnownStrategy(value)));
                    });
    return fine ? null : "git would run a program because of it";
  }

  /// A name that a command chose, for a line of a note.
  private static String shown(String key) {
    String plain = key.replaceAll("[^\\x21-\\x7e]", "?");
    return plain.length() > 80 ? plain.substring(0, 80) + "…" : plain;
  }
}
