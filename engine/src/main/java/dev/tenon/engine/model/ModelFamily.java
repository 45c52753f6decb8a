package dev.tenon.engine.model;

import dev.tenon.core.model.ModelInfo;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Resolution;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Words that stand for a family of models, as agents of other programs use them: `opus`, `flash`.
/// Such a word means the newest of the family at the provider of the conversation, or whatever the
/// user's own `models` section calls so. It never leads to another provider by itself: whom a
/// project's files are sent to is the person's choice.
public final class ModelFamily {
  private static final Set<String> WORDS =
      Set.of("opus", "sonnet", "haiku", "fable", "flash", "pro");

  /// How another program asks for a longer window.
  private static final String LONG = "[1m]";

  private ModelFamily() {}

  public static boolean isWord(String name) {
    return WORDS.contains(plain(name));
  }

  private static String plain(String name) {
    String word = name.strip().toLowerCase(Locale.ROOT);
    return word.endsWith(LONG) ? word.substring(0, word.length() - LONG.length()) : word;
  }

  /// The full name of the model that a word stands for.
  ///
  /// @param now the full name of the conversation's model
  public static Optional<String> find(ModelOpener models, String name, String now)
      throws SetupException {
    String word = plain(name);
    Optional<String> own = models.catalog().ownNamed(word);
    if (own.isPresent()) {
      return own;
    }
    String provider = now.substring(0, now.indexOf('/') + 1);
    if (models.catalog().resolveBare(word)
            instanceof dev.tenon.providers.catalog.Resolution.Found found
        && found.fullName().startsWith(provider)) {
      return Optional.of(found.fullName());
    }
    for (ModelInfo each : models.catalog().list()) {
      if (each.name().startsWith(provider)
          && List.of(each.id().split("[-./]", -1)).contains(word)
          && models.resolve(each.name()) instanceof Resolution.Found) {
        return Optional.of(each.name());
      }
    }
    return Optional.empty();
  }

  /// The full name of the model that is wanted: what a word stands for, or the name itself.
  ///
  /// @param now the full name of the conversation's model
  /// @return empty where a word stands for nothing here
  public static Optional<String> wanted(ModelOpener models, String name, String now)
      throws SetupException {
    return isWord(name) ? find(models, name, now) : Optional.of(name);
  }

  /// What opens a model by its name.
  @FunctionalInterface
  public interface Opening {
    ModelOpener.Opened open(String name) throws SetupException;
  }

  /// The model that a command from a file wants for its prompt: the same one in every face.
  ///
  /// @param wanter the command, for people
  /// @param now the conversation's, which answers where that one cannot be had
  /// @param told hears why it cannot
  public static ModelOpener.Opened wished(
      String wanter,
      String name,
      ModelOpener models,
      ModelOpener.Opened now,
      Opening opening,
      Consumer<String> told) {
    try {
      String wanted = wanted(models, name, now.name()).orElse("");
      if (!wanted.isEmpty()) {
        return wanted.equals(now.name()) ? now : opening.open(wanted);
      }
      told.accept(missing(wanter, name, now.name()));
    } catch (SetupException unusable) {
      told.accept(
          wanter
              + " wants the model "
              + name
              + ", which cannot be used ("
              + unusable.getMessage()
              + "); the conversation's answers");
    }
    return now;
  }

  /// What is told where nothing has that name.
  public static String missing(String agent, String name, String now) {
    return agent
        + " wants the model '"
        + name
        + "', of which "
        + now.substring(0, now.indexOf('/'))
        + " has none; "
        + now
        + " answers. To choose one, give it this alias in the section models of config.yml";
  }
}
