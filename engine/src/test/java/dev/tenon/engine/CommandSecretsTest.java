package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.harness.TestPrograms;
import dev.tenon.harness.VisibleFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a command can see of the environment and of the home folder that a program was started
/// with, by listing it: a program of its own with planted secrets, behind each wall and without.
class CommandSecretsTest {
  private static final String PLANTED = "planted-hunter2";

  private static final List<String> SECRETS =
      List.of(
          """
          GITHUB_TOKEN GH_TOKEN GITLAB_TOKEN CI_JOB_TOKEN BITBUCKET_TOKEN AWS_ACCESS_KEY_ID
          AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AZURE_CLIENT_SECRET ARM_CLIENT_SECRET
          GOOGLE_API_KEY GCP_SA_KEY DIGITALOCEAN_ACCESS_TOKEN CLOUDFLARE_API_TOKEN HEROKU_API_KEY
          FLY_API_TOKEN VERCEL_TOKEN NETLIFY_AUTH_TOKEN OPENAI_API_KEY ANTHROPIC_API_KEY
          GEMINI_API_KEY HF_TOKEN NPM_TOKEN NODE_AUTH_TOKEN npm_config__auth YARN_NPM_AUTH_TOKEN
          CARGO_REGISTRY_TOKEN PIP_PASSWORD UV_PUBLISH_TOKEN POETRY_PYPI_TOKEN_PYPI GEM_HOST_API_KEY
          BUNDLE_GEMS__EXAMPLE__ORG COMPOSER_AUTH MAVEN_GPG_PASSPHRASE GRADLE_ENCRYPTION_KEY
          DATABASE_URL PGPASSWORD MYSQL_PWD REDIS_PASSWORD SENTRY_DSN SLACK_WEBHOOK_URL
          STRIPE_SECRET_KEY JWT_SECRET SESSION_COOKIE VAULT_TOKEN TF_VAR_password DOCKER_PASSWORD
          SSH_AUTH_SOCK TENON_SERVER_TOKEN MY_OWN_THING SOME_VARIABLE
          """
              .strip()
              .split("\\s+", -1));

  private static final Map<String, String> IN_VALUES =
      Map.of(
          "HTTPS_PROXY", "http://user:" + PLANTED + "@proxy:3128",
          "PIP_INDEX_URL", "https://" + PLANTED + "@pypi.example.org/simple",
          "MAVEN_OPTS", "-Dserver.password=" + PLANTED);

  private static final Map<String, String> SAFE =
      Map.of(
          "LANG", "C.UTF-8",
          "JAVA_HOME", "/seen/java",
          "GOPATH", "/seen/go",
          "npm_config_cache", "/seen/npm",
          "GIT_AUTHOR_NAME", "seen author",
          "NO_PROXY", "seen.example.org",
          "MY_NAMED_TOKEN", "seen-by-its-name",
          "MY_APP_MODE", "seen-by-its-family");

  private VisibleFolder base;
  private Path home;
  private Path root;

  @BeforeEach
  void folders() throws Exception {
    base = VisibleFolder.create("tenon-secrets-");
    home = Files.createDirectories(base.path().resolve("home"));
    root = Files.createDirectories(base.path().resolve("project"));
    for (String secret :
        List.of(".npmrc", ".netrc", ".bash_history", ".aws/credentials", ".claude/history.jsonl")) {
      Path file = home.resolve(secret);
      Files.createDirectories(file.getParent());
      Files.writeString(file, PLANTED);
    }
    Files.writeString(home.resolve("notes.txt"), "seen-notes");
    Path state = Files.createDirectories(home.resolve(".tenon"));
    Files.writeString(
        state.resolve("config.yml"),
        """
        commands:
          environment: [MY_NAMED_TOKEN, "MY_APP_*", "SE*", "G*"]
        sandbox:
          visible: [~/.aws/config]
        """);
    Files.writeString(home.resolve(".aws/config"), "seen-config");
  }

  @AfterEach
  void remove() throws Exception {
    base.close();
  }

  private String program(String kind, String... commands) throws Exception {
    var line = new ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:TieredStopAtLevel=1", "-Duser.home=" + home));
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Run.class.getName()));
    line.addAll(List.of(kind, home.resolve(".tenon").toString(), root.toString()));
    line.addAll(List.of(commands));
    var builder = new ProcessBuilder(line).redirectErrorStream(true);
    for (String secret : SECRETS) {
      builder.environment().put(secret, PLANTED);
    }
    builder.environment().putAll(IN_VALUES);
    builder.environment().putAll(SAFE);
    builder.environment().put("HOME", home.toString());
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }

  @ParameterizedTest
  @ValueSource(strings = {"bwrap", "unshare", "off"})
  void aCommandSeesWhatIsSafeAndNothingElse(String kind) throws Exception {
    if (kind.equals("bwrap")) {
      TestPrograms.require("bwrap");
    }
    // Without a wall, whoever is the same user can read what every process was started with.
    String processes = kind.equals("off") ? "" : "cat /proc/[0-9]*/environ | tr '\\0' '\\n'";
    String said =
        program(
            kind,
            "env; " + processes,
            "python3 -c 'import os; os.environ[\"GITHUB_TOKEN\"]' || echo ${GITHUB_TOKEN:?}",
            "export GITHUB_TOKEN=mine; echo \"given-$GITHUB_TOKEN\"");
    if (!said.contains("wall: none") || kind.equals("off")) {
      assertThat(said).doesNotContain(PLANTED).contains("given-mine");
      SAFE.forEach((name, value) -> assertThat(said).contains(name + "=" + value));
      assertThat(said)
          .contains("GITHUB_TOKEN was withheld from the command; the user can name it in")
          .doesNotContain("SOME_VARIABLE=", "OPENAI_API_KEY=", "HTTPS_PROXY=");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bwrap", "unshare"})
  void aCommandSeesTheHomeWithoutItsSecrets(String kind) throws Exception {
    if (kind.equals("bwrap")) {
      TestPrograms.require("bwrap");
    }
    String said =
        program(kind, "cd; ls -A; cat notes.txt .aws/config; grep -rs . .", "cat ~/.netrc/x");
    if (!said.contains("wall: none")) {
      assertThat(said)
          .contains("seen-notes", "seen-config", "the sandbox hides ~/.netrc")
          .doesNotContain(PLANTED);
    }
  }

  /// Opens a project and runs commands, as a person would with the tools at hand.
  static final class Run {
    private Run() {}

    public static void main(String[] arguments) throws Exception {
      ProjectOptions options =
          ProjectOptions.of(Path.of(arguments[1]), Path.of(arguments[2]))
              .withEnvironment(Map.of())
              .with("sandbox.kind", arguments[0])
              .with("mode", "edit");
      try (Project project = Project.open(options);
          ManualTools tools = project.handTools()) {
        System.out.println("wall: " + project.wall().sandbox().label());
        for (int i = 3; i < arguments.length; i++) {
          Json.Obj parameters = Json.object().put("command", arguments[i]).build();
          var answer = tools.runner().call(Part.Call.of("id", "bash", parameters), text -> {});
          System.out.println(answer.result().envelope().compact().replace("\\n", "\n"));
        }
      }
    }
  }
}
