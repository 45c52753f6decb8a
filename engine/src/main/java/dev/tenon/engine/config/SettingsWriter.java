package dev.tenon.engine.config;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.config.value.Raw;
import dev.tenon.engine.config.value.Refusal;
import dev.tenon.engine.config.value.SettingCheck;
import dev.tenon.engine.config.value.Type;
import dev.tenon.engine.config.value.Value;
import dev.tenon.engine.config.yaml.YamlEdit;
import dev.tenon.engine.problem.Nearest;
import dev.tenon.engine.problem.QuotedValue;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Changes single settings of the user's own file. A value is checked as the file itself would be;
/// the rest of the file stays as it is written; and what was changed is read back before it is
/// kept, so that nothing but the one setting has another value then. Programs of ours that change
/// the file at the same time wait for each other; an editor that comes between is seen, and the
/// change is made anew to what it wrote.
public final class SettingsWriter {
  private static final int MOST_TRIES = 20;

  private static final Pattern SECRET_NAME =
      Pattern.compile("key|token|secret|password|header|query", Pattern.CASE_INSENSITIVE);

  // A file lock is held by a whole process; its threads need one of their own.
  private static final ReentrantLock THREADS = new ReentrantLock();

  private final Path file;
  private final String shown;
  private final SettingCheck check;

  /// What this writer wrote last; null for nothing yet.
  private @Nullable String written;

  /// A writer for what is right by its form.
  public SettingsWriter(ProjectOptions options) {
    this(options, SettingCheck.FORM_ALONE);
  }

  /// @param check what a value must hold besides its form
  public SettingsWriter(ProjectOptions options, SettingCheck check) {
    this.check = check;
    this.file = options.userFile();
    this.shown = Configuration.shown(file);
  }

  /// The file as people name it.
  public String file() {
    return shown;
  }

  /// Several changes, or a look and a change.
  public interface Work<T, E extends Exception> {
    T run() throws ConfigException, E;
  }

  /// Runs work while no other thread or program of ours changes the file. It should be short, for
  /// others wait.
  public <T, E extends Exception> T alone(Work<T, E> work) throws ConfigException, E {
    THREADS.lock();
    try {
      if (THREADS.getHoldCount() > 1) {
        return work.run();
      }
      FileChannel lock;
      try {
        lock = lock();
      } catch (IOException refused) {
        throw unwritable(refused);
      }
      try {
        return work.run();
      } finally {
        try {
          lock.close();
        } catch (IOException harmless) {
          // Nothing was written through it, and the lock ends with the process at the latest.
        }
      }
    } finally {
      THREADS.unlock();
    }
  }

