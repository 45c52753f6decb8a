package dev.tenon.engine.template;

import dev.tenon.core.json.ByteOrderMark;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.agent.ToolWords;
import dev.tenon.engine.content.ContentName;
import dev.tenon.engine.content.ContentPlaces;
import dev.tenon.engine.content.FolderEntry;
import dev.tenon.engine.content.Head;
import dev.tenon.engine.content.InlineContent;
import dev.tenon.engine.content.NamedScripts;
import dev.tenon.engine.content.OneLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.tomlj.Toml;
import org.tomlj.TomlParseResult;

/// Reads the prompts below folders. What is wrong with one is told with its file and the way out,
/// and stops nothing else.
final class TemplateFiles {
  private static final int DEPTH = 6;
  private static final int MOST = 1_000;
  private static final int LARGEST = 256 * 1024;
  private static final int LONGEST_DESCRIPTION = 200;
  private static final int LONGEST_NAME = 128;
  private static final Set<String> KEYS =
      Set.of(
          "name",
          "description",
          "argument-hint",
          "model",
          "agent",
          "subtask",
          "allowed-tools",
          Head.HOOKS,
          "disable-model-invocation");

  /// The agent of a prompt that wants to be a piece of work of its own and names none.
  private static final String HELPER = "task";

  private final List<PromptTemplate> templates = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final Set<Path> entered = new HashSet<>();
  private final Set<Path> known = new HashSet<>();
  private final NamedScripts scripts = new NamedScripts();
  private int seen;

  List<PromptTemplate> templates() {
    return templates;
  }

  List<String> problems() {
    return problems;
  }

  TemplateFiles add(ContentPlaces.Place place) {
    try {
      Path boundary = place.boundary().toRealPath();
      if (Files.isRegularFile(place.folder())) {
        read(FolderEntry.at(place.folder()), place.shown(), "", place, boundary);
      } else {
        scan(place.folder(), "", place, boundary, DEPTH);
      }
    } catch (IOException unreadable) {
      problem(place.shown(), 1, "cannot be read: " + IoFailure.reason(unreadable));
    }
    return this;
  }

  /// One that stands in a file of another kind.
  void add(InlineContent inline) {
    if (!isName(inline.name())) {
      problem(inline.shown(), inline.line(), "the name cannot be a command's");
      return;
    }
    try {
      markdown(
          inline.text(),
          inline.name(),
          inline.shown(),
          PromptTemplate.Owner.PROJECT,
          inline.file(),
          inline.sha256());
    } catch (Head.Unreadable malformed) {
      problem(inline.shown(), inline.line(), String.valueOf(malformed.getMessage()));
    }
  }

  private void scan(Path folder, String prefix, ContentPlaces.Place place, Path boundary, int depth)
      throws IOException {
    Path real = folder.toRealPath();
    if (!entered.add(real)) {
      return;
    }
    if (!real.startsWith(boundary)) {
      problem(
          place.shown() + "/" + prefix.replaceFirst(":$", "").replace(':', '/'),
          1,
          "is a link that leads out of " + boundary + "; copy what it leads to");
      return;
    }
    for (FolderEntry entry : FolderEntry.of(real, MOST + 1 - seen)) {
      String name = entry.name();
      if (++seen > MOST) {
        if (seen == MOST + 1) {
          problem(
              place.shown() + "/" + prefix.replace(':', '/') + name,
              1,
              "is one file more than the "
                  + MOST
                  + " that are looked at for commands; it and"
                  + " those after it are left out");
        }
        return;
      }
      if (entry.isFolder()) {
        if (depth > 0) {
          below(entry.path(), prefix + name + ":", place, boundary, depth - 1);
        }
      } else if (name.endsWith(".md") || name.endsWith(".toml")) {
        String shown = place.shown() + "/" + prefix.replace(':', '/') + name;
        read(entry, shown, prefix, place, boundary);
      }
    }
  }

  /// A folder that cannot be read harms nothing beside it.
  private void below(
      Path folder, String prefix, ContentPlaces.Place place, Path boundary, int depth) {
    try {
      scan(folder, prefix, place, boundary, depth);
    } catch (IOException unreadable) {
      String shown = place.shown() + "/" + prefix.replace(':', '/');
      problem(shown, 1, "cannot be read: " + IoFailure.reason(unreadable));
    }
  }

