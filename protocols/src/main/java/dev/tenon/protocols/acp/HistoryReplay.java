package dev.tenon.protocols.acp;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.EntryText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Tells a client what was said in a session, from its beginning.
public final class HistoryReplay {
  private static final String PERSON = "user_message_chunk";
  private static final String AGENT = "agent_message_chunk";

  private final SessionUpdates updates;
  private final Function<String, Optional<String>> pictures;
  private final List<HelperPath> helpers;
  private final Set<String> open = new LinkedHashSet<>();

  /// A helper that has worked in the session.
  ///
  /// @param path the entries of its own session, the oldest first
  public record HelperPath(String id, List<Entry> path) {
    public HelperPath {
      path = List.copyOf(path);
    }
  }

  /// An entry, and whose it is; empty for the conversation's.
  record Told(Entry entry, String helper) {}

  /// @param pictures the Base64 text that a picture's data stand for; empty when it is lost
  ///
  /// @param helpers those whose calls are told, too
  public HistoryReplay(
      SessionUpdates updates,
      Function<String, Optional<String>> pictures,
      List<HelperPath> helpers) {
    this.updates = updates;
    this.pictures = pictures;
    this.helpers = List.copyOf(helpers);
  }

  /// @param path the entries to the session's leaf, the oldest first
  public void tell(List<Entry> path) {
    for (Told told : inOrder(path, helpers)) {
      Entry entry = told.entry;
      if (!told.helper.isEmpty()) {
        ofHelper(entry, told.helper);
      } else {
        entry(entry);
      }
    }
    // A call that nobody answered was cut off.
    for (String id : open) {
      updates.tell(
          SessionUpdates.update("tool_call_update")
              .put("toolCallId", id)
              .put("status", "failed")
              .build());
    }
    updates.tellUsed();
  }

  private void entry(Entry entry) {
    switch (entry.body()) {
      case Entry.Said said -> {
        message(entry.id(), said);
        updates.used(said.message().objectOrEmpty("usage"));
      }
      case Entry.Compacted compacted -> updates.shortened(entry.id(), compacted.summary());
      case Entry.BranchSummarized branch -> branch(entry.id(), branch.summary());
      case Entry.CustomSaid said -> {
        if (said.display()) {
          boolean persons = "user".equals(said.attribution());
          contents(
              persons ? PERSON : AGENT,
              entry.id(),
              Json.object().put("content", said.content()).build());
        }
      }
      case Entry.ModelChanged ignored -> {}
      case Entry.ThinkingLevelChanged ignored -> {}
      case Entry.ServiceTierChanged ignored -> {}
      case Entry.Custom ignored -> {}
      case Entry.Labelled ignored -> {}
      case Entry.RulesInjected ignored -> {}
      case Entry.ToolsSelected ignored -> {}
      case Entry.Initialized ignored -> {}
      case Entry.ModeChanged ignored -> {}
      case Entry.Renamed ignored -> {}
      case Entry.Unknown ignored -> {}
    }
  }

  private void branch(String id, String summary) {
    chunk(AGENT, id, "Summary of another branch:\n\n" + summary);
  }

  /// What helpers did stands where it happened: before whatever was said later, and before the
  /// result that it led to.
  static List<Told> inOrder(List<Entry> path, List<HelperPath> helpers) {
    var all = new ArrayList<Told>();
    path.forEach(entry -> all.add(new Told(entry, "")));
    for (HelperPath helper : helpers) {
      int at = 0;
      for (Entry entry : helper.path) {
        while (at < all.size() && !isBefore(entry, all.get(at).entry)) {
          at++;
        }
        all.add(at, new Told(entry, helper.id));
        at++;
      }
    }
    return all;
  }

  /// Within a millisecond a call was made before what came of it, and a result given after it.
  private static boolean isBefore(Entry entry, Entry other) {
    int order = entry.timestamp().compareTo(other.timestamp());
    return order < 0
        || (order == 0
            && other.body() instanceof Entry.Said said
            && said.role().equals("toolResult"));
  }

  /// Of a helper its calls are told, as when they were made.
  private void ofHelper(Entry entry, String helper) {
    if (entry.body() instanceof Entry.Said said) {
      switch (said.role()) {
        case "assistant" -> {
          for (Json.Obj block : said.message().objects("content")) {
            if (block.string("type", "").equals("toolCall")) {
              call(block, helper);
            }
          }
        }
        case "toolResult" -> result(said.message(), helper);
        default -> {}
      }
    }
  }

