package dev.tenon.cli.terminal.device;

import dev.tenon.cli.terminal.input.KeyDecoder;
import dev.tenon.cli.terminal.screen.Clusters;
import dev.tenon.cli.terminal.screen.FramePainter;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.InfoCmp;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/// Opens the terminal that the program was started in, quickly: one provider, no probing of the
/// terminal, no helper processes.
public final class TerminalDevice {
  /// A terminal that is used instead of the process's own, for whoever runs the face elsewhere.
  public static final ScopedValue<Terminal> GIVEN = ScopedValue.newInstance();

  private static final List<String> MODERN =
      List.of(
          "xterm",
          "tmux",
          "screen",
          "alacritty",
          "ghostty",
          "foot",
          "wezterm",
          "konsole",
          "st-",
          "contour",
          "vte",
          "gnome",
          "iterm",
          "rio",
          "kitty");

  private TerminalDevice() {}

  /// A terminal that is being opened, or nothing.
  private static final AtomicReference<@Nullable FutureTask<Optional<Terminal>>> PREPARED =
      new AtomicReference<>();

  /// Begins to open the terminal beside everything else; [#open] then waits for it. Its modes stay
  /// as they are.
  public static void prepare(Map<String, String> environment) {
    if (GIVEN.isBound()) {
      return;
    }
    var opening = new FutureTask<>(() -> opened(environment));
    PREPARED.set(opening);
    Thread.ofPlatform().daemon().name("terminal-open").start(opening);
  }

  /// The terminal, or nothing when there is none that can move its cursor.
  public static Optional<Terminal> open(Map<String, String> environment) {
    if (GIVEN.isBound()) {
      return Optional.of(GIVEN.get());
    }
    FutureTask<Optional<Terminal>> prepared = PREPARED.getAndSet(null);
    if (prepared == null) {
      return opened(environment);
    }
    try {
      return prepared.get();
    } catch (ExecutionException broken) {
      throw new IllegalStateException(broken.getCause());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static Optional<Terminal> opened(Map<String, String> environment) {
    String type = environment.getOrDefault("TERM", "");
    if (type.isEmpty() || type.equals("dumb")) {
      return Optional.empty();
    }
    describe(type);
    // Keys are read as they come; real signals are the operating system's.
    System.setProperty(TerminalBuilder.PROP_SOFTWARE_SIGNALS, "false");
    try {
      return Optional.of(builder(type).provider(TerminalBuilder.PROP_PROVIDER_JNI).build());
    } catch (IOException | IllegalStateException withoutJni) {
      return openAnyhow(type);
    }
  }

  /// Writes to the terminal, whatever becomes of the object that [#open] answers.
  public static OutputStream output() {
    return GIVEN.isBound() ? GIVEN.get().output() : new FileOutputStream(FileDescriptor.out);
  }

  /// Keys and signals of a terminal that [#open] has answered.
  public static TerminalPort port(Terminal terminal) {
    return GIVEN.isBound() ? TerminalPort.of(terminal) : new OwnPort(terminal);
  }

  /// The keys and signals of the process itself.
  private record OwnPort(Terminal terminal) implements TerminalPort {
    @Override
    public KeyDecoder.Source keys(BooleanSupplier onlyKeys) {
      return new TtyInput(terminal, new FileInputStream(FileDescriptor.in), charset(), onlyKeys);
    }

    @Override
    public void signals(Runnable interrupted, Runnable resized) {
      Signals.register("INT", interrupted);
      Signals.register("WINCH", resized);
    }
  }

  /// What this terminal does with rows when it gets narrower.
  public static FramePainter.Narrowing narrowing(String type, Map<String, String> environment) {
    boolean cuts =
        type.startsWith("linux")
            || (type.startsWith("screen") && !environment.containsKey("TMUX"))
            || type.startsWith("rxvt")
            || type.startsWith("st-")
            || (environment.containsKey("XTERM_VERSION") && !environment.containsKey("TMUX"));
    if (cuts) {
      return FramePainter.Narrowing.CUTS;
    }
    boolean tmux = type.startsWith("tmux") || environment.containsKey("TMUX");
    return tmux ? FramePainter.Narrowing.REFLOWS_AS_ONCE : FramePainter.Narrowing.REFLOWS;
  }

  /// How this terminal draws signs of several characters. tmux says its version since 3.2, and has
  /// joined them since 3.4; where it stands between, the terminal outside is of no account.
  public static Clusters.Drawing drawing(Map<String, String> environment) {
    boolean says = "tmux".equals(environment.get("TERM_PROGRAM"));
    if (!says && !environment.containsKey("TMUX")) {
      return Clusters.Drawing.TOGETHER;
    }
    Matcher version =
        Pattern.compile("(\\d{1,4})\\.(\\d{1,4})")
            .matcher(says ? environment.getOrDefault("TERM_PROGRAM_VERSION", "") : "0.0");
    if (!version.find()) {
      // A version between two releases, such as "master".
      return Clusters.Drawing.TOGETHER;
    }
    int major = Integer.parseInt(version.group(1));
    int minor = Integer.parseInt(version.group(2));
    return major < 3 || (major == 3 && minor < 4)
        ? Clusters.Drawing.EACH
        : Clusters.Drawing.TOGETHER;
  }

  /// Whether this terminal may read what is written after it has broken its rows anew and before it
  /// says so, and is near enough to be asked each time: tmux on this machine.
  public static boolean tellsLate(String type, Map<String, String> environment) {
    return environment.containsKey("TMUX")
        && narrowing(type, environment) == FramePainter.Narrowing.REFLOWS_AS_ONCE;
  }

  /// Without the native library (its temporary folder may forbid execution) the slower ways do.
  private static Optional<Terminal> openAnyhow(String type) {
    try {
      return Optional.of(builder(type).build());
    } catch (IOException | IllegalStateException none) {
      return Optional.empty();
    }
  }

  private static TerminalBuilder builder(String type) {
    return TerminalBuilder.builder()
        .name("tenon")
        .system(true)
        .dumb(false)
        .type(type)
        .encoding(charset())
        .graphemeCluster(false)
        .nativeSignals(false);
  }

  /// Gives JLine a description of the terminal out of its own jar; it would start a process to get
  /// one. A terminal that it does not know does what xterm does if it is one of the modern ones.
  private static void describe(String type) {
    String known = InfoCmp.getDefaultInfoCmp(type);
    if (known == null && modern(type)) {
      known = InfoCmp.getDefaultInfoCmp("xterm-256color");
    }
    if (known != null) {
      InfoCmp.setLoadedInfoCmp(type, known);
    }
  }

  private static boolean modern(String type) {
    for (String family : MODERN) {
      if (type.startsWith(family)) {
        return true;
      }
    }
    return false;
  }

  /// The locale's character set. A locale without one (`C`, `POSIX`) says nothing about the
  /// terminal, and terminals speak UTF-8 nowadays.
  public static Charset charset() {
    String name = System.getProperty("native.encoding", "UTF-8");
    Charset local = Charset.isSupported(name) ? Charset.forName(name) : StandardCharsets.UTF_8;
    return local.equals(StandardCharsets.US_ASCII) ? StandardCharsets.UTF_8 : local;
  }
}
