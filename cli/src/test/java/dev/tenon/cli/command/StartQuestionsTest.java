package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.args.ArgumentParser;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.skill.SkillLoader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartQuestionsTest {
  @TempDir Path folder;

  @Test
  void whatAClonedProjectAsksForIsShownAsItIsWritten() throws Exception {
    Path project = Files.createDirectory(folder.resolve("clone"));
    Files.createDirectory(project.resolve(".tenon"));
    Files.writeString(
        project.resolve(".tenon/config.yml"),
        "mode: full\nmodel: \"ollama/x\\e[1A\\e[2K\\r\u202e\\nnothing else\"\n");
    var out = new ByteArrayOutputStream();
    var screen = new PrintStream(out, true, StandardCharsets.UTF_8);
    var typed = new ByteArrayInputStream("n\n".getBytes(StandardCharsets.UTF_8));
    var streams = new Streams(typed, screen, screen, new Streams.Tty(true, true, true));
    var context =
        LaunchContext.of(
            ArgumentParser.parse(TenonCommandLine.GRAMMAR, new String[0]),
            Map.of("TENON_HOME", folder.resolve("home").toString()),
            project);
    new StartQuestions(context, streams).consented(Configuration.load(context.options()));
    String shown = out.toString(StandardCharsets.UTF_8);
    assertThat(shown.replace("\n", "").codePoints()).noneMatch(Character::isISOControl);
    assertThat(shown)
        .contains("\n  mode: full (line 1)\n", "Allow it from now on")
        .contains(
            "\n  model: ollama/x^[[1A^[[2K^M<U+202E>^Jnothing else (line 2)\n(4 characters above")
        .doesNotContain("\u202e");
  }

  @Test
  void skillsOfAProjectAreShownAsTheyAreWrittenAndAgreedTo() throws Exception {
    Path project = Files.createDirectory(folder.resolve("clone")).toRealPath();
    Path skill = Files.createDirectories(project.resolve(".tenon/skills/a\u202eb"));
    Files.writeString(
        skill.resolve("SKILL.md"), "---\nname: a\ndescription: \"do\\e[2K\u202e it\"\n---\nText");
    var out = new ByteArrayOutputStream();
    var screen = new PrintStream(out, true, StandardCharsets.UTF_8);
    var typed = new ByteArrayInputStream("y\n".getBytes(StandardCharsets.UTF_8));
    var streams = new Streams(typed, screen, screen, new Streams.Tty(true, true, true));
    var context =
        LaunchContext.of(
            ArgumentParser.parse(TenonCommandLine.GRAMMAR, new String[0]),
            Map.of("TENON_HOME", folder.resolve("home").toString()),
            project);
    var settings = new Settings.Skills(true, List.of(), List.of());
    new StartQuestions(context, streams).decide(new SkillLoader(context.options(), settings));
    String shown = out.toString(StandardCharsets.UTF_8);
    assertThat(shown.replace("\n", "").codePoints()).noneMatch(Character::isISOControl);
    assertThat(shown).contains("  a (.tenon/skills/a<U+202E>b/SKILL.md): do?[2K<U+202E> it");
    assertThat(new SkillLoader(context.options(), settings).load().find("a")).isPresent();
  }

  /// Someone types a prompt before the program is there, and a cloned project asks.
  @Test
  void whatWasTypedBeforeTheQuestionAnswersNothing() throws Exception {
    Path project = Files.createDirectory(folder.resolve("clone"));
    Files.createDirectory(project.resolve(".tenon"));
    Files.writeString(project.resolve(".tenon/config.yml"), "mode: full\n");
    var out = new ByteArrayOutputStream();
    var screen = new PrintStream(out, true, StandardCharsets.UTF_8);
    var context =
        LaunchContext.of(
            ArgumentParser.parse(TenonCommandLine.GRAMMAR, new String[0]),
            Map.of("TENON_HOME", folder.resolve("home").toString()),
            project);
    for (String rest : List.of("", "s\n", "\n", "please do\n")) {
      var in = new ByteArrayInputStream(rest.getBytes(StandardCharsets.UTF_8));
      var streams = new Streams(in, screen, screen, new Streams.Tty(true, true, true));
      var questions = new StartQuestions(context, streams, once("yes\nye"));
      Configuration after = questions.consented(Configuration.load(context.options()));
      assertThat(after.openRequest()).as("it is asked again: " + rest).isPresent();
      assertThat(questions.typed()).isEqualTo(("yes\nye\n" + rest).strip());
    }
    var in = new ByteArrayInputStream("y\n".getBytes(StandardCharsets.UTF_8));
    var streams = new Streams(in, screen, screen, new Streams.Tty(true, true, true));
    assertThat(
            new StartQuestions(context, streams, once("no"))
                .consented(Configuration.load(context.options()))
                .openRequest())
        .isEmpty();
  }

  /// Someone pastes a prompt whose first line is "y", long after the question appeared.
  @Test
  void aPasteWhoseFirstLineLooksLikeAnAnswerAnswersNothing() throws Exception {
    Path project = Files.createDirectory(folder.resolve("clone"));
    Files.createDirectory(project.resolve(".tenon"));
    Files.writeString(project.resolve(".tenon/config.yml"), "mode: full\n");
    for (String answer : List.of("y", "yes", "no")) {
      for (String rest : List.of("now fix it\n", "now fix", "\nmore")) {
        var context = start(project);
        var questions = asked(context, answer + "\n", List.of("", rest));
        Configuration after = questions.consented(Configuration.load(context.options()));
        assertThat(after.openRequest()).as(answer + " and " + rest).isPresent();
        assertThat(questions.typed()).isEqualTo((answer + "\n" + rest).strip());
        var others = asked(context, answer + "\n", List.of("", rest));
        assertThat(others.ask("Go on in a copy? [y/N]")).isNotIn("y", "yes", "no");
        assertThat(others.typed()).isEqualTo((answer + "\n" + rest).strip());
      }
    }
    var held = asked(start(project), "y\n", List.of("", "\n\n"));
    Configuration after = held.consented(Configuration.load(start(project).options()));
    assertThat(after.openRequest()).as("an Enter held down adds nothing").isEmpty();
  }

  private LaunchContext start(Path project) throws Exception {
    return LaunchContext.of(
        ArgumentParser.parse(TenonCommandLine.GRAMMAR, new String[0]),
        Map.of("TENON_HOME", folder.resolve("home").toString()),
        project);
  }

  /// @param taken what each look at the terminal finds, before and after the line
  private static StartQuestions asked(LaunchContext context, String line, List<String> taken) {
    var screen = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    var in = new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8));
    var streams = new Streams(in, screen, screen, new Streams.Tty(true, true, true));
    return new StartQuestions(context, streams, List.copyOf(taken).iterator()::next);
  }

  private static StartQuestions.Early once(String typed) {
    return List.of(typed, "").iterator()::next;
  }
}
