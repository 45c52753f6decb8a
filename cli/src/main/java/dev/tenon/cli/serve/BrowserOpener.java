package dev.tenon.cli.serve;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Opens an address in the person's browser: `$BROWSER` (several, separated by colons; `%s` stands
/// for the address), `xdg-open`, or `open`.
public final class BrowserOpener {
  private final Map<String, String> environment;

  public BrowserOpener(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /// Whether a person would see what is opened.
  public boolean isThere() {
    return !environment.getOrDefault("BROWSER", "").isBlank()
        || !environment.getOrDefault("DISPLAY", "").isBlank()
        || !environment.getOrDefault("WAYLAND_DISPLAY", "").isBlank()
        || System.getProperty("os.name", "").startsWith("Mac");
  }

  /// Answers whether a program could be started.
  public boolean open(String address) {
    for (List<String> command : commands(address)) {
      try {
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
        return true;
      } catch (IOException missing) {
        System.getLogger(BrowserOpener.class.getName())
            .log(System.Logger.Level.DEBUG, "no browser by {0}", command.getFirst());
      }
    }
    return false;
  }

  private List<List<String>> commands(String address) {
    var commands = new ArrayList<List<String>>();
    String wanted = environment.getOrDefault("BROWSER", "");
    for (String each : wanted.split(":", -1)) {
      if (!each.isBlank()) {
        var words = new ArrayList<String>(List.of(each.strip().split("\\s+")));
        boolean placed = words.stream().anyMatch(word -> word.contains("%s"));
        words.replaceAll(word -> word.replace("%s", address));
        if (!placed) {
          words.add(address);
        }
        commands.add(words);
      }
    }
    commands.add(List.of("xdg-open", address));
    commands.add(List.of("open", address));
    return commands;
  }
}
