package dev.tenon.cli.rpc;

import dev.tenon.cli.session.HtmlColours;
import dev.tenon.cli.session.HtmlExport;
import dev.tenon.cli.session.SessionMoves;
import dev.tenon.cli.slash.CommandException;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.EntryText;
import dev.tenon.core.session.SessionException;
import dev.tenon.core.session.SessionHeader;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.protocols.rpc.RpcMessages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What was said in the session, and the way to another one.
final class RpcHistory {
  private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f]+");

  private final ProjectConversation conversation;
  private final ActiveSession session;
  private final RpcTurns turns;
  private final RpcMessages forms;
  private final RpcModels models;
  private final Configuration configuration;
  private final Consumer<String> notes;

  RpcHistory(
      ProjectConversation conversation,
      RpcTurns turns,
      RpcMessages forms,
      RpcModels models,
      Configuration configuration,
      Consumer<String> notes) {
    this.conversation = conversation;
    this.session = conversation.session().orElseThrow();
    this.turns = turns;
    this.forms = forms;
    this.models = models;
    this.configuration = configuration;
    this.notes = notes;
  }

  SessionLog log() {
    return session.log();
  }

  private List<Entry> path() throws IOException {
    SessionLog log = session.log();
    return log.path(log.leafId().orElse(null));
  }

  // ---- what was said

  /// The messages that the model sees, with what stands for older ones.
  List<Json.Obj> messages() throws IOException {
    List<Json.Obj> messages = messagesWithoutPictures();
    messages.replaceAll(this::withPictures);
    return messages;
  }

  /// The same, with references in place of pictures: each of those is a file.
  private List<Json.Obj> messagesWithoutPictures() throws IOException {
    List<Entry> path = path();
    var messages = new ArrayList<Json.Obj>();
    int shortened = -1;
    for (int i = 0; i < path.size(); i++) {
      shortened = path.get(i).body() instanceof Entry.Compacted ? i : shortened;
    }
    boolean kept = shortened < 0;
    if (!kept && path.get(shortened).body() instanceof Entry.Compacted compacted) {
      messages.add(
          Json.object()
              .put("role", "compactionSummary")
              .put("summary", compacted.summary())
              .put("tokensBefore", compacted.tokensBefore())
              .put("timestamp", millis(path.get(shortened)))
              .build());
      for (int i = 0; i < shortened; i++) {
        kept |= path.get(i).id().equals(compacted.firstKeptEntryId());
        if (kept) {
          add(path.get(i), messages);
        }
      }
    }
    for (Entry entry : path.subList(shortened + 1, path.size())) {
      add(entry, messages);
    }
    return messages;
  }

  private void add(Entry entry, List<Json.Obj> messages) {
    switch (entry.body()) {
      case Entry.Said said -> messages.add(forms.whole(said.message()));
      case Entry.CustomSaid said ->
          messages.add(
              Json.object()
                  .put("role", "custom")
                  .put("customType", said.customType())
                  .put("content", said.content())
                  .put("display", said.display())
                  .put("timestamp", millis(entry))
                  .build());
      case Entry.BranchSummarized summary ->
          messages.add(
              Json.object()
                  .put("role", "branchSummary")
                  .put("summary", summary.summary())
                  .put("fromId", summary.fromId())
                  .put("timestamp", millis(entry))
                  .build());
      default -> {}
    }
  }

  private static long millis(Entry entry) {
    return Instant.parse(entry.timestamp()).toEpochMilli();
  }

  /// Pictures lie beside the session; programs get them whole.
  private Json.Obj withPictures(Json.Obj message) {
    boolean said = !message.string("role", "").equals("custom");
    if (!said || !(message.get("content") instanceof Json.Arr content)) {
      return message;
    }
    var blocks = new ArrayList<Json>();
    for (Json block : content.items()) {
      boolean picture =
          block instanceof Json.Obj object && object.string("type", "").equals("image");
      blocks.add(
          picture && block instanceof Json.Obj image
              ? image.with("data", Json.of(log().picture(image.string("data", "")).orElse("")))
              : block);
    }
    return message.with("content", Json.array(blocks));
  }

  int messageCount() throws IOException {
    return log().contextCount(log().leafId().orElse(null));
  }

  Json lastAnswer() throws IOException {
    for (Json.Obj message : messagesWithoutPictures().reversed()) {
      boolean empty =
          message.string("stopReason", "").equals("aborted") && message.array("content").isEmpty();
      if (message.string("role", "").equals("assistant") && !empty) {
        String text = text(message).strip();
        return text.isEmpty() ? Json.Null.VALUE : Json.of(text);
      }
    }
    return Json.Null.VALUE;
  }

  private static String text(Json.Obj message) {
    if (message.get("content") instanceof Json.Str said) {
      return said.value();
    }
    var text = new StringBuilder();
    for (Json.Obj block : message.objects("content")) {
      text.append(block.string("type", "").equals("text") ? block.string("text", "") : "");
    }
    return text.toString();
  }

  /// What a person or program wrote as a prompt, without what went along with it; empty for all
  /// else, and what the program itself says to the model.
  private static Optional<String> prompt(Entry entry) {
    if (!(entry.body() instanceof Entry.Said said) || !said.role().equals("user")) {
      return Optional.empty();
    }
    String text = EntryText.written(said.message());
    return EntryText.isAside(text) ? Optional.empty() : Optional.of(text);
  }

  /// Where the session can fork.
  List<Json.Obj> forkMessages() throws IOException {
    var found = new ArrayList<Json.Obj>();
    for (Entry entry : log().entries()) {
      String text = prompt(entry).orElse("");
      if (!text.isEmpty()) {
        found.add(Json.object().put("entryId", entry.id()).put("text", text).build());
      }
    }
    return found;
  }

  Json.Obj stats() throws IOException {
    List<Json.Obj> all = messagesWithoutPictures();
    long calls = 0;
    long[] tokens = new long[4];
    String[] kinds = {"input", "output", "cacheRead", "cacheWrite"};
    double cost = 0;
    long context = 0;
    for (Json.Obj message : all) {
      Json.Obj usage = message.objectOrEmpty("usage");
      for (int i = 0; i < kinds.length; i++) {
        tokens[i] += usage.number(kinds[i], 0);
      }
      cost += usage.objectOrEmpty("cost").decimal("total", 0);
      context = usage.number("totalTokens", 0) > 0 ? usage.number("totalTokens", 0) : context;
      for (Json.Obj block : message.objects("content")) {
        calls += block.string("type", "").equals("toolCall") ? 1 : 0;
      }
    }
    var counted = Json.object();
    for (int i = 0; i < kinds.length; i++) {
      counted.put(kinds[i], tokens[i]);
    }
    counted.put("total", tokens[0] + tokens[1] + tokens[2] + tokens[3]);
    boolean fresh =
        !all.isEmpty()
            && all.getFirst().string("role", "").equals("compactionSummary")
            && !all.getLast().string("role", "").equals("assistant");
    long used = context;
    long window = conversation.selection().model().info().contextWindow();
    return Json.object()
        .put("sessionFile", file().orElse(null))
        .put("sessionId", log().id())
        .put("userMessages", count(all, "user"))
        .put("assistantMessages", count(all, "assistant"))
        .put("toolCalls", calls)
        .put("toolResults", count(all, "toolResult"))
        .put("totalMessages", all.size())
        .put("tokens", counted.build())
        .put("cost", cost)
        .object(
            "contextUsage",
            it ->
                it.put("tokens", fresh ? Json.Null.VALUE : Json.of(used))
                    .put("contextWindow", window)
                    .put(
                        "percent",
                        fresh ? Json.Null.VALUE : Json.of(100.0 * used / Math.max(1, window))))
        .build();
  }

  private static long count(List<Json.Obj> all, String role) {
    return all.stream().filter(message -> message.string("role", "").equals(role)).count();
  }

  Optional<String> file() {
    return log().file().map(Path::toString);
  }

  void rename(String name) throws IOException, RpcProblem {
    String plain = CONTROLS.matcher(name.strip()).replaceAll(" ");
    if (plain.isBlank()) {
      throw new RpcProblem("Session name cannot be empty");
    }
    log().rename(plain, SessionHeader.BY_USER);
  }

  /// The name that somebody gave the session. A title that was made for it is none.
  Optional<String> name() {
    return SessionHeader.BY_USER.equals(log().header().titleSource())
        ? log().title()
        : Optional.empty();
  }

  /// Answers where the page was written.
  String export(String wanted) throws IOException, RpcProblem {
    Path root = conversation.project().root();
    Path target = wanted.isEmpty() ? root.resolve("session-" + log().id() + ".html") : path(wanted);
    String colours =
        HtmlColours.css(configuration.settings().ui().look(), conversation.project().home(), notes);
    String page = new HtmlExport(log(), colours).page();
    try {
      Files.writeString(target, page, StandardCharsets.UTF_8);
    } catch (IOException refused) {
      throw new RpcProblem(
          "the page cannot be written to " + target + ": " + IoFailure.reason(refused));
    }
    return target.toString();
  }

  private Path path(String text) throws RpcProblem {
    try {
      return conversation.project().root().resolve(text).normalize();
    } catch (InvalidPathException wrong) {
      throw new RpcProblem("'" + text + "' is no path: " + wrong.getMessage());
    }
  }

  // ---- other sessions

  /// A new session. Answers whether a hook did not want it.
  boolean begin(@Nullable String parent) throws RpcProblem, InterruptedException {
    return moved(
        SessionMoves.Kind.NEW,
        null,
        () ->
            session.kept()
                ? session.store().create(session.root(), parent)
                : SessionStore.inMemory(session.root()));
  }

  boolean switchTo(String file) throws RpcProblem, InterruptedException {
    Path wanted = path(file);
    if (!Files.isRegularFile(wanted)) {
      throw new RpcProblem("there is no session file " + wanted);
    }
    if (isOpen(wanted)) {
      turns.stop();
      return false;
    }
    return moved(SessionMoves.Kind.RESUME, null, () -> opened(wanted));
  }

  /// Whether it is the session of now.
  private boolean isOpen(Path wanted) throws RpcProblem {
    Path file = log().file().filter(Files::exists).orElse(null);
    try {
      return file != null && Files.isSameFile(file, wanted);
    } catch (IOException gone) {
      throw new RpcProblem(wanted + " cannot be read: " + IoFailure.reason(gone));
    }
  }

  private SessionLog opened(Path file) throws SessionException, CommandException, IOException {
    SessionLog log = session.store().open(file);
    String cwd = log.header().cwd();
    if (!cwd.isEmpty() && !cwd.equals(session.root().toString())) {
      log.close();
      throw new CommandException(
          "the session belongs to " + cwd + "; start Tenon there, or with --root " + cwd);
    }
    return log;
  }

  /// What came of a fork.
  record Forked(String text, boolean cancelled) {}

  /// A session that goes on from before a prompt.
  Forked fork(String entryId) throws RpcProblem, IOException, InterruptedException {
    Entry entry = log().entry(entryId).orElse(null);
    String text = entry == null ? null : prompt(entry).orElse(null);
    if (entry == null || text == null) {
      throw new RpcProblem(
          "Invalid entry ID for forking: '"
              + entryId
              + "'; get_fork_messages lists those there are");
    }
    return new Forked(text, branched(entry.parentId()));
  }

  /// A copy of the session up to here.
  boolean copy() throws RpcProblem, InterruptedException {
    String leaf = log().leafId().orElse(null);
    if (leaf == null || log().messageCount() == 0) {
      throw new RpcProblem("Cannot clone session: nothing was said in it yet");
    }
    return branched(leaf);
  }

  private boolean branched(@Nullable String leaf) throws RpcProblem, InterruptedException {
    SessionLog from = log();
    return moved(
        SessionMoves.Kind.BRANCH,
        leaf,
        () ->
            session.kept()
                ? session.store().branch(from, leaf, session.root())
                : copied(from, leaf));
  }

  /// The same of a session that is not kept.
  private SessionLog copied(SessionLog from, @Nullable String leaf) throws IOException {
    SessionLog copy = SessionStore.inMemory(session.root());
    for (Entry entry : from.path(leaf)) {
      copy.append(entry.body());
    }
    return copy;
  }

  private boolean moved(
      SessionMoves.Kind kind, @Nullable String entry, SessionMoves.Opening opening)
      throws RpcProblem, InterruptedException {
    turns.stop();
    Conversation live = conversation.conversation();
    try {
      new SessionMoves(session, conversation.hooks().orElse(null))
          .go(
              kind,
              entry,
              opening,
              () -> {
                turns.forgetQueued();
                if (!kind.goesOn()) {
                  conversation.flow().forgetNews();
                }
                live.restore(List.of());
                adopt();
                session.restore(live);
                session.takeNotes().forEach(notes);
              });
      return false;
    } catch (SessionMoves.RefusedException refused) {
      notes.accept(String.valueOf(refused.getMessage()));
      return true;
    } catch (CommandException failed) {
      throw new RpcProblem(String.valueOf(failed.getMessage()));
    }
  }

  private void adopt() throws CommandException, InterruptedException {
    try {
      models.adopt();
    } catch (SetupException unusable) {
      throw new CommandException(String.valueOf(unusable.getMessage()));
    }
  }
}
