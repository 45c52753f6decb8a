package dev.tenon.tools.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipesTest extends RecipeProject {
  // ---- make

  @Test
  void allTargetsOfAMakefileWithoutPhonyOnes() throws Exception {
    write(
        "Makefile",
        """
        CC := gcc
        FLAGS = -O2 a:b
        X ?= 1
        URL != echo http://x

        # Build it all
        all: app lib.a

        app lib.a: main.c
        \t$(CC) -o app main.c # all: no

        %.o: %.c
        \tcc $<
        .SUFFIXES: .c
        $(OUT)/x: y
        \ttrue
        define BLOCK
        inside: nothing
        endef
        test:: app ## Run the tests
        \t./app
        local: X = 2
        export PATH
        clean:; rm -f app
        """);
    assertThat(tasks("make"))
        .containsExactly(
            "all|make all|.|Build it all",
            "app|make app|.|",
            "lib.a|make lib.a|.|",
            "test|make test|.|Run the tests",
            "local|make local|.|",
            "clean|make clean|.|");
  }

  @Test
  void phonyOnesAndDocumentedFiles() throws Exception {
    write(
        "GNUmakefile",
        """
        .PHONY: build test \\
                lint
        build: out.bin
        out.bin: in
        \tcp in out.bin
        # The manual
        manual.pdf: manual.tex
        \tlatex manual.tex
        test: ; true
        lint:
        \ttrue
        """);
    write("Makefile", "never: read\n");
    assertThat(tasks("make"))
        .containsExactly(
            "build|make build|.|",
            "manual.pdf|make manual.pdf|.|The manual (file target)",
            "test|make test|.|",
            "lint|make lint|.|");
  }

  // ---- package.json

  @Test
  void theLockFileChoosesThePackageManager() throws Exception {
    write(
        "package.json",
        "{\"scripts\":{\"build\":\"tsc\",\"test:unit\":\"vitest\",\"odd name\":\"x\"}}");
    assertThat(tasks("pkg"))
        .containsExactly(
            "build|npm run build|.|tsc",
            "test:unit|npm run test:unit|.|vitest",
            "odd name|npm run 'odd name'|.|x");
    assertThat(commands(Set.of("bun"))).startsWith("bun run build");
    write("package-lock.json", "{}");
    assertThat(commands(Set.of("bun"))).startsWith("npm run build");
    write("yarn.lock", "");
    assertThat(commands(Set.of())).startsWith("yarn run build");
    write("pnpm-lock.yaml", "");
    assertThat(commands(Set.of())).startsWith("pnpm run build");
    write("bun.lockb", "");
    assertThat(commands(Set.of())).startsWith("bun run build");
  }

  private List<String> commands(Set<String> installed) {
    return Recipes.of(root, installed::contains).runners().getFirst().tasks().stream()
        .map(RecipeTask::command)
        .toList();
  }

  @Test
  void workspacesHaveTheirScriptsUnderTheirNames() throws Exception {
    write(
        "package.json",
        "{\"workspaces\":[\"packages/*\",\"!packages/old\",\"./tools/\"],\"scripts\":{\"all\":\"x\"}}");
    write("packages/b/package.json", "{\"name\":\"@org/b\",\"scripts\":{\"test\":\"tb\"}}");
    write("packages/a/package.json", "{\"scripts\":{\"test\":\"ta\"}}");
    write("packages/old/package.json", "{\"scripts\":{\"test\":\"never\"}}");
    write("packages/a/node_modules/c/package.json", "{\"scripts\":{\"test\":\"never\"}}");
    write("packages/broken/package.json", "{");
    write("tools/package.json", "{\"name\":\"tools\",\"scripts\":{\"go\":\"g\"}}");
    assertThat(tasks("pkg"))
        .containsExactly(
            "all|npm run all|.|x",
            "packages/a/test|npm run test|packages/a|ta",
            "@org/b/test|npm run test|packages/b|tb",
            "tools/go|npm run go|tools|g");
  }

  @Test
  void pnpmHasAFileForItsWorkspaces() throws Exception {
    write("package.json", "{\"workspaces\":{\"packages\":[]}}");
    write(
        "pnpm-workspace.yaml",
        "packages:\n  - 'apps/*'\n  # no\n  - \"libs/**\"\nother:\n  - x/*\n");
    write("apps/web/package.json", "{\"name\":\"web\",\"scripts\":{\"dev\":\"vite\"}}");
    write("libs/deep/er/package.json", "{\"name\":\"er\",\"scripts\":{\"lint\":\"l\"}}");
    write("x/y/package.json", "{\"name\":\"no\",\"scripts\":{\"lint\":\"l\"}}");
    assertThat(tasks("pkg"))
        .containsExactly(
            "web/dev|npm run dev|apps/web|vite", "er/lint|npm run lint|libs/deep/er|l");
    write("pnpm-workspace.yaml", "packages: [apps/*, # one\n  \"x/\\u0079\"]\n");
    assertThat(tasks("pkg"))
        .containsExactly("web/dev|npm run dev|apps/web|vite", "no/lint|npm run lint|x/y|l");
  }

  @Test
  void aManifestOutsideOfTheProjectIsNotRead(@TempDir Path elsewhere) throws Exception {
    Files.writeString(elsewhere.resolve("package.json"), "{\"scripts\":{\"steal\":\"x\"}}");
    Files.createSymbolicLink(root.resolve("package.json"), elsewhere.resolve("package.json"));
    assertThat(Recipes.of(root, ALL::contains).runners()).isEmpty();
  }

  // ---- cargo

  @Test
  void aCargoPackage() throws Exception {
    write(
        "Cargo.toml",
        """
        [package]
        name = "server" # the name
        version = "1.0"
        [dependencies]
        serde = { version = "1", features = ["derive"] }
        [[test]]
        name = "slow"
        path = "tests/slow.rs"
        """);
    write("src/main.rs", "");
    write("src/bin/tool.rs", "");
    write("src/bin/big/main.rs", "");
    write("examples/hello.rs", "");
    write("tests/slow.rs", "");
    write("tests/api.rs", "");
    write("tests/common/mod.rs", "");
    assertThat(tasks("cargo"))
        .containsExactly(
            "bin/server|cargo run --bin server|.|",
            "bin/big|cargo run --bin big|.|",
            "bin/tool|cargo run --bin tool|.|",
            "example/hello|cargo run --example hello|.|",
            "test/slow|cargo test --test slow|.|",
            "test/api|cargo test --test api|.|");
  }

  @Test
  void aCargoWorkspace() throws Exception {
    write("Cargo.toml", "[workspace]\nmembers = [\n  \"crates/*\", # all\n  \"cli\",\n]\n");
    write("crates/one/Cargo.toml", "[package]\nname = \"one\"\n");
    write("crates/one/tests/it.rs", "");
    write(
        "cli/Cargo.toml",
        "[package]\nname = \"cli\"\n[[bin]]\nname = \"run-me\"\npath = \"src/main.rs\"\n");
    write("cli/src/main.rs", "");
    assertThat(tasks("cargo"))
        .containsExactly(
            "one/test/it|cargo test -p one --test it|.|",
            "cli/bin/run-me|cargo run -p cli --bin run-me|.|");
  }

  // ---- just

  @Test
  void thePublicRecipesOfAJustfile() throws Exception {
    write(
        "justfile",
        """
        set shell := ["bash", "-c"]
        export VERSION := "1:2"
        alias b := build
        # Build it
        build target="a:b" *flags: (dep "x:y") other
            cargo build {{target}}

        # unrelated

        @test:
            cargo test
        _hidden:
            true
        [private]
        also-hidden:
            true
        [linux]
        deploy env:
            ./deploy {{env}}
        """);
    assertThat(tasks("just"))
        .containsExactly(
            "build|just build|.|(target=\"a:b\" *flags) Build it",
            "test|just test|.|",
            "deploy|just deploy|.|(env)");
  }

  // ---- Taskfile

  @Test
  void theTasksOfATaskfile() throws Exception {
    write(
        "Taskfile.yml",
        """
        version: '3'
        vars:
          tasks:
        tasks:
          # a comment
          build:
            desc: "Build it: all"
            cmds:
              - go build
          docs:serve:
            summary: Serve the docs
            cmd: mkdocs
          'quoted name':
            cmds: [x]
          hidden:
            internal: true
          short: go vet ./...
        includes:
          other: ./x
        """);
    assertThat(tasks("task"))
        .containsExactly(
            "build|task build|.|Build it: all",
            "docs:serve|task docs:serve|.|Serve the docs",
            "quoted name|task 'quoted name'|.|",
            "short|task short|.|");
  }

  // ---- Maven and Gradle

  @Test
  void maven() throws Exception {
    write(
        "pom.xml",
        "<project><modules><module>core</module><!--<module>no</module>--></modules></project>");
    assertThat(tasks("maven"))
        .contains("test|mvn test|.|", "verify|mvn verify|.|", "core/test|mvn -pl core -am test|.|")
        .noneMatch(task -> task.startsWith("no/"));
    write("mvnw", "#!/bin/sh\n");
    assertThat(tasks("maven")).contains("test|sh ./mvnw test|.|");
    assertThat(root.resolve("mvnw").toFile().setExecutable(true)).isTrue();
    assertThat(tasks("maven")).contains("test|./mvnw test|.|");
  }

  @Test
  void gradle() throws Exception {
    write(
        "build.gradle.kts",
        """
        plugins { application }
        // tasks.register("commented")
        tasks.register<Copy>("copyDocs") { from("https://x") }
        tasks.create("old")
        val lint by tasks.registering { }
        """);
    write("settings.gradle.kts", "rootProject.name = \"x\"\ninclude(\":app\", \"libs:core\")\n");
    assertThat(tasks("gradle"))
        .containsExactly(
            "build|gradle build|.|",
            "assemble|gradle assemble|.|",
            "check|gradle check|.|",
            "test|gradle test|.|",
            "clean|gradle clean|.|",
            "run|gradle run|.|",
            "copyDocs|gradle copyDocs|.|",
            "old|gradle old|.|",
            "lint|gradle lint|.|",
            "app/build|gradle :app:build|.|",
            "app/test|gradle :app:test|.|",
            "libs/core/build|gradle :libs:core:build|.|",
            "libs/core/test|gradle :libs:core:test|.|");
    Files.delete(root.resolve("build.gradle.kts"));
    write("build.gradle", "task hello {\n}\ntask('quoted')\n");
    assertThat(tasks("gradle")).contains("hello|gradle hello|.|", "quoted|gradle quoted|.|");
  }

  @Test
  void aRunnerThatIsNotInstalledIsLeftOut() throws Exception {
    write("Makefile", "a:\n");
    write("justfile", "a:\n  x\n");
    write("Taskfile.yml", "tasks:\n  a: x\n");
    write("pom.xml", "<project/>");
    write("build.gradle", "");
    write("Cargo.toml", "[package]\nname = \"a\"\n");
    write("src/main.rs", "");
    assertThat(Recipes.of(root, name -> false).runners()).isEmpty();
  }

  @Test
  void whatCannotBeReadIsNotThere() throws Exception {
    Files.createDirectory(root.resolve("Makefile"));
    write("package.json", "not json");
    write("Cargo.toml", "\u0000\u0001[[[");
    assertThat(Recipes.likely(root)).isTrue();
    assertThat(Recipes.of(root, ALL::contains).runners()).isEmpty();
    Files.write(root.resolve("justfile"), new byte[2 << 20]);
    assertThat(Recipes.of(root, ALL::contains).runners()).isEmpty();
  }

  @Test
  void aCallIsATaskAndItsArguments() throws Exception {
    write("Makefile", "test:\nbuild:\n");
    write("package.json", "{\"scripts\":{\"test\":\"x\",\"test:unit\":\"y\"}}");
    Recipes recipes = Recipes.of(root, ALL::contains);
    assertThat(recipes.resolve("  build   -j4  'a b' ").command())
        .isEqualTo("make build -j4  'a b' ");
    assertThat(recipes.resolve("make:test").command()).isEqualTo("make test");
    assertThat(recipes.resolve("pkg:test --watch").command()).isEqualTo("npm run test --watch");
    assertThat(recipes.resolve("test:unit").command()).isEqualTo("npm run test:unit");
    assertThatThrownBy(() -> recipes.resolve("test"))
        .hasMessageContaining("say pkg:test or make:test")
        .hasMessageContaining("\nmake:\n  test - make test");
    assertThatThrownBy(() -> recipes.resolve("  "))
        .hasMessageContaining("op is empty")
        .hasMessageContaining("Tasks:");
    assertThatThrownBy(() -> recipes.resolve("make:"))
        .hasMessageStartingWith("'make:' names no task of make")
        .hasMessageContaining("Tasks:");
    assertThatThrownBy(() -> recipes.resolve("make:nope"))
        .hasMessageStartingWith("make has no task 'nope'");
    assertThatThrownBy(() -> recipes.resolve("nope"))
        .hasMessageStartingWith("there is no task 'nope'");
  }

  @Test
  void twentyTasksOfARunnerAreListed() throws Exception {
    var makefile = new StringBuilder();
    for (int i = 0; i < 25; i++) {
      makefile.append("t").append(i).append(":\n");
    }
    write("Makefile", makefile.toString());
    Recipes recipes = Recipes.of(root, ALL::contains);
    assertThat(recipes.list())
        .contains("t19 - make t19")
        .doesNotContain("t20")
        .contains("and 5 more");
    assertThat(recipes.resolve("t24").command()).isEqualTo("make t24");
  }
}
