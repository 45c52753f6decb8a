package dev.tenon.engine.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.model.Message;
import dev.tenon.core.prompt.ContextFile;
import dev.tenon.core.prompt.ContextFiles;
import dev.tenon.engine.content.OtherTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// One tree for each tool: what always counts, what comes with files, what is named.
class InstructionFilesTest {
  @TempDir Path temporary;
  private Path home;
  private Path root;

  @BeforeEach
  void makeFolders() throws IOException {
    home = Files.createDirectories(temporary.toRealPath().resolve("home"));
    root = Files.createDirectories(home.resolve("project"));
    Files.createDirectory(root.resolve(".git"));
  }

  private ProjectInstructions read(OtherTool... off) {
    return ProjectInstructions.read(
        new ProjectInstructions.Places(
            root,
            home,
            home.resolve(".tenon"),
            List.of("AGENTS.md", "CLAUDE.md", "GEMINI.md"),
            Set.of(off)),
        file -> !file.endsWith(".env"));
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /// `path: when`, for all that was found.
  private static List<String> whens(ProjectInstructions read) {
    return read.others().stream()
        .map(
            each ->
                each.shown()
                    + ": "
                    + switch (each.when()) {
                      case Instruction.When.Always ignored -> "always";
                      case Instruction.When.ForFiles files -> files.patterns().toString();
                      case Instruction.When.Described described -> described.description();
                      case Instruction.When.ByHand ignored -> "by hand";
                    })
        .toList();
  }

  @Test
  void withoutAnyFileNothingIsLookedAt() {
    ProjectInstructions read = read();
    assertThat(read.files()).isEqualTo(ContextFiles.NONE);
    assertThat(read.rules().isEmpty()).isTrue();
  }

  @Test
  void cursor() throws IOException {
    write(".cursorrules", "Old rules.");
    write(".cursor/rules/always.mdc", "---\ndescription:\nalwaysApply: true\n---\nBe brief.\n");
    write(
        ".cursor/rules/ts.mdc",
        """
        ---
        description: for TypeScript
        globs: *.ts,src/**/*.{a,b}
        alwaysApply: false
        ---
        Strict.\
        """);
    write(".cursor/rules/deep/api.mdc", "---\ndescription: The API\n---\nUse REST.");
    write(".cursor/rules/hand.mdc", "---\nalwaysApply: false\n---\nBy hand.");
    write(".cursor/rules/bare.mdc", "no head");
    write(".cursor/rules/notes.md", "not a rule");
    ProjectInstructions read = read();
    assertThat(whens(read))
        .containsExactly(
            ".cursorrules: always",
            ".cursor/rules/always.mdc: always",
            ".cursor/rules/bare.mdc: by hand",
            ".cursor/rules/deep/api.mdc: The API",
            ".cursor/rules/hand.mdc: by hand",
            ".cursor/rules/ts.mdc: [*.ts, src/**/*.{a,b}]");
    assertThat(read.files().files())
        .containsExactly(
            new ContextFile(".cursorrules", "Old rules."),
            new ContextFile(".cursor/rules/always.mdc", "Be brief."));
    assertThat(read.files().offered())
        .containsExactly(new ContextFiles.Offer(".cursor/rules/deep/api.mdc", "The API"));
    assertThat(read.files().warnings()).isEmpty();
    assertThat(read.rules().isEmpty()).isFalse();
    assertThat(read(OtherTool.CURSOR).others()).isEmpty();
  }

  @Test
  void copilot() throws IOException {
    write(".github/copilot-instructions.md", "For all.");
    write(".github/instructions/all.instructions.md", "---\napplyTo: \"**\"\n---\nAlways.");
    write(".github/instructions/py.instructions.md", "---\napplyTo: '**/*.py'\n---\nPython.");
    write(".github/instructions/none.instructions.md", "---\ndescription: Tests\n---\nTests.");
    write(".github/instructions/readme.md", "no");
    assertThat(whens(read()))
        .containsExactly(
            ".github/copilot-instructions.md: always",
            ".github/instructions/all.instructions.md: always",
            ".github/instructions/none.instructions.md: Tests",
            ".github/instructions/py.instructions.md: [**/*.py]");
  }

  @Test
  void windsurfClineRooKiroCodexAndPi() throws IOException {
    write(".windsurfrules", "W0.");
    write(".windsurf/rules/a.md", "---\ntrigger: always_on\n---\nW1.");
    write(".windsurf/rules/b.md", "---\ntrigger: glob\nglobs: '*.go'\n---\nW2.");
    write(".windsurf/rules/c.md", "---\ntrigger: model_decision\ndescription: When c\n---\nW3.");
    write(".windsurf/rules/d.md", "---\ntrigger: manual\n---\nW4.");
    write(".clinerules/a.md", "\uFEFFC1.");
    write(".clinerules/workflows/deploy.md", "Deploy now.");
    write(".clinerules/b.md", "---\npaths:\n  - \"src/**\"\n---\nC2.");
    write(".roo/rules/x/a.txt", "R1.");
    write(".kiro/steering/product.md", "K1.");
    write(
        ".kiro/steering/react.md",
        "---\ninclusion: fileMatch\nfileMatchPattern: ['*.tsx', 'ui/**']\n---\nK2.");
    write(".kiro/steering/hand.md", "---\ninclusion: manual\n---\nK3.");
    write(".codex/AGENTS.md", "X1.");
    write(".pi/APPEND_SYSTEM.md", "P1.");
    assertThat(whens(read()))
        .containsExactly(
            ".codex/AGENTS.md: always",
            ".windsurfrules: always",
            ".windsurf/rules/a.md: always",
            ".windsurf/rules/b.md: [*.go]",
            ".windsurf/rules/c.md: When c",
            ".windsurf/rules/d.md: by hand",
            ".clinerules/a.md: always",
            ".clinerules/b.md: [src/**]",
            ".roo/rules/x/a.txt: always",
            ".kiro/steering/hand.md: by hand",
            ".kiro/steering/product.md: always",
            ".kiro/steering/react.md: [*.tsx, ui/**]",
            ".pi/APPEND_SYSTEM.md: always");
    assertThat(read().files().files().toString())
        .doesNotContain("\uFEFF", "Deploy")
        .contains("C1.");
    Files.delete(root.resolve(".clinerules/workflows/deploy.md"));
    Files.delete(root.resolve(".clinerules/workflows"));
    Files.delete(root.resolve(".clinerules/a.md"));
    Files.delete(root.resolve(".clinerules/b.md"));
    Files.delete(root.resolve(".clinerules"));
    write(".clinerules", "One file.");
    assertThat(whens(read())).contains(".clinerules: always");
  }

  @Test
  void opencodeNamesFilesAndPatterns() throws IOException {
    write("docs/a.md", "A.");
    write("docs/deep/b.md", "B.");
    write("CONTRIBUTING.md", "C.");
    write(
        "opencode.jsonc",
        """
        {
          // what counts
          "instructions": ["CONTRIBUTING.md", "docs/**/*.md", "https://example.org/x.md",
            "gone.md", "../secret.md", 3],
        }
        """);
    ProjectInstructions read = read();
    assertThat(whens(read))
        .containsExactly("CONTRIBUTING.md: always", "docs/a.md: always", "docs/deep/b.md: always");
    assertThat(read.files().warnings())
        .anyMatch(line -> line.startsWith("opencode.jsonc:3: instructions at an address"))
        .anyMatch(line -> line.startsWith("opencode.jsonc:4: 'gone.md' is not there"))
        .anyMatch(line -> line.startsWith("opencode.jsonc:4: '../secret.md' lies outside"))
        .anyMatch(line -> line.startsWith("opencode.jsonc:4: each of instructions"))
        .hasSize(4);
  }

  @Test
  void claudeImportsFiveDeepInsideTheProject() throws IOException {
    write("AGENTS.md", "Shared.");
    write(
        "CLAUDE.md",
        """
        See @AGENTS.md and @docs/one.md, mail a@b.c, code `@docs/code.md`.
        ```
        @docs/fenced.md
        ```
        @docs/gone.md
        @~/secret.md
        @../outside.md
        @.env
        """);
    write(".env", "KEY=1");
    Files.writeString(home.resolve("outside.md"), "outside");
    write("docs/code.md", "code");
    write("docs/fenced.md", "fenced");
    write("docs/one.md", "1 @two.md @one.md");
    for (int i = 2; i <= 6; i++) {
      List<String> names = List.of("", "", "two", "three", "four", "five", "six", "seven");
      write("docs/" + names.get(i) + ".md", i + " @" + names.get(i + 1) + ".md");
    }
    write("docs/seven.md", "7");
    ContextFiles files = read().files();
    assertThat(files.files().stream().map(ContextFile::shown))
        .containsExactly(
            "AGENTS.md",
            "CLAUDE.md",
            "docs/one.md",
            "docs/two.md",
            "docs/three.md",
            "docs/four.md",
            "docs/five.md");
    assertThat(files.warnings())
        .containsExactly(
            "docs/five.md:1: @six.md is more than five files deep and was left out",
            "CLAUDE.md:5: @docs/gone.md is not there",
            "CLAUDE.md:6: @~/secret.md lies outside of the project and was left out",
            "../outside.md leads out of the project and was left out",
            ".env is closed by a rule and was left out");
  }

  @Test
  void theSameTextCountsOnceAndTheNearestLast() throws IOException {
    Path inner = Files.createDirectories(root.resolve("app"));
    write("AGENTS.md", "Agents.");
    write(".cursorrules", "Same.");
    write(".windsurfrules", "Same.\n");
    write(".github/copilot-instructions.md", "Agents.");
    write("app/.clinerules", "Inner.");
    write(".cursor/rules/api.mdc", "---\ndescription: The API\n---\nUse REST.");
    root = inner;
    ProjectInstructions read = read();
    assertThat(read.files().files())
        .containsExactly(
            new ContextFile("../.cursorrules", "Same."),
            new ContextFile("../.cursor/rules/api.mdc", "Use REST."),
            new ContextFile(".clinerules", "Inner."),
            new ContextFile("../AGENTS.md", "Agents."));
    assertThat(read.files().offered()).isEmpty();
    assertThat(read.others().stream().filter(read::isRepeated).map(Instruction::shown))
        .containsExactly("../.github/copilot-instructions.md", "../.windsurfrules");
  }

  @Test
  void whatDoesNotFitIsNamed() throws IOException {
    write("AGENTS.md", "a".repeat(30 * 1024));
    write(".cursorrules", "b".repeat(30 * 1024));
    write(".windsurfrules", "c\n".repeat(4 * 1024));
    write(".clinerules", "d".repeat(100));
    ContextFiles files = read().files();
    assertThat(files.files()).hasSize(3);
    assertThat(files.files().getFirst().shown()).isEqualTo(".cursorrules");
    assertThat(files.files().get(1).text()).endsWith("[cut: 4096 of 8191 bytes]");
    assertThat(files.offered())
        .extracting(ContextFiles.Offer::shown)
        .containsExactly(".clinerules");
    assertThat(files.warnings())
        .anyMatch(line -> line.startsWith(".windsurfrules is too long"))
        .anyMatch(line -> line.startsWith(".clinerules does not fit"));
  }

  /// Files whose tools look at no head always count, whatever they begin with.
  @Test
  void aHeadTakesNothingFromWhatAlwaysCounts() throws IOException {
    write(".cursorrules", "---\ndescription: Ours\n---\nOld rules.");
    write(".github/copilot-instructions.md", "---\ntitle: Ours\n---\nFor all.");
    write(".claude/CLAUDE.md", "---\npaths: src/**\n---\nClaude's.");
    write(".windsurfrules", "---\ntrigger: manual\n---\nSurf.");
    write(".roo/rules/a.md", "---\nBelow a line.\n");
    write(".codex/AGENTS.md", "---\n# Between lines\nThis too.\n---\nAnd this.");
    write(".kiro/steering/a.md", "---\nA rule of Markdown, never closed.");
    write(".clinerules/a.md", "---\nNo key: here\n---\nBelow.");
    write(".clinerules/b.md", "---\npaths: src/**\nnever closed");
    ProjectInstructions read = read();
    assertThat(whens(read)).hasSize(8).allMatch(line -> line.endsWith(": always"));
    assertThat(read.files().files())
        .contains(
            new ContextFile(".cursorrules", "Old rules."),
            new ContextFile(".github/copilot-instructions.md", "For all."),
            new ContextFile(".claude/CLAUDE.md", "Claude's."),
            new ContextFile(".windsurfrules", "Surf."),
            new ContextFile(".roo/rules/a.md", "---\nBelow a line."),
            new ContextFile(".codex/AGENTS.md", "---\n# Between lines\nThis too.\n---\nAnd this."),
            new ContextFile(".kiro/steering/a.md", "---\nA rule of Markdown, never closed."),
            new ContextFile(".clinerules/a.md", "---\nNo key: here\n---\nBelow."));
    assertThat(read.files().warnings())
        .singleElement()
        .asString()
        .startsWith(".clinerules/b.md:1: the head that begins here has no closing '---'");
  }

  /// What cannot be meant is told with its line, and applied to nothing.
  @Test
  void aHeadThatSaysWhatItCannotMeanIsTold() throws IOException {
    write(".kiro/steering/k.md", "---\ninclusion: {always\n---\nK.");
    write(".windsurf/rules/w.md", "---\ntrigger: sometimes\n---\nW.");
    write(".cursor/rules/c.mdc", "---\nglobs: \"{*.ts, *.js\"\n---\nC.");
    write(".claude/rules/x.md", "---\npaths: \"[*.ts\"\n---\nX.");
    ProjectInstructions read = read();
    assertThat(read.files().warnings())
        .anyMatch(line -> line.startsWith(".kiro/steering/k.md:2: inclusion is one of always,"))
        .anyMatch(line -> line.startsWith(".windsurf/rules/w.md:2: trigger is one of always_on,"))
        .anyMatch(line -> line.startsWith(".cursor/rules/c.mdc:2: globs has a brace"))
        .anyMatch(line -> line.startsWith(".claude/rules/x.md:2: paths begins with '['"));
    assertThat(read.files().files())
        .extracting(ContextFile::shown)
        .containsOnly(".claude/rules/x.md");
  }

  @Test
  void claudesFileInItsFolderImportsToo() throws IOException {
    write(".claude/CLAUDE.md", "See @style.md and @../docs/a.md, not @CLAUDE.md.");
    write(".claude/style.md", "Style.");
    write("docs/a.md", "A, see @b.md");
    write("docs/b.md", "B.");
    assertThat(read().files().files().stream().map(ContextFile::shown))
        .containsExactly(".claude/CLAUDE.md", ".claude/style.md", "docs/a.md", "docs/b.md");
    assertThat(read(OtherTool.CLAUDE).files().files()).isEmpty();
  }

  /// Patterns begin where the file is that has them, also above the project.
  @Test
  void rulesAboveTheProjectAreAboutItsFiles() throws Exception {
    write(".cursor/rules/app.mdc", "---\nglobs: app/src/**\n---\nOf the app.");
    write(".cursor/rules/other.mdc", "---\nglobs: src/**\n---\nOf another folder.");
    write("app/.cursor/rules/inner.mdc", "---\nglobs: src/**\n---\nOf its own.");
    write("app/src/a.ts", "let a");
    root = root.resolve("app");
    var reader = read().rules().begin().around(text -> Message.User.of(text));
    Message.User message = reader.read("<file path=\"src/a.ts\">\nlet a\n</file>");
    assertThat(message.toString())
        .contains("Of the app.", "Of its own.")
        .doesNotContain("Of another folder");
  }

  /// What is not told of a long file is said to be missing, whatever its head took.
  @Test
  void aFileThatIsCutSaysSo() throws IOException {
    int most = 32 * 1024;
    String line = "0123456789abcde\n";
    String head = "---\nalwaysApply: true\ndescription: " + "d".repeat(200) + "\n---\n";
    write(".cursor/rules/a.mdc", head + line.repeat(most / line.length() - 1));
    write(".cursor/rules/b.mdc", head + line.repeat(most / line.length()) + "the end");
    write(".cursor/rules/c.mdc", "---\nglobs: '*.ts'\n---\n" + line.repeat(10_000) + "the end");
    ContextFiles files = read().files();
    assertThat(files.files().getFirst().text()).endsWith("abcde").hasSize(most - 17);
    assertThat(files.files().get(1).text()).contains("[cut: 32768 of 32775 bytes]");
    assertThat(files.warnings()).hasSize(2);
  }

  @Test
  void oneBrokenFileTakesNoOtherAlong() throws IOException {
    write(".cursor/rules/broken.mdc", "---\nglobs: *.ts\nnever closed");
    write(".cursor/rules/good.mdc", "---\nalwaysApply: true\n---\nGood.");
    Files.write(root.resolve(".cursor/rules/binary.mdc"), new byte[] {0, 1, 2});
    Path elsewhere = Files.writeString(home.resolve("elsewhere.mdc"), "Not this.");
    Files.createSymbolicLink(root.resolve(".cursor/rules/link.mdc"), elsewhere);
    Files.createDirectories(home.resolve("rules"));
    Files.writeString(home.resolve("rules/x.md"), "Nor this.");
    Files.createSymbolicLink(root.resolve(".clinerules"), home.resolve("rules"));
    Files.createSymbolicLink(root.resolve(".windsurfrules"), home.resolve("none"));
    ProjectInstructions read = read();
    assertThat(read.files().files())
        .containsExactly(new ContextFile(".cursor/rules/good.mdc", "Good."));
    assertThat(read.files().warnings())
        .containsExactlyInAnyOrder(
            ".cursor/rules/binary.mdc is not text and was left out",
            ".cursor/rules/broken.mdc:1: the head that begins here has no closing '---'; add that"
                + " line; the file was left out",
            ".cursor/rules/link.mdc leads out of the project and was left out",
            ".clinerules leads out of the project and was left out",
            ".windsurfrules cannot be read and was left out");
  }

  /// Each of forty links leads to all the others: that many paths there are, five folders deep.
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void foldersThatLeadToThemselvesAreLookedIntoOnce() throws IOException {
    write(".cursor/rules/a.mdc", "---\nalwaysApply: true\n---\nOne.");
    write(".cursor/rules/deep/b.mdc", "---\nalwaysApply: true\n---\nTwo.");
    for (int i = 0; i < 40; i++) {
      Files.createSymbolicLink(root.resolve(".cursor/rules/d" + i), Path.of("."));
      Files.createSymbolicLink(root.resolve(".cursor/rules/deep/d" + i), Path.of(".."));
    }
    // Another tool's folder may be the same, and has files of its own kind.
    write(".cursor/rules/c.md", "Three.");
    Files.createDirectories(root.resolve(".windsurf"));
    Files.createSymbolicLink(root.resolve(".windsurf/rules"), Path.of("../.cursor/rules"));
    ProjectInstructions read = read();
    assertThat(read.files().files().stream().map(ContextFile::text))
        .containsExactly("One.", "Two.", "Three.");
    assertThat(read.files().warnings()).isEmpty();
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void moreFoldersThanAnybodyHasAreNotLookedInto() throws IOException {
    for (int i = 0; i < 2_100; i++) {
      Files.createDirectories(root.resolve(".cursor/rules/d" + i));
    }
    write(".cursorrules", "Counts.");
    ProjectInstructions read = read();
    assertThat(read.files().files().stream().map(ContextFile::text)).containsExactly("Counts.");
    assertThat(read.files().warnings())
        .singleElement()
        .asString()
        .contains("looked for in 2000 folders", ".cursor/rules/d", "were left out");
  }
}
