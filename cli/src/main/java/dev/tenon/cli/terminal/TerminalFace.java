package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.render.EventRenderer;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Look;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.UsageRenderer;
import java.io.PrintStream;
import java.nio.charset.Charset;
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
    boolean dumb = settings.environment().getOrDefault("TERM", "dumb").equals("dumb");
    Page.Reach reach = dumb ? Page.Reach.DUMB : Page.Reach.LIVE;
    Palette palette = Palette.choose(settings.colour(), settings.environment(), reach);
    var look = new Look(palette, Glyphs.of(charset), settings.thinking());
    var out =
        new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false, charset);
    // Before the terminal is set up, which takes longer.
    out.print(banner(look));
    out.flush();
    var commands = new SlashCommands();
    var interrupts = new Interrupts(System::nanoTime);
    var terminal = TerminalDevice.open(settings.environment());
    Console console =
        terminal.isPresent()
            ? live(terminal.get(), look, commands, interrupts)
            : new PlainConsole(System.in, out, charset, look, interrupts);
    try (console) {
      return serve(console, look, commands, interrupts, opener, firstPrompt);
    }
  }

  private Console live(
      Terminal terminal, Look look, SlashCommands commands, Interrupts interrupts) {
    var history = new PromptHistory(settings.historyFile());
    return new LiveConsole(terminal, look, history, commands, interrupts);
  }

  int serve(
      Console console,
      Look look,
      SlashCommands commands,
      Interrupts interrupts,
      ConversationOpener opener,
      String firstPrompt) {
    var renderer = new EventRenderer(console.page(), look);
    var usage = new UsageRenderer(console.page(), look, settings.prices(), settings.usage());
    commands.add(BuiltinCommands.list(commands, usage)).add(settings.commands());
    var sitting = new Sitting(console, look, commands, interrupts, usage);
    return sitting.run(opener, renderer, firstPrompt);
  }

  private String banner(Look look) {
    FaceSettings.Banner banner = settings.banner();
    String dot = look.palette().paint(Style.DIM, " " + look.glyphs().dot + " ");
    return look.palette().paint(Style.BOLD, "Tenon " + banner.version())
        + dot
        + banner.model()
        + dot
        + "mode "
        + banner.mode()
        + "\n"
        + look.palette()
            .paint(
                Style.DIM,
                banner.root() + " " + look.glyphs().dot + " /help shows commands and keys")
        + "\n\n";
  }
}
