package dev.tenon.protocols.acp;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.json.rpc.RpcHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One connection of a client: answers its requests, keeps its sessions, and sees to it that a turn
/// that is cancelled is answered soon, whatever it waits for. Closing it ends all sessions. Safe
/// for several threads.
public final class AcpAgent implements RpcHandler, AutoCloseable {
  public static final int PROTOCOL = 1;

  /// Nobody is logged in.
  public static final int AUTH_REQUIRED = -32000;

  public static final int NOT_FOUND = -32002;

  private static final int MOST_SESSIONS = 32;

  private final AcpHost host;
  private final AcpClient client;
  private final Map<String, OpenSession> sessions = new HashMap<>();
  private ClientPaths paths = ClientPaths.REAL;
  private boolean greeted;
  private boolean ended;
  private boolean closed;

  /// An open session and the turn that runs in it.
  private static final class OpenSession {
    final AcpSession session;
    @Nullable Turn turn;

    OpenSession(AcpSession session) {
      this.session = session;
    }
  }

  public AcpAgent(AcpHost host, AcpClient client) {
    this.host = host;
    this.client = client;
  }

  // ---- in the order in which messages come

  /// What later messages rely on is noted here, before any of them is looked at.
  @Override
  public void arrived(String method, Json params) {
    Json.Obj given = object(params);
    synchronized (this) {
      if (method.equals("initialize") && given.get("protocolVersion") instanceof Json.Num) {
        client.can(ClientAbilities.of(given.objectOrEmpty("clientCapabilities")));
        greeted = true;
      } else if (method.equals("session/prompt") && greeted) {
        OpenSession open = sessions.get(given.string("sessionId", ""));
        if (open != null && (open.turn == null || open.turn.isAnswered())) {
          open.turn = new Turn(params, open.session, open.turn);
          if (ended) {
            open.turn.cancel();
          }
        }
      }
    }
  }

  /// Nobody is there any more for whom a turn could go on.
  @Override
  public void ended() {
    synchronized (this) {
      ended = true;
      for (OpenSession open : sessions.values()) {
        if (open.turn != null) {
          open.turn.cancel();
        }
      }
    }
  }

  /// A prompt that never ran must not keep the next one waiting.
  @Override
  public void failed(String method, Json params) {
    if (method.equals("session/prompt")) {
      synchronized (this) {
        OpenSession open = sessions.get(object(params).string("sessionId", ""));
        Turn turn = open == null ? null : open.turn;
        if (turn != null && turn.isOf(params)) {
          turn.dismiss();
        }
      }
    }
  }

  @Override
  public void notification(String method, Json params) {
    if (method.equals("session/cancel")) {
      Turn turn;
      synchronized (this) {
        OpenSession open = sessions.get(object(params).string("sessionId", ""));
        turn = open == null ? null : open.turn;
      }
      if (turn != null) {
        turn.cancel();
      }
    } else if (!method.startsWith("$/") && !method.startsWith("_")) {
      client.log("the client told " + method + ", which is not known here");
    }
  }

  @Override
  public Json request(String method, Json params) throws RpcException, InterruptedException {
    Json.Obj given = object(params);
    if (method.equals("initialize")) {
      return initialize(given);
    }
    synchronized (this) {
      if (!greeted) {
        throw new RpcException(
            RpcException.INVALID_REQUEST, "initialize comes first; " + method + " is refused");
      }
    }
    return switch (method) {
      case "authenticate" -> {
        host.authenticate(text(given, "methodId"));
        yield Json.Obj.EMPTY;
      }
      case "logout" -> {
        host.logout();
        yield Json.Obj.EMPTY;
      }
      case "session/new" -> create(given);
      case "session/load" -> load(given);
      case "session/resume" -> open(given).session.state();
      case "session/list" -> list(given);
      case "session/close" -> {
        close(text(given, "sessionId"));
        yield Json.Obj.EMPTY;
      }
      case "session/delete" -> delete(given);
      case "session/prompt" -> prompt(given, params);
      case "session/set_mode" -> {
        session(given).session.setMode(text(given, "modeId"));
        yield Json.Obj.EMPTY;
      }
      case "session/set_config_option" -> option(given);
      default -> throw RpcException.methodNotFound(method);
    };
  }

  @Override
  public void answered(String method, Json params, Json result) {
    String id =
        switch (method) {
          case "session/new" -> object(result).string("sessionId", "");
          case "session/load", "session/resume" -> object(params).string("sessionId", "");
          default -> "";
        };
    OpenSession open;
    synchronized (this) {
      open = sessions.get(id);
    }
    if (open != null) {
      open.session.opened();
    }
  }