  /// The lock among processes; released when the channel is closed. It stands beside the file,
  /// which itself is replaced with each change.
  private FileChannel lock() throws IOException {
    Path lock = file.resolveSibling("config.lock");
    Path folder = lock.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    FileChannel channel =
        FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      channel.lock();
      return channel;
    } catch (IOException | RuntimeException failed) {
      channel.close();
      throw failed;
    }
  }

  /// The file as it is now, to go back to.
  public final class Before {
    private final Optional<ConfigFile> content;

    private Before(Optional<ConfigFile> content) {
      this.content = content;
    }

    /// The file is again as it was then. What others have written since is left alone.
    public void takeBack() throws ConfigException {
      alone(
          () -> {
            restore();
            return true;
          });
    }

    private void restore() throws ConfigException {
      Optional<ConfigFile> now = ConfigFile.read(file, shown);
      if (written == null || hash(now).equals(hash(content))) {
        return;
      }
      if (!hash(now).equals(written)) {
        throw new ConfigException(
            shown
                + ": somebody else has changed it in the meantime, so what was set there is not"
                + " taken back; look through it");
      }
      try {
        if (content.isPresent()) {
          write(content.get().text(), now);
        } else {
          Files.deleteIfExists(file);
        }
      } catch (IOException refused) {
        throw unwritable(refused);
      }
    }
  }

  private static String hash(Optional<ConfigFile> content) {
    return content.map(ConfigFile::sha256).orElse("");
  }

  /// Remembers the file, for whoever sets several things and wants all of them or none.
  public Before before() throws ConfigException {
    return new Before(ConfigFile.read(file, shown));
  }

  private ConfigException unwritable(IOException refused) {
    return new ConfigException(shown + ": cannot be written: " + IoFailure.reason(refused));
  }

  /// Whether a key is that of a secret, which is no value to be typed where others see it.
  public static boolean isSecret(String key) {
    Setting<?> setting = Catalog.find(key);
    return setting != null && setting.type() instanceof Type.Secret;
  }

  /// Whether what was typed for a key may be a secret: that of a secret, a key of a provider where
  /// the name of its variable belongs, or what was typed for a name that is like a secret's and no
  /// setting.
  public static boolean mayBeSecret(String key, String value) {
    Setting<?> setting = Catalog.find(key);
    if (setting == null) {
      return SECRET_NAME.matcher(key).find();
    }
    if (!(setting.type() instanceof Type.Variable)) {
      return isSecret(key);
    }
    try {
      parsed(key, setting, value);
      return false;
    } catch (ConfigException noVariable) {
      return true;
    }
  }

  /// Whether the values of a key are names of models.
  public static boolean namesModel(String key) {
    Setting<?> setting = Catalog.find(key);
    return setting != null
        && (setting.equals(ConversationCatalog.MODEL)
            || setting.equals(ProviderCatalog.RETRY_FALLBACK_CHAINS)
            || setting.equals(ServerCatalog.LOCAL_MODEL));
  }

  /// The items of a list in the user's own file; none when it is not there.
  public List<String> items(String key) throws ConfigException {
    return items(read().get(key));
  }

  /// Sets a setting. Answers where it stands now, `FILE:LINE`.
  ///
  /// @param value as on a command line: commas separate the items of a list
  public String set(String key, String value) throws ConfigException {
    Setting<?> setting = find(key);
    Value wanted = parsed(key, setting, value);
    check(key, items(wanted));
    List<String> path = path(setting, key);
    String yaml =
        wanted instanceof Value.Texts || wanted instanceof Value.RuleTexts
            ? "[" + String.join(", ", items(wanted).stream().map(YamlEdit::scalar).toList()) + "]"
            : YamlEdit.scalar(wanted.text());
    return change(key, Optional.of(wanted), text -> YamlEdit.set(text, path, yaml));
  }

  /// Sets a list, whatever its items hold.
  public String set(String key, List<String> items) throws ConfigException {
    Setting<?> setting = find(key);
    for (String item : items) {
      requireOneLine(key, item);
    }
    check(key, items);
    String yaml = "[" + String.join(", ", items.stream().map(YamlEdit::scalar).toList()) + "]";
    return change(
        key, Optional.of(texts(items)), text -> YamlEdit.set(text, path(setting, key), yaml));
  }

  private void check(String key, List<String> values) throws ConfigException {
    Optional<String> problem = check.problem(key, values);
    if (problem.isPresent()) {
      throw new ConfigException(key + ": " + problem.get());
    }
  }

  /// The settings of the file whose keys begin so.
  public List<String> keys(String beginning) throws ConfigException {
    var keys = new ArrayList<>(read().keySet());
    keys.removeIf(key -> !key.startsWith(beginning));
    return keys;
  }

  /// Takes a setting out of the file. Answers false when it is not in it.
  public boolean unset(String key) throws ConfigException {
    return alone(() -> unsetAlone(key));
  }

  private boolean unsetAlone(String key) throws ConfigException {
    Setting<?> setting = find(key);
    if (!read().containsKey(key)) {
      return false;
    }
    change(key, Optional.empty(), text -> YamlEdit.remove(text, path(setting, key)));
    return true;
  }

  /// Adds a rule about permissions, unless it is there. Answers where it stands.
  public String addRule(Verdict effect, String rule) throws ConfigException {
    return alone(() -> addRuleAlone(effect, rule));
  }

  private String addRuleAlone(Verdict effect, String rule) throws ConfigException {
    String key = key(effect);
    Setting<?> setting = find(key);
    var rules = new ArrayList<>(items(read().get(key)));
    List<String> wanted = items(parsed(key, setting, rule));
    if (rules.containsAll(wanted)) {
      return file();
    }
    rules.addAll(wanted);
    return change(
        key,
        Optional.of(texts(rules)),
        text -> YamlEdit.addItem(text, path(setting, key), YamlEdit.scalar(rule.strip())));
  }

  /// Puts an item behind those of a setting that holds whatever is written there, such as the hooks
  /// of an event. Answers where it stands.
  public String addItem(String key, Json.Obj item) throws ConfigException {
    return alone(() -> addItemAlone(key, item));
  }

  private String addItemAlone(String key, Json.Obj item) throws ConfigException {
    Setting<?> setting = find(key);
    Entry there = read().get(key);
    var items = new ArrayList<Raw>();
    if (there != null
        && there.value() instanceof Value.Tree tree
        && tree.raw() instanceof Raw.Items known) {
      items.addAll(known.items());
    }
    items.add(Raw.of(item));
    return change(
        key,
        Optional.of(new Value.Tree(new Raw.Items(items, 0))),
        text -> YamlEdit.addItem(text, path(setting, key), item.compact()));
  }

  /// Takes a rule out of the file. Answers false when it is not in it.
  public boolean removeRule(Verdict effect, String rule) throws ConfigException {
    return alone(() -> removeRuleAlone(effect, rule));
  }

  private boolean removeRuleAlone(Verdict effect, String rule) throws ConfigException {
    String key = key(effect);
    var rules = new ArrayList<>(items(read().get(key)));
    int place = rules.indexOf(rule.strip());
    if (place < 0) {
      return false;
    }
    rules.remove(place);
    change(
        key,
        rules.isEmpty() ? Optional.empty() : Optional.of(texts(rules)),
        text -> YamlEdit.removeItem(text, path(find(key), key), place));
    return true;
  }

  private static String key(Verdict effect) {
    return switch (effect) {
      case ALLOW -> SafetyCatalog.PERMISSIONS_ALLOW.key();
      case ASK -> SafetyCatalog.PERMISSIONS_ASK.key();
      case DENY -> SafetyCatalog.PERMISSIONS_DENY.key();
    };
  }

  private static Setting<?> find(String key) throws ConfigException {
    Setting<?> setting = key.indexOf('*') >= 0 ? null : Catalog.find(key);
    if (setting == null) {
      throw new ConfigException(
          "unknown setting " + QuotedValue.of(key) + Nearest.hint(key, Catalog.keys()));
    }
    return setting;
  }

  private static Value parsed(String key, Setting<?> setting, String value) throws ConfigException {
    requireOneLine(key, value);
    try {
      return setting.type().parse(setting.type().raw(value.strip()));
    } catch (Refusal refusal) {
      throw new ConfigException(key + " " + refusal.getMessage());
    }
  }

  private static void requireOneLine(String key, String value) throws ConfigException {
    if (value.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
      throw new ConfigException(key + " must be on one line, without control characters");
    }
  }

  private static Value texts(List<String> texts) {
    return new Value.Texts(texts);
  }

  private static List<String> items(@Nullable Entry entry) {
    return entry == null ? List.of() : items(entry.value());
  }

  private static List<String> items(Value value) {
    return switch (value) {
      case Value.Texts texts -> texts.texts();
      case Value.RuleTexts rules -> rules.lines().stream().map(Value.RuleTexts.Line::text).toList();
      case Value one -> List.of(one.text());
    };
  }

  /// The names that lead to a key; those of the user may have dots in them.
  private static List<String> path(Setting<?> setting, String key) {
    if (!setting.isPattern()) {
      return List.of(key.split("\\.", -1));
    }
    String group = setting.group();
    String name = setting.nameIn(key);
    var path = new ArrayList<>(List.of(group.substring(0, group.length() - 1).split("\\.", -1)));
    path.add(name);
    String pattern = setting.key().substring(group.length() + 1);
    String rest = key.substring(group.length() + name.length());
    if (!pattern.isEmpty()) {
      int star = pattern.indexOf('*');
      String fixed = star < 0 ? rest : rest.substring(0, star - 1);
      path.addAll(List.of(fixed.substring(1).split("\\.", -1)));
      if (star >= 0) {
        path.add(rest.substring(star));
      }
    }
    return path;
  }

  private Map<String, Entry> read() throws ConfigException {
    return read(ConfigFile.read(file, shown));
  }

  private static Map<String, Entry> read(Optional<ConfigFile> there) throws ConfigException {
    return there.isEmpty()
        ? new LinkedHashMap<>()
        : FileLayer.read(there.get(), FileLayer.Owner.USER);
  }

  private interface Edit {
    Optional<String> apply(String text) throws ConfigException;
  }

  private String change(String key, Optional<Value> wanted, Edit edit) throws ConfigException {
    return alone(
        () -> {
          Optional<String> place = Optional.empty();
          for (int tries = 1; place.isEmpty(); tries++) {
            place = tried(key, wanted, edit);
            if (place.isEmpty() && tries == MOST_TRIES) {
              throw unwritable(new IOException("somebody else keeps changing it; try again"));
            }
          }
          return place.get();
        });
  }

  /// Empty when somebody has changed the file in between.
  private Optional<String> tried(String key, Optional<Value> wanted, Edit edit)
      throws ConfigException {
    Optional<ConfigFile> there = ConfigFile.read(file, shown);
    String text = there.isEmpty() ? "" : there.get().text();
    Map<String, Entry> before = read(there);
    String changed = edit.apply(text).orElseThrow(() -> byHand(key));
    Map<String, Entry> after;
    try {
      after = FileLayer.read(ConfigFile.of(file, shown, changed), FileLayer.Owner.USER);
    } catch (ConfigException misread) {
      throw byHand(key);
    }
    var expected = new LinkedHashMap<String, String>();
    before.forEach((name, entry) -> expected.put(name, entry.value().json().compact()));
    expected.remove(key);
    wanted.ifPresent(value -> expected.put(key, value.json().compact()));
    var found = new LinkedHashMap<String, String>();
    after.forEach((name, entry) -> found.put(name, entry.value().json().compact()));
    if (!found.equals(expected)) {
      throw byHand(key);
    }
    try {
      if (!write(changed, there)) {
        return Optional.empty();
      }
    } catch (IOException refused) {
      throw unwritable(refused);
    }
    Entry entry = after.get(key);
    return Optional.of(entry == null ? shown : entry.origin().describe());
  }

  private ConfigException byHand(String key) {
    return new ConfigException(
        shown + ": " + key + " cannot be changed there without touching more; edit it by hand");
  }

  /// Replaces the file as a whole: aside, then renamed. A link stays a link, and the rights stay.
  /// Answers false when it is not any more what it was before.
  private boolean write(String text, Optional<ConfigFile> before)
      throws IOException, ConfigException {
    if (!hash(ConfigFile.read(file, shown)).equals(hash(before))) {
      return false;
    }
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    Path folder = Files.createDirectories(target.getParent());
    Path fresh = Files.createTempFile(folder, "config", ".tmp");
    try {
      Files.writeString(fresh, text, StandardCharsets.UTF_8);
      if (Files.exists(target)) {
        try {
          Files.setPosixFilePermissions(fresh, Files.getPosixFilePermissions(target));
        } catch (UnsupportedOperationException otherRights) {
          // The folder's own rights hold there.
        }
      } else if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
      }
      Files.move(
          fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      written = ConfigFile.of(file, shown, text).sha256();
      return true;
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
