package dev.tenon.core.exec.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafeConfigTest {
  private final SafeConfig safe = new SafeConfig("../own"::equals);

  private boolean allows(String text) {
    return safe.unsafe(GitConfig.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "core, bare=false",
    "core, worktree=../own",
    "core, autocrlf=input",
    "user, email=a@b",
    "remote \"o\", url=https://example.org/a/-/b.git",
    "remote \"o\", url=git@example.org:a/b.git",
    "remote \"o\", url=ssh://git@example.org:22/a",
    "remote \"o\", url=../x",
    "remote \"o\", url=/x/y",
    "remote \"o\", fetch=+refs/heads/*:refs/remotes/o/*",
    "remote \"o\", tagopt=--no-tags",
    "branch \"m\", remote=.",
    "branch \"m\", merge=refs/heads/m",
    "submodule \"s\", url=/x",
    "submodule \"s\", update=none",
    "extensions, objectformat=sha256",
    "extensions, worktreeconfig",
    "commit, gpgsign=false",
    "advice, detachedhead=false",
    "lfs, repositoryformatversion=0",
    "gc, auto=0",
    "init, defaultbranch=main",
    "pull, rebase=true"
  })
  void harmless(String section, String line) {
    assertThat(allows("[" + section + "]\n" + line + "\n")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "core, fsmonitor=x",
    "core, hookspath=x",
    "core, sshcommand=x",
    "core, editor=x",
    "core, pager=x",
    "core, askpass=x",
    "core, gitproxy=x",
    "core, attributesfile=x",
    "core, excludesfile=x",
    "core, alternaterefscommand=x",
    "core, worktree=/",
    "core, protectntfs=false",
    "core \"x\", bare=1",
    "pager, log=x",
    "alias, s=x",
    "remote \"o\", uploadpack=x",
    "remote \"o\", receivepack=x",
    "remote \"o\", vcs=x",
    "remote \"o\", proxy=x",
    "remote \"o\", promisor=true",
    "remote \"o\", url=ext::sh",
    "remote \"o\", pushurl=ext::sh",
    "remote \"o\", url=-x",
    "remote \"o\", url=ssh://-oProxyCommand=x/y",
    "remote \"o\", url=a@-x:y",
    "remote \"o\", url=x:-y",
    "remote \"o\", url=foo://bar",
    "remote \"o\", tagopt=--upload-pack=x",
    "branch \"m\", remote=ext::x",
    "branch \"m\", mergeoptions=-s x",
    "protocol \"ext\", allow=always",
    "protocol, allow=always",
    "url \"x\", insteadof=y",
    "credential, helper=x",
    "filter \"x\", clean=x",
    "filter \"x\", process=x",
    "diff, external=x",
    "diff \"x\", command=x",
    "diff \"x\", textconv=x",
    "merge \"x\", driver=x",
    "mergetool \"x\", cmd=x",
    "difftool \"x\", path=x",
    "gpg, program=x",
    "gpg \"ssh\", program=x",
    "commit, gpgsign=true",
    "commit, template=x",
    "sequence, editor=x",
    "interactive, difffilter=x",
    "uploadpack, packobjectshook=x",
    "http, proxy=x",
    "lfs, url=x",
    "lfs \"customtransfer.x\", path=x",
    "submodule \"s\", update=!x",
    "submodule \"s\", url=ext::x",
    "include, path=x",
    "includeif \"gitdir:.\", path=x",
    "extensions, partialclone=o",
    "extensions, refstorage=x",
    "gc, recentobjectshook=x",
    "tar \"x\", command=x",
    "trailer \"x\", cmd=x",
    "sendemail, smtpserver=/x",
    "browser \"x\", cmd=x",
    "man \"x\", cmd=x",
    "help, autocorrect=1",
    "guitool \"x\", cmd=x",
    "instaweb, httpd=x",
    "fsmonitor, x=y",
    "bundle \"x\", uri=x",
    "fetch, bundleuri=x",
    "hook \"x\", command=x",
    "pull, twohead=x",
    "log, showsignature=true",
    "unknown, key=x"
  })
  void notHarmless(String section, String line) {
    assertThat(allows("[" + section + "]\n" + line + "\n")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ort", "recursive\n", "ours"})
  void strategiesOfGit(String known) {
    assertThat(SafeConfig.isKnownStrategy(known)).isTrue();
    assertThat(SafeConfig.isKnownStrategy("./" + known)).isFalse();
  }
}
