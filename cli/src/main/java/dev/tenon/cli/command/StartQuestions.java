package dev.tenon.cli.command;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Output;
import dev.tenon.cli.base.Streams;
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

/// What the person at the terminal is asked before anything is opened.
final class StartQuestions implements SessionQuestions {
  private final LaunchContext context;
  private final Streams streams;

  StartQuestions(LaunchContext context, Streams streams) {
    this.context = context;
    this.streams = streams;
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
    boolean yes = agrees("Allow it from now on, until the file changes? [y/N]");
    try {
      new Consent(context.home())
          .remember(request.get(), yes ? Consent.Decision.ACCEPTED : Consent.Decision.DECLINED);
      return Configuration.load(context.options());
    } catch (IOException unwritable) {
      throw SetupException.failure("the answer cannot be kept: " + unwritable.getMessage());
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
    boolean yes = agrees("Use them from now on, until one changes? [y/N]");
    try {
      setup.decide(yes ? Consent.Decision.ACCEPTED : Consent.Decision.DECLINED);
    } catch (IOException unwritable) {
      throw SetupException.failure("the answer cannot be kept: " + unwritable.getMessage());
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
    boolean yes = agrees("Use them from now on, each until it changes? [y/N]");
    try {
      content.decide(yes ? Consent.Decision.ACCEPTED : Consent.Decision.DECLINED);
    } catch (IOException unwritable) {
      throw SetupException.failure("the answer cannot be kept: " + unwritable.getMessage());
    }
  }

  private boolean agrees(String question) throws SetupException {
    String answer = ask(question).toLowerCase(Locale.ROOT);
    return answer.equals("y") || answer.equals("yes");
  }

  @Override
  public boolean possible() {
    return true;
  }

  @Override
  public String ask(String question) throws SetupException {
    streams.out().print(question + " ");
    streams.out().flush();
    return readLine().strip();
  }

  /// One line, byte by byte, so that nothing typed ahead is taken from the terminal.
  private String readLine() throws SetupException {
    var line = new ByteArrayOutputStream();
    try {
      for (int b = streams.in().read(); b >= 0 && b != '\n'; b = streams.in().read()) {
        line.write(b);
      }
    } catch (IOException broken) {
      throw SetupException.failure("the terminal cannot be read: " + broken.getMessage());
    }
    return line.toString(StandardCharsets.UTF_8);
  }
}
