package dev.tenon.engine.skill;

import dev.tenon.core.skill.Skill;
import dev.tenon.core.skill.SkillFolder;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.content.ContentName;
import dev.tenon.engine.content.ContentPlaces;
import dev.tenon.engine.content.FolderEntry;
import dev.tenon.engine.content.Head;
import dev.tenon.engine.content.OneLine;
import dev.tenon.engine.problem.QuotedValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads the skills below folders. What is wrong with one is told with its file and the way out,
/// and stops nothing else. What can be lived with warns; an error leaves the skill out.
final class SkillFiles {
  private static final int DEPTH = 6;
  private static final int MOST_FOLDERS = 2_000;
  private static final int LONGEST_NAME = 64;
  private static final int LONGEST_DESCRIPTION = 1_024;

  /// What a description may have at most in memory; the rest helps nobody to choose.
  private static final int KEPT_DESCRIPTION = 4_096;

  private static final int LONGEST_SHOWN = 8_192;

  private static final int LONGEST_USABLE = 200;

  private static final Set<String> KEYS =
      Set.of(
          "name",
          "description",
          "license",
          "compatibility",
          "metadata",
          "allowed-tools",
          "disable-model-invocation",
          "user-invocable",
          "argument-hint",
          "when_to_use",
          "version",
          "model",
          "context",
          "agent",
          Head.HOOKS,
          "paths",
          "author",
          "tags");

  private final List<Skill> skills = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private final Set<Path> entered = new HashSet<>();
  private int folders;

  /// What is wrong with a file.
  ///
  /// @param severity whether the skill could be used all the same
  record Finding(String shown, int line, Severity severity, String message) {
    String text() {
      return shown + ":" + line + ": " + message;
    }
  }

  enum Severity {
    WARNING,
    /// It can, but without something that it asks for: whoever uses it should know.
    LACK,
    ERROR
  }

  List<Skill> skills() {
    return skills;
  }

  List<Finding> findings() {
    return findings;
  }

  /// Adds the skills below a folder.
  SkillFiles add(ContentPlaces.Place place) {
    try {
      Path boundary = place.boundary().toRealPath();
      scan(FolderEntry.at(place.folder()), place.shown(), place, boundary, DEPTH);
    } catch (IOException unreadable) {
      problem(place.shown(), 1, Severity.ERROR, "cannot be read: " + IoFailure.reason(unreadable));
    }
    return this;
  }

  private void scan(
      FolderEntry folder, String shown, ContentPlaces.Place place, Path boundary, int depth) {
    if (folders++ >= MOST_FOLDERS) {
      if (folders == MOST_FOLDERS + 1) {
        problem(
            place.shown(),
            1,
            Severity.WARNING,
            "there are more than " + MOST_FOLDERS + " folders; the rest was left out");
      }
      return;
    }
    try {
      Path real = folder.realFolder();
      if (!entered.add(real)) {
        return;
      }
      if (!real.startsWith(boundary)) {
        problem(
            shown,
            1,
            Severity.ERROR,
            "is a link that leads out of "
                + boundary
                + "; copy the folder, or name it in skills.folders of your own configuration");
        return;
      }
      FolderEntry.Kind text = FolderEntry.kind(real.resolve(Skill.FILE));
      if (text != FolderEntry.Kind.NOTHING) {
        read(real, text, shown, place);
        return;
      }
      if (depth > 0) {
        for (FolderEntry child : children(real, shown)) {
          scan(child, shown + "/" + child.name(), place, boundary, depth - 1);
        }
      }
    } catch (IOException unreadable) {
      problem(shown, 1, Severity.ERROR, "cannot be read: " + IoFailure.reason(unreadable));
    }
  }

  /// The folders in a folder, in order, without hidden ones.
  private List<FolderEntry> children(Path folder, String shown) throws IOException {
    var children = new ArrayList<FolderEntry>();
    for (FolderEntry entry : FolderEntry.of(folder, Integer.MAX_VALUE)) {
      if (!entry.name().equals("node_modules") && entry.isFolder()) {
        children.add(entry);
      } else if (entry.kind() == FolderEntry.Kind.LINK && !Files.exists(entry.path())) {
        problem(
            shown + "/" + entry.name(),
            1,
            Severity.WARNING,
            "is a link that leads nowhere, or back to itself; remove it");
      }
    }
    return children;
  }