  private void read(
      FolderEntry entry, String shown, String prefix, ContentPlaces.Place place, Path boundary) {
    String fileName = entry.name();
    int dot = fileName.lastIndexOf('.');
    String name = place.prefix() + prefix + (dot < 0 ? fileName : fileName.substring(0, dot));
    if (!isName(name)) {
      problem(shown, 1, "the file's name cannot be a command; letters, digits and '-' can");
      return;
    }
    try {
      Path real = entry.realFile();
      if (!real.startsWith(boundary)) {
        problem(shown, 1, "is a link that leads out of " + boundary + "; copy the file");
        return;
      }
      byte[] bytes = FolderEntry.read(real, LARGEST);
      String text = ByteOrderMark.without(new String(bytes, StandardCharsets.UTF_8));
      // Only a project's need consent.
      String sha256 =
          owner(place) == PromptTemplate.Owner.USER ? "" : scripts.sha256(place.folder(), bytes);
      if (bytes.length > LARGEST) {
        problem(shown, 1, "is larger than 256 KB; make the prompt shorter");
      } else if (text.indexOf('\0') >= 0) {
        problem(shown, 1, "is not text; save it as UTF-8");
      } else if (fileName.endsWith(".toml")) {
        toml(place.filled(text), name, shown, place, real, sha256);
      } else {
        markdown(place.filled(text), name, shown, owner(place), real, sha256);
      }
    } catch (Head.Unreadable malformed) {
      problem(shown, malformed.line(), String.valueOf(malformed.getMessage()));
    } catch (IOException unreadable) {
      problem(shown, 1, "cannot be read: " + IoFailure.reason(unreadable));
    }
  }

  private static boolean isName(String name) {
    return ContentName.isUsable(name, "._:-", LONGEST_NAME);
  }

  private void markdown(
      String text, String name, String shown, PromptTemplate.Owner owner, Path file, String sha256)
      throws Head.Unreadable {
    boolean headless = !text.startsWith("---");
    Head head = Head.read(text, KEYS);
    if (head.body().isEmpty()) {
      problem(shown, 1, "has no text; write the prompt below the head");
      return;
    }
    head.unguarded().ifPresent(note -> problem(shown, note.line(), note.text()));
    String first =
        headless ? head.body().lines().findFirst().orElse("").replaceFirst("^#+\\s*", "") : "";
    add(
        new PromptTemplate(
            name,
            oneLine(head.text("description").orElse(first)),
            oneLine(head.text("argument-hint").orElse("")),
            head.body(),
            PromptTemplate.Syntax.MARKDOWN,
            owner,
            shown,
            file,
            sha256,
            wishes(head, shown)));
  }

  private PromptTemplate.Wishes wishes(Head head, String shown) {
    String model = head.text("model").orElse("");
    String agent = head.text("agent").orElse("");
    boolean own = head.flag("subtask", !agent.isEmpty());
    if (!own && !agent.isEmpty()) {
      problem(
          shown,
          head.line("agent"),
          "'agent' means a helper of that name, and 'subtask: false' wants none; the conversation"
              + " itself carries it out");
    }
    if (own && !model.isEmpty() && !model.equals("inherit")) {
      problem(
          shown, head.line("model"), "the agent's own model holds for a helper, not this 'model'");
    }
    return new PromptTemplate.Wishes(
        own || model.equals("inherit") ? "" : model,
        own ? (agent.isEmpty() ? HELPER : agent) : "",
        ToolWords.of(head, "allowed-tools", shown, problems::add).orElse(null));
  }

  private void toml(
      String text, String name, String shown, ContentPlaces.Place place, Path file, String sha256) {
    TomlParseResult parsed = Toml.parse(text);
    if (parsed.hasErrors()) {
      var first = parsed.errors().getFirst();
      problem(shown, first.position().line(), "is not valid TOML: " + first.getMessage());
      return;
    }
    if (!(parsed.get("prompt") instanceof String prompt) || prompt.isBlank()) {
      problem(shown, 1, "has no 'prompt'; write prompt = \"\"\"…\"\"\"");
      return;
    }
    add(
        new PromptTemplate(
            name,
            oneLine(parsed.get("description") instanceof String what ? what : ""),
            "",
            prompt.strip(),
            PromptTemplate.Syntax.TOML,
            owner(place),
            shown,
            file,
            sha256,
            PromptTemplate.Wishes.NONE));
  }

  private void add(PromptTemplate template) {
    // Two places may be one folder.
    if (known.add(template.file())) {
      templates.add(template);
    }
  }

  private static PromptTemplate.Owner owner(ContentPlaces.Place place) {
    return place.owner() == ContentPlaces.Owner.PROJECT
        ? PromptTemplate.Owner.PROJECT
        : PromptTemplate.Owner.USER;
  }

  private static String oneLine(String text) {
    return OneLine.of(text, LONGEST_DESCRIPTION);
  }

  private void problem(String shown, int line, String message) {
    problems.add(
        shown.replaceAll("\\p{Cntrl}", "?") + ":" + line + ": " + OneLine.message(message));
  }
}
