package dev.tenon.cli.args;

import static dev.tenon.cli.args.TenonCommandLine.CONFIG;
import static dev.tenon.cli.args.TenonCommandLine.DEBUG;
import static dev.tenon.cli.args.TenonCommandLine.EFFORT;
import static dev.tenon.cli.args.TenonCommandLine.GRAMMAR;
import static dev.tenon.cli.args.TenonCommandLine.HELP;
import static dev.tenon.cli.args.TenonCommandLine.JSON;
import static dev.tenon.cli.args.TenonCommandLine.LIST;
import static dev.tenon.cli.args.TenonCommandLine.MAIN;
import static dev.tenon.cli.args.TenonCommandLine.MAX_TOKENS;
import static dev.tenon.cli.args.TenonCommandLine.MODEL;
import static dev.tenon.cli.args.TenonCommandLine.PRINT;
import static dev.tenon.cli.args.TenonCommandLine.TOOL;
import static dev.tenon.cli.args.TenonCommandLine.VERSION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentParserTest {

  @Test
  void noWordsStartAConversation() throws UsageException {
    Arguments parsed = parse();
    assertThat(parsed.command()).isSameAs(MAIN);
    assertThat(parsed.operands()).isEmpty();
    assertThat(parsed.has(PRINT)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--model|a/b|-p|hello",
        "--model=a/b|-phello",
        "-p|hello|--model=a/b",
        "-p=hello|--model|a/b",
        "--print=hello|--model=a/b",
        // The text may come later when nothing followed -p directly.
        "-p|--model|a/b|hello",
        "-p|--model|a/b|--|hello"
      })
  void valuesMayBeAttachedOrFollow(String line) throws UsageException {
    Arguments parsed = parse(line.split("\\|", -1));
    assertThat(parsed.text(MODEL)).contains("a/b");
    assertThat(parsed.text(PRINT)).contains("hello");
    assertThat(parsed.command()).isSameAs(MAIN);
    assertThat(parsed.operands()).isEmpty();
  }

  @Test
  void printTakesTheNextWordEvenWhenACommandHasThatName() throws UsageException {
    assertThat(parse("-p", "demo").text(PRINT)).contains("demo");
    assertThat(parse("-p", "--debug", "demo").text(PRINT)).contains("demo");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-p", "-p|-", "-p|--debug", "--print|--output-format=json"})
  void printMayLeaveItsTextToStdin(String line) throws UsageException {
    Arguments parsed = parse(line.split("\\|", -1));
    assertThat(parsed.has(PRINT)).isTrue();
    assertThat(parsed.text(PRINT)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"- make a list", "-x is = wrong", "--force is dangerous, why?", ""})
  void aTextMayBeginWithADashOrBeEmpty(String text) throws UsageException {
    assertThat(parse("-p", text).text(PRINT)).contains(text);
  }

  @Test
  void aQuotedWordOrOneAfterTheDoubleDashIsTheFirstPrompt() throws UsageException {
    assertThat(parse("fix the bug").operand(0)).contains("fix the bug");
    assertThat(parse("--debug", "--", "demo").operand(0)).contains("demo");
    assertThat(parse("--", "demo").command()).isSameAs(MAIN);
    assertThat(parse("-p", "--", "--debug").text(PRINT)).contains("--debug");
  }

  @Test
  void optionsStandBeforeOrAfterTheCommand() throws UsageException {
    Arguments parsed = parse("--debug", "tool", "--json", "read_file", "--model=x/y", "-");
    assertThat(parsed.command()).isSameAs(TOOL);
    assertThat(parsed.has(DEBUG)).isTrue();
    assertThat(parsed.has(JSON)).isTrue();
    assertThat(parsed.operands()).containsExactly("read_file", "-");
  }

  @Test
  void theDoubleDashKeepsOptionsLiteral() throws UsageException {
    assertThat(parse("tool", "--", "--name", "--json").operands())
        .containsExactly("--name", "--json");
  }

  @Test
  void shortFlagsMayBeCombined() throws UsageException {
    Arguments parsed = parse("-Vhp", "text");
    assertThat(parsed.has(VERSION)).isTrue();
    assertThat(parsed.has(HELP)).isTrue();
    assertThat(parsed.text(PRINT)).contains("text");
    assertThat(parse("-hptext").text(PRINT)).contains("text");
  }

  @Test
  void assignmentsRepeatInOrder() throws UsageException {
    Arguments parsed = parse("--config", "a=1", "-c", "b=x=y", "--config=c=", "-cd=2");
    assertThat(parsed.texts(CONFIG)).containsExactly("a=1", "b=x=y", "c=", "d=2");
  }

  @Test
  void numbersAndFlagsAreTyped() throws UsageException {
    Arguments parsed = parse("--max-tokens", "4096", "--debug", "--debug");
    assertThat(parsed.number(MAX_TOKENS)).hasValue(4096);
    assertThat(parsed.number(TenonCommandLine.MAX_STEPS)).isEmpty();
    assertThat(parsed.has(DEBUG)).isTrue();
    assertThat(parse("--effort", "off").text(EFFORT)).contains("off");
  }

  @Test
  void listMakesTheNameNeedlessAndHelpMakesEverythingNeedless() throws UsageException {
    assertThat(parse("tool", "--list").has(LIST)).isTrue();
    assertThat(parse("tool", "--help").command()).isSameAs(TOOL);
    assertThat(parse("completion", "-h").command()).isSameAs(TenonCommandLine.COMPLETION);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "--modle|x # unknown option '--modle'; did you mean '--model'? (tenon --help lists them)",
        "tool|--lst # unknown option '--lst'; did you mean '--list'? (tenon tool --help lists"
            + " them)",
        "--zzzzzz # unknown option '--zzzzzz' (tenon --help lists them)",
        "-x # unknown option '-x' (tenon --help lists them)",
        "-hx # unknown option '-x' in '-hx' (tenon --help lists them)",
        "-model|a # unknown option '-m' in '-model'; did you mean '--model'? (tenon --help lists"
            + " them)",
        "modles # unknown command 'modles'; did you mean 'models'? (tenon --help lists them)",
        "qwerty # unknown command 'qwerty'; commands: {commands}; to ask it as a"
            + " prompt: tenon -p 'qwerty'",
        "--model # --model needs NAME",
        "--model= # --model needs NAME, was empty",
        "--effort # --effort needs EFFORT (default, off, low, medium, high, max)",
        "--model|--debug # --model needs NAME, but '--debug' follows; a value that begins with a"
            + " dash is written --model=…",
        "--effort|hgh # --effort must be one of default, off, low, medium, high, max; was 'hgh';"
            + " did you mean 'high'?",
        "--max-tokens|many # --max-tokens must be 1..1000000, was 'many'",
        "--max-tokens|-5 # --max-tokens must be 1..1000000, was '-5'",
        "--max-steps=99999999999999999999 # --max-steps must be 1..10000, was"
            + " '99999999999999999999'",
        "--config|sk-secret # --config needs KEY=VALUE, like --config retry.maxRetries=5; 'tenon"
            + " config' lists the keys",
        "--debug=yes # --debug takes no value, was 'yes'; give it alone",
        "--model=a|--model|b # --model was given more than once; give it once",
        "-p|a|-p # -p was given more than once; give it once",
        "models|--record|d # --record does not go with 'tenon models'; its options: 'tenon models"
            + " --help'",
        "tool # 'tenon tool' needs NAME; see 'tenon tool --help'",
        "completion # 'tenon completion' needs SHELL (bash, zsh, fish); see 'tenon completion"
            + " --help'",
        "completion|bsh # SHELL must be one of bash, zsh, fish; was 'bsh'; did you mean 'bash'?",
        "models|extra # 'tenon models' has no place for 'extra'; quote text with spaces, or see"
            + " 'tenon models --help'",
        "-p|fix|this # unknown command 'this'; commands: {commands}; to ask it as a"
            + " prompt: tenon -p 'this'",
        "--root= # --root needs DIR, was ''"
      })
  void mistakesGetOneLineWithTheWayOut(String line, String message) {
    assertThatThrownBy(() -> parse(line.split("\\|", -1)))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            message.replace(
                "{commands}", String.join(", ", TenonCommandLine.GRAMMAR.commandNames())));
  }

  @Test
  void aMessageStaysOneShortLineWhateverWasTyped() {
    String hostile = "--\u001b[31m\nx\u202e".concat("y".repeat(5000));
    assertThatThrownBy(() -> parse(hostile))
        .isInstanceOf(UsageException.class)
        .satisfies(
            failure ->
                assertThat(failure.getMessage())
                    .contains("--\\u001b[31m\\nx\\u202eyy")
                    .contains("…")
                    .doesNotContain("\n", "\u001b", "\u202e")
                    .hasSizeLessThan(200));
  }

  private static Arguments parse(String... words) throws UsageException {
    return ArgumentParser.parse(GRAMMAR, words);
  }
}
