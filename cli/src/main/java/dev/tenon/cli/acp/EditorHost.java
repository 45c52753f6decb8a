package dev.tenon.cli.acp;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.session.SessionException;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.session.SessionSummary;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.model.KeyRing;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.model.StoredKeys;
import dev.tenon.engine.observe.Version;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.SessionRequest;
import dev.tenon.protocols.acp.AcpAgent;
import dev.tenon.protocols.acp.AcpClient;
import dev.tenon.protocols.acp.AcpHost;
import dev.tenon.protocols.acp.AcpSession;
import dev.tenon.protocols.acp.ClientAbilities;
import dev.tenon.protocols.acp.ClientPaths;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Opens sessions for an editor: each with a project and a conversation of its own, in the folder
/// that the editor names.
final class EditorHost implements AcpHost {
  static final String LOGIN = "login";
  private static final int PAGE = 50;

  private final LaunchContext context;
  private final Streams streams;

  EditorHost(LaunchContext context, Streams streams) {
    this.context = context;
    this.streams = streams;
  }

  @Override
  public Json.Obj info() {
    return Json.object()
        .put("name", "tenon")
        .put("title", "Tenon")
        .put("version", Version.withCommit())
        .build();
  }

  // ---- logging in

  @Override
  public List<Json.Obj> authMethods(ClientAbilities abilities) {
    var login =
        Json.object()
            .put("id", LOGIN)
            .put("name", "Log in to a model provider")
            .put(
                "description",
                "Run 'tenon login' in a terminal, or set a key such as ANTHROPIC_API_KEY in the"
                    + " environment of the editor");
    if (abilities.terminalLogin()) {
      login.put("type", "terminal").put("args", Json.strings(List.of("login")));
    }
    return List.of(login.build());
  }

  /// Keys are given in a terminal or by the environment; this looks whether that has happened.
  @Override
  public void authenticate(String method) throws RpcException, InterruptedException {
    if (!method.equals(LOGIN)) {
      throw RpcException.invalidParams(
          "there is no way to log in called '" + method + "'; there is '" + LOGIN + "'");
    }
    Configuration configuration = configuration(context, List.of());
    try (var models = new ModelOpener(configuration, context.environment(), Path.of(""))) {
      models.open();
    } catch (SetupException nobody) {
      throw new RpcException(AcpAgent.AUTH_REQUIRED, String.valueOf(nobody.getMessage()));
    }
  }

  @Override
  public void logout() throws RpcException, InterruptedException {
    var keys =
        new StoredKeys(context.options().keysFile(), KeyRing.of(context.options().environment()));
    try {
      for (String provider : keys.providers()) {
        keys.forget(provider);
      }
    } catch (IOException unusable) {
      throw new RpcException(
          RpcException.INTERNAL_ERROR,
          "the keys cannot be forgotten: " + IoFailure.named(unusable));
    }
  }

  // ---- sessions

  @Override
  public AcpSession create(SessionPlace place, AcpClient client)
      throws RpcException, InterruptedException {
    return start(SessionRequest.NEW, place, client);
  }

  @Override
  public AcpSession open(String id, SessionPlace place, AcpClient client)
      throws RpcException, InterruptedException {
    SessionSummary found =
        find(id, place.cwd())
            .orElseThrow(
                () ->
                    new RpcException(
                        AcpAgent.NOT_FOUND,
                        "there is no session '" + id + "'; session/list has those there are"));
    if (!found.cwd().equals(place.cwd().toString())) {
      throw RpcException.invalidParams(
          "the session "
              + id
              + " belongs to "
              + found.cwd()
              + "; open it with that cwd, not with "
              + place.paths().spelled(place.cwd()));
    }
    var request =
        new SessionRequest(
            SessionRequest.Start.NAMED,
            found.file().toString(),
            SessionRequest.Copying.IF_AGREED,
            SessionRequest.NEW.model(),
            SessionRequest.NEW.effort());
    return start(request, place, client);
  }

