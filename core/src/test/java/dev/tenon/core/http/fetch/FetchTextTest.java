package dev.tenon.core.http.fetch;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FetchTextTest {
  private static final Limits LIMITS = new Limits(4_096, 200, Duration.ofSeconds(20));

  private final Pages pages = new Pages();

  @AfterEach
  void close() {
    pages.close();
  }

  /// The bytes are the text in `in`; they are read in `as`.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/plain; charset=utf-8               | utf-8 | UTF-8 | grüße",
        "text/plain; charset=UTF8                | utf-8 | UTF-8 | grüße",
        "text/plain; charset=\"utf-8\"; x=y      | utf-8 | UTF-8 | grüße",
        "text/plain;x=\"a;charset=koi8-r\";charset=utf-8 | utf-8 | UTF-8 | grüße",
        "text/plain ; Charset = 'utf-8'          | utf-8 | UTF-8 | grüße",
        "text/plain; charset=iso-8859-1          | windows-1252 | windows-1252 | 5 € “grüße”",
        "text/plain; charset=us-ascii            | windows-1252 | windows-1252 | grüße",
        "text/plain; charset=ISO-8859-15         | iso-8859-15 | ISO-8859-15 | 5 €",
        "text/plain; charset=koi8-r              | koi8-r | KOI8-R | привет",
        "text/plain; charset=windows-1251        | windows-1251 | windows-1251 | привет",
        "text/plain; charset=shift_jis           | windows-31j | windows-31j | 日本①",
        "text/plain; charset=euc-jp              | euc-jp | EUC-JP | 日本",
        "text/plain; charset=gb2312              | gbk | GBK | 中文鎔",
        "text/plain; charset=gb18030             | gb18030 | GB18030 | 中文",
        "text/plain; charset=big5                | big5 | Big5 | 中文",
        "text/plain; charset=euc-kr              | x-windows-949 | x-windows-949 | 한국어",
        "text/plain; charset=utf-16              | utf-16le | UTF-16LE | grüße",
        "text/plain; charset=utf-16be            | utf-16be | UTF-16BE | grüße",
        "text/plain                              | utf-8 | UTF-8 | grüße 日本",
        "text/plain                              | windows-1252 | windows-1252 | grüße",
        "text/plain; charset=                    | utf-8 | UTF-8 | grüße",
        "''                                      | utf-8 | UTF-8 | grüße",
        "nonsense                                | utf-8 | UTF-8 | grüße",
        "text/html | windows-1251 | windows-1251 | <html><meta charset=windows-1251>привет",
        "text/html | windows-1251 | windows-1251 | <META CharSet='windows-1251' />привет",
        "text/html | koi8-r | KOI8-R | <meta http-equiv=\"Content-Type\" content=\"text/html;"
            + " charset=koi8-r\">привет",
        "text/html | koi8-r | KOI8-R | <!-- <meta charset=utf-8> --><meta name=x><meta"
            + " charset=\"koi8-r\">привет",
        "text/html | utf-8 | UTF-8 | <meta charset=utf-16>grüße",
        "text/html | utf-8 | UTF-8 | <meta charset=nonsense>grüße",
        "text/html; charset=utf-8 | utf-8 | UTF-8 | <meta charset=koi8-r>grüße",
        "text/plain | utf-8 | UTF-8 | <meta charset=koi8-r>grüße",
        "application/xml | iso-8859-2 | ISO-8859-2 | <?xml version=\"1.0\""
            + " encoding='iso-8859-2'?><a>żółć</a>",
        "image/svg+xml | windows-1251 | windows-1251 | <?xml version=\"1.0\""
            + " encoding=\"windows-1251\"?><a>привет</a>",
        "application/xhtml+xml | koi8-r | KOI8-R | <?xml version='1.0'"
            + " encoding='koi8-r'?><a>привет</a>",
      })
  void readsTheCharset(String type, String in, String as, String text) throws Exception {
    page(type, text.getBytes(Charset.forName(in)));
    try (Fetched fetched = pages.get("/", LIMITS)) {
      FetchedText read = fetched.text();
      assertThat(read.text()).isEqualTo(text);
      assertThat(read.charset()).isEqualTo(Charset.forName(as));
      assertThat(read.truncated()).isFalse();
    }
  }

  @Test
  void aMarkCountsMoreThanAnyName() throws Exception {
    for (Charset charset : new Charset[] {UTF_8, UTF_16BE, UTF_16LE}) {
      page("text/html; charset=koi8-r", "\ufeffgrüße".getBytes(charset));
      try (Fetched fetched = pages.get("/", LIMITS)) {
        assertThat(fetched.text()).isEqualTo(new FetchedText("grüße", charset, false, null));
        assertThat(fetched.charset()).isEqualTo("koi8-r");
        assertThat(fetched.type()).isEqualTo("text/html");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"utf-7", "x-made-up", "'a b'", "../../x", "x-jisautodetect"})
  void aCharsetThatNobodyKnowsIsSaidAndCountsAsNone(String name) throws Exception {
    page("text/plain; charset=" + name, "grüße".getBytes(UTF_8));
    try (Fetched fetched = pages.get("/", LIMITS)) {
      FetchedText read = fetched.text();
      assertThat(read.text()).isEqualTo("grüße");
      assertThat(read.charset()).isEqualTo(UTF_8);
      assertThat(read.doubt()).startsWith("the answer names a charset that is not known");
    }
  }

  @Test
  void bytesThatAreNotInTheNamedCharsetAreReplacedAndSaid() throws Exception {
    page("text/plain; charset=utf-8", new byte[] {'a', (byte) 0xff, 'b'});
    try (Fetched fetched = pages.get("/", LIMITS)) {
      FetchedText read = fetched.text();
      assertThat(read.text()).isEqualTo("a\ufffdb");
      assertThat(read.doubt()).isEqualTo("some of its bytes are not UTF-8 and were replaced");
    }
  }

  @Test
  void aTextThatIsCutEndsWithAWholeCharacter() throws Exception {
    String text = "日".repeat(1_000);
    page("text/plain", text.getBytes(UTF_8));
    for (int bytes = 10; bytes < 16; bytes++) {
      try (Fetched fetched = pages.get("/", new Limits(bytes, 200, Duration.ofSeconds(20)))) {
        assertThat(fetched.text())
            .isEqualTo(new FetchedText("日".repeat(bytes / 3), UTF_8, true, null));
      }
    }
    try (Fetched fetched = pages.get("/", new Limits(3_000, 200, Duration.ofSeconds(20)))) {
      assertThat(fetched.text()).isEqualTo(new FetchedText(text, UTF_8, false, null));
    }
  }

  @Test
  void longTextsAreReadWhole() throws Exception {
    String text = "grüße 日本 \ud83d\ude00\n".repeat(5_000);
    var out = new ByteArrayOutputStream();
    out.write(text.getBytes(UTF_8));
    page("text/plain", out.toByteArray());
    try (Fetched fetched = pages.get("/")) {
      assertThat(fetched.text().text()).isEqualTo(text);
    }
  }

  private void page(String type, byte[] bytes) {
    pages.page("/", "HTTP/1.1 200 OK\r\nContent-Type: " + type, bytes);
  }
}
