package dev.tenon.tools.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Manifests in all of TOML and YAML, and broken ones.
class ManifestTest extends RecipeProject {
  @Test
  void aManifestMayUseAllOfToml() throws Exception {
    write(
        "Cargo.toml",
        """
        # [package] in a comment
        package = { name = 'main"app', description = "a # in a text, and a ]" }
        "workspace".members = [ # over lines
          "one", 'two',
          "th\\u0072ee", # an escape
        ]
        [[bin]]
        name = \"""
        run\"""
        [[bin]]
        path = "src/unnamed.rs"
        [features]
        bin = [] # another table's key of that name
        [package.metadata.test]
        name = "nothing to run"
        """);
    for (String member : List.of("one", "two", "three")) {
      write(member + "/Cargo.toml", "package.name = \"" + member + "\"\n[lib]\nname = \"no\"\n");
      write(member + "/src/main.rs", "");
    }
    assertThat(tasks("cargo"))
        .containsExactly(
            "main\"app/bin/run|cargo run -p 'main\"app' --bin run|.|",
            "one/bin/one|cargo run -p one --bin one|.|",
            "two/bin/two|cargo run -p two --bin two|.|",
            "three/bin/three|cargo run -p three --bin three|.|");
  }

  @Test
  void aTaskfileMayUseAllOfYaml() throws Exception {
    write(
        "taskfile.yaml",
        """
        version: "3" # tasks:
        .base: &base {desc: From the base, internal: false}
        .deeper: &deeper
          <<: *base
        tasks: {flow: {desc: "In flow: style", cmds: ["a: b", 'c # d']},
          merged: {<<: *deeper, cmds: [x]},
          several: {<<: [{cmds: []}, *base]},
          own: {<<: *base, desc: Its own},
          hidden: {<<: *base, internal: true},
          "tasks": {desc: Folded
              over lines}, 'it''s': null}
        """);
    assertThat(tasks("task"))
        .containsExactly(
            "flow|task flow|.|In flow: style",
            "merged|task merged|.|From the base",
            "several|task several|.|From the base",
            "own|task own|.|Its own",
            "tasks|task tasks|.|Folded over lines",
            "it's|task 'it'\\''s'|.|");
    write("taskfile.yaml", "tasks:\n  a:\n    summary: |\n      First line.\n\n      More.\n");
    assertThat(tasks("task")).containsExactly("a|task a|.|First line.");
    write("taskfile.yaml", "tasks:\n  - a list\n");
    assertThat(tasks("task")).isEmpty();
    write("taskfile.yaml", "&a [*a]");
    assertThat(tasks("task")).isEmpty();
  }

  @Test
  void whatIsBrokenIsToldWithItsFileAndLine() throws Exception {
    write("Cargo.toml", "[package]\nname = \"a\nversion = \"1\"\n");
    write("Taskfile.yml", "tasks:\n  a:\n    desc: 'open\n  b: x\n");
    write("Makefile", "test:\n");
    Recipes recipes = Recipes.of(root, ALL::contains);
    assertThat(recipes.problems())
        .containsExactly(
            "Cargo.toml:2: is not valid TOML: Unexpected end of line, expected \" or a character",
            "Taskfile.yml:5: is not valid YAML: found unexpected end of stream");
    assertThat(recipes.list())
        .startsWith("Tasks:\nmake:\n  test - make test\nNot read: Cargo.toml:2: ");
    assertThatThrownBy(() -> recipes.resolve("a"))
        .hasMessageContaining("\nNot read: Taskfile.yml:5: ");
  }

  @Test
  void aBrokenManifestCostsOnlyItself() throws Exception {
    write("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n");
    write("crates/good/Cargo.toml", "[package]\nname = \"good\"\n");
    write("crates/good/src/main.rs", "");
    write("crates/bad/Cargo.toml", "[package]\nname = \"bad\"\nname = \"twice\"\n");
    write("crates/deep/Cargo.toml", "a = " + "[".repeat(200_000));
    write("Taskfile.yml", "a: " + "[".repeat(200_000));
    Recipes recipes = Recipes.of(root, ALL::contains);
    assertThat(tasks("cargo")).containsExactly("bin/good|cargo run --bin good|.|");
    assertThat(recipes.problems())
        .hasSize(3)
        .anySatisfy(
            problem ->
                assertThat(problem)
                    .startsWith("crates/bad/Cargo.toml:3: is not valid TOML: name previously"))
        .contains("crates/deep/Cargo.toml:1: is not valid TOML: it is nested too deeply")
        .contains("Taskfile.yml:1: is not valid YAML: it is nested too deeply");
    write("Taskfile.yml", "tasks:\n  a: \u0000\n");
    assertThat(Recipes.of(root, ALL::contains).problems())
        .contains("Taskfile.yml:2: is not valid YAML: a character that no text has");
  }

  // ---- from a call to a command

}