  private Optional<SessionSummary> find(String id, Path cwd) throws RpcException {
    try {
      return store().listing().byId(id, cwd).stream()
          .filter(each -> each.id().equals(id))
          .findFirst();
    } catch (IOException unreadable) {
      throw new RpcException(
          RpcException.INTERNAL_ERROR,
          "the sessions cannot be read: " + IoFailure.named(unreadable));
    }
  }

  private SessionStore store() {
    return new SessionStore(context.home());
  }

  private AcpSession start(SessionRequest request, SessionPlace place, AcpClient client)
      throws RpcException, InterruptedException {
    var there =
        new LaunchContext(context.home(), place.cwd(), context.environment(), context.arguments());
    Configuration configuration = configuration(there, place.additional());
    var session = new EditorSession(there, configuration, streams, request, place, client);
    try {
      return session.start();
    } catch (SetupException refused) {
      boolean keyless = isKeyless(there, configuration);
      throw new RpcException(
          keyless ? AcpAgent.AUTH_REQUIRED : RpcException.INTERNAL_ERROR,
          String.valueOf(refused.getMessage()));
    }
  }

  private static boolean isKeyless(LaunchContext there, Configuration configuration)
      throws InterruptedException {
    String model = configuration.settings().model();
    if (model.startsWith("scripted:") || model.startsWith("replay:")) {
      return false;
    }
    try (var models = new ModelOpener(configuration, there.environment(), Path.of(""))) {
      return models.chosenEndpoint().isEmpty();
    }
  }

  /// The configuration of a folder. Other folders that the editor adds are roots beside those that
  /// are configured; schedules are left out, since an editor has no turns that begin by themselves.
  private static Configuration configuration(LaunchContext there, List<Path> additional)
      throws RpcException {
    try {
      ProjectOptions options = there.options().with("jobs.schedules", "false");
      Configuration plain = Configuration.load(options);
      if (additional.isEmpty()) {
        return plain;
      }
      Settings.Roots roots = plain.settings().roots();
      var writable = new ArrayList<String>(roots.writable());
      additional.forEach(folder -> writable.add(folder.toString()));
      return Configuration.load(options.with("roots.writable", Json.strings(writable).compact()));
    } catch (ConfigException wrong) {
      throw new RpcException(RpcException.INTERNAL_ERROR, String.valueOf(wrong.getMessage()));
    }
  }

  @Override
  public Json.Obj list(@Nullable Path cwd, String cursor, ClientPaths paths) throws RpcException {
    int from = 0;
    if (!cursor.isEmpty()) {
      if (!cursor.matches("[0-9]{1,6}")) {
        throw RpcException.invalidParams("'" + cursor + "' is no cursor of session/list");
      }
      from = Integer.parseInt(cursor);
    }
    try {
      List<SessionSummary> all = cwd == null ? store().listing().all() : store().listing().of(cwd);
      int until = Math.min(all.size(), from + PAGE);
      var shown = new ArrayList<Json.Obj>();
      for (SessionSummary each : all.subList(Math.min(from, until), until)) {
        shown.add(
            Json.object()
                .put("sessionId", each.id())
                .put("cwd", paths.spelled(each.cwd()))
                .put("title", each.name())
                .put("updatedAt", each.modified().toString())
                .build());
      }
      return Json.object()
          .array("sessions", shown)
          .put("nextCursor", until < all.size() ? Integer.toString(until) : null)
          .build();
    } catch (IOException unreadable) {
      throw new RpcException(
          RpcException.INTERNAL_ERROR,
          "the sessions cannot be read: " + IoFailure.named(unreadable));
    }
  }

  @Override
  public void delete(String id) throws RpcException {
    try {
      Optional<SessionSummary> found = find(id, context.root());
      if (found.isPresent()) {
        store().delete(found.get().file());
      }
    } catch (SessionException refused) {
      throw new RpcException(RpcException.INTERNAL_ERROR, String.valueOf(refused.getMessage()));
    }
  }
}
