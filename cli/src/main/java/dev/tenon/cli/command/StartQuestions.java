package dev.tenon.cli.command;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Output;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.terminal.device.EarlyInput;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.StreamRuleLoader;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.Consent;
import dev.tenon.engine.config.ProjectRequest;
import dev.tenon.engine.config.Restriction;
import dev.tenon.engine.content.Questioned;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.SessionQuestions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/// What the person at the terminal is asked before anything is opened. Only what is typed after a
/// question could be read answers it, a line alone, and only a clear answer is remembered;
/// everything else is kept for the editor.
final class StartQuestions implements SessionQuestions {
  private final LaunchContext context;
  private final Streams streams;
  private final Early early;
  private final StringBuilder typed = new StringBuilder();

  /// Takes what is there and what still comes until the keys rest: what was typed before a question
  /// could be read, and what came in one go with a line that would have been its answer.
  interface Early {
    String take() throws InterruptedException;
  }

  private enum Answer {
    YES,
    NO,
    /// Something else, or nothing: no, and nothing is remembered.
    UNCLEAR
  }

  StartQuestions(LaunchContext context, Streams streams) {
    this(
        context,
        streams,
        streams.in().equals(System.in) ? () -> EarlyInput.take(System.in) : () -> "");
  }

  StartQuestions(LaunchContext context, Streams streams, Early early) {
    this.context = context;
    this.streams = streams;
    this.early = early;
  }

  /// What was typed and answered nothing.
  String typed() {
    return typed.toString().strip();
  }

  /// Asks about what the project's own configuration wants and may not have unasked. Answers the
  /// configuration that is in force afterwards.
  Configuration consented(Configuration configuration) throws SetupException {
    Optional<ProjectRequest> request = configuration.openRequest();
    if (request.isEmpty() || !streams.tty().out()) {
      return configuration;
    }
    Output out = streams.out();
    out.println(
        out.cell(request.get().file().toString())
            + " of this project asks for what only you can allow:");
    for (Restriction want : request.get().wants()) {
      out.println("  " + out.cell(want.describe()));
    }
    out.hint();
    Answer answer = answer("Allow it from now on, until the file changes? [y/N]");
    if (answer == Answer.UNCLEAR) {
      return configuration;
    }
    try {
      new Consent(context.home()).remember(request.get(), decision(answer));
      return Configuration.load(context.options());
    } catch (IOException unwritable) {
      throw SetupException.failure("the answer cannot be kept: " + IoFailure.named(unwritable));
    } catch (ConfigException changed) {
      throw SetupException.usage(String.valueOf(changed.getMessage()));
    }
  }

  /// Asks about the project's stream rules, if nobody has decided.
  void decide(StreamRuleLoader setup) throws SetupException {
    Optional<String> question = setup.question();
    if (question.isEmpty() || !streams.tty().out()) {
      return;
    }
    streams.out().println(question.get());
    streams.out().hint();
    Answer answer = answer("Use them from now on, until one changes? [y/N]");
    if (answer == Answer.UNCLEAR) {
      return;
    }
    try {
      setup.decide(decision(answer));
    } catch (IOException unwritable) {
      throw SetupException.failure("the answer cannot be kept: " + IoFailure.named(unwritable));
    }
  }

  /// Asks about things that the project brings along and nobody has decided about.
  void decide(Questioned content) throws SetupException {
    Optional<String> question = content.question();
    if (question.isEmpty() || !streams.tty().out()) {
      return;
    }
    question.get().lines().forEach(line -> streams.out().println(streams.out().cell(line)));
    streams.out().hint();
    Answer answer = answer("Use them from now on, each until it changes? [y/N]");
    if (answer == Answer.UNCLEAR) {
      return;
    }
    try {
      content.decide(decision(answer));
    } catch (IOException unwritable) {
      throw SetupException.failure("the answer cannot be kept: " + IoFailure.named(unwritable));
    }
  }

  private static Consent.Decision decision(Answer answer) {
    return answer == Answer.YES ? Consent.Decision.ACCEPTED : Consent.Decision.DECLINED;
  }

  private Answer answer(String question) throws SetupException {
    String said = said(question);
    return switch (said.toLowerCase(Locale.ROOT)) {
      case "y", "yes" -> Answer.YES;
      case "n", "no" -> Answer.NO;
      default -> {
        keep(said);
        streams.out().println("Not now; you will be asked again at the next start.");
        yield Answer.UNCLEAR;
      }
    };
  }

  private void keep(String text) {
    if (!text.isBlank()) {
      typed.append(typed.isEmpty() ? "" : "\n").append(text.strip());
    }
  }

  @Override
  public boolean possible() {
    return true;
  }

  /// Several lines, which are no answer, are kept for the editor too.
  @Override
  public String copyOption() {
    return "--fork";
  }

  @Override
  public String ask(String question) throws SetupException {
    String said = said(question);
    if (said.contains("\n")) {
      keep(said);
    }
    return said;
  }

  /// The line that is typed, with what comes in one go with it: nobody answers by pasting a text
  /// whose first line looks like an answer.
  private String said(String question) throws SetupException {
    streams.out().prompt(question);
    try {
      keep(early.take());
      String line = readLine();
      return (line + "\n" + early.take()).strip();
    } catch (InterruptedException leaving) {
      Thread.currentThread().interrupt();
      throw SetupException.failure("the question was interrupted");
    }
  }

  /// One line, byte by byte, so that nothing typed ahead is taken from the terminal.
  private String readLine() throws SetupException {
    var line = new ByteArrayOutputStream();
    try {
      for (int b = streams.in().read(); b >= 0 && b != '\n'; b = streams.in().read()) {
        line.write(b);
      }
    } catch (IOException broken) {
      throw SetupException.failure("the terminal cannot be read: " + IoFailure.named(broken));
    }
    return line.toString(StandardCharsets.UTF_8);
  }
}
