package dev.tenon.engine.agent;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.content.ContentPlaces;
import dev.tenon.engine.content.FolderEntry;
import dev.tenon.engine.content.Head;
import dev.tenon.engine.content.InlineContent;
import dev.tenon.engine.content.NamedScripts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads the agents below folders. What is wrong with one is told with its file, its line and the
/// way out, and stops nothing else.
final class AgentFiles {
  private static final int DEPTH = 4;
  private static final int MOST = 1_000;
  private static final int LARGEST = 256 * 1024;

  private final List<Read> agents = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private final Set<Path> entered = new HashSet<>();
  private final Set<Path> known = new HashSet<>();
  private final NamedScripts scripts = new NamedScripts();
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
    /// It can, but without something that it asks for: whoever uses it should know.
    LACK,
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
      Path boundary = place.boundary().toRealPath();
      if (Files.isRegularFile(place.folder())) {
        read(FolderEntry.at(place.folder()), place.shown(), place, boundary);
      } else {
        scan(place.folder(), "", place, boundary, DEPTH);
      }
    } catch (IOException unreadable) {
      error(place.shown(), 1, "cannot be read: " + IoFailure.reason(unreadable));
    }
  }

  /// One that stands in a file of another kind.
  void add(InlineContent inline) {
    var head = new AgentHead(inline.shown(), inline.name(), AgentDefinition.Source.PROJECT, "");
    try {
      AgentDefinition agent = head.read(inline.text());
      for (Finding finding : head.findings()) {
        // Lines of a text that was made up for it would mean nothing.
        String what = finding.text().replaceFirst(":[0-9]+: ", ":" + inline.line() + ": ");
        findings.add(new Finding(finding.severity(), what));
      }
      if (agent != null) {
        add(new Read(agent, inline.file(), inline.sha256()));
      }
    } catch (Head.Unreadable malformed) {
      error(inline.shown(), inline.line(), String.valueOf(malformed.getMessage()));
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
          place.shown() + (below.isEmpty() ? "" : "/" + below),
          1,
          "is a link that leads out of " + boundary + "; copy what it leads to");
      return;
    }
    for (FolderEntry entry : FolderEntry.of(real, MOST + 1 - seen)) {
      String name = entry.name();
      if (++seen > MOST) {
        if (seen == MOST + 1) {
          findings.add(
              AgentHead.finding(
                  Severity.WARNING,
                  place.shown() + "/" + below + name,
                  1,
                  "is one file more than the "
                      + MOST
                      + " that are looked at for agents; it and those after it are left out"));
        }
        return;
      }
      if (entry.isFolder()) {
        if (depth > 0) {
          below(entry.path(), below + name + "/", place, boundary, depth - 1);
        }
      } else if (name.endsWith(".md") && !name.equalsIgnoreCase("README.md")) {
        read(entry, place.shown() + "/" + below + name, place, boundary);
      }
    }
  }

  /// A folder that cannot be read harms nothing beside it.
  private void below(
      Path folder, String below, ContentPlaces.Place place, Path boundary, int depth) {
    try {
      scan(folder, below, place, boundary, depth);
    } catch (IOException unreadable) {
      error(place.shown() + "/" + below, 1, "cannot be read: " + IoFailure.reason(unreadable));
    }
  }

  private void read(FolderEntry entry, String shown, ContentPlaces.Place place, Path boundary) {
    try {
      Path real = entry.realFile();
      if (!real.startsWith(boundary)) {
        error(shown, 1, "is a link that leads out of " + boundary + "; copy the file");
        return;
      }
      byte[] bytes = FolderEntry.read(real, LARGEST);
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
        String file = entry.name();
        String name = file.endsWith(".md") ? file.substring(0, file.length() - 3) : file;
        var head = new AgentHead(shown, name, source, place.prefix());
        AgentDefinition agent = head.read(place.filled(text));
        findings.addAll(head.findings());
        if (agent != null) {
          boolean own = source == AgentDefinition.Source.USER;
          add(new Read(agent, real, own ? "" : scripts.sha256(place.folder(), bytes)));
        }
      }
    } catch (Head.Unreadable malformed) {
      error(shown, malformed.line(), String.valueOf(malformed.getMessage()));
    } catch (IOException unreadable) {
      error(shown, 1, "cannot be read: " + IoFailure.reason(unreadable));
    }
  }

  private void add(Read read) {
    // Two places may be one folder.
    if (known.add(read.file())) {
      agents.add(read);
    }
  }

  private void error(String shown, int line, String message) {
    findings.add(AgentHead.finding(Severity.ERROR, shown, line, message));
  }
}
