package dev.tenon.protocols.acp;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What opens sessions for a connection. Safe for several threads.
public interface AcpHost {
  /// Name, title and version of this program.
  Json.Obj info();

  /// The ways to log in that suit the client.
  List<Json.Obj> authMethods(ClientAbilities abilities);

  /// @throws RpcException when the way is unknown, or nobody is logged in that way
  void authenticate(String method) throws RpcException, InterruptedException;

  /// Forgets the keys that Tenon keeps.
  void logout() throws RpcException, InterruptedException;

  /// Opens a new session.
  AcpSession create(SessionPlace place, AcpClient client) throws RpcException, InterruptedException;

  /// Goes on with an earlier session.
  ///
  /// @throws RpcException when there is none, or it belongs to another folder
  AcpSession open(String id, SessionPlace place, AcpClient client)
      throws RpcException, InterruptedException;

  /// The earlier sessions, the latest first.
  ///
  /// @param cwd those of this folder alone; null for all
  /// @param cursor where to go on; empty for the beginning
  /// @param paths how the client spells folders
  Json.Obj list(@Nullable Path cwd, String cursor, ClientPaths paths) throws RpcException;

  /// Takes a session away for good, if there is one.
  void delete(String id) throws RpcException;

  /// Where a session works, and what the client hands over with it.
  ///
  /// @param cwd as a real path
  /// @param additional more folders that it may use, as real paths
  /// @param servers servers of the Model Context Protocol, as the client described them
  /// @param paths how the client spells these folders
  record SessionPlace(Path cwd, List<Path> additional, List<Json.Obj> servers, ClientPaths paths) {
    public SessionPlace {
      additional = List.copyOf(additional);
      servers = List.copyOf(servers);
    }
  }
}
