package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.session.SessionStore;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Long outputs belong to the session whose command printed them, and to no other.
class LongOutputTest {
  @TempDir Path folder;

  private Path home;
  private Path root;
  private final List<Part.Result> results = new ArrayList<>();

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home")).toRealPath();
  }

  @Test
  void anOutputIsReadInRangesAndAgainAfterItsSessionIsResumed() throws Exception {
    String address = printed(SessionRequest.NEW);
    Path session = sessions().getFirst();
    Path kept = SessionStore.artifactsOf(session);
    assertThat(kept).isDirectoryContaining(file -> file.toString().endsWith(".log"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
        .isEqualTo("rwx------");

    assertThat(read(resuming(session), address + ":1500-1501", address + ":29999").texts())
        .containsExactly("1500\n1501\n", "29999\n30000\n");

    // Nobody else's.
    assertThat(read(SessionRequest.NEW, address).texts().getFirst())
        .contains("not_found: there is no output " + address + " in this session");
    assertThat(read(SessionRequest.UNKEPT, address).texts().getFirst()).contains("not_found");
    assertThat(
            read(SessionRequest.NEW, kept + "/" + address.substring(11) + ".log", kept.toString())
                .texts())
        .allSatisfy(text -> assertThat(text).contains("permission_denied"));

    Files.delete(kept.resolve(address.substring(11) + ".log"));
    assertThat(read(resuming(session), address).texts().getFirst()).contains("it was deleted");
  }

  @Test
  void aCopyOfASessionHasItsOutputsAndOutlivesTheOriginal() throws Exception {
    String address = printed(SessionRequest.NEW);
    Path original = sessions().getFirst();
    var copying =
        new SessionRequest(
            SessionRequest.Start.NAMED,
            original.toString(),
            SessionRequest.Copying.ALWAYS,
            SessionRequest.Taking.FROM_SESSION,
            SessionRequest.Taking.FROM_SESSION);
    assertThat(read(copying, address + ":7-8").texts()).containsExactly("7\n8\n");
    Path copy =
        sessions().stream().filter(each -> !each.equals(original)).findFirst().orElseThrow();

    new SessionStore(home).delete(original);
    assertThat(SessionStore.artifactsOf(original)).doesNotExist();
    assertThat(read(resuming(copy), address + ":7-8").texts()).containsExactly("7\n8\n");
    new SessionStore(home).delete(copy);
    assertThat(SessionStore.artifactsOf(copy)).doesNotExist();
  }

  @Test
  void nothingIsWrittenBesideASessionFromElsewhere() throws Exception {
    printed(SessionRequest.NEW);
    Path foreign = root.resolve("foreign.jsonl");
    Files.move(sessions().getFirst(), foreign);
    results.clear();
    String address = printed(resuming(foreign));
    try (Stream<Path> files = Files.list(root)) {
      assertThat(files).containsExactly(foreign);
    }
    assertThat(read(resuming(foreign), address + ":7-8").texts()).containsExactly("7\n8\n");
    assertThat(read(SessionRequest.NEW, address).texts().getFirst()).contains("not_found");
  }

  @Test
  void whatIsNotKeptEndsWithItsConversation() throws Exception {
    for (boolean session : List.of(true, false)) {
      try (Project project = Project.open(options())) {
        String address;
        try (ProjectConversation conversation =
            project.conversation(
                session
                    ? ConversationOptions.of(prints(), Mode.FULL)
                        .recordedIn(session(SessionRequest.UNKEPT))
                    : ConversationOptions.of(prints(), Mode.FULL))) {
          conversation.start(face()).prompt("Print");
          address = address();
          assertThat(read(conversation, address + ":3-4").texts()).containsExactly("3\n4\n");
        }
        try (Stream<Path> left = Files.walk(project.stateFolder())) {
          assertThat(left).noneMatch(file -> file.toString().endsWith(".log"));
        }
      }
    }
  }

  @Test
  void aPersonWhoCallsToolsReadsItInAnotherRun() throws Exception {
    try (Project project = Project.open(options());
        ManualTools tools = project.handTools()) {
      results.add(
          tools
              .runner()
              .call(
                  Part.Call.of("a", "bash", Json.object().put("command", "seq 30000").build()),
                  text -> {})
              .result());
    }
    try (Project project = Project.open(options());
        ManualTools tools = project.handTools()) {
      Part.Result read =
          tools
              .runner()
              .call(
                  Part.Call.of(
                      "b", "read_file", Json.object().put("path", address() + ":2-3").build()),
                  text -> {})
              .result();
      assertThat(read.text()).isEqualTo("2\n3\n");
    }
  }

  @Test
  void anAnswerForTheSessionHoldsInAProjectWithoutRules() throws Exception {
    var asked = new ArrayList<Approver.Question>();
    var model =
        ScriptedModel.of(
            Step.calls(
                "write_file", Json.object().put("path", "src/a").put("content", "a").build()),
            Step.calls(
                "write_file", Json.object().put("path", "src/b").put("content", "b").build()),
            Step.says("Done."));
    try (Project project = Project.open(options());
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.ASK))) {
      Approver approver =
          question -> {
            asked.add(question);
            return Approver.Answer.SESSION;
          };
      conversation
          .start(new ConversationFace(event -> {}, approver, null, line -> {}))
          .prompt("Write");
    }
    assertThat(asked).hasSize(1);
    assertThat(root.resolve("src/b")).hasContent("b");
  }

  /// What reads gave.
  private record Reads(List<String> texts) {}

  private String printed(SessionRequest request) throws Exception {
    results.clear();
    try (Project project = Project.open(options());
        ProjectConversation conversation =
            project.conversation(
                ConversationOptions.of(prints(), Mode.FULL).recordedIn(session(request)))) {
      conversation.start(face()).prompt("Print");
      String address = address();
      assertThat(results.getFirst().text()).endsWith(address);
      assertThat(read(conversation, address + ":1500-1501").texts())
          .containsExactly("1500\n1501\n");
      return address;
    }
  }

  private static ScriptedModel prints() {
    return ScriptedModel.of(
        Step.calls("bash", Json.object().put("command", "seq 30000").build()),
        Step.says("Printed."));
  }

  private Reads read(SessionRequest request, String... addresses) throws Exception {
    try (Project project = Project.open(options());
        ProjectConversation conversation =
            project.conversation(
                ConversationOptions.of(ScriptedModel.of(), Mode.FULL)
                    .recordedIn(session(request)))) {
      conversation.start(face());
      return read(conversation, addresses);
    }
  }

  private Reads read(ProjectConversation conversation, String... addresses) throws Exception {
    var steps = new ArrayList<Step>();
    for (String address : addresses) {
      steps.add(Step.calls("read_file", Json.object().put("path", address).build()));
    }
    steps.add(Step.says("Read."));
    var model = ScriptedModel.of(steps.toArray(Step[]::new));
    conversation.use(conversation.selection().with(ModelOpener.named("embedded/model", model)));
    int before = results.size();
    conversation.conversation().prompt("Read");
    model.verify();
    var texts = new ArrayList<String>();
    results.subList(before, results.size()).forEach(result -> texts.add(result.text()));
    return new Reads(texts);
  }

  private String address() {
    return results.getLast().envelope().objectOrEmpty("data").string("artifact", "none");
  }

  private ConversationFace face() {
    return ConversationFace.listening(
        event -> {
          if (event instanceof AgentEvent.ToolFinished finished) {
            results.add(finished.result());
          }
        });
  }

  private ActiveSession session(SessionRequest request) throws Exception {
    return ActiveSession.open(options(), request, SessionQuestions.nobody(), problem -> {});
  }

  private static SessionRequest resuming(Path session) {
    return new SessionRequest(
        SessionRequest.Start.NAMED,
        session.toString(),
        SessionRequest.Copying.IF_AGREED,
        SessionRequest.Taking.FROM_SESSION,
        SessionRequest.Taking.FROM_SESSION);
  }

  private List<Path> sessions() throws Exception {
    try (Stream<Path> all = Files.walk(home.resolve("sessions"))) {
      return all.filter(file -> file.toString().endsWith(".jsonl")).toList();
    }
  }

  private ProjectOptions options() {
    return ProjectOptions.of(home, root).withEnvironment(Map.of());
  }
}
