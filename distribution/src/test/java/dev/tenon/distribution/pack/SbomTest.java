package dev.tenon.distribution.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A Maven repository in small: `lib` inherits its licence and needs `base`.
class SbomTest {
  static final Product PRODUCT =
      new Product("1.2.3", "abc", Instant.ofEpochSecond(1_000_000_000), "25.0.3+9", "Somebody");

  @TempDir Path repository;

  @Test
  void itNamesEverythingWithSumsLicencesAndWhoNeedsWhom() throws Exception {
    String text = new Sbom(PRODUCT, Map.of("tenon-cli.jar", "ff"), libraries(), page()).text();
    Json.Obj bom = Json.parseObject(text);
    assertThat(bom.string("bomFormat")).isEqualTo("CycloneDX");
    assertThat(bom.string("specVersion")).isEqualTo("1.6");
    assertThat(bom.string("serialNumber"))
        .matches("urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    assertThat(bom.number("version", 0)).isOne();
    assertThat(bom.objectOrEmpty("metadata").string("timestamp")).isEqualTo("2001-09-09T01:46:40Z");
    assertThat(bom.objects("components")).hasSize(7);
    Set<String> references = new TreeSet<>();
    references.add(bom.objectOrEmpty("metadata").objectOrEmpty("component").string("bom-ref", ""));
    for (Json.Obj component : bom.objects("components")) {
      assertThat(component.string("type")).isIn("library", "platform");
      assertThat(component.string("name")).isNotEmpty();
      assertThat(component.objects("licenses")).isNotEmpty();
      assertThat(references.add(component.string("bom-ref", ""))).isTrue();
    }
    Json.Obj library = bom.objects("components").get(2);
    assertThat(library.string("purl")).isEqualTo("pkg:maven/org.example/lib@2");
    assertThat(library.string("group")).isEqualTo("org.example");
    assertThat(library.objects("hashes").getFirst().string("content")).hasSize(64);
    assertThat(library.objects("licenses").getFirst().objectOrEmpty("license").string("id"))
        .isEqualTo("BSD-3-Clause");
    for (Json.Obj dependency : bom.objects("dependencies")) {
      assertThat(references).contains(dependency.string("ref", ""));
      for (Json needed : dependency.array("dependsOn")) {
        assertThat(references).contains(((Json.Str) needed).value());
      }
    }
    assertThat(text).contains("\"pkg:maven/org.example/lib@2\"");
    assertThat(bom.objects("dependencies").toString())
        .contains(
            "\"ref\":\"pkg:maven/org.example/lib@2\",\"dependsOn\":[\"pkg:maven/org.base/base@1\"]");
  }

  /// What the page is made with: not what it is developed with, without addresses, and each with
  /// the version that it really gets.
  @Test
  void itNamesThePackagesOfThePage() throws Exception {
    Json.Obj bom =
        Json.parseObject(
            new Sbom(PRODUCT, Map.of("tenon-cli.jar", "ff"), libraries(), page()).text());
    List<Json.Obj> page =
        bom.objects("components").stream()
            .filter(it -> it.string("purl", "").startsWith("pkg:npm/"))
            .toList();
    assertThat(page)
        .extracting(it -> it.string("purl"))
        .containsExactly(
            "pkg:npm/%40scope/tool@1.0.0", "pkg:npm/small@1.0.0", "pkg:npm/small@2.0.0");
    assertThat(page.getFirst().objects("licenses").getFirst().string("expression"))
        .isEqualTo("(MPL-2.0 OR Apache-2.0)");
    assertThat(page.getFirst().objects("hashes").getFirst().string("alg")).isEqualTo("SHA-512");
    assertThat(page.getFirst().objects("hashes").getFirst().string("content"))
        .isEqualTo("00".repeat(64));
    assertThat(bom.objects("dependencies").toString())
        .contains(
            "\"ref\":\"pkg:npm/%40scope/tool@1.0.0\",\"dependsOn\":[\"pkg:npm/small@2.0.0\"]");
    assertThat(bom.toString()).doesNotContain("registry", ".tgz", "resolved");
    assertThatThrownBy(() -> PagePackage.read("{\"packages\":{\"node_modules/x\":{}}}"))
        .hasMessageContaining("node_modules/x");
  }

  /// The lock file of the page itself can be read, and holds no addresses.
  @Test
  void theLockFileOfThePageIsComplete() throws Exception {
    String lock = Files.readString(Path.of("../web/package-lock.json"));
    assertThat(PagePackage.read(lock))
        .extracting(PagePackage::name)
        .contains("react", "@codemirror/merge", "dompurify")
        .doesNotContain("typescript", "vite", "playwright-core");
    assertThat(lock).doesNotContain("\"resolved\"");
  }

  private static List<PagePackage> page() throws PackException {
    String sum = "sha512-" + "A".repeat(86) + "==";
    String lock =
        """
        {"packages": {
          "": {"name": "page"},
          "node_modules/@scope/tool": {"version": "1.0.0", "license": "(MPL-2.0 OR Apache-2.0)",
            "integrity": "%1$s", "dependencies": {"small": "^2", "missing": "1"}},
          "node_modules/@scope/tool/node_modules/small": {"version": "2.0.0", "license": "MIT",
            "integrity": "%1$s"},
          "node_modules/small": {"version": "1.0.0", "license": "MIT", "integrity": "%1$s"},
          "node_modules/compiler": {"version": "5.0.0", "license": "MIT", "dev": true,
            "integrity": "%1$s"}}}
        """
            .formatted(sum);
    return PagePackage.read(lock);
  }

  @Test
  void theSameContentsGiveTheSameText() throws Exception {
    List<Library> libraries = libraries();
    String once = new Sbom(PRODUCT, Map.of("tenon-cli.jar", "ff"), libraries, page()).text();
    String again =
        new Sbom(PRODUCT, Map.of("tenon-cli.jar", "ff"), libraries.reversed(), page().reversed())
            .text();
    assertThat(again).isEqualTo(once);
    assertThat(new Sbom(PRODUCT, Map.of("tenon-cli.jar", "00"), libraries, page()).text())
        .isNotEqualTo(once);
  }

  @Test
  void theNoticeNamesVersionsAndLicencesAndHasTheirTexts() throws Exception {
    Path out = Files.createDirectory(repository.resolve("out"));
    Path own = Files.writeString(repository.resolve("OWN"), "the text of Apache");
    new Notice(PRODUCT, libraries()).write(out, own);
    assertThat(out.resolve("NOTICE"))
        .content()
        .contains("org.example:lib 2, BSD-3-Clause")
        .contains("org.base:base 1, Apache-2.0")
        .contains("OpenJDK 25.0.3+9");
    assertThat(out.resolve("licenses/base/LICENSE")).hasContent("the text of Apache");
    assertThat(out.resolve("licenses/lib/LICENSE"))
        .content()
        .contains("Copyright (c) the authors of lib.")
        .contains("Redistributions in binary form");
  }

  @Test
  void anUnknownLicenceStopsThePackage() {
    assertThatThrownBy(() -> Library.spdx("Secret Licence 9"))
        .isInstanceOf(PackException.class)
        .hasMessageContaining("Secret Licence 9");
  }

  private List<Library> libraries() throws IOException, PackException {
    pom(
        "org.example",
        "parent",
        "7",
        "<licenses><license><name>The BSD License</name></license></licenses>");
    pom(
        "org.example",
        "lib",
        "2",
        """
        <parent><groupId>org.example</groupId><artifactId>parent</artifactId><version>7</version></parent>
        <description>A
          library.</description>
        <dependencies>
          <dependency><groupId>org.base</groupId><artifactId>base</artifactId></dependency>
          <dependency><groupId>org.junit</groupId><artifactId>junit</artifactId><scope>test</scope></dependency>
        </dependencies>
        """);
    pom(
        "org.base",
        "base",
        "1",
        "<licenses><license><name>Apache License, Version 2.0</name></license></licenses>");
    return List.of(
        Library.of(repository, new Coordinates("org.example", "lib", "2"), jar("lib")),
        Library.of(repository, new Coordinates("org.base", "base", "1"), jar("base")));
  }

  private void pom(String group, String artifact, String version, String content)
      throws IOException {
    Path file = new Coordinates(group, artifact, version).file(repository, "pom");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "<project>" + content + "</project>");
  }

  private Path jar(String name) throws IOException {
    Path file = repository.resolve(name + ".jar");
    try (var jar = new JarOutputStream(Files.newOutputStream(file))) {
      jar.putNextEntry(new JarEntry("x"));
      jar.write(name.getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }
}
