package dev.tenon.cli.serve;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.Option;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.server.http.guard.ServerSettings;
import dev.tenon.server.http.guard.Tls;
import dev.tenon.server.http.wire.HttpLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How the server is to listen, from the command line and the environment: address, token, TLS.
/// What a person should know but need not put right is in [#warnings].
final class ServeOptions {
  private static final long DEFAULT_PORT = 8765;
  private static final String TOKEN_VARIABLE = "TENON_TOKEN";
  private static final String PASSWORD_VARIABLE = "TENON_TLS_PASSWORD";

  private final Arguments arguments;
  private final Map<String, String> environment;
  private final List<String> warnings = new ArrayList<>();

  ServeOptions(Arguments arguments, Map<String, String> environment) {
    this.arguments = arguments;
    this.environment = environment;
  }

  /// @param made whether the token was made up here, so that it has to be shown
  record Listening(ServerSettings settings, boolean made) {}

  Listening read(HttpLimits limits) throws SetupException {
    Tls tls = tls();
    ServerSettings.Reach reach = reach(tls);
    Optional<String> given = token();
    try {
      var settings =
          new ServerSettings(
              arguments.text(TenonCommandLine.HOST).orElse("127.0.0.1"),
              (int) arguments.number(TenonCommandLine.PORT).orElse(DEFAULT_PORT),
              given.orElseGet(ServerSettings::newToken),
              Set.copyOf(arguments.texts(TenonCommandLine.ORIGIN)),
              reach,
              tls,
              limits);
      return new Listening(settings, given.isEmpty());
    } catch (IllegalArgumentException wrong) {
      throw SetupException.usage(String.valueOf(wrong.getMessage()));
    }
  }

  List<String> warnings() {
    return warnings;
  }

  private ServerSettings.Reach reach(@Nullable Tls tls) throws SetupException {
    boolean plain = arguments.has(TenonCommandLine.WITHOUT_TLS);
    if (plain && tls != null) {
      throw SetupException.usage("--without-tls contradicts the certificate that is given");
    }
    if (!arguments.has(TenonCommandLine.ALLOW_REMOTE)) {
      String host = arguments.text(TenonCommandLine.HOST).orElse("127.0.0.1");
      if (!ServerSettings.isLoopback(host)) {
        throw SetupException.usage(
            "--host "
                + host
                + " can be reached from outside; add --allow-remote with --tls-cert and --tls-key,"
                + " or listen on 127.0.0.1");
      }
      return ServerSettings.Reach.LOOPBACK;
    }
    if (tls == null && !plain) {
      throw SetupException.usage(
          "--allow-remote needs TLS: give --tls-cert and --tls-key, or --tls-keystore; or put a TLS"
              + " proxy before it and confirm with --without-tls; or use an SSH tunnel to 127.0.0.1"
              + " instead");
    }
    if (tls == null) {
      warnings.add("the token and your files go over the network unencrypted");
    }
    return ServerSettings.Reach.REMOTE;
  }

  private Optional<String> token() throws SetupException {
    Optional<String> file = arguments.text(TenonCommandLine.TOKEN_FILE);
    Optional<String> option = arguments.text(TenonCommandLine.TOKEN);
    if (file.isPresent() && option.isPresent()) {
      throw SetupException.usage("give --token-file or --token, not both");
    }
    if (file.isPresent()) {
      return Optional.of(secret(TenonCommandLine.TOKEN_FILE, Path.of(file.get())));
    }
    if (option.isPresent()) {
      warnings.add(
          "everyone on this machine can see the token of --token in the list of processes; use"
              + " --token-file or "
              + TOKEN_VARIABLE);
      return option;
    }
    return Optional.ofNullable(environment.get(TOKEN_VARIABLE)).filter(it -> !it.isEmpty());
  }

  private @Nullable Tls tls() throws SetupException {
    Optional<String> chain = arguments.text(TenonCommandLine.TLS_CERT);
    Optional<String> key = arguments.text(TenonCommandLine.TLS_KEY);
    Optional<String> store = arguments.text(TenonCommandLine.TLS_KEYSTORE);
    if (chain.isPresent() != key.isPresent()) {
      throw SetupException.usage("--tls-cert and --tls-key belong together");
    }
    if (chain.isPresent() && store.isPresent()) {
      throw SetupException.usage("give --tls-cert and --tls-key, or --tls-keystore, not both");
    }
    if (store.isEmpty() && arguments.has(TenonCommandLine.TLS_PASSWORD_FILE)) {
      throw SetupException.usage("--tls-password-file is for --tls-keystore");
    }
    if (chain.isEmpty() && store.isEmpty()) {
      return null;
    }
    try {
      Tls tls =
          store.isPresent()
              ? Tls.ofKeyStore(Path.of(store.get()), password())
              : Tls.ofPem(Path.of(chain.get()), Path.of(key.orElseThrow()));
      warnings.addAll(tls.warnings(Instant.now()));
      warnIfShared(Path.of(key.orElseGet(store::orElseThrow)));
      return tls;
    } catch (Tls.TlsException unusable) {
      throw SetupException.usage(String.valueOf(unusable.getMessage()));
    }
  }

  private char[] password() throws SetupException {
    Optional<String> file = arguments.text(TenonCommandLine.TLS_PASSWORD_FILE);
    return (file.isPresent()
            ? secret(TenonCommandLine.TLS_PASSWORD_FILE, Path.of(file.get()))
            : environment.getOrDefault(PASSWORD_VARIABLE, ""))
        .toCharArray();
  }

  /// The one line of a file.
  private String secret(Option option, Path file) throws SetupException {
    String text;
    try {
      text = Files.readString(file).strip();
    } catch (IOException unreadable) {
      throw SetupException.usage(
          option.dashed() + " " + file + " cannot be read: " + IoFailure.reason(unreadable));
    }
    if (text.isEmpty() || text.lines().count() > 1) {
      throw SetupException.usage(
          option.dashed()
              + " "
              + file
              + (text.isEmpty() ? " is empty" : " must hold one line, has several"));
    }
    warnIfShared(file);
    return text;
  }

  private void warnIfShared(Path file) {
    Set<PosixFilePermission> others =
        EnumSet.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);
    try {
      others.retainAll(Files.getPosixFilePermissions(file));
      if (!others.isEmpty()) {
        warnings.add("others can read " + file + "; chmod 600 it");
      }
    } catch (IOException | UnsupportedOperationException unknown) {
      // A file system without such rights.
      return;
    }
  }
}
