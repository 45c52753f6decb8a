package dev.tenon.core.exec.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariableFilterTest {
  private static final VariableFilter SAFE = VariableFilter.OPEN.onlySafeAnd(List.of());

  private static boolean passes(String name, String value, String... named) {
    return VariableFilter.OPEN.onlySafeAnd(List.of(named)).passes(name, value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PATH",
        "HOME",
        "USER",
        "LOGNAME",
        "SHELL",
        "PWD",
        "TMPDIR",
        "TZ",
        "LANG",
        "LANGUAGE",
        "LC_ALL",
        "LC_CTYPE",
        "TERM",
        "COLORTERM",
        "NO_COLOR",
        "FORCE_COLOR",
        "CLICOLOR_FORCE",
        "JAVA_HOME",
        "JDK_JAVA_OPTIONS",
        "MAVEN_OPTS",
        "M2_HOME",
        "GRADLE_USER_HOME",
        "GRADLE_OPTS",
        "GOPATH",
        "GOFLAGS",
        "GOPRIVATE",
        "CARGO_HOME",
        "RUSTUP_HOME",
        "RUSTFLAGS",
        "NVM_DIR",
        "NODE_PATH",
        "NODE_OPTIONS",
        "npm_config_cache",
        "PNPM_HOME",
        "VOLTA_HOME",
        "BUN_INSTALL",
        "DENO_DIR",
        "PYTHONPATH",
        "PYENV_ROOT",
        "VIRTUAL_ENV",
        "CONDA_PREFIX",
        "UV_CACHE_DIR",
        "PIP_CERT",
        "RUBYOPT",
        "GEM_HOME",
        "BUNDLE_PATH",
        "DOTNET_ROOT",
        "ANDROID_HOME",
        "SDKMAN_DIR",
        "CC",
        "CXX",
        "CFLAGS",
        "LDFLAGS",
        "MAKEFLAGS",
        "CMAKE_PREFIX_PATH",
        "PKG_CONFIG_PATH",
        "LD_LIBRARY_PATH",
        "XDG_CONFIG_HOME",
        "MANPATH",
        "GIT_AUTHOR_NAME",
        "GIT_COMMITTER_EMAIL",
        "HOSTNAME",
        "SHLVL",
        "COLUMNS",
        "NIX_PATH",
        "CI",
        "NODE_ENV",
        "SSL_CERT_FILE",
        "PLAYWRIGHT_BROWSERS_PATH",
        "TENON_HOME"
      })
  void whatIsSafePasses(String name) {
    assertThat(SAFE.passes(name, "/some/where")).isTrue();
  }

  /// By their names, or because nobody knows them. Naming exactly this one brings it; a pattern
  /// does not.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GITHUB_TOKEN",
        "GH_TOKEN",
        "GITLAB_TOKEN",
        "CI_JOB_TOKEN",
        "BITBUCKET_APP_PASSWORD",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "AWS_SESSION_TOKEN",
        "AZURE_CLIENT_SECRET",
        "GOOGLE_APPLICATION_CREDENTIALS",
        "GCP_SA_KEY",
        "DO_PAT",
        "CLOUDFLARE_API_KEY",
        "HEROKU_API_KEY",
        "OPENAI_API_KEY",
        "ANTHROPIC_API_KEY",
        "TENON_SERVER_TOKEN",
        "TENON_PROVIDERS_X_API_KEY",
        "DATABASE_URL",
        "PGPASSWORD",
        "MYSQL_PWD",
        "DB_PASS",
        "SMTP_PASSWD",
        "MY_SECRET",
        "my_secret",
        "APIKEY",
        "myApiKey",
        "STRIPE_KEY",
        "JWT_SIGNING",
        "NPM_TOKEN",
        "NODE_AUTH_TOKEN",
        "npm_config__auth",
        "npm_config__authToken",
        "npm_config_//registry.example.org/:_authToken",
        "YARN_NPM_AUTH_IDENT",
        "CARGO_REGISTRY_TOKEN",
        "CARGO_REGISTRIES_X_TOKEN",
        "PIP_PASSWORD",
        "UV_PUBLISH_TOKEN",
        "UV_INDEX_X_PASSWORD",
        "POETRY_PYPI_TOKEN_PYPI",
        "POETRY_HTTP_BASIC_X_PASSWORD",
        "POETRY_HTTP_BASIC_X_USERNAME",
        "COMPOSER_AUTH",
        "DENO_AUTH_TOKENS",
        "GEM_HOST_API_KEY",
        "GRADLE_ENCRYPTION_KEY",
        "MAVEN_GPG_PASSPHRASE",
        "ANDROID_KEYSTORE_PASSWORD",
        "HOMEBREW_GITHUB_API_TOKEN",
        "SENTRY_DSN",
        "SLACK_WEBHOOK",
        "SESSION_COOKIE",
        "VAULT_TOKEN",
        "KUBECONFIG",
        "NETRC",
        "X_CREDENTIAL_Y",
        "SERVICE_AUTH",
        "HASH_SALT",
        "NIX_ACCESS_TOKENS"
      })
  void whatLooksLikeASecretIsWithheldUnlessItIsNamed(String name) {
    assertThat(SAFE.passes(name, "x")).isFalse();
    assertThat(passes(name, "x", "*", name.substring(0, 2) + "*")).isFalse();
    assertThat(passes(name, "x", name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MY_APP_URL",
        "SSH_AUTH_SOCK",
        "DISPLAY",
        "DBUS_SESSION_BUS_ADDRESS",
        "XDG_RUNTIME_DIR",
        "GIT_CONFIG_VALUE_0",
        "GIT_SSH_COMMAND",
        "AWS_REGION",
        "GITHUB_ACTOR",
        "GIT_DIR",
        "BUNDLE_GEMS__EXAMPLE__ORG",
        "ORG_GRADLE_PROJECT_user",
        "TENON_MODEL",
        "BASH_ENV",
        "GOOGLE_CLOUD_PROJECT",
        "TF_VAR_x",
        "MAIL",
        "EDITOR",
        "NuGetPackageSourceCredentials_X"
      })
  void whatIsNotKnownIsWithheldToo(String name) {
    assertThat(SAFE.passes(name, "x")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTPS_PROXY | http://user:secret@proxy:3128",
        "http_proxy | user:secret@proxy:3128",
        "GOPROXY | https://user:s/e@goproxy.example.org,direct",
        "PIP_INDEX_URL | https://token@pypi.example.org/simple",
        "PIP_EXTRA_INDEX_URL | https://a.example.org https://u:p@b.example.org",
        "npm_config_registry | https://u:p@npm.example.org/",
        "CCACHE_REMOTE_STORAGE | redis://u:p@cache",
        "MAVEN_OPTS | -Xmx1g -Dserver.password=hunter2",
        "GRADLE_OPTS | -Dhttps.proxyPassword=hunter2",
        "JAVA_TOOL_OPTIONS | -Dapi.token=abc",
        "NIX_CONFIG | access-tokens = github.com=abc",
        "NODE_OPTIONS | --title=ghp_0123456789abcdefghij",
        "GOFLAGS | -ldflags=-X=main.k=AKIA0123456789ABCDEF",
        "PYTHONPATH | -----BEGIN OPENSSH PRIVATE KEY-----",
        "DOCKER_HOST | ssh://user:pw@host",
        "MAKEFLAGS | SECRET=abc",
      })
  void aSecretInTheValueWithholdsASafeName(String name, String value) {
    assertThat(SAFE.passes(name, value)).isFalse();
    assertThat(passes(name, value, name)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTPS_PROXY | http://proxy:3128",
        "http_proxy | proxy:3128",
        "GOPROXY | https://proxy.golang.org,direct",
        "npm_config_registry | https://npm.example.org:8080/@scope/",
        "DOCKER_HOST | ssh://user@host",
        "GIT_AUTHOR_EMAIL | someone@example.org",
        "MAVEN_OPTS | -Xmx1g -Dfile.encoding=UTF-8",
        "PATH | /opt/token=x:/usr/bin",
      })
  void harmlessValuesPass(String name, String value) {
    assertThat(SAFE.passes(name, value)).isTrue();
  }

  @Test
  void aPatternBringsItsFamilyWithoutTheSecretsInIt() {
    assertThat(passes("MY_APP_URL", "http://localhost", "MY_APP_*")).isTrue();
    assertThat(passes("MY_APP_TOKEN", "x", "MY_APP_*")).isFalse();
    assertThat(passes("MY_APP_URL", "http://u:p@localhost", "MY_APP_*")).isFalse();
    assertThat(passes("AWS_REGION", "eu-central-1", "AWS_*")).isTrue();
    assertThat(passes("AWS_SECRET_ACCESS_KEY", "x", "AWS_*")).isFalse();
    assertThat(passes("AWS_REGION", "eu-central-1", "A*", "*")).isFalse();
    assertThat(passes("OTHER", "x", "MY_APP_*", "OTHE")).isFalse();
  }

  @Test
  void keysOfModelsAreHiddenFromThePersonsCommandsAndFromOthersUnlessNamed() {
    VariableFilter open = VariableFilter.OPEN.hiding(Set.of("X_KEY"));
    assertThat(open.passes("X_KEY", "1")).isFalse();
    assertThat(open.passes("GITHUB_TOKEN", "1")).isTrue();
    assertThat(open.onlySafeAnd(List.of("X_*")).passes("X_KEY", "1")).isFalse();
    assertThat(open.onlySafeAnd(List.of("X_KEY")).passes("X_KEY", "1")).isTrue();
    Map<String, String> environment = new HashMap<>(Map.of("PATH", "/bin", "A_TOKEN", "1"));
    SAFE.apply(environment);
    assertThat(environment).containsOnlyKeys("PATH");
  }

  private static List<String> notes(int code, String line, String output) {
    var command = new Shell.Command(line, Path.of("/"), Duration.ofSeconds(1));
    return SAFE.notes(
        Map.of("GITHUB_TOKEN", "hunter2", "MAIL", "x", "PATH", "/bin", "EDITOR", "vi"),
        code,
        command,
        output);
  }

  @Test
  void aFailingCommandIsToldWhatItMissed() {
    assertThat(notes(1, "curl -H \"Bearer $GITHUB_TOKEN\" x", ""))
        .containsExactly(
            "GITHUB_TOKEN was withheld from the command; the user can name it in"
                + " commands.environment");
    assertThat(notes(1, "python3 x.py", "KeyError: 'GITHUB_TOKEN'")).hasSize(1);
    assertThat(notes(1, "./x", "GITHUB_TOKEN is not set")).hasSize(1);
    assertThat(notes(1, "echo $MAIL ${GITHUB_TOKEN:?}", ""))
        .singleElement()
        .asString()
        .startsWith("GITHUB_TOKEN, MAIL were withheld")
        .doesNotContain("hunter2");
  }

  @Test
  void otherFailuresSayNothing() {
    assertThat(notes(0, "echo $GITHUB_TOKEN", "")).isEmpty();
    assertThat(notes(1, "make", "error: no rule")).isEmpty();
    assertThat(notes(1, "x $MY_GITHUB_TOKEN_2", "GITHUB_TOKENS")).isEmpty();
    assertThat(notes(1, "x", "You have MAIL, and PATH is set; EDITOR too")).isEmpty();
    assertThat(notes(1, "echo $EDITOR $PATH", "")).isEmpty();
    var given = new Shell.Command("$GITHUB_TOKEN", Path.of("/"), Duration.ofSeconds(1));
    assertThat(
            SAFE.notes(
                Map.of("GITHUB_TOKEN", "x"), 1, given.with(Map.of("GITHUB_TOKEN", "mine")), ""))
        .isEmpty();
    assertThat(VariableFilter.OPEN.notes(Map.of("GITHUB_TOKEN", "x"), 1, given, "")).isEmpty();
  }
}
