package dev.tenon.cli.terminal;

import dev.tenon.cli.base.TerminalWidth;
import dev.tenon.cli.report.TextTable;
import dev.tenon.cli.slash.BuiltinCommands;
import dev.tenon.cli.slash.Mention;
import dev.tenon.cli.slash.Prompter;
import dev.tenon.cli.slash.SlashCommands;
import dev.tenon.cli.terminal.appearance.Appearance;
import dev.tenon.cli.terminal.appearance.ThemeWishes;
import dev.tenon.cli.terminal.device.LineDevice;
import dev.tenon.cli.terminal.device.TerminalDevice;
import dev.tenon.cli.terminal.device.TerminalLoan;
import dev.tenon.cli.terminal.dialog.AskTiming;
import dev.tenon.cli.terminal.editor.Actions;
import dev.tenon.cli.terminal.editor.EditorSettings;
import dev.tenon.cli.terminal.input.FrecentFiles;
import dev.tenon.cli.terminal.input.KnownPaths;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.Abilities;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.UsageRenderer;
import dev.tenon.cli.terminal.theme.ColourDepth;
import dev.tenon.cli.terminal.theme.ThemeException;
import dev.tenon.cli.terminal.view.EventRenderer;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.engine.config.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/// The interactive face. It draws the editor as soon as it is opened, shows who it is, opens the
/// conversation, and serves the person until they leave. One face runs once, on the calling thread.
public final class TerminalFace implements AutoCloseable {
  /// Left with Ctrl-C.
  public static final int INTERRUPTED = 130;

  /// What is shown could not be written.
  public static final int UNWRITABLE = 1;

  private final FaceStart start;
  private final DisplayOptions look;
  private final @Nullable Appearance appearance;
  private final Charset charset = TerminalDevice.charset();
  private final Interrupts interrupts = new Interrupts(System::nanoTime);
  private final SlashCommands commands =
      new SlashCommands(typed -> hooks().mentions().apply(typed));
  private volatile FaceSettings.Hooks hooks = FaceSettings.Hooks.NONE;
  private volatile EditorSettings editing;
  private volatile @Nullable Console console;

  public TerminalFace(FaceStart start) {
    this.start = start;
    this.editing = start.editor();
    Palette palette = Palette.choose(start.colour(), start.environment(), reach());
    ThemeWishes themes = start.themes();
    if (themes != null && !words()) {
      palette = palette.replaceable(ColourDepth.of(start.environment()));
      this.appearance = new Appearance(themes, palette, charset, start.environment());
    } else {
      this.appearance = null;
    }
    this.look = look(palette, words() ? Glyphs.WORDS : Glyphs.of(charset));
  }

  /// How everything of this face looks, now and after a change of the theme.
  public DisplayOptions look() {
    return look;
  }

  /// Decides about the theme, if there is one.
  public Optional<Appearance> appearance() {
    return Optional.ofNullable(appearance);
  }

  private FaceSettings.Hooks hooks() {
    return hooks;
  }

  /// Takes the terminal and draws the editor: from now on a person can type, and nothing else may
  /// write to the terminal. Answers whether it is one with an editor.
  public boolean open() {
    var out = new PrintStream(TerminalDevice.output(), false, charset);
    Optional<Terminal> terminal =
        reach() == Page.Reach.LIVE ? TerminalDevice.open(start.environment()) : Optional.empty();
    console =
        terminal.isPresent()
            ? live(terminal.get(), new PrintWriter(out, false, charset))
            : new PlainConsole(
                System.in, out, charset, look, interrupts, new LateTiming(), lines());
    if (terminal.isEmpty() && appearance != null) {
      appearance.beginPlainly(this::note);
    }
    return terminal.isPresent();
  }

  private LineDevice lines() {
    return LineDevice.ofProcess(
        start.output() == FaceSettings.Output.TERMINAL
            ? new TerminalWidth(1, start.environment().get("COLUMNS"))
            : null);
  }

  private Console opened() {
    Console open = console;
    if (open == null) {
      open();
      return opened();
    }
    return open;
  }

  /// What completes a mention: the files that were mentioned often and lately, then all others.
  ///
  /// @param walk all paths of the project; it may take its time
  public Function<String, List<Mention>> mentions(Path root, Supplier<List<String>> walk) {
    var known = new KnownPaths(walk, this::offerAgain);
    return Mention.paths(new FrecentFiles(start.history()::entries, root, known));
  }

  /// Shows a line above the editor.
  public void note(String line) {
    prompter().print(line);
  }

  /// There is more to complete what is typed with. Safe for several threads.
  public void offerAgain() {
    if (console instanceof LiveConsole live) {
      live.offerAgain();
    }
  }

  /// Other keys of the editor from now on. Answers false where there is no editor.
  public boolean use(EditorSettings editor) {
    if (opened() instanceof LiveConsole live) {
      editing = editor;
      live.use(editor);
      return true;
    }
    return false;
  }

  /// What the window shows from now on. Answers false where it shows nothing.
  public boolean use(Settings.Window window) {
    if (opened() instanceof LiveConsole live) {
      live.status().use(window);
      return true;
    }
    return false;
  }

  /// Colours and signs from now on. Answers false where there are none, or the theme has a fault,
  /// which is told.
  public boolean use(ThemeWishes wishes) {
    if (appearance == null) {
      return false;
    }
    try {
      appearance.choose(wishes);
      return true;
    } catch (ThemeException wrong) {
      note(wrong.line());
      return false;
    }
  }

