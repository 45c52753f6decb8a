package dev.tenon.protocols.mcp.config;

/// How a text of an entry is meant.
@FunctionalInterface
interface WrittenText {
  /// Word for word: whoever hands over an entry has put in what belongs there.
  WrittenText LITERAL = (key, text) -> text;

  /// @param key where the text stands, for faults
  String expanded(String key, String text) throws ConfigFault;
}
