package dev.tenon.cli.terminal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallTitleTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | ''",
        "{'command':'ls -l'} | ls -l",
        "{'command':'ls','timeout':5} | ls, timeout: 5",
        "{'command':'ls','cwd':'sub'} | in sub: ls",
        "{'command':'ls','cwd':'.'} | ls, cwd: .",
        "{'query':'a','cwd':'sub'} | a, cwd: sub",
        "{'path':'a.java','content':'long text'} | a.java",
        "{'file_path':'a','old_string':'x','new_string':'y'} | a",
        "{'pattern':'x+','path':'src','ignore_case':true} | x+ in src, ignore_case: true",
        "{'query':'a'} | a",
        "{'url':'https://x.org'} | https://x.org",
        "{'a':1,'b':2.5,'c':false,'d':null,'e':''} | a: 1, b: 2.5, c: false",
        "{'a':{'b':1},'c':[1,'x'],'d':[{}],'e':{}} | a: 1 field, c: 1 x, d: 1 item, e: 0 fields",
        "{'a':1,'b':2,'c':3,'d':4,'e':5,'f':6} | a: 1, b: 2, c: 3, d: 4, …",
        "{'command':7,'x':1} | command: 7, x: 1",
        "{'path':'  '} | ''",
        "{'input':'*** Begin Patch\\n"
            + "*** Update File: a.java\\n"
            + "@@\\n"
            + "-x\\n"
            + "*** Add File: b c.java\\n"
            + "+§no'} | a.java, b c.java",
        "{'patch':'*** Begin Patch\\n*** Delete File: a.java\\n*** End Patch'} | a.java",
        "{'input':'§src/A.java\\n≔12ab\\nint x;'} | src/A.java",
        "{'input':'2 + 2'} | input: 2 + 2",
        "{'file_path':'a','unified_diff':'@@ -1 +1 @@','base_content_sha256':'0a1b'} | a",
        "{'questions':[{'id':'db','question':'Which store?'}]} | Which store?",
        "{'questions':[{'question':'a'},{'question':'b'}]} | questions: 2 items"
      })
  void argumentsBecomeATitle(String json, String title) throws Exception {
    assertThat(CallTitle.of(Json.parseObject(json.strip().replace('\'', '"')))).isEqualTo(title);
  }

  @Test
  void titlesAreShortAndNeverJson() {
    Json.Obj big =
        Json.object()
            .put("payload", Json.object().put("x", "y".repeat(10_000)).build())
            .put("words", "z".repeat(10_000))
            .put("list", Json.strings(List.of("a".repeat(5_000), "b")))
            .build();
    assertThat(CallTitle.of(big)).hasSizeLessThanOrEqualTo(200).doesNotContain("{", "\"");
    assertThat(CallTitle.of(Json.object().put("command", "👩".repeat(500)).build()))
        .satisfies(title -> assertThat(title.codePointCount(0, title.length())).isEqualTo(200));
  }
}