  // ---- the connection

  private Json.Obj initialize(Json.Obj given) throws RpcException {
    if (!(given.get("protocolVersion") instanceof Json.Num)) {
      throw RpcException.invalidParams("protocolVersion must be a number; this agent speaks 1");
    }
    Json.Obj yes = Json.Obj.EMPTY;
    return Json.object()
        .put("protocolVersion", PROTOCOL)
        .object(
            "agentCapabilities",
            can ->
                can.put("loadSession", true)
                    .object(
                        "promptCapabilities",
                        prompt ->
                            prompt
                                .put("image", true)
                                .put("audio", false)
                                .put("embeddedContext", true))
                    .object("mcpCapabilities", mcp -> mcp.put("http", true).put("sse", true))
                    .object(
                        "sessionCapabilities",
                        session ->
                            session
                                .put("list", yes)
                                .put("delete", yes)
                                .put("additionalDirectories", yes)
                                .put("resume", yes)
                                .put("close", yes))
                    .object("auth", auth -> auth.put("logout", yes)))
        .array("authMethods", host.authMethods(client.abilities()))
        .put("agentInfo", host.info())
        .build();
  }

  // ---- sessions

  private Json.Obj create(Json.Obj given) throws RpcException, InterruptedException {
    requireRoom();
    AcpSession session = host.create(place(given), client);
    add(session);
    return Json.object().put("sessionId", session.id()).putAll(session.state()).build();
  }

  private Json.Obj load(Json.Obj given) throws RpcException, InterruptedException {
    OpenSession open = open(given);
    boolean told = false;
    try {
      open.session.replay();
      Json.Obj state = open.session.state();
      told = true;
      return state;
    } finally {
      if (!told) {
        // The client does not have it, and may ask for it again.
        close(open.session.id());
      }
    }
  }

  private OpenSession open(Json.Obj given) throws RpcException, InterruptedException {
    String id = text(given, "sessionId");
    AcpHost.SessionPlace place = place(given);
    synchronized (this) {
      if (sessions.containsKey(id)) {
        throw RpcException.invalidParams(
            "the session " + id + " is open on this connection; close it first");
      }
    }
    requireRoom();
    return add(host.open(id, place, client));
  }

  private synchronized void requireRoom() throws RpcException {
    if (sessions.size() >= MOST_SESSIONS) {
      // The code for being busy means here that somebody has to log in.
      throw new RpcException(
          RpcException.INVALID_REQUEST,
          MOST_SESSIONS + " sessions are open, which is the most; close one with session/close");
    }
  }

  private OpenSession add(AcpSession session) throws RpcException {
    var open = new OpenSession(session);
    synchronized (this) {
      if (!closed && sessions.putIfAbsent(session.id(), open) == null) {
        return open;
      }
    }
    session.close();
    throw RpcException.invalidParams(
        "the session " + session.id() + " is open on this connection; close it first");
  }

  private synchronized OpenSession session(Json.Obj given) throws RpcException {
    String id = text(given, "sessionId");
    OpenSession open = sessions.get(id);
    if (open == null) {
      throw new RpcException(
          NOT_FOUND,
          "there is no open session '" + id + "'; open one with session/new or session/load");
    }
    return open;
  }

  private AcpHost.SessionPlace place(Json.Obj given) throws RpcException {
    var additional = new ArrayList<ClientPaths.Folder>();
    Json folders = given.get("additionalDirectories");
    if (folders != null && !(folders instanceof Json.Arr) && !(folders instanceof Json.Null)) {
      throw RpcException.invalidParams("additionalDirectories must be a list of absolute paths");
    }
    for (Json each : given.array("additionalDirectories")) {
      additional.add(folder("additionalDirectories", each));
    }
    Json servers = given.get("mcpServers");
    if (servers != null && !(servers instanceof Json.Arr) && !(servers instanceof Json.Null)) {
      throw RpcException.invalidParams("mcpServers must be a list");
    }
    for (Json each : given.array("mcpServers")) {
      if (!(each instanceof Json.Obj)) {
        throw RpcException.invalidParams(
            "mcpServers must hold objects, each with its name, was " + each.compact());
      }
    }
    ClientPaths.Folder cwd = folder("cwd", given.get("cwd"));
    ClientPaths here = ClientPaths.REAL;
    for (ClientPaths.Folder each : additional) {
      here = here.and(each);
    }
    here = here.and(cwd);
    synchronized (this) {
      for (ClientPaths.Folder each : here.folders()) {
        paths = paths.and(each);
      }
    }
    return new AcpHost.SessionPlace(
        cwd.real(),
        additional.stream().map(ClientPaths.Folder::real).toList(),
        given.objects("mcpServers"),
        here);
  }

