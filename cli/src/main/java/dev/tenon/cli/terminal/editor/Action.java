package dev.tenon.cli.terminal.editor;

import java.util.List;
import java.util.Locale;

/// Everything that a key can do in the editor, and in the console around it, by names that the
/// setting `keys` uses, with the keys that do it unless the user chose others.
public enum Action {
  LEFT("one character to the left", "left", "ctrl-b"),
  RIGHT("one character to the right", "right", "ctrl-f"),
  UP("a row up, and from the first one to the prompt before", "up", "ctrl-p"),
  DOWN("a row down, and from the last one to the prompt after", "down", "ctrl-n"),
  WORD_LEFT("a word to the left", "ctrl-left", "alt-left", "alt-b"),
  WORD_RIGHT("a word to the right", "ctrl-right", "alt-right", "alt-f"),
  LINE_START("to the beginning of the line", "home", "ctrl-a"),
  LINE_END("to the end of the line", "end", "ctrl-e"),
  TEXT_START("to the beginning of the text", "ctrl-home", "alt-<"),
  TEXT_END("to the end of the text", "ctrl-end", "alt->"),
  PAGE_UP("a page up", "pageup"),
  PAGE_DOWN("a page down", "pagedown"),
  SELECT_LEFT("select a character to the left", "shift-left"),
  SELECT_RIGHT("select a character to the right", "shift-right"),
  SELECT_UP("select a row up", "shift-up"),
  SELECT_DOWN("select a row down", "shift-down"),
  SELECT_WORD_LEFT("select a word to the left", "ctrl-shift-left", "alt-shift-left"),
  SELECT_WORD_RIGHT("select a word to the right", "ctrl-shift-right", "alt-shift-right"),
  SELECT_LINE_START("select to the beginning of the line", "shift-home"),
  SELECT_LINE_END("select to the end of the line", "shift-end"),
  SELECT_ALL("select everything", "alt-a"),
  COPY("copy what is selected for ctrl-y", "alt-w"),
  DELETE_LEFT("delete the character before the cursor", "backspace", "shift-backspace"),
  DELETE_RIGHT("delete the character under the cursor", "delete", "ctrl-d"),
  KILL_LINE_END("cut to the end of the line", "ctrl-k"),
  KILL_LINE_START("cut to the beginning of the line", "ctrl-u"),
  KILL_BIG_WORD_LEFT("cut back to the last blank", "ctrl-w"),
  KILL_WORD_LEFT("cut the word before the cursor", "alt-backspace", "ctrl-backspace"),
  KILL_WORD_RIGHT("cut the word after the cursor", "alt-d", "ctrl-delete", "alt-delete"),
  YANK("insert what was cut last", "ctrl-y"),
  YANK_EARLIER("replace it by what was cut before", "alt-y"),
  TRANSPOSE("swap the two characters before the cursor", "ctrl-t"),
  TRANSPOSE_WORDS("swap the two words before the cursor", "alt-t"),
  UPPER_CASE("the next word in capitals", "alt-u"),
  LOWER_CASE("the next word in small letters", "alt-l"),
  CAPITALIZE("the next word with a capital", "alt-c"),
  UNDO("take the last change back", "ctrl-_"),
  REDO("do it again", "alt-_", "alt-z", "ctrl-shift-z"),
  NEW_LINE("begin a new line", "ctrl-j", "shift-enter", "ctrl-enter"),
  SEND("send; steers while Tenon works", "enter"),
  FOLLOW_UP("send when Tenon is done; a new line when it does nothing", "alt-enter"),
  COMPLETE("take what the menu offers, or open it", "tab"),
  SEARCH_HISTORY("search the prompts of before", "ctrl-r"),
  OPEN_PASTE("show the large paste at the cursor in full", "alt-o"),
  EXTERNAL_EDITOR("edit in $VISUAL or $EDITOR", "ctrl-g"),
  PICTURE("insert a picture from the clipboard; needs wl-paste or xclip", "ctrl-v"),
  CLEAR("throw the text away; undo and ctrl-y bring it back", "ctrl-c"),
  OPEN_FOLDED("open in full what was folded", "ctrl-o"),
  NEXT_MODE("go on in the next permission mode", "shift-tab"),
  CLEAR_SCREEN("paint everything anew, on an empty screen", "ctrl-l"),
  TREE("the tree of the session; so does Esc twice on an empty line", "f2");

  private final String description;

  /// Separated by blanks.
  private final String keys;

  Action(String description, String... keys) {
    this.description = description;
    this.keys = String.join(" ", keys);
  }

  /// As the setting writes it: `word-left`.
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// For people: a phrase without a full stop.
  public String description() {
    return description;
  }

  List<String> defaults() {
    return List.of(keys.split(" ", -1));
  }
}
