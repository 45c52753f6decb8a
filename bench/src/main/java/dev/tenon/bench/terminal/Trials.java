package dev.tenon.bench.terminal;

import dev.tenon.bench.measure.ChildTime;
import dev.tenon.bench.measure.Sample;
import dev.tenon.bench.process.Program;
import java.io.IOException;
import java.util.Random;

/// What is done in a terminal, each time with a program of its own, and what it takes.
final class Trials {
  static final String PROMPT = "❯";
  static final int IDLE_SECONDS = 10;
  static final int PASTED_BYTES = 1_000_000;

  /// Keys that nothing else on the screen looks like: each is typed once.
  private static final String KEYS = "бвгджзийклмнопрстуфхцчшщъыьэюяβγδεζηθικλμνξοπρστυφχψω";

  private Trials() {}

  /// All in milliseconds, but for the memory.
  static final class Starts {
    final Sample picture = new Sample();
    final Sample usable = new Sample();
    final Sample processor = new Sample();
    final Sample megabytes = new Sample();

    void once(Program program) throws IOException, InterruptedException {
      long before = ChildTime.nanos();
      try (var run = new TerminalRun(program)) {
        picture.add((run.await(PROMPT, 0) - run.begun()) / 1e6);
        run.type("ß");
        usable.add((run.await("ß", 0) - run.begun()) / 1e6);
        megabytes.add(ProcessFacts.of(run.pid()).peak());
      }
      processor.add((ChildTime.nanos() - before) / 1e6);
    }
  }

  /// @param keys milliseconds until a key is on the screen
  /// @param tokens how many came in a second
  /// @param writes calls of the whole process in a second, to whatever file
  /// @param frames how many were painted in a second
  /// @param megabytes peak memory at the end
  record Streamed(Sample keys, double tokens, double writes, double frames, double megabytes) {}

  static Streamed streaming(Program program) throws IOException, InterruptedException {
    var keys = new Sample();
    var random = new Random(1);
    try (var run = new TerminalRun(program)) {
      run.await(PROMPT, 0);
      run.type("go\r");
      run.await(Conversations.FIRST_WORDS, 0);
      long begin = System.nanoTime();
      ProcessFacts before = ProcessFacts.of(run.pid());
      int frames = run.frames();
      for (int i = 0; i < KEYS.length(); i++) {
        Thread.sleep(60 + random.nextInt(60));
        keys.add(run.echo(KEYS.substring(i, i + 1)));
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      ProcessFacts after = ProcessFacts.of(run.pid());
      double painted = (run.frames() - frames) / seconds;
      if (run.shows(Conversations.LAST_WORDS)) {
        throw new IOException("the answer was over before all keys were typed");
      }
      run.type("\u0015");
      double all = (run.await(Conversations.LAST_WORDS, 0) - begin) / 1e9;
      return new Streamed(
          keys,
          Conversations.TOKENS / all,
          (after.writes() - before.writes()) / seconds,
          painted,
          ProcessFacts.of(run.pid()).peak());
    }
  }

  /// What was done while nobody did anything.
  static ThreadFacts idle(Program program) throws IOException, InterruptedException {
    try (var run = new TerminalRun(program)) {
      run.await(PROMPT, 0);
      // What a start leaves to be done afterwards is none of it.
      Thread.sleep(3_000);
      ThreadFacts before = ThreadFacts.of(run.pid());
      Thread.sleep(IDLE_SECONDS * 1_000L);
      return ThreadFacts.of(run.pid()).since(before);
    }
  }

  /// @param token milliseconds until the token for it stands in the editor
  /// @param keys the keys behind it
  record Pasted(double token, Sample keys) {}

  static Pasted pasting(Program program) throws IOException, InterruptedException {
    var keys = new Sample();
    try (var run = new TerminalRun(program)) {
      run.await(PROMPT, 0);
      run.echo("ß");
      int from = run.position();
      // As encoded pictures and keys are: with many capital letters, and few blanks.
      String line = "RkRSR0lGODlhUkFSRVIgUk9SIFJSUlJBUkVEUiBSUlJSUlJSUlJSR=\n";
      long begin = System.nanoTime();
      run.type("\u001b[200~" + line.repeat(PASTED_BYTES / line.length()) + "\u001b[201~");
      double token = (run.await("[pasted", from) - begin) / 1e6;
      for (int i = 0; i < 30; i++) {
        Thread.sleep(30);
        keys.add(run.echo(KEYS.substring(i, i + 1)));
      }
      return new Pasted(token, keys);
    }
  }
}
