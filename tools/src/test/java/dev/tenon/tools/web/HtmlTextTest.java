package dev.tenon.tools.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlTextTest {

  /// `$` is a line end.
  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '~',
      ignoreLeadingAndTrailingWhitespace = true,
      value = {
        "<p>one<p>two ¦ one$$two$",
        "<h1>A</h1><h3>B</h3>c ¦ # A$$### B$$c$",
        "a  b$$ c ¦ a b c$",
        "a<br>b<br><br>c ¦ a$b$c$",
        "<b>bold</b> and <i>not</i> ¦ bold and not$",
        "x <code>y z</code>. ¦ x `y z`.$",
        "<pre>a$  b$</pre>c ¦ ```$a$  b$```$$c$",
        "<pre><code>if (a &lt; b)</code></pre> ¦ ```$if (a < b)$```$",
        "<ul><li>a<li>b<ul><li>c</ul></ul>d ¦ - a$- b$  - c$$d$",
        "<ol><li>a<li>b</ol> ¦ 1. a$2. b$",
        "<li>alone ¦ - alone$",
        "<a href='/x?a=1&amp;b=2'>t</a> ¦ [t](/x?a=1&b=2)$",
        "<a href=/x>t</a> ¦ [t](/x)$",
        "<A HREF=\"HTTPS://x/\">t</A> ¦ [t](HTTPS://x/)$",
        "<a href='#top'>t</a> <a href='javascript:x()'>u</a> <a>v</a> ¦ t u v$",
        "<a href=/x></a>y ¦ y$",
        "<a href=/x>t<a href=/y>u</a> ¦ [t](/x)[u](/y)$",
        "<a href=/x>t ¦ [t](/x)$",
        "<img src=x alt='a cat'> ¦ [image: a cat]$",
        "<img src=x alt=''>y ¦ y$",
        "<table><tr><th>a<th>b<tr><td>1<td>2</table>c ¦ a | b$1 | 2$$c$",
        "<blockquote>q<p>r</blockquote>s ¦ > q$$> r$$s$",
        "a<hr>b ¦ a$$---$$b$",
        "<title>T</title>b ¦ T$$b$",
        "<script>if (a<b) '</p>'</script>b ¦ b$",
        "<SCRIPT>x</Script >b ¦ b$",
        "<style>a>b</style>b ¦ b$",
        "<svg><text>x</text><svg/></svg>b ¦ b$",
        "<template><p>x</template>b ¦ b$",
        "<noscript>shown</noscript> ¦ shown$",
        "<textarea><p>x</textarea>b ¦ b$",
        "<!-- a > b --><p>c ¦ c$",
        "a<!-->b<!--->c ¦ abc$",
        "<?php x ?>b ¦ b$",
        "<p title='a > b'>c ¦ c$",
        "1 < 2 && 3 > 2 ¦ 1 < 2 && 3 > 2$",
        "a </ b ¦ a </ b$",
        "&amp;&lt;&gt;&quot;&apos;&nbsp;&euro;&hellip; ¦ &<>\"' €…$",
        "&#233;&#xE9;&#0;&#xD800;&#x110000;&#99999999999; ¦ éé����$",
        "&unknown; &amp &; &#; &#x; AT&T ¦ &unknown; &amp &; &#; &#x; AT&T$",
        "&amp;lt; ¦ &lt;$",
        "</p></ul></pre></table></a></blockquote></svg>x ¦ x$",
        "<p ¦ ",
        "<a href='x ¦ ",
        "<!-- never ended ¦ ",
        "<script>never ended ¦ ",
        "<select><option>a</select>b ¦ b$",
      })
  void pagesBecomeText(String html, String text) {
    String wanted = text == null ? "" : text;
    assertThat(HtmlText.of(html.replace('$', '\n'))).isEqualTo(wanted.replace('$', '\n'));
  }

  /// A page of the largest size that costs more than a page of its size is an attack.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<",
        "<a",
        "<a href=x>",
        "<ul>",
        "<ul><li>",
        "<blockquote>",
        "<pre>",
        "<pre>\n",
        "<!--",
        "<!",
        "<?",
        "</",
        "&",
        "&amp;",
        "&#",
        "\"",
        "<p a='",
        "<svg>",
        "<svg/>",
        "<script>",
        "<script><",
        "<title>",
        "<td>",
        "<p>",
        "<br>",
        "<code>",
        "<a href=",
        "<img alt='",
        " ",
        "\n",
        "<a href=x>y</a>",
        "=",
        "<p =",
        "<x y=",
        "<textarea></text"
      })
  void noPageTakesLong(String piece) {
    String page = piece.repeat(WebReader.LIMITS.bytes() / piece.length());
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> assertThat(HtmlText.of(page).length()).isLessThan(12 * page.length() + 1000));
  }

  @Test
  void anythingIsTextInTheEnd() {
    String[] pieces = {
      "<",
      ">",
      "/",
      "p",
      "a",
      " href=",
      "'",
      "\"",
      "=",
      "&",
      ";",
      "#",
      "x",
      "!",
      "--",
      "<ul>",
      "</ul>",
      "<li>",
      "<pre>",
      "</pre>",
      "<a href=x>",
      "</a>",
      "<script>",
      "</script>",
      "\n",
      " ",
      "<td>",
      "<svg>",
      "</svg>",
      "<title>",
      "</title>",
      "word",
      "é",
      "\ud83d\ude00",
      "\0"
    };
    for (int seed = 0; seed < 3000; seed++) {
      var random = new Random(seed);
      var page = new StringBuilder();
      for (int i = random.nextInt(40); i > 0; i--) {
        page.append(pieces[random.nextInt(pieces.length)]);
      }
      assertThatCode(() -> HtmlText.of(page.toString()))
          .as("seed " + seed + ": " + page)
          .doesNotThrowAnyException();
    }
  }
}
