package dev.tenon.engine.agent;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.text.Sha256;
import dev.tenon.engine.content.ContentPlaces;
import dev.tenon.engine.content.Head;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Reads the agents below folders. What is wrong with one is told with its file, its line and the
/// way out, and stops nothing else.
final class AgentFiles {
  private static final int DEPTH = 4;
  private static final int MOST = 1_000;
  private static final int LARGEST = 256 * 1024;

  private final List<Read> agents = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private final Set<Path> entered = new HashSet<>();
  private int seen;

  /// An agent that was read.
  ///
  /// @param sha256 of a project's, which needs consent; empty for the user's own
  record Read(AgentDefinition agent, Path file, String sha256) {}

  /// Something about a file.
  record Finding(Severity severity, String text) {
    /// With its severity in front.
    String line() {
      return (severity == Severity.ERROR ? "error: " : "warning: ") + text;
    }
  }

  /// Whether an agent can be used in spite of it.
  enum Severity {
    ERROR,
    WARNING
  }

  List<Read> agents() {
    return agents;
  }

  List<Finding> findings() {
    return findings;
  }

  void add(ContentPlaces.Place place) {
    try {
      scan(place.folder(), "", place, place.boundary().toRealPath(), DEPTH);
    } catch (IOException unreadable) {
      error(place.shown(), 1, "cannot be read: " + unreadable.getMessage());
    }
  }

  private void scan(Path folder, String below, ContentPlaces.Place place, Path boundary, int depth)
      throws IOException {
    Path real = folder.toRealPath();
    if (!entered.add(real)) {
      return;
    }
    if (!real.startsWith(boundary)) {
      error(
          place.shown() + "/" + below,
          1,
          "is a link that leads out of " + boundary + "; copy what it leads to");
      return;
    }
    var entries = new TreeSet<Path>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(real)) {
      files.forEach(entries::add);
    }
    for (Path entry : entries) {
      String name = String.valueOf(entry.getFileName());
      if (name.startsWith(".") || seen++ > MOST) {
        continue;
      }
      if (Files.isDirectory(entry)) {
        if (depth > 0) {
          scan(entry, below + name + "/", place, boundary, depth - 1);
        }
      } else if (name.endsWith(".md") && !name.equalsIgnoreCase("README.md")) {
        read(entry, place.shown() + "/" + below + name, place, boundary);
      }
    }
  }

  private void read(Path entry, String shown, ContentPlaces.Place place, Path boundary) {
    try {
      Path real = entry.toRealPath();
      if (!real.startsWith(boundary)) {
        error(shown, 1, "is a link that leads out of " + boundary + "; copy the file");
        return;
      }
      byte[] bytes;
      try (InputStream in = Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS)) {
        bytes = in.readNBytes(LARGEST + 1);
      }
      String text = new String(bytes, StandardCharsets.UTF_8);
      if (bytes.length > LARGEST) {
        error(shown, 1, "is larger than 256 KB; make the agent shorter");
      } else if (text.indexOf('\0') >= 0) {
        error(shown, 1, "is not text; save it as UTF-8");
      } else {
        var source =
            place.owner() == ContentPlaces.Owner.PROJECT
                ? AgentDefinition.Source.PROJECT
                : AgentDefinition.Source.USER;
        String name = String.valueOf(entry.getFileName());
        var head = new AgentHead(shown, name.substring(0, name.length() - 3), source);
        AgentDefinition agent = head.read(text);
        findings.addAll(head.findings());
        if (agent != null) {
          boolean own = source == AgentDefinition.Source.USER;
          add(new Read(agent, real, own ? "" : Sha256.of(bytes)));
        }
      }
    } catch (Head.Unreadable malformed) {
      error(shown, malformed.line(), String.valueOf(malformed.getMessage()));
    } catch (IOException unreadable) {
      error(shown, 1, "cannot be read: " + unreadable.getMessage());
    }
  }

  private void add(Read read) {
    for (Read known : agents) {
      if (known.file().equals(read.file())) {
        return;
      }
    }
    agents.add(read);
  }

  private void error(String shown, int line, String message) {
    findings.add(AgentHead.finding(Severity.ERROR, shown, line, message));
  }
}
