package dev.tenon.protocols.acp;

import dev.tenon.core.json.Json;

/// What a client can do beyond the basics, as it said in `initialize`.
///
/// @param files whether files are read and written through it: it offers both, or neither counts
/// @param terminals whether it runs commands
/// @param notices whether it shows messages that belong to no answer
/// @param compaction whether it shows that the history is being shortened
/// @param forms whether it shows forms
/// @param terminalLogin whether it can start the program in a terminal for logging in
public record ClientAbilities(
    boolean files,
    boolean terminals,
    boolean notices,
    boolean compaction,
    boolean forms,
    boolean terminalLogin) {
  public static final ClientAbilities NONE =
      new ClientAbilities(false, false, false, false, false, false);

  static ClientAbilities of(Json.Obj capabilities) {
    Json.Obj files = capabilities.objectOrEmpty("fs");
    Json.Obj session = capabilities.objectOrEmpty("session");
    return new ClientAbilities(
        files.bool("readTextFile", false) && files.bool("writeTextFile", false),
        capabilities.bool("terminal", false),
        session.get("notices") instanceof Json.Obj,
        session.get("compaction") instanceof Json.Obj,
        capabilities.objectOrEmpty("elicitation").get("form") instanceof Json.Obj,
        capabilities.objectOrEmpty("auth").bool("terminal", false));
  }
}
