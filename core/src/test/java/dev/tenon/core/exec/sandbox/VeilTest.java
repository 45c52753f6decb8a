package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VeilTest {
  @TempDir Path folder;

  private String seen(String name, String text) throws Exception {
    Path file = Files.writeString(folder.resolve(name), text);
    assertThat(Veil.suits(file)).isTrue();
    return Veil.of(file);
  }

  @Test
  void mavenKeepsItsMirrorsAndRepositories() throws Exception {
    assertThat(
            seen(
                "settings.xml",
                """
                <?xml version="1.0"?>
                <!-- <mirrors> hunter2 -->
                <settings xmlns="http://maven.apache.org/SETTINGS/1.2.0">hunter2
                  <localRepository>/data/m2</localRepository>
                  <servers><server><id>corp</id><password>hunter2</password></server></servers>
                  <mirrors>
                    <mirror><id>corp</id><name>hunter2</name><mirrorOf>*</mirrorOf>
                      <url>https://repo.example.org/maven</url></mirror>
                    <mirror><id>two</id><url>https://me:hunter2@repo.example.org</url></mirror>
                    <mirror><id>three</id><url>https://me:hunter2&#64;repo.example.org</url></mirror>
                  </mirrors>
                  <proxies><proxy><password>hunter2</password></proxy></proxies>
                  <profiles><profile><id>p</id>
                    <properties><key>hunter2</key></properties>
                    <repositories><repository><id>r</id><url>https://r.example.org</url>
                      <snapshots><enabled>true</enabled></snapshots></repository></repositories>
                  </profile></profiles>
                  <activeProfiles><activeProfile>p</activeProfile></activeProfiles>
                </settings>
                """))
        .isEqualTo(
            "<settings><localRepository>/data/m2</localRepository>"
                + "<mirrors><mirror><id>corp</id><mirrorOf>*</mirrorOf>"
                + "<url>https://repo.example.org/maven</url></mirror>"
                + "<mirror><id>two</id><url></url></mirror>"
                + "<mirror><id>three</id><url></url></mirror></mirrors>"
                + "<profiles><profile><id>p</id>"
                + "<repositories><repository><id>r</id><url>https://r.example.org</url>"
                + "<snapshots><enabled>true</enabled></snapshots></repository></repositories>"
                + "</profile></profiles>"
                + "<activeProfiles><activeProfile>p</activeProfile></activeProfiles></settings>\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hunter2",
        "<",
        "<!-- hunter2",
        "<settings>hunter2",
        "<settings><mirrors>hunter2</settings>",
        "<!DOCTYPE x [<!ENTITY e 'hunter2'>]><settings><offline>&e;</offline></settings>",
        "<settings><offline><![CDATA[hunter2]]></offline></settings>",
        "</settings>",
        "<other>hunter2</other>",
      })
  void whatMavenCouldNotReadEitherIsNothing(String text) throws Exception {
    assertThat(seen("settings.xml", text)).isEqualTo("<settings/>\n");
  }

  @Test
  void npmKeepsItsRegistries() throws Exception {
    assertThat(
            seen(
                ".npmrc",
                """
                registry = https://npm.example.org/
                @corp:registry=https://corp.example.org/
                @evil:registry=https://me:hunter2@corp.example.org/
                //npm.example.org/:_authToken=hunter2
                _auth=hunter2
                //npm.example.org/:registry=hunter2
                email=hunter2
                cache=hunter\\
                legacy-peer-deps=true
                ; comment hunter2
                """))
        .isEqualTo(
            """
            registry = https://npm.example.org/
            @corp:registry=https://corp.example.org/
            legacy-peer-deps=true
            """);
  }

  @Test
  void gradleKeepsItsOwnSettings() throws Exception {
    assertThat(
            seen(
                "gradle.properties",
                """
                org.gradle.jvmargs=-Xmx2g
                org.gradle.daemon = true
                repoPassword=hunter2
                org.gradle.java.keystorePassword=hunter2
                signing.keyId=hunter2
                systemProp.http.proxyPassword=hunter2
                """))
        .isEqualTo("org.gradle.jvmargs=-Xmx2g\norg.gradle.daemon = true\n");
  }

  @Test
  void pipKeepsWhereItLooks() throws Exception {
    assertThat(
            seen(
                "pip.conf",
                """
                [global]
                find-links = /data/wheels
                index-url = https://me:hunter2@pypi.example.org/simple
                extra-index-url =
                    https://me:hunter2@b.example.org/simple?x=1
                password = hunter2
                """))
        .isEqualTo("[global]\nfind-links = /data/wheels\nextra-index-url =\n");
  }

  @Test
  void othersAreEmptyInTheirOwnWay() throws Exception {
    assertThat(seen("auth.json", "{\"hunter2\": 1}")).isEqualTo("{}\n");
    assertThat(seen("settings-security.xml", "hunter2")).isEqualTo("<settingsSecurity/>\n");
    assertThat(seen("NuGet.Config", "hunter2"))
        .contains("<configuration>")
        .doesNotContain("hunter2");
    assertThat(Veil.suits(Path.of("/x/.netrc"))).isFalse();
  }
}