  private void message(String id, Entry.Said said) {
    Json.Obj message = said.message();
    switch (said.role()) {
      case "assistant" -> assistant(id, message);
      case "toolResult" -> result(message, "");
      case "user" -> user(id, message);
      case "bashExecution", "pythonExecution" -> ran(id, message);
      case "branchSummary" -> branch(id, message.string("summary", ""));
      case "compactionSummary" -> updates.shortened(id, message.string("summary", ""));
      default -> {}
    }
  }

  /// What the person wrote, and what the client sent along. The files that were mentioned and what
  /// the program has put in stand in further texts of the message.
  private void user(String id, Json.Obj message) {
    String written = EntryText.written(message);
    // A reminder has the role of the user, and is no word of the person's.
    if (!EntryText.isAside(written) && PromptBlocks.resource(written).isEmpty()) {
      chunk(PERSON, id, written);
    }
    for (Json.Obj block : message.objects("content")) {
      PromptBlocks.resource(block.string("text", ""))
          .ifPresent(resource -> content(PERSON, id, resource));
    }
    pictures(message).forEach(picture -> content(PERSON, id, picture));
  }

  /// All texts and pictures of a message.
  private void contents(String kind, String id, Json.Obj message) {
    chunk(kind, id, EntryText.said(message));
    pictures(message).forEach(picture -> content(kind, id, picture));
  }

  /// A command that a person ran beside the conversation.
  private void ran(String id, Json.Obj message) {
    String command = message.string("command", message.string("code", ""));
    String output = message.string("output", "");
    updates.tell(
        SessionUpdates.update("tool_call")
            .put("toolCallId", "command-" + id)
            .put("title", ToolCallView.title("bash", command, ""))
            .put("kind", "execute")
            .put("status", message.bool("cancelled", false) ? "failed" : "completed")
            .array("content", output.isBlank() ? List.of() : List.of(ToolCallView.text(output)))
            .build());
  }

  private void assistant(String id, Json.Obj message) {
    for (Json.Obj block : message.objects("content")) {
      switch (block.string("type", "")) {
        case "text" -> chunk(AGENT, id, block.string("text", ""));
        case "thinking" -> chunk("agent_thought_chunk", id, block.string("thinking", ""));
        case "toolCall" -> call(block, "");
        default -> {}
      }
    }
  }

  private void call(Json.Obj block, String helper) {
    Part.Call call =
        Part.Call.of(
            block.string("id", ""), block.string("name", ""), block.objectOrEmpty("arguments"));
    String id = SessionUpdates.id(call.id(), helper);
    open.add(id);
    updates.tell(
        SessionUpdates.mark(SessionUpdates.update("tool_call"), helper)
            .putAll(updates.view().call(id, call, helper).build())
            .put("status", "in_progress")
            .build());
  }

  private void result(Json.Obj message, String helper) {
    String id = SessionUpdates.id(message.string("toolCallId", ""), helper);
    if (!open.remove(id)) {
      return;
    }
    Json.Obj envelope = message.objectOrEmpty("details").objectOrEmpty("envelope");
    DiffContent diff = updates.view().diff(envelope.objectOrEmpty("data").string("diff", ""));
    var content = new ArrayList<Json.Obj>(diff.content());
    String text = EntryText.said(message);
    if (content.isEmpty() && !text.isBlank()) {
      content.add(ToolCallView.text(text));
    }
    for (Json.Obj picture : pictures(message)) {
      content.add(Json.object().put("type", "content").put("content", picture).build());
    }
    var update =
        SessionUpdates.update("tool_call_update")
            .put("toolCallId", id)
            .put("status", message.bool("isError", false) ? "failed" : "completed")
            .array("content", content)
            .put("rawOutput", envelope.isEmpty() ? null : envelope);
    if (!diff.places().isEmpty()) {
      update.array("locations", diff.places());
    }
    updates.tell(update.build());
  }

  /// The pictures of a message, as content of the protocol. One that is lost is told as text.
  private List<Json.Obj> pictures(Json.Obj message) {
    var found = new ArrayList<Json.Obj>();
    for (Json.Obj block : message.objects("content")) {
      if (block.string("type", "").equals("image")) {
        Optional<String> data = pictures.apply(block.string("data", ""));
        found.add(
            data.isEmpty()
                ? ToolCallView.block("[a picture that was here is lost]")
                : Json.object()
                    .put("type", "image")
                    .put("data", data.get())
                    .put("mimeType", block.string("mimeType", "image/png"))
                    .build());
      }
    }
    return found;
  }

  private void chunk(String kind, String id, String text) {
    if (!text.isBlank()) {
      content(kind, id, ToolCallView.block(text));
    }
  }

  private void content(String kind, String id, Json.Obj block) {
    updates.tell(SessionUpdates.update(kind).put("content", block).put("messageId", id).build());
  }
}
