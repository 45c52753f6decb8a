package dev.tenon.core.skill;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The skills of a conversation, and which of them it has loaded. Safe for several threads.
public final class SkillLibrary {
  /// The name of the tool that loads them, by which loaded ones are found in a history.
  public static final String TOOL = "skill";

  /// How the text of a loaded skill begins.
  public static final String FRAME = "<skill name=\"";

  /// How the note begins that stands for an older history.
  private static final String SUMMARY = "<earlier_conversation>";

  private static final int MOST_RESOURCES = 100;
  private static final int MOST_CHARACTERS = 100_000;
  private static final int MOST_FOUND = 10;

  private final Map<String, Skill> skills = new LinkedHashMap<>();
  private final Set<String> loaded = new HashSet<>();

  public SkillLibrary(List<Skill> known) {
    for (Skill skill : known) {
      skills.putIfAbsent(skill.name(), skill);
    }
  }

  /// A library of the same skills for another conversation.
  public SkillLibrary fresh() {
    return new SkillLibrary(all());
  }

  public List<Skill> all() {
    return List.copyOf(skills.values());
  }

  public boolean isEmpty() {
    return skills.isEmpty();
  }

  /// Whether there is one that the model may load.
  public boolean offersModel() {
    return skills.values().stream().anyMatch(skill -> skill.invocation().byModel());
  }

  public Optional<Skill> find(String name) {
    return Optional.ofNullable(skills.get(name));
  }

  /// Skills that the words fit, the best first.
  public List<Skill> search(String query) {
    record Hit(Skill skill, int score) {}
    String[] words = query.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+", -1);
    var hits = new ArrayList<Hit>();
    for (Skill skill : skills.values()) {
      String name = skill.name().toLowerCase(Locale.ROOT);
      String description = skill.description().toLowerCase(Locale.ROOT);
      int score = 0;
      for (String word : words) {
        if (!word.isEmpty()) {
          score += name.contains(word) ? 3 : description.contains(word) ? 1 : 0;
        }
      }
      if (score > 0) {
        hits.add(new Hit(skill, score));
      }
    }
    hits.sort(Comparator.comparingInt(Hit::score).reversed());
    return hits.stream().limit(MOST_FOUND).map(Hit::skill).toList();
  }

  /// The text of a skill as the model gets it, with the names of the files beside it.
  ///
  /// @param text framed, so that it cannot pass for what a person says
  public record Loaded(Skill skill, String text, List<String> resources) {
    public Loaded {
      resources = List.copyOf(resources);
    }
  }

  public synchronized boolean isLoaded(String name) {
    return loaded.contains(name);
  }

  /// Reads a skill; from now on it counts as loaded.
  ///
  /// @throws IOException when it cannot be read, or is not what the person agreed to any more
  public Loaded load(Skill skill) throws IOException {
    byte[] bytes = SkillFolder.read(skill.folder());
    if (!skill.sha256().isEmpty()
        && !skill.sha256().equals(SkillFolder.sha256(skill.folder(), bytes))) {
      throw new IOException(
          skill.shown()
              + " or a script that it names has changed since the person agreed to it; it is asked"
              + " about at the next start");
    }
    String body = SkillFolder.body(new String(bytes, StandardCharsets.UTF_8));
    List<String> resources = SkillFolder.files(skill.folder());
    var loading = new Loaded(skill, framed(skill, body, resources), resources);
    synchronized (this) {
      loaded.add(skill.name());
    }
    return loading;
  }

  private static String framed(Skill skill, String body, List<String> resources) {
    var out = new StringBuilder();
    out.append(FRAME).append(skill.name()).append("\" folder=\"").append(skill.folder());
    out.append("\">\n");
    String text = body;
    if (text.length() > MOST_CHARACTERS) {
      text =
          text.substring(0, MOST_CHARACTERS)
              + "\n[cut: "
              + MOST_CHARACTERS
              + " of "
              + body.length()
              + " characters; read_file "
              + skill.file()
              + " shows the rest]";
    }
    // A skill must not be able to end its own frame.
    out.append(text.replace("</skill", "< /skill")).append("\n</skill>");
    if (!resources.isEmpty()) {
      out.append("\nFiles in its folder, to be read when they are needed:");
      int shown = Math.min(resources.size(), MOST_RESOURCES);
      for (String each : resources.subList(0, shown)) {
        // A name is one line, whatever it was made of.
        out.append("\n- ").append(each.replaceAll("[\\p{Cntrl}\u2028\u2029]", "?"));
      }
      if (resources.size() > shown) {
        out.append("\n(").append(resources.size() - shown).append(" more)");
      }
    }
    return out.toString();
  }

  /// The conversation goes on from other messages: what they hold is loaded, and nothing else.
  public void resumed(List<Message> messages) {
    var found = new HashSet<String>();
    for (Message message : messages) {
      switch (message) {
        case Message.User user -> {
          for (Part.Input part : user.content()) {
            if (part instanceof Part.Text text) {
              note(text.text(), found);
            }
          }
        }
        case Message.ToolResults results -> {
          for (Part.Result result : results.results()) {
            if (result.name().equals(TOOL) && !result.failed()) {
              note(result.text(), found);
            }
          }
        }
        case Message.Assistant ignored -> {}
      }
    }
    synchronized (this) {
      loaded.clear();
      loaded.addAll(found);
    }
  }

  /// Notes the names in the frames that begin a text, or begin lines of the note that stands for an
  /// older history. Elsewhere they are only somebody's words.
  private static void note(String text, Set<String> found) {
    boolean summary = text.startsWith(SUMMARY);
    int at = summary ? after(text, 0) : text.startsWith(FRAME) ? 0 : -1;
    while (at >= 0) {
      int from = at + FRAME.length();
      int end = text.indexOf('"', from);
      if (end < 0) {
        return;
      }
      found.add(text.substring(from, end));
      at = summary ? after(text, end) : -1;
    }
  }

  private static int after(String text, int from) {
    int at = text.indexOf("\n" + FRAME, from);
    return at < 0 ? -1 : at + 1;
  }
}