  private void read(
      Path folder, FolderEntry.Kind text, String shownFolder, ContentPlaces.Place place) {
    String shown = shownFolder + "/" + Skill.FILE;
    if (text != FolderEntry.Kind.FILE) {
      problem(shown, 1, Severity.ERROR, "is no regular file; put the text itself there");
      return;
    }
    try {
      byte[] bytes = SkillFolder.read(folder);
      if (bytes.length > SkillFolder.LARGEST) {
        problem(shown, 1, Severity.ERROR, "is larger than 1 MB; move parts of it into other files");
        return;
      }
      String said = new String(bytes, StandardCharsets.UTF_8);
      if (said.indexOf('\0') >= 0) {
        problem(shown, 1, Severity.ERROR, "is not text; save it as UTF-8");
        return;
      }
      skill(Head.read(said, KEYS), folder, shown, place, bytes);
    } catch (Head.Unreadable malformed) {
      problem(shown, malformed.line(), Severity.ERROR, String.valueOf(malformed.getMessage()));
    } catch (IOException unreadable) {
      problem(shown, 1, Severity.ERROR, "cannot be read: " + IoFailure.reason(unreadable));
    }
  }

  private void skill(Head head, Path folder, String shown, ContentPlaces.Place place, byte[] bytes)
      throws IOException {
    for (Head.Note note : head.warnings()) {
      problem(shown, note.line(), Severity.WARNING, note.text());
    }
    head.unguarded().ifPresent(note -> problem(shown, note.line(), Severity.LACK, note.text()));
    String own = String.valueOf(folder.getFileName());
    String name = head.text("name").orElse(own);
    if (!named(name, own, head, shown)) {
      return;
    }
    for (String key : List.of("disable-model-invocation", "user-invocable")) {
      String wrong = head.notAFlag(key).orElse("");
      if (!wrong.isEmpty()) {
        problem(
            shown, head.line(key), Severity.ERROR, wrong + "; until then the skill is not used");
        return;
      }
    }
    String description = oneLine(head.text("description").orElse(""));
    if (description.isEmpty()) {
      problem(
          shown,
          head.line("description"),
          Severity.ERROR,
          "has no description; say in 'description' what the skill does and when to use it");
      return;
    }
    if (description.length() > LONGEST_DESCRIPTION) {
      problem(
          shown,
          head.line("description"),
          Severity.WARNING,
          "the description has "
              + description.length()
              + " characters; more than "
              + LONGEST_DESCRIPTION
              + " are seldom read");
    }
    if (head.values().has("allowed-tools")) {
      problem(
          shown,
          head.line("allowed-tools"),
          Severity.WARNING,
          "'allowed-tools' allows nothing here: what is asked is up to your rules and the mode");
    }
    if (place.namesPlugin(head.body())) {
      problem(
          shown,
          1,
          Severity.WARNING,
          "the plugin's folder is not put in for its variable in a skill; name files from the"
              + " skill's own folder, which the model is told");
    }
    boolean project = place.owner() == ContentPlaces.Owner.PROJECT;
    skills.add(
        new Skill(
            place.prefix() + name,
            description.substring(0, Math.min(description.length(), KEPT_DESCRIPTION)),
            folder,
            shown,
            project ? Skill.Source.PROJECT : Skill.Source.USER,
            invocation(head),
            project ? SkillFolder.sha256(folder, bytes) : "",
            oneLine(head.text("argument-hint").orElse(""))));
  }

  /// Whether the name can be used.
  private boolean named(String name, String folder, Head head, String shown) {
    if (!ContentName.isUsable(name, "._: -", LONGEST_USABLE) || name.contains("..")) {
      problem(
          shown,
          head.line("name"),
          Severity.ERROR,
          "the name " + QuotedValue.of(name) + " cannot be used; letters, digits and '-' can");
      return false;
    }
    if (name.length() > LONGEST_NAME || !ContentName.isCustomary(name)) {
      problem(
          shown,
          head.line("name"),
          Severity.WARNING,
          "the name "
              + QuotedValue.of(name)
              + " is not made of at most "
              + LONGEST_NAME
              + " small letters, digits and single '-'; other programs may refuse it");
    } else if (!name.equals(folder)) {
      problem(
          shown,
          head.line("name"),
          Severity.WARNING,
          "the name '" + name + "' is not that of its folder, '" + visible(folder) + "'");
    }
    return true;
  }

  private static Skill.Invocation invocation(Head head) {
    boolean model = !head.flag("disable-model-invocation", false);
    boolean person = head.flag("user-invocable", true);
    if (model) {
      return person ? Skill.Invocation.ANYONE : Skill.Invocation.MODEL;
    }
    return person ? Skill.Invocation.PERSON : Skill.Invocation.NOBODY;
  }

  private static String oneLine(String text) {
    return OneLine.of(text, LONGEST_SHOWN);
  }

  private static String visible(String text) {
    String shown = OneLine.visible(text);
    return shown.length() > LONGEST_SHOWN ? shown.substring(0, LONGEST_SHOWN) : shown;
  }

  private void problem(String shown, int line, Severity severity, String message) {
    findings.add(new Finding(visible(shown), line, severity, OneLine.message(message)));
  }

  static String word(Severity severity) {
    return severity == Severity.ERROR ? "error" : "warning";
  }
}