  private static ClientPaths.Folder folder(String name, @Nullable Json value) throws RpcException {
    Path path = path(name, value);
    try {
      if (!Files.isDirectory(path)) {
        throw RpcException.invalidParams(
            name + " is " + (Files.exists(path) ? "no folder: " : "not there: ") + path);
      }
      return new ClientPaths.Folder(path.toRealPath(), path);
    } catch (IOException unusable) {
      throw RpcException.invalidParams(name + " cannot be used: " + unusable.getMessage());
    }
  }

  private static Path path(String name, @Nullable Json value) throws RpcException {
    try {
      if (value instanceof Json.Str text && Path.of(text.value()).isAbsolute()) {
        return Path.of(text.value());
      }
    } catch (InvalidPathException wrong) {
      throw RpcException.invalidParams(name + " is no path: " + wrong.getMessage());
    }
    throw RpcException.invalidParams(
        name + " must be an absolute path, was " + (value == null ? "missing" : value.compact()));
  }

  private Json.Obj list(Json.Obj given) throws RpcException {
    Json cwd = given.get("cwd");
    String cursor = given.string("cursor", "");
    ClientPaths known;
    synchronized (this) {
      known = paths;
    }
    if (cwd == null || cwd instanceof Json.Null) {
      return host.list(null, cursor, known);
    }
    Path spelled = path("cwd", cwd);
    Path real = real(spelled);
    return host.list(real, cursor, known.and(new ClientPaths.Folder(real, spelled)));
  }

  /// Sessions belong to real folders; one that is gone may still have some.
  private static Path real(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException gone) {
      return folder.normalize();
    }
  }

  private Json.Obj delete(Json.Obj given) throws RpcException {
    String id = text(given, "sessionId");
    boolean isOpen;
    synchronized (this) {
      isOpen = sessions.containsKey(id);
    }
    if (isOpen) {
      close(id);
    }
    host.delete(id);
    return Json.Obj.EMPTY;
  }

  private void close(String id) throws RpcException {
    OpenSession open;
    synchronized (this) {
      open = sessions.remove(id);
    }
    if (open == null) {
      throw new RpcException(NOT_FOUND, "there is no open session '" + id + "'");
    }
    end(open);
  }

  private static void end(OpenSession open) {
    Turn turn = open.turn;
    if (turn != null) {
      turn.cancel();
      turn.awaitOver();
    }
    open.session.close();
  }

  private Json.Obj option(Json.Obj given) throws RpcException, InterruptedException {
    Json value = given.get("value");
    if (value == null) {
      throw RpcException.invalidParams("value is missing");
    }
    return Json.object()
        .array("configOptions", session(given).session.setOption(text(given, "configId"), value))
        .build();
  }

  // ---- turns

  private Json.Obj prompt(Json.Obj given, Json params) throws RpcException, InterruptedException {
    OpenSession open = session(given);
    if (!(given.get("prompt") instanceof Json.Arr blocks)
        || !blocks.items().stream().allMatch(Json.Obj.class::isInstance)) {
      throw RpcException.invalidParams("prompt must be a list of content blocks");
    }
    Turn turn;
    synchronized (this) {
      turn = open.turn;
    }
    if (turn == null || !turn.isOf(params)) {
      throw new RpcException(
          RpcException.INVALID_REQUEST,
          "a prompt is running in the session "
              + open.session.id()
              + "; wait for its answer or send session/cancel");
    }
    return Json.object().put("stopReason", turn.run(given.objects("prompt"))).build();
  }

  private static String text(Json.Obj given, String name) throws RpcException {
    String text = given.string(name);
    if (text == null) {
      throw RpcException.invalidParams(name + " must be a text");
    }
    return text;
  }

  private static Json.Obj object(Json params) {
    return params instanceof Json.Obj object ? object : Json.Obj.EMPTY;
  }

  @Override
  public void close() {
    List<OpenSession> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(sessions.values());
      sessions.clear();
    }
    left.forEach(AcpAgent::end);
  }
}
