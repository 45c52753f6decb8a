package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import java.util.ArrayList;
import java.util.List;

/// What `tenon rpc` takes, and how other programs spell it.
public final class RpcCommandLine {
  public static final Option PROVIDER =
      Option.text("provider", "NAME", "The provider of --model, or of the first model it has");
  public static final Option SESSION_DIR =
      Option.directory("session-dir", "Keep the sessions here, and look for them here");

  private static final String MODE = "--mode";

  private RpcCommandLine() {}

  static Command of(List<Option> session) {
    var options = new ArrayList<>(List.of(PROVIDER, SESSION_DIR));
    options.addAll(session);
    return new Command(
        "rpc",
        "Work for a program that speaks pi's RPC protocol",
        "A program starts this, or 'tenon --mode rpc', and speaks with it over the standard"
            + " streams, one JSON object a line: commands one way, answers and events the other."
            + " Nothing else goes to standard output, and the end of standard input ends it."
            + " --model also takes a thinking level behind a colon. docs/rpc.md has all commands.",
        List.of(),
        options,
        List.of(
            new Example("tenon rpc --no-session", "What a program starts"),
            new Example(
                "tenon --mode rpc --provider anthropic --model claude-sonnet-4-5",
                "The same as pi's clients spell it")));
  }

  /// The words with `--mode rpc` as the command and `--mode json` as the format of the output;
  /// other modes are those of permissions.
  public static String[] translated(String[] words) {
    var translated = new ArrayList<String>(words.length);
    boolean rpc = false;
    for (int i = 0; i < words.length; i++) {
      if (words[i].equals("--")) {
        translated.addAll(List.of(words).subList(i, words.length));
        break;
      }
      String mode =
          words[i].startsWith(MODE + "=")
              ? words[i].substring(MODE.length() + 1)
              : words[i].equals(MODE) && i + 1 < words.length ? words[i + 1] : "";
      if (mode.equals("rpc") || mode.equals("json")) {
        rpc |= mode.equals("rpc");
        if (mode.equals("json")) {
          translated.add("--output-format=stream-json");
        }
        i += words[i].equals(MODE) ? 1 : 0;
      } else {
        translated.add(words[i]);
      }
    }
    if (rpc) {
      translated.addFirst("rpc");
    }
    return translated.toArray(String[]::new);
  }
}
