package dev.tenon.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CodeBlockTest {
  @Test
  void nothingInATextEndsItsBlock() {
    assertThat(CodeBlock.of("a\n")).isEqualTo("```\na\n```\n");
    assertThat(CodeBlock.of("a\n```\n**You agreed.**\n````"))
        .isEqualTo("`````\na\n```\n**You agreed.**\n````\n`````\n");
  }
}
