package dev.tenon.core.session;

import dev.tenon.core.agent.CompactedHistory;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Usage;
import dev.tenon.core.rule.StreamRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Exactly what the model sees at a point of a session, and the state that holds there. Everything
/// comes from the path that leads to the point; other branches have no part in it.
///
/// @param messages what the model sees, the summary of a compaction first
/// @param origins for each message the id of the first entry that it was made of
/// @param thinkingLevel the last one that was chosen, or `off`
/// @param levelChosen whether one was chosen
/// @param models full names by role; `default` is the one that answers
/// @param injectedRules stream rules that were put into the context, each once
/// @param selectedTools what was taken from the shelf, in order; null when nothing was
/// @param mode the last one that was chosen, or `none`
/// @param compaction the entry whose summary is the first message, if there is one
/// @param unheard what the model was to hear of commands with the next prompt, and has not
/// @param warnings what is missing, for people
public record SessionContext(
    List<Message> messages,
    List<String> origins,
    String thinkingLevel,
    boolean levelChosen,
    @Nullable String serviceTier,
    Map<String, String> models,
    List<String> injectedRules,
    @Nullable List<String> selectedTools,
    String mode,
    @Nullable Json modeData,
    Entry.@Nullable Compacted compaction,
    List<String> unheard,
    List<String> warnings) {
  public static final String DEFAULT_ROLE = "default";
  public static final String DEFAULT_LEVEL = "off";
  public static final String DEFAULT_MODE = "none";

  public SessionContext {
    messages = List.copyOf(messages);
    origins = List.copyOf(origins);
    models = Collections.unmodifiableMap(new LinkedHashMap<>(models));
    injectedRules = List.copyOf(injectedRules);
    unheard = List.copyOf(unheard);
    warnings = List.copyOf(warnings);
  }

  /// The context at the session's leaf.
  public static SessionContext of(SessionLog log) throws IOException {
    return log.context(log.leafId().orElse(null));
  }

  /// The model that answers, if the session knows it.
  public Optional<String> model() {
    return Optional.ofNullable(models.get(DEFAULT_ROLE));
  }

  /// The level as an effort; other programs have finer words for it.
  public Effort effort() {
    return switch (thinkingLevel) {
      case "off" -> Effort.OFF;
      case "minimal", "low" -> Effort.LOW;
      case "medium" -> Effort.MEDIUM;
      case "high" -> Effort.HIGH;
      case "xhigh", "max" -> Effort.MAX;
      default -> Effort.DEFAULT;
    };
  }

  /// Lets a conversation go on from here.
  public void restore(Conversation conversation) {
    Entry.Compacted shortened = compaction;
    if (shortened != null
        && shortened.details() instanceof Json.Obj details
        && details.get("memory") instanceof Json.Obj memory
        && messages.getFirst() instanceof Message.User note) {
      conversation.restore(
          messages,
          new CompactedHistory(
              note,
              shortened.summary(),
              messages.size() - 1,
              shortened.tokensBefore(),
              details.number("tokensAfter", 0),
              memory,
              Usage.NONE));
    } else {
      conversation.restore(messages);
    }
    conversation
        .setup()
        .tools()
        .shelf()
        .taken()
        .restore(selectedTools == null ? List.of() : selectedTools);
    StreamRules rules = conversation.setup().rules();
    if (rules != null) {
      rules.restore(injectedRules);
    }
  }

  /// Where the lines of a session are read.
  interface Lines {
    Entry read(EntryNode node) throws IOException;

    /// The Base64 text of a picture, or null when it is lost.
    @Nullable String picture(String data);
  }

  /// @param path the nodes from the root to the point
  static SessionContext build(List<EntryNode> path, Lines lines) throws IOException {
    return new Building(lines).run(path);
  }

  /// How many messages there are at the end of the path, a summary for those that it stands for:
  /// what programs count, which see each result by itself.
  ///
  /// @param path the nodes from the root to the point
  static int count(List<EntryNode> path, Lines lines) throws IOException {
    int shortened = Building.lastCompaction(path);
    int kept = 0;
    int count = 0;
    if (shortened >= 0 && lines.read(path.get(shortened)).body() instanceof Entry.Compacted body) {
      kept = Building.firstKept(path, body.firstKeptEntryId(), shortened);
      count = 1;
    }
    for (EntryNode node : path.subList(kept, path.size())) {
      count += Building.speaks(node) ? 1 : 0;
    }
    return count;
  }

  private static final class Building {
    private final Lines lines;
    private final MessageFold fold;
    private final Map<String, String> models = new LinkedHashMap<>();
    private final LinkedHashSet<String> rules = new LinkedHashSet<>();
    private final List<String> warnings = new ArrayList<>();
    private String level = DEFAULT_LEVEL;
    private boolean levelChosen;
    private @Nullable String tier;
    private @Nullable List<String> tools;
    private String mode = DEFAULT_MODE;
    private @Nullable Json modeData;
    private Entry.@Nullable Compacted compaction;
    private int lostPictures;

    Building(Lines lines) {
      this.lines = lines;
      this.fold = new MessageFold(this::picture);
    }

    private @Nullable String picture(String data) {
      String found = lines.picture(data);
      if (found == null) {
        lostPictures++;
      }
      return found;
    }

    SessionContext run(List<EntryNode> path) throws IOException {
      int shortened = lastCompaction(path);
      int kept = 0;
      if (shortened >= 0) {
        EntryNode node = path.get(shortened);
        Entry.Body body = lines.read(node).body();
        if (body instanceof Entry.Compacted compacted) {
          compaction = compacted;
          fold.add(node.id, note(compacted));
          kept = firstKept(path, compacted.firstKeptEntryId(), shortened);
        }
      }
      for (int i = 0; i < path.size(); i++) {
        EntryNode node = path.get(i);
        if (i >= kept || !speaks(node)) {
          entry(node);
        }
      }
      if (!models.containsKey(DEFAULT_ROLE)) {
        answering(path, kept);
      }
      if (lostPictures > 0) {
        warnings.add(
            lostPictures
                + (lostPictures == 1 ? " picture" : " pictures")
                + " of the session cannot be found any more; a note stands in the place");
      }
      return new SessionContext(
          fold.messages(),
          fold.origins(),
          level,
          levelChosen,
          tier,
          models,
          List.copyOf(rules),
          tools,
          mode,
          modeData,
          compaction,
          fold.unheard(),
          warnings);
    }

    /// What stands for the part that was left out: word for word what the model saw, if the entry
    /// tells.
    private static Message note(Entry.Compacted compacted) {
      return compacted.details() instanceof Json.Obj details
              && details.get("message") instanceof Json.Str text
          ? Message.User.of(text.value())
          : Summaries.compaction(compacted.summary());
    }

    private static int lastCompaction(List<EntryNode> path) {
      for (int i = path.size() - 1; i >= 0; i--) {
        if (path.get(i).type.equals("compaction")) {
          return i;
        }
      }
      return -1;
    }

    /// Where the kept entries begin; nothing before the compaction is kept when it names none.
    private static int firstKept(List<EntryNode> path, String id, int compaction) {
      for (int i = 0; i < compaction; i++) {
        if (path.get(i).id.equals(id)) {
          return i;
        }
      }
      return compaction;
    }

    private static boolean speaks(EntryNode node) {
      return switch (node.type) {
        case "message", "custom_message", "branch_summary" -> true;
        default -> false;
      };
    }

    private static boolean matters(EntryNode node) {
      return switch (node.type) {
        case "custom", "label", "session_init", "compaction", "session_info" -> false;
        default -> true;
      };
    }

    private void entry(EntryNode node) throws IOException {
      if (!matters(node)) {
        return;
      }
      Entry.Body body = lines.read(node).body();
      if (body instanceof Entry.Said said) {
        fold.add(node.id, said.message());
      } else if (body instanceof Entry.CustomSaid said) {
        fold.content(node.id, said.content());
      } else if (body instanceof Entry.BranchSummarized summary) {
        fold.add(node.id, Summaries.branch(summary.summary()));
      } else if (body instanceof Entry.ModelChanged changed) {
        models.put(changed.role() == null ? DEFAULT_ROLE : changed.role(), changed.model());
      } else if (body instanceof Entry.ThinkingLevelChanged changed) {
        level = changed.level();
        levelChosen = true;
      } else if (body instanceof Entry.ServiceTierChanged changed) {
        tier = changed.tier();
      } else if (body instanceof Entry.RulesInjected injected) {
        rules.addAll(injected.rules());
      } else if (body instanceof Entry.ToolsSelected selected) {
        tools = selected.names();
      } else if (body instanceof Entry.ModeChanged changed) {
        mode = changed.mode();
        modeData = changed.data();
      }
    }

    /// Without a word about the model, it is the one that answered last.
    private void answering(List<EntryNode> path, int kept) throws IOException {
      List<Message> messages = fold.messages();
      for (int i = messages.size() - 1; i >= 0; i--) {
        if (messages.get(i) instanceof Message.Assistant assistant) {
          models.put(DEFAULT_ROLE, assistant.model());
          return;
        }
      }
      for (int i = kept - 1; i >= 0; i--) {
        if (path.get(i).isMessage()
            && lines.read(path.get(i)).body() instanceof Entry.Said said
            && said.role().equals("assistant")) {
          models.put(DEFAULT_ROLE, MessageFold.model(said.message()));
          return;
        }
      }
    }
  }
}
