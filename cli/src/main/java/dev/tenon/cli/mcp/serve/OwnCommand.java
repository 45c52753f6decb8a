package dev.tenon.cli.mcp.serve;

import dev.tenon.cli.base.Streams;
import java.util.Map;

/// Runs a command line of Tenon's own within this program, to its end. Answers the exit code.
public interface OwnCommand {
  int run(Streams streams, Map<String, String> environment, String... words);
}
