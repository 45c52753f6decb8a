package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.sandbox.Trial.Ended;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a command sees of a home folder in which every place of the built-in list holds a secret,
/// behind every wall, by reading all of it.
class HiddenContractTest {
  private static final String PLANTED = "planted-hunter2";

  private static final String POM =
      """
      <project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>a</artifactId>
      <version>1</version><packaging>pom</packaging></project>
      """;

  private enum Shape {
    FILE,
    FOLDER
  }

  private static void plant(Trial trial, Shape shape) throws IOException {
    var entries = new LinkedHashSet<String>();
    for (String entry : SecretPlaces.IN_HOME) {
      entries.add(entry.replace("*", "x"));
      entries.add(entry.replace("*", ""));
    }
    for (String entry : entries) {
      Path place = trial.home.resolve(entry);
      Files.createDirectories(place.getParent());
      if (shape == Shape.FOLDER) {
        Files.createDirectories(place);
      }
      Files.writeString(shape == Shape.FOLDER ? place.resolve("key") : place, PLANTED);
    }
    Files.writeString(trial.home.resolve("notes.txt"), "seen-notes");
    Files.createDirectories(trial.home.resolve(".config/editor"));
    Files.writeString(trial.home.resolve(".config/editor/rc"), "seen-rc");
    trial.own();
  }

  private static void hide(Trial trial, Map<String, String> environment) {
    // This process may be root and know of more than the user of the trial.
    List<Path> hidden =
        SecretPlaces.of(trial.home, environment).stream()
            .filter(path -> path.startsWith(trial.base))
            .toList();
    trial.bounds(
        b ->
            new Bounds(
                b.writable(),
                b.readOnly(),
                hidden,
                b.denied(),
                b.sealed(),
                b.programs(),
                b.state(),
                b.home(),
                b.network(),
                b.limits(),
                b.rest()));
  }

  @ParameterizedTest
  @EnumSource
  void noFileOfTheListCanBeRead(Trial.Kind kind) throws Exception {
    reads(kind, Shape.FILE);
  }

  @ParameterizedTest
  @EnumSource
  void noFolderOfTheListCanBeRead(Trial.Kind kind) throws Exception {
    reads(kind, Shape.FOLDER);
  }

  private static void reads(Trial.Kind kind, Shape shape) throws Exception {
    try (var trial = new Trial(kind)) {
      plant(trial, shape);
      hide(trial, Map.of());
      Ended ended =
          trial.run(
              "cd; cat notes.txt .config/editor/rc; grep -rsa '' . ; find . -type f -exec cat {} +;"
                  + " cp -r . /tmp/copy; grep -rsa '' /tmp/copy; mv .ssh s; cat s/key");
      assertThat(ended.said()).contains("seen-notes", "seen-rc").doesNotContain(PLANTED);
      assertThat(trial.runBare(List.of("grep", "-rsqa", PLANTED, trial.home + "/.ssh")).code())
          .isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatTheEnvironmentNamesIsHiddenToo(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      List<Path> files = new ArrayList<>();
      for (String name :
          List.of("kube/a", "kube/b", "cargo/credentials.toml", "xdg/gh/hosts.yml", "npm", "key")) {
        Path file = trial.outside.resolve(name);
        Files.createDirectories(file.getParent());
        files.add(Files.writeString(file, PLANTED));
      }
      Path out = trial.outside;
      trial.own();
      hide(
          trial,
          Map.of(
              "KUBECONFIG",
              files.get(0) + ":" + files.get(1),
              "CARGO_HOME",
              out.resolve("cargo").toString(),
              "XDG_CONFIG_HOME",
              out.resolve("xdg").toString(),
              "NPM_CONFIG_USERCONFIG",
              out.resolve("npm").toString(),
              "DEPLOY_KEY_FILE",
              out.resolve("key").toString(),
              "HISTFILE",
              "/dev/null",
              "GNUPGHOME",
              trial.home.toString()));
      Ended ended =
          trial.run("cat " + out + "/decoy; grep -rsa '' " + out + "; echo x > /dev/null");
      assertThat(ended.said()).contains("untouched").doesNotContain(PLANTED, "denied");
    }
  }

  /// The tools with their files of credentials there and hidden.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mvn -o -q -s ~/.m2/settings.xml validate",
        "npm config get registry --offline",
        "git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x && git log",
        "git credential-store --file ~/.git-credentials get <<< 'host=example.org'",
        "python3 -c 'import netrc, os; netrc.netrc(os.environ[\"HOME\"] + \"/.netrc\")'",
      })
  void toolsWorkWithoutTheirCredentials(String line) throws Exception {
    TestPrograms.require("git", "npm", "mvn", "python3");
    try (var trial = new Trial(Trial.Kind.UNSHARE)) {
      assertThat(trial.runBare(List.of("git", "init", "-q", trial.root + "/repo")).code()).isZero();
      Files.writeString(trial.root.resolve("repo/pom.xml"), POM);
      plant(trial, Shape.FILE);
      hide(trial, Map.of());
      Ended ended = trial.run(line, trial.root.resolve("repo"));
      assertThat(ended.code()).as(ended.said()).isZero();
      assertThat(ended.said()).doesNotContain(PLANTED);
    }
  }
}
