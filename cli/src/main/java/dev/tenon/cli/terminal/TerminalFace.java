package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.BuiltinCommands;
import dev.tenon.cli.slash.SlashCommands;
import dev.tenon.cli.terminal.input.PromptHistory;
import dev.tenon.cli.terminal.render.Abilities;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.UsageRenderer;
import dev.tenon.cli.terminal.view.EventRenderer;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.Optional;
import org.jline.terminal.Terminal;

/// The interactive face. It shows who it is, opens the conversation, and serves the person until
/// they leave. One face runs once, on the calling thread.
public final class TerminalFace {
  /// Left with Ctrl-C.
  public static final int INTERRUPTED = 130;

  private final FaceSettings settings;

  public TerminalFace(FaceSettings settings) {
    this.settings = settings;
  }

  /// Runs until the person leaves. Answers the exit code: 0, or [#INTERRUPTED] after Ctrl-C. The
  /// caller should then end the program, since a prompt that ignores its interruption may still
  /// run.
  ///
  /// @param firstPrompt sent at once; may be empty
  public int run(ConversationOpener opener, String firstPrompt) {
    Charset charset = TerminalDevice.charset();
    Page.Reach reach = reach();
    DisplayOptions look =
        look(Palette.choose(settings.colour(), settings.environment(), reach), Glyphs.of(charset));
    var out = new PrintStream(TerminalDevice.output(), false, charset);
    // Before the terminal is set up, which takes longer.
    out.print(banner(look));
    out.flush();
    var commands = new SlashCommands(settings.hooks().mentions());
    var interrupts = new Interrupts(System::nanoTime);
    Optional<Terminal> terminal =
        reach == Page.Reach.LIVE ? TerminalDevice.open(settings.environment()) : Optional.empty();
    Console console =
        terminal.isPresent()
            ? live(terminal.get(), new PrintWriter(out, false, charset), look, commands, interrupts)
            : new PlainConsole(
                System.in, out, charset, look, interrupts, settings.hooks().asking());
    try (console) {
      return serve(console, look, commands, interrupts, opener, firstPrompt);
    }
  }

  /// How things look on this terminal, as the settings want it.
  DisplayOptions look(Palette palette, Glyphs glyphs) {
    return new DisplayOptions(
        palette,
        glyphs,
        settings.thinking(),
        settings.waiting(),
        Abilities.of(settings.environment()));
  }

  /// What can be expected of the output before the terminal is opened.
  private Page.Reach reach() {
    return switch (settings.output()) {
      case REDIRECTED -> Page.Reach.STREAM;
      case TERMINAL ->
          settings.environment().getOrDefault("TERM", "dumb").equals("dumb")
              ? Page.Reach.DUMB
              : Page.Reach.LIVE;
    };
  }

  private Console live(
      Terminal terminal,
      Writer out,
      DisplayOptions look,
      SlashCommands commands,
      Interrupts interrupts) {
    var history = new PromptHistory(settings.historyFile());
    return new LiveConsole(
        terminal,
        out,
        look,
        history,
        commands,
        interrupts,
        settings.hooks().asking(),
        System::nanoTime);
  }

  int serve(
      Console console,
      DisplayOptions look,
      SlashCommands commands,
      Interrupts interrupts,
      ConversationOpener opener,
      String firstPrompt) {
    var renderer = new EventRenderer(console.page(), look);
    var usage = new UsageRenderer(console.page(), look, settings.prices(), settings.usage());
    commands.add(BuiltinCommands.list(commands, usage)).add(settings.commands());
    var loop = new TerminalLoop(console, look, commands, interrupts, usage, settings.hooks());
    return loop.run(opener, renderer, firstPrompt);
  }

  private String banner(DisplayOptions look) {
    FaceSettings.Banner banner = settings.banner();
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
