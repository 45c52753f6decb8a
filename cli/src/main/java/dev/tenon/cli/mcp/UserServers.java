package dev.tenon.cli.mcp;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.core.json.Json;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.SettingsWriter;
import dev.tenon.engine.problem.SetupException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The servers in the user's configuration file, which is changed entry by entry.
public final class UserServers {
  private static final String PREFIX = "mcp.servers.";

  private final SettingsWriter writer;

  private UserServers(SettingsWriter writer) {
    this.writer = writer;
  }

  public static UserServers of(LaunchContext context) {
    return new UserServers(new SettingsWriter(context.options()));
  }

  /// Adds a server, whole or not at all. Answers the file.
  public String add(String name, Json.Obj entry) throws SetupException {
    try {
      return writer.alone(() -> added(name, entry));
    } catch (ConfigException refused) {
      throw SetupException.failure(String.valueOf(refused.getMessage()));
    }
  }

  private String added(String name, Json.Obj entry) throws SetupException, ConfigException {
    if (!writer.keys(PREFIX + name + ".").isEmpty()) {
      throw SetupException.failure("you have a server '" + name + "' already, in " + writer.file());
    }
    SettingsWriter.Before before = writer.before();
    try {
      write(PREFIX + name, entry);
      return writer.file();
    } catch (ConfigException refused) {
      before.takeBack();
      throw refused;
    }
  }

  private void write(String prefix, Json.Obj entry) throws ConfigException {
    for (Map.Entry<String, Json> each : entry.members().entrySet()) {
      String key = prefix + "." + each.getKey();
      switch (each.getValue()) {
        case Json.Obj inside -> write(key, inside);
        case Json.Arr list -> {
          var items = new ArrayList<String>();
          for (Json item : list.items()) {
            items.add(item instanceof Json.Str text ? text.value() : item.compact());
          }
          if (!items.isEmpty()) {
            writer.set(key, items);
          }
        }
        case Json.Str text -> writer.set(key, text.value());
        case Json.Num number -> writer.set(key, number.text());
        case Json.Bool truth -> writer.set(key, Boolean.toString(truth.value()));
        case Json.Null ignored -> {}
      }
    }
  }

  /// Removes a server. Answers the file.
  String remove(String name) throws SetupException {
    try {
      return writer.alone(() -> removed(name));
    } catch (ConfigException refused) {
      throw SetupException.failure(String.valueOf(refused.getMessage()));
    }
  }

  private String removed(String name) throws SetupException, ConfigException {
    List<String> keys = writer.keys(PREFIX + name + ".");
    if (keys.isEmpty()) {
      throw SetupException.usage(
          "there is no server '" + name + "' in " + writer.file() + "; see tenon mcp list");
    }
    for (String key : keys) {
      writer.unset(key);
    }
    return writer.file();
  }
}
