package dev.tenon.cli.args;

import java.util.List;

/// One option of the command line, declared as data. Made by the factories, refined by the `with…`
/// methods; names are unique in a [Grammar].
///
/// @param name the long name without dashes
/// @param alias another long name that means the same; empty when there is none
/// @param letter the short name, or [#NO_LETTER]
/// @param placeholder what help calls the value; empty for a flag
/// @param choices the allowed values of a [Kind#CHOICE]
/// @param min the least number of a [Kind#NUMBER]
/// @param max the greatest number of a [Kind#NUMBER]
/// @param setting the setting that the option overrides: `key` (by the option's value) or
///   `key=value` (a flag); empty when it overrides none
/// @param description for help: a phrase without a full stop
public record Option(
    String name,
    String alias,
    char letter,
    Kind kind,
    String placeholder,
    List<String> choices,
    long min,
    long max,
    String setting,
    String description) {

  /// Stands for an option without a short name.
  public static final char NO_LETTER = 0;

  /// What value an option takes.
  public enum Kind {
    FLAG,
    TEXT,
    /// Text; may be given many times.
    TEXTS,
    /// Text that may be left out.
    OPTIONAL_TEXT,
    NUMBER,
    CHOICE,
    FILE,
    DIRECTORY,
    /// `KEY=VALUE`; may be given many times.
    ASSIGNMENT
  }

  public static Option flag(String name, String description) {
    return of(name, Kind.FLAG, "", description);
  }

  public static Option text(String name, String placeholder, String description) {
    return of(name, Kind.TEXT, placeholder, description);
  }

  public static Option texts(String name, String placeholder, String description) {
    return of(name, Kind.TEXTS, placeholder, description);
  }

  public static Option optionalText(String name, String placeholder, String description) {
    return of(name, Kind.OPTIONAL_TEXT, placeholder, description);
  }

  public static Option file(String name, String description) {
    return of(name, Kind.FILE, "FILE", description);
  }

  public static Option directory(String name, String description) {
    return of(name, Kind.DIRECTORY, "DIR", description);
  }

  public static Option assignment(String name, String description) {
    return of(name, Kind.ASSIGNMENT, "KEY=VALUE", description);
  }

  public static Option number(String name, long min, long max, String description) {
    return new Option(name, "", NO_LETTER, Kind.NUMBER, "N", List.of(), min, max, "", description);
  }

  public static Option choice(
      String name, String placeholder, List<String> choices, String description) {
    return new Option(
        name, "", NO_LETTER, Kind.CHOICE, placeholder, choices, 0, 0, "", description);
  }

  private static Option of(String name, Kind kind, String placeholder, String description) {
    return new Option(name, "", NO_LETTER, kind, placeholder, List.of(), 0, 0, "", description);
  }

  public Option withLetter(char shortName) {
    return new Option(
        name, alias, shortName, kind, placeholder, choices, min, max, setting, description);
  }

  /// This option under another long name too.
  public Option alsoCalled(String other) {
    return new Option(
        name, other, letter, kind, placeholder, choices, min, max, setting, description);
  }

  boolean isCalled(String longName) {
    return name.equals(longName) || (!alias.isEmpty() && alias.equals(longName));
  }

  /// This option as an override of a setting; see `setting`.
  public Option overriding(String settingKey) {
    return new Option(
        name, alias, letter, kind, placeholder, choices, min, max, settingKey, description);
  }

  public boolean isFlag() {
    return kind == Kind.FLAG;
  }

  public boolean isRepeatable() {
    return kind == Kind.ASSIGNMENT || kind == Kind.TEXTS;
  }

  /// The option as a person types it.
  public String dashed() {
    return "--".concat(name);
  }
}