  /// Asks the person before there is a conversation.
  public Prompter prompter() {
    return new ConsolePrompter(opened(), look);
  }

  /// Puts a text into the editor, before what is typed already.
  public void draft(String text) {
    opened().put(text);
  }

  /// Leaves the terminal to something else for a while, as it was found.
  public <T> T lend(TerminalLoan<T> program) throws IOException, InterruptedException {
    return opened().lend(program);
  }

  /// Shows a menu, without a conversation.
  public Menu.Step choose(Menu menu) throws InterruptedException {
    return opened().show(menu);
  }

  /// Lets the person change a text; nothing when they leave it.
  public Optional<String> edit(String question, String text) throws InterruptedException {
    note(question);
    return opened().edit(text) instanceof Console.Entry.Line line
        ? Optional.of(line.text())
        : Optional.empty();
  }

  /// Runs until the person leaves. Answers the exit code: 0, [#INTERRUPTED] after Ctrl-C, or
  /// [#UNWRITABLE] when standard output takes nothing. The caller should then end the program,
  /// since a prompt that ignores its interruption may still run.
  ///
  /// @param firstPrompt sent at once; may be empty
  public int run(FaceSettings settings, ConversationOpener opener, String firstPrompt) {
    try (Console serving = opened()) {
      hooks = settings.hooks();
      serving.page().print(banner(settings.banner()));
      return serve(serving, look, settings, commands, interrupts, opener, firstPrompt);
    }
  }

  @Override
  public void close() {
    Console open = console;
    if (open != null) {
      open.close();
    }
    if (appearance != null) {
      appearance.close();
    }
  }

  /// The timing that is known later.
  private final class LateTiming implements AskTiming {
    @Override
    public Duration patience() {
      return hooks.asking().patience();
    }

    @Override
    public boolean rings() {
      return hooks.asking().rings();
    }
  }

  /// How things look on this terminal, as the settings want it.
  DisplayOptions look(Palette palette, Glyphs glyphs) {
    return new DisplayOptions(
        palette, glyphs, start.thinking(), start.waiting(), Abilities.of(start.environment()));
  }

  private boolean words() {
    return start.waiting() == DisplayOptions.Waiting.WORDS;
  }

  /// What can be expected of the output before the terminal is opened.
  private Page.Reach reach() {
    return switch (start.output()) {
      case REDIRECTED -> Page.Reach.STREAM;
      case TERMINAL ->
          words() || start.environment().getOrDefault("TERM", "dumb").equals("dumb")
              ? Page.Reach.DUMB
              : Page.Reach.LIVE;
    };
  }

  private Console live(Terminal terminal, Writer out) {
    var live =
        new LiveConsole(
            terminal,
            TerminalDevice.port(terminal),
            out,
            look,
            interrupts,
            new LiveConsole.Surroundings(
                commands,
                start.history(),
                start.editor(),
                start.environment(),
                new LateTiming(),
                System::nanoTime));
    live.keys().onModes(() -> hooks.session().nextMode());
    if (appearance != null) {
      appearance.begin(live.queries(), live::repaint, this::note);
    }
    return live;
  }

  int serve(
      Console serving,
      DisplayOptions look,
      FaceSettings settings,
      SlashCommands commands,
      Interrupts interrupts,
      ConversationOpener opener,
      String firstPrompt) {
    var renderer = new EventRenderer(serving.page(), look, settings.hooks().session().changes());
    var usage = new UsageRenderer(serving.page(), look, settings.prices(), settings.usage());
    ConversationOpener shown = opener;
    if (serving instanceof LiveConsole live) {
      live.keys().onCards(renderer::cards);
      Consumer<AgentEvent> status = live.show(settings.hooks().status(), usage);
      shown =
          (events, approver, asker, diagnostics) ->
              opener.open(events.andThen(status), approver, asker, diagnostics);
    }
    commands
        .add(BuiltinCommands.list(commands, usage, this::keys, () -> Actions.help(editing)))
        .add(settings.commands());
    if (serving.page().reach() != Page.Reach.LIVE) {
      commands.add(List.of(WholeOutput.command(renderer.cards())));
    }
    commands
        .offer(settings.hooks().session().furtherCommands(name -> commands.find(name).isPresent()))
        .passing(settings.hooks().session()::passingCommands);
    offerAgain();
    var loop = new TerminalLoop(serving, look, commands, interrupts, usage, settings.hooks());
    return loop.run(shown, renderer, firstPrompt);
  }

  private String keys() {
    var rows = new ArrayList<List<String>>();
    for (Actions.Listed each : Actions.list(editing.keymap())) {
      rows.add(List.of(each.name(), each.keys(), each.description()));
    }
    return TextTable.of(rows, Page.Reach.LIVE).stripTrailing();
  }

  private String banner(FaceSettings.Banner banner) {
    String dot = look.palette().paint(Style.DIM, " " + look.glyphs().dot + " ");
    return look.palette().paint(Style.BOLD, "Tenon " + banner.version())
        + dot
        + SafeText.visible(banner.model())
        + dot
        + "mode "
        + banner.mode()
        + "\n"
        + look.palette()
            .paint(
                Style.DIM,
                SafeText.visible(banner.root())
                    + " "
                    + look.glyphs().dot
                    + " /help shows commands and keys")
        + "\n\n";
  }
}
