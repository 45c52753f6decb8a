package dev.tenon.cli.terminal.appearance;

import dev.tenon.cli.terminal.device.TerminalQueries;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.theme.Background;
import dev.tenon.cli.terminal.theme.BuiltinThemes;
import dev.tenon.cli.terminal.theme.ColourBlindness;
import dev.tenon.cli.terminal.theme.Theme;
import dev.tenon.cli.terminal.theme.ThemeException;
import dev.tenon.cli.terminal.theme.ThemeStore;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Decides which theme a palette shows. The first picture has a built-in one, which costs nothing;
/// after it the terminal is asked for its background, and the user's file is read. A theme that
/// cannot be read is told in one line, and the one before it stays. Safe for several threads.
public final class Appearance implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMillis(100);

  private final Palette palette;
  private final Charset charset;
  private final Map<String, String> environment;
  private final ReentrantLock lock = new ReentrantLock();

  private ThemeWishes wishes;
  private Background background;
  private Theme current;
  private Theme.@Nullable Preset preset;
  private @Nullable ThemeWatch watch;
  private boolean closed;
  private volatile String told = "";
  private volatile @Nullable Runnable repaint;
  private volatile @Nullable Consumer<String> tell;

  /// Shows what can be shown at once.
  ///
  /// @param palette replaceable
  public Appearance(
      ThemeWishes wishes, Palette palette, Charset charset, Map<String, String> environment) {
    this.wishes = wishes;
    this.palette = palette;
    this.charset = charset;
    this.environment = environment;
    this.background = BackgroundColour.of(environment).orElse(Background.DARK);
    this.current = adjusted(atOnce(wishes.on(background), background), wishes);
    use(current, wishes);
  }

  /// The theme, or another one until its file is read.
  private static Theme atOnce(String name, Background background) {
    Optional<Theme> builtin = BuiltinThemes.find(name, background);
    if (builtin.isPresent()) {
      return builtin.get();
    }
    return background == Background.LIGHT ? BuiltinThemes.light() : BuiltinThemes.dark();
  }

  private static Theme adjusted(Theme theme, ThemeWishes wishes) {
    return wishes.eyes() == ThemeWishes.Eyes.COLOUR_BLIND ? ColourBlindness.adjusted(theme) : theme;
  }

  private void use(Theme theme, ThemeWishes wishes) {
    preset = wishes.preset();
    palette.use(theme, Glyphs.of(theme, wishes.preset(), charset));
  }

  /// The first picture stands: finds out the rest beside everything else.
  ///
  /// @param repainting paints everything that stands on the screen anew
  /// @param telling shows a line
  public void begin(TerminalQueries terminal, Runnable repainting, Consumer<String> telling) {
    repaint = repainting;
    tell = telling;
    terminal.onReport(
        report -> BackgroundColour.notified(report).ifPresent(this::changedBackground));
    Thread.ofPlatform().daemon().name("theme").start(() -> settle(terminal));
  }

  /// The same on something that cannot be asked: what the settings and the file say.
  ///
  /// @param telling shows a line
  public void beginPlainly(Consumer<String> telling) {
    tell = telling;
    refresh();
  }

  private void settle(TerminalQueries terminal) {
    if (palette.isColoured()
        && wishes().dependsOnBackground()
        && BackgroundColour.canBeAsked(environment)) {
      try {
        Optional<Background> answer =
            terminal
                .ask(
                    BackgroundColour.QUERY,
                    report -> BackgroundColour.answered(report).isPresent(),
                    PATIENCE)
                .flatMap(BackgroundColour::answered);
        if (answer.isPresent()) {
          found(answer.get());
        }
      } catch (InterruptedException over) {
        return;
      }
    }
    refresh();
  }

  private void found(Background answered) {
    lock.lock();
    try {
      background = answered;
    } finally {
      lock.unlock();
    }
  }

  private void changedBackground(Background now) {
    lock.lock();
    try {
      if (background == now) {
        return;
      }
      background = now;
    } finally {
      lock.unlock();
    }
    refresh();
  }

  private ThemeWishes wishes() {
    lock.lock();
    try {
      return wishes;
    } finally {
      lock.unlock();
    }
  }

  public ThemeStore store() {
    return wishes().store();
  }

  /// The name that the user has chosen, which may be `auto`.
  public String chosen() {
    return wishes().name();
  }

  /// What the themes that follow the background are called.
  public String automatic() {
    ThemeWishes now = wishes();
    return now.dark() + " or " + now.light();
  }

  /// Shows what the user has chosen, once more. A problem is told once, however often the file is
  /// written with it.
  public void refresh() {
    try {
      show(wishes());
      told = "";
    } catch (ThemeException wrong) {
      if (!wrong.line().equals(told)) {
        told = wrong.line();
        Consumer<String> telling = tell;
        if (telling != null) {
          telling.accept(wrong.line());
        }
      }
    }
    watch();
  }

  /// Shows a theme for the moment.
  public void preview(String name) throws ThemeException {
    ThemeWishes now = wishes();
    show(now.named(name));
  }

  /// From now on this theme, or `auto`, is the chosen one.
  public void choose(String name) throws ThemeException {
    choose(wishes().named(name));
  }

  /// The same for everything that is wished.
  public void choose(ThemeWishes next) throws ThemeException {
    show(next);
    lock.lock();
    try {
      wishes = next;
    } finally {
      lock.unlock();
    }
    watch();
  }

  private void show(ThemeWishes wanted) throws ThemeException {
    boolean changed;
    lock.lock();
    try {
      Theme theme =
          adjusted(wanted.store().load(wanted.on(background), background).theme(), wanted);
      changed = !theme.equals(current) || wanted.preset() != preset;
      if (changed) {
        current = theme;
        use(theme, wanted);
      }
    } finally {
      lock.unlock();
    }
    Runnable repainting = repaint;
    if (changed && repainting != null) {
      // Without the lock: painting has one of its own, under which keys come here.
      repainting.run();
    }
  }

  /// Watches the file of the theme that is chosen, if it has one.
  private void watch() {
    lock.lock();
    try {
      String name = wishes.on(background);
      Path file = ThemeStore.isBuiltin(name) ? null : wishes.store().file(name);
      if (closed || (watch != null && watch.file().equals(file))) {
        return;
      }
      if (watch != null) {
        watch.close();
        watch = null;
      }
      if (file != null && Files.isRegularFile(file)) {
        watch = ThemeWatch.start(file, this::reload);
      }
    } catch (IOException unwatched) {
      // Then a change is seen with the next start.
      watch = null;
    } finally {
      lock.unlock();
    }
  }

  /// A file that is gone for a moment is about to be written.
  private void reload() {
    ThemeWishes now = wishes();
    Path file = now.store().file(now.on(background()));
    if (Files.exists(file)) {
      refresh();
    }
  }

  private Background background() {
    lock.lock();
    try {
      return background;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (watch != null) {
        watch.close();
        watch = null;
      }
    } finally {
      lock.unlock();
    }
  }
}
