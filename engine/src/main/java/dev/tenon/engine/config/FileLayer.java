package dev.tenon.engine.config;

import dev.tenon.engine.config.value.Origin;
import dev.tenon.engine.config.value.Raw;
import dev.tenon.engine.config.value.Refusal;
import dev.tenon.engine.problem.Nearest;
import dev.tenon.engine.problem.QuotedValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Turns a file into entries. All problems of a file are told at once. What is wrong with one
/// server need not be wrong with the file.
final class FileLayer {
  private static final int MOST_PROBLEMS = 20;

  /// Whose file it is.
  enum Owner {
    USER,
    PROJECT
  }

  /// A server that cannot be used, by its name.
  record BrokenServer(String name, String problem) {}

  private final ConfigFile file;
  private final Owner owner;
  private final @Nullable List<BrokenServer> broken;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  private FileLayer(ConfigFile file, Owner owner, @Nullable List<BrokenServer> broken) {
    this.file = file;
    this.owner = owner;
    this.broken = broken;
  }

  static Map<String, Entry> read(ConfigFile file, Owner owner) throws ConfigException {
    return read(new FileLayer(file, owner, null));
  }

  /// Servers that cannot be used are left out, and do not keep the rest from being read.
  ///
  /// @param broken gets what is wrong with them
  static Map<String, Entry> read(ConfigFile file, Owner owner, List<BrokenServer> broken)
      throws ConfigException {
    Map<String, Entry> entries = read(new FileLayer(file, owner, broken));
    for (BrokenServer server : broken) {
      String prefix = McpSettings.SERVERS + server.name() + ".";
      entries.keySet().removeIf(key -> key.startsWith(prefix));
    }
    return entries;
  }

  private static Map<String, Entry> read(FileLayer layer) throws ConfigException {
    ConfigFile file = layer.file;
    layer.fields("", KeyTree.of(Catalog.ALL), YamlTree.read(file));
    if (layer.problems.size() > MOST_PROBLEMS) {
      int more = layer.problems.size() - MOST_PROBLEMS;
      layer.problems.subList(MOST_PROBLEMS, layer.problems.size()).clear();
      layer.problems.add(file.shown() + ": and " + more + " more problems");
    }
    if (!layer.problems.isEmpty()) {
      throw new ConfigException(layer.problems);
    }
    return layer.entries;
  }

  private void fields(String prefix, KeyTree tree, Raw.Fields fields) {
    for (Raw.Field field : fields.fields()) {
      if (field.name().isBlank()) {
        problem(prefix, field.line(), "has a key without a name");
        continue;
      }
      String key = prefix.isEmpty() ? field.name() : prefix + "." + field.name();
      KeyTree below = tree.child(field.name());
      if (below == null) {
        unknown(key, tree, field, prefix.isEmpty());
        continue;
      }
      Setting<?> setting = below.setting();
      if (setting != null) {
        leaf(key, setting, field);
      } else {
        group(key, below, field);
        if (tree.isNamedList()) {
          named(key, field.name(), field.line());
        }
      }
    }
  }

  private void unknown(String key, KeyTree tree, Raw.Field field, boolean atRoot) {
    Setting<?> dotted = atRoot && key.indexOf('.') > 0 ? Catalog.find(key) : null;
    if (dotted != null) {
      leaf(key, dotted, field);
      return;
    }
    String hint = Nearest.hint(field.name(), tree.names());
    if (hint.isEmpty()) {
      for (String declared : Catalog.keys()) {
        if (declared.endsWith("." + field.name())) {
          hint = "; did you mean '" + declared + "'?";
          break;
        }
      }
    }
    problem(key, field.line(), "unknown setting " + QuotedValue.of(key) + hint);
  }

  private void group(String key, KeyTree below, Raw.Field field) {
    switch (field.value()) {
      case Raw.Fields fields -> fields(key, below, fields);
      case Raw.Nothing ignored -> {}
      case Raw.Items items -> {
        if (below.isNamedList()) {
          items(key, below, items);
        } else {
          problem(key, items.line(), key + " must be a mapping, was a list" + wayOut(key));
        }
      }
      case Raw.Text text ->
          problem(
              key,
              text.line(),
              key + " must be a mapping, was " + QuotedValue.of(text.text()) + wayOut(key));
    }
  }

  /// What stands below hooks cannot be guessed from what is written there.
  private static String wayOut(String key) {
    return key.equals("hooks") ? "; write hooks: {PreToolUse: […]}" : "";
  }

  /// A list of mappings with a `name` each says the same as a mapping by name.
  private void items(String key, KeyTree tree, Raw.Items items) {
    for (Raw item : items.items()) {
      String name = null;
      if (item instanceof Raw.Fields fields) {
        for (Raw.Field field : fields.fields()) {
          if (field.name().equals("name") && field.value() instanceof Raw.Text text) {
            name = text.text().strip();
          }
        }
      }
      KeyTree below = tree.child(KeyTree.ANY);
      if (name == null || name.isEmpty() || below == null) {
        problem(key, item.line(), "each of " + key + " must be a mapping with a 'name'");
        continue;
      }
      fields(key + "." + name, below, (Raw.Fields) item);
    }
  }

  /// Under its own name, a thing need not repeat the name inside.
  private void named(String key, String name, int line) {
    Setting<?> setting = Catalog.find(key + ".name");
    if (setting != null && !entries.containsKey(key + ".name")) {
      leaf(key + ".name", setting, new Raw.Field("name", line, new Raw.Text(name, line)));
    }
  }

  private void leaf(String key, Setting<?> setting, Raw.Field field) {
    Raw raw = field.value();
    if (raw instanceof Raw.Nothing) {
      problem(key, field.line(), key + " has no value; give one or remove the line");
      return;
    }
    try {
      var entry = new Entry(key, setting, setting.type().parse(raw), origin(field.line()));
      Entry before = entries.put(key, entry);
      if (before != null) {
        problem(key, field.line(), key + " is set twice, also at " + before.origin().describe());
      }
    } catch (Refusal refusal) {
      problem(
          key, refusal.line() > 0 ? refusal.line() : raw.line(), key + " " + refusal.getMessage());
    }
  }

  private Origin origin(int line) {
    return switch (owner) {
      case USER -> new Origin.UserFile(file.shown(), line);
      case PROJECT -> new Origin.ProjectFile(file.shown(), line);
    };
  }

  private void problem(String key, int line, String what) {
    String problem = file.shown() + ":" + line + ": " + what;
    List<BrokenServer> servers = broken;
    if (servers != null && key.startsWith(McpSettings.SERVERS)) {
      String rest = key.substring(McpSettings.SERVERS.length());
      int dot = rest.indexOf('.');
      servers.add(new BrokenServer(dot < 0 ? rest : rest.substring(0, dot), problem));
    } else {
      problems.add(problem);
    }
  }
}
