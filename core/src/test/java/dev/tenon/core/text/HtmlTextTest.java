package dev.tenon.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HtmlTextTest {
  @Test
  void nothingCanEndAnElementOrAnAttribute() {
    assertThat(HtmlText.escape("<a href=\"x\" title='y'>&amp;</a>"))
        .isEqualTo("&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;");
  }

  @Test
  void controlCharactersAreReplaced() {
    assertThat(HtmlText.escape("a\u001b[31m\tb\nc\u0000")).isEqualTo("a^[[31m\tb\nc^@");
  }
}
