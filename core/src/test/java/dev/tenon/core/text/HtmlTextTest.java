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
  void hiddenCharactersAreSpelledOut() {
    assertThat(HtmlText.escape("a\u001b[31m\tb\nc\u0000")).isEqualTo("a^[[31m\tb\nc^@");
  }

  @Test
  void anElementTellsHiddenCharactersFromATextThatSpellsThem() {
    String mark = "<span class=\"hidden\" title=\"a hidden character\">";
    assertThat(HtmlText.element("a\u202eb<U+202E>\r\n\rc\u0002"))
        .isEqualTo(
            "a"
                + mark
                + "&lt;U+202E&gt;</span>b&lt;U+202E&gt;\n"
                + mark
                + "^M</span>c"
                + mark
                + "^B</span>");
    assertThat(HtmlText.element("<b>&")).isEqualTo("&lt;b&gt;&amp;");
    assertThat(HtmlText.escape("\u200b\udb40\udc41\ufeff"))
        .isEqualTo("&lt;U+200B&gt;&lt;U+E0041&gt;&lt;U+FEFF&gt;");
  }
}
