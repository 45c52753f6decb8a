package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.device.Attention;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.LivePage;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.UsageRenderer;
import dev.tenon.cli.terminal.render.Wrap;
import dev.tenon.cli.terminal.status.StatusBar;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.engine.config.Settings;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// How the conversation stands, around the editor and in the title of the window. Nothing is shown
/// before [#show].
final class ConsoleStatus {
  private final LivePage page;
  private final DisplayOptions look;
  private final Attention attention;
  private final BooleanSupplier works;
  private final BooleanSupplier asks;
  private volatile @Nullable StatusBar bar;
  private volatile Consumer<Settings.Window> enable = window -> {};

  /// @param works whether something goes on
  /// @param asks whether a question waits
  ConsoleStatus(
      LivePage page,
      DisplayOptions look,
      Attention attention,
      BooleanSupplier works,
      BooleanSupplier asks) {
    this.page = page;
    this.look = look;
    this.attention = attention;
    this.works = works;
    this.asks = asks;
  }

  /// Shows it from now on. Answers what is told of the conversation's events.
  ///
  /// @param type the terminal's `TERM`
  Consumer<AgentEvent> show(
      StatusHooks hooks, UsageRenderer usage, String type, Map<String, String> environment) {
    var made =
        new StatusBar(hooks.source(), usage, hooks.window().statusLine(), look, new PageSurface());
    bar = made;
    page.surround(
        (columns, rows) ->
            made.above(
                columns,
                rows,
                works.getAsBoolean() ? StatusBar.Activity.WORKING : StatusBar.Activity.IDLE),
        (columns, rows) -> made.below(columns));
    enable = window -> attention.enable(window, type, environment);
    enable.accept(hooks.window());
    made.lookAgain();
    return made;
  }

  /// What the window shows from now on, as the person wants it.
  void use(Settings.Window window) {
    StatusBar shown = bar;
    if (shown != null) {
      enable.accept(window);
      shown.use(window.statusLine());
      titled();
    }
  }

  private final class PageSurface implements StatusBar.Surface {
    @Override
    public int columns() {
      return page.columns();
    }

    @Override
    public void changed() {
      page.screen().soon();
      titled();
    }

    @Override
    public void note(String text) {
      for (String row : Wrap.rows(SafeText.visible(text), page.columns())) {
        page.line(look.palette().paint(Style.DIM, row));
      }
    }
  }

  /// Something of the state is different that a person has changed.
  void changed() {
    StatusBar shown = bar;
    if (shown != null) {
      shown.lookAgain();
    }
  }

  /// Gives the window its title.
  void titled() {
    StatusBar shown = bar;
    if (shown != null) {
      attention.title(
          shown.facts().about(),
          asks.getAsBoolean()
              ? Attention.State.ASKING
              : works.getAsBoolean() ? Attention.State.WORKING : Attention.State.IDLE);
    }
  }

  void close() {
    StatusBar shown = bar;
    if (shown != null) {
      shown.close();
    }
  }
}
