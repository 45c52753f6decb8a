package dev.tenon.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionLogTest {
  @TempDir Path home;
  private SessionStore store;
  private final Path cwd = Path.of("/work/some project");

  @BeforeEach
  void open() {
    store = new SessionStore(home);
  }

  static Entry.Said user(String text) {
    return new Entry.Said(
        MessageFormat.write(Message.User.of(text), 1_760_000_000_000L, null).getFirst());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(store.folder())) {
      return all.filter(file -> file.toString().contains(".jsonl")).sorted().toList();
    }
  }

  @Test
  void anEmptySessionLeavesNoFile() throws IOException {
    try (SessionLog log = store.create(cwd)) {
      log.append(new Entry.ModelChanged("p/m", null));
      log.append(new Entry.Custom("tenon.x", null));
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void theFirstPromptIsOnDiskWhenItIsAppended() throws Exception {
    try (SessionLog log = store.create(cwd)) {
      log.append(new Entry.ModelChanged("p/m", null));
      log.append(user("hello"));

      Path file = log.file().orElseThrow();
      assertThat(file.getParent().getFileName()).hasToString("--work-some project--");
      assertThat(file.getFileName().toString())
          .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-\\d{3}Z_[0-9a-f]{16}\\.jsonl");
      List<String> lines = Files.readAllLines(file);
      assertThat(lines).hasSize(3);
      assertThat(Json.parseObject(lines.getFirst()).string("cwd")).isEqualTo(cwd.toString());
      assertThat(lines.getLast()).contains("hello");
      assertThat(Files.getPosixFilePermissions(file))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
  }

  @Test
  void whatWasAppendedIsFoundAgain() throws Exception {
    Path file;
    List<Entry> written;
    try (SessionLog log = store.create(cwd)) {
      for (int i = 0; i < 20; i++) {
        log.append(user("prompt " + i));
      }
      written = log.entries();
      file = log.file().orElseThrow();
    }
    try (SessionLog again = store.open(file)) {
      assertThat(again.entries()).isEqualTo(written);
      assertThat(again.leafId()).contains(written.getLast().id());
      assertThat(again.warnings()).isEmpty();
      assertThat(again.messageCount()).isEqualTo(20);
    }
  }

  @Test
  void theLeafMovesAndTheTreeGrows() throws Exception {
    Path file;
    try (SessionLog log = store.create(cwd)) {
      Entry first = log.append(user("a"));
      Entry second = log.append(user("b"));
      log.branch(first.id());
      Entry other = log.append(user("c"));
      assertThat(other.parentId()).isEqualTo(first.id());
      assertThat(log.tips()).containsExactly(second.id(), other.id());
      log.resetLeaf();
      assertThat(log.leafId()).isEmpty();
      assertThat(log.context(null).messages()).isEmpty();
      Entry root = log.append(user("d"));
      assertThat(root.parentId()).isNull();
      Entry summary = log.branchWithSummary(null, "left", null);
      assertThat(summary.parentId()).isNull();
      assertThat(summary.body()).isEqualTo(new Entry.BranchSummarized("root", "left", null, false));
      Entry there = log.branchWithSummary(second.id(), "left again", null);
      assertThat(there.parentId()).isEqualTo(second.id());
      assertThatThrownBy(() -> log.branch("nowhere"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("nowhere");
      file = log.file().orElseThrow();
    }
    try (SessionLog again = store.look(file)) {
      assertThat(again.path(again.leafId().orElseThrow()).stream().map(Entry::body).toList())
          .hasSize(3)
          .last()
          .isInstanceOf(Entry.BranchSummarized.class);
    }
  }

  @Test
  void labelsAreResolved() throws Exception {
    Path file;
    String labelled;
    try (SessionLog log = store.create(cwd)) {
      labelled = log.append(user("a")).id();
      String other = log.append(user("b")).id();
      log.append(new Entry.Labelled(labelled, "one"));
      log.append(new Entry.Labelled(labelled, "two"));
      log.append(new Entry.Labelled(other, "gone"));
      log.append(new Entry.Labelled(other, null));
      assertThat(log.labels()).containsOnlyKeys(labelled).containsValue("two");
      file = log.file().orElseThrow();
    }
    try (SessionLog again = store.look(file)) {
      assertThat(again.label(labelled)).contains("two");
      assertThat(again.labels()).hasSize(1);
    }
  }

  @Test
  void aTornEndIsSetAsideAndTold() throws Exception {
    Path file = session("one", "two");
    byte[] whole = Files.readAllBytes(file);
    Files.writeString(file, "{\"type\":\"mess", StandardOpenOption.APPEND);

    try (SessionLog looked = store.look(file)) {
      assertThat(looked.messageCount()).isEqualTo(2);
      assertThat(looked.warnings()).singleElement().asString().contains("13 bytes");
    }
    assertThat(Files.size(file)).isEqualTo(whole.length + 13);

    try (SessionLog log = store.open(file)) {
      log.append(user("three"));
      assertThat(log.warnings()).anyMatch(it -> it.contains(".torn-1"));
    }
    assertThat(file.resolveSibling(file.getFileName() + ".torn-1")).hasContent("{\"type\":\"mess");
    try (SessionLog again = store.look(file)) {
      assertThat(again.warnings()).isEmpty();
      assertThat(again.messageCount()).isEqualTo(3);
    }

    Files.writeString(file, "again", StandardOpenOption.APPEND);
    try (SessionLog log = store.open(file)) {
      log.append(user("four"));
    }
    assertThat(file.resolveSibling(file.getFileName() + ".torn-2")).hasContent("again");
  }

  @Test
  void aDamagedLineInTheMiddleCostsThatLineOnly() throws Exception {
    Path file = session("one", "two", "three");
    List<String> lines = Files.readAllLines(file);
    Files.write(
        file, List.of(lines.get(0), lines.get(1), "\u0000\u0000 not json", "", lines.get(3)));
    try (SessionLog log = store.open(file)) {
      assertThat(log.messageCount()).isEqualTo(2);
      assertThat(log.warnings()).anyMatch(it -> it.contains("line 3"));
      assertThat(log.warnings()).anyMatch(it -> it.contains("not in the file"));
      log.rename("Title", SessionHeader.BY_USER);
    }
    assertThat(Files.readString(file)).contains("not json").contains("three");
  }

  @Test
  void somethingElseIsRefusedAndLeftAlone() throws IOException {
    for (String text : List.of("# Notes\n", "{\"a\":1}\n", "no line break", "\n\n", "[1]\n")) {
      Path file = home.resolve("other.jsonl");
      Files.writeString(file, text);
      assertThatThrownBy(() -> store.open(file))
          .as(text)
          .isInstanceOf(SessionException.class)
          .hasMessageContaining("no session");
      assertThat(file).hasContent(text);
    }
    assertThatThrownBy(() -> store.open(home.resolve("none.jsonl")))
        .isInstanceOfSatisfying(
            SessionException.class,
            missing -> assertThat(missing.kind()).isEqualTo(SessionException.Kind.MISSING));
  }

  @Test
  void unknownEntriesAndMembersSurviveARewrite() throws Exception {
    Path file = home.resolve("foreign.jsonl");
    String header =
        "{\"type\":\"session\",\"version\":3,\"id\":\"x1\",\"timestamp\":\"t\",\"cwd\":\"/c\","
            + "\"theirs\":{\"a\":1}}";
    String unknown =
        "{\"type\":\"future\",\"id\":\"a\",\"parentId\":null,\"timestamp\":\"t\",\"z\":[1.0]}";
    String message =
        "{\"type\":\"message\",\"id\":\"b\",\"parentId\":\"a\",\"timestamp\":\"t\",\"extra\":1,"
            + "\"message\":{\"role\":\"user\",\"content\":\"hi\",\"own\":true}}";
    Files.writeString(file, header + "\n" + unknown + "\n" + message);
    try (SessionLog log = store.open(file)) {
      log.rename("New", SessionHeader.BY_USER);
      log.append(user("more"));
    }
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.get(0)).contains("\"theirs\":{\"a\":1}").contains("\"title\":\"New\"");
    assertThat(lines.subList(1, 3)).containsExactly(unknown, message);
    try (SessionLog again = store.look(file)) {
      assertThat(again.title()).contains("New");
      assertThat(SessionContext.of(again).messages())
          .containsExactly(Message.User.of("hi"), Message.User.of("more"));
    }
  }

  @Test
  void aPersonsTitleIsNotReplacedByAMadeOne() throws IOException {
    try (SessionLog log = store.create(cwd)) {
      log.append(user("a"));
      log.rename("mine", SessionHeader.BY_USER);
      log.rename("made", SessionHeader.AUTOMATIC);
      assertThat(log.title()).contains("mine");
    }
  }

  @Test
  void oneProgramWritesAtATime() throws Exception {
    Path file = session("one");
    try (SessionLog first = store.open(file)) {
      assertThatThrownBy(() -> store.open(file))
          .isInstanceOfSatisfying(
              SessionException.class,
              busy -> assertThat(busy.kind()).isEqualTo(SessionException.Kind.IN_USE));
      try (SessionLog looked = store.look(file)) {
        assertThatThrownBy(() -> looked.append(user("no"))).isInstanceOf(IOException.class);
        try (SessionLog fork = store.fork(looked, cwd)) {
          fork.append(user("two"));
          assertThat(fork.id()).isNotEqualTo(first.id());
          assertThat(fork.header().parentSession()).isEqualTo(file.toRealPath().toString());
          assertThat(fork.messageCount()).isGreaterThanOrEqualTo(2);
        }
      }
      first.append(user("three"));
    }
    try (SessionLog free = store.open(file)) {
      assertThat(free.messageCount()).isEqualTo(2);
    }
  }

  @Test
  void aBranchIsASessionOfItsOwn() throws Exception {
    try (SessionLog log = store.create(cwd)) {
      Entry first = log.append(user("a"));
      log.append(new Entry.Labelled(first.id(), "start"));
      Entry second = log.append(user("b"));
      log.append(user("c"));
      try (SessionLog branch = store.branch(log, second.id(), cwd)) {
        List<Entry> entries = branch.entries();
        assertThat(entries.stream().map(Entry::id).toList())
            .startsWith(first.id(), second.id())
            .hasSize(3);
        assertThat(entries.get(1).parentId()).isEqualTo(first.id());
        assertThat(branch.label(first.id())).contains("start");
        assertThat(branch.header().parentSession()).isEqualTo(log.file().orElseThrow().toString());
      }
      try (SessionLog anew = store.branch(log, null, cwd)) {
        assertThat(anew.size()).isZero();
        assertThat(anew.file()).isEmpty();
      }
    }
  }

  @Test
  void picturesLieBeside() throws Exception {
    byte[] bytes = new byte[2000];
    String base64 = Base64.getEncoder().encodeToString(bytes);
    var message =
        new Message.User(List.of(new Part.Text("see"), new Part.Image("image/png", base64)));
    Path file;
    try (SessionLog log = store.create(cwd)) {
      log.append(new Entry.Said(MessageFormat.write(message, 1, null).getFirst()));
      file = log.file().orElseThrow();
    }
    assertThat(Files.readString(file)).contains("blob:sha256:").doesNotContain(base64);
    try (SessionLog again = store.look(file)) {
      assertThat(SessionContext.of(again).messages()).containsExactly(message);
    }
    try (Stream<Path> blobs = Files.list(home.resolve("blobs"))) {
      for (Path blob : blobs.toList()) {
        Files.delete(blob);
      }
    }
    try (SessionLog again = store.look(file)) {
      SessionContext context = SessionContext.of(again);
      assertThat(context.warnings()).singleElement().asString().contains("1 picture");
      assertThat(context.messages().getFirst().toString()).contains("is lost");
    }
  }

  @Test
  void hugeStringsAreCutAndPassingMembersLeftOut() throws Exception {
    String huge = "x".repeat(600_000);
    Json.Obj message =
        Json.object()
            .put("role", "user")
            .put("content", huge)
            .put("partialJson", "{")
            .put("lineCount", 99)
            .put("jsonlEvents", Json.arrayOf())
            .put("thinkingSignature", huge)
            .build();
    try (SessionLog log = store.create(cwd)) {
      log.append(new Entry.Said(message));
      Entry read = log.entries().getFirst();
      Json.Obj kept = ((Entry.Said) read.body()).message();
      assertThat(kept.string("content", ""))
          .hasSize(500_000)
          .endsWith("[Session persistence truncated large content]");
      assertThat(kept.has("partialJson")).isFalse();
      assertThat(kept.has("jsonlEvents")).isFalse();
      assertThat(kept.number("lineCount", 0)).isEqualTo(3);
      assertThat(kept.string("thinkingSignature")).isEqualTo(huge);
    }
  }

  @Test
  void aSessionInMemoryIsASessionToo() throws Exception {
    try (SessionLog log = SessionStore.inMemory(cwd)) {
      String first = log.append(user("a")).id();
      log.append(user("b"));
      log.branch(first);
      log.append(user("c"));
      assertThat(SessionContext.of(log).messages())
          .containsExactly(Message.User.of("a"), Message.User.of("c"));
      assertThat(log.file()).isEmpty();
      try (SessionLog fork = store.fork(log, cwd)) {
        assertThat(fork.entries()).isEqualTo(log.entries());
      }
    }
  }

  @Test
  void aRefusingDiskLosesNothing() throws Exception {
    Path file = session("one");
    SessionLog log = store.open(file);
    Path folder = file.getParent();
    Path away = folder.resolveSibling("away");
    Files.move(folder, away);
    assertThatThrownBy(() -> log.append(user("two")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be written");
    assertThat(log.messageCount()).isEqualTo(2);
    Files.move(away, folder);
    log.append(user("three"));
    log.close();
    try (SessionLog again = store.look(file)) {
      assertThat(again.messageCount()).isEqualTo(3);
    }
  }

  private Path session(String... prompts) throws IOException {
    try (SessionLog log = store.create(cwd)) {
      for (String prompt : prompts) {
        log.append(user(prompt));
      }
      return log.file().orElseThrow();
    }
  }

  @Test
  void deletingTakesWhatWasSetAsideAlong() throws Exception {
    Path file = session("one");
    Files.writeString(file.resolveSibling(file.getFileName() + ".torn-1"), "x");
    try (SessionLog open = store.open(file)) {
      assertThatThrownBy(() -> store.delete(file)).isInstanceOf(SessionException.class);
      assertThat(open.messageCount()).isEqualTo(1);
    }
    store.delete(file);
    assertThat(files()).isEmpty();
  }

  @Test
  void headerKnowsItsVersion() throws JsonException {
    assertThat(SessionHeader.of(Json.parseObject("{\"type\":\"session\",\"id\":\"a\"}")).version())
        .isEqualTo(1);
  }

  /// Whoever stops a prompt interrupts the thread that then has its result to keep.
  @Test
  void aThreadThatIsInterruptedStillKeepsItsEntries() throws Exception {
    try (SessionLog log = store.create(cwd)) {
      log.append(user("one"));
      Thread.currentThread().interrupt();
      Entry kept = log.append(user("two"));
      assertThat(Thread.interrupted()).as("it is still interrupted").isTrue();
      Thread.currentThread().interrupt();
      assertThat(log.entry(kept.id())).isPresent();
      log.append(user("three"));
      assertThat(Thread.interrupted()).isTrue();
      assertThat(Files.readString(log.file().orElseThrow())).contains("one", "two", "three");
    }
  }

  @Test
  void interruptsDuringWritesTearNothing() throws Exception {
    String text = "x".repeat(20_000);
    try (SessionLog log = store.create(cwd)) {
      log.append(user("begin"));
      underInterrupts(
          () -> {
            for (int i = 0; i < 50; i++) {
              log.append(user(i + text));
            }
          });
      List<String> lines = Files.readAllLines(log.file().orElseThrow());
      assertThat(lines).hasSize(52).allMatch(line -> line.endsWith("}"));
    }
    assertThat(files()).hasSize(1);
  }

  @Test
  void interruptsWhileATornEndIsSetAsideLeaveOneOfIt() throws Exception {
    Path file;
    try (SessionLog log = store.create(cwd)) {
      log.append(user("begin"));
      file = log.file().orElseThrow();
    }
    String torn = "{\"type\":\"mess" + "y".repeat(200_000);
    for (int i = 1; i <= 5; i++) {
      Files.writeString(file, torn, StandardOpenOption.APPEND);
      try (SessionLog log = store.open(file)) {
        underInterrupts(() -> log.append(user("on")));
        assertThat(log.warnings()).last().asString().contains(".torn-" + i);
      }
      assertThat(Files.readString(file)).doesNotContain("yyy");
      assertThat(files()).hasSize(1 + i);
      assertThat(file.resolveSibling(file.getFileName() + ".torn-" + i)).hasContent(torn);
    }
  }

  private interface Writing {
    void run() throws Exception;
  }

  private static void underInterrupts(Writing work) throws Exception {
    var writing = Thread.currentThread();
    var begun = new AtomicBoolean();
    var done = new AtomicBoolean();
    Thread interrupting =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!done.get()) {
                    writing.interrupt();
                    begun.set(true);
                    for (int i = 0; i < 5_000; i++) {
                      Thread.onSpinWait();
                    }
                  }
                });
    while (!begun.get()) {
      Thread.onSpinWait();
    }
    try {
      work.run();
    } finally {
      done.set(true);
      while (interrupting.isAlive()) {
        Thread.onSpinWait();
      }
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
