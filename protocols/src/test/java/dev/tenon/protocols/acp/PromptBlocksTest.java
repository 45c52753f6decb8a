package dev.tenon.protocols.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.model.Part;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromptBlocksTest {
  private static final String PNG = "iVBORw0KGgo=";
  private static final Path ROOT = Path.of("/work/project");

  private static PromptBlocks of(String... blocks) throws Exception {
    var all = new ArrayList<Json.Obj>();
    for (String block : blocks) {
      all.add(Json.parseObject(block));
    }
    return PromptBlocks.of(all, ROOT, ClientPaths.REAL);
  }

  private static String text(String text) {
    return Json.object().put("type", "text").put("text", text).build().compact();
  }

  private static String link(String uri) {
    return Json.object()
        .put("type", "resource_link")
        .put("name", "It")
        .put("uri", uri)
        .build()
        .compact();
  }

  @ParameterizedTest
  @CsvSource({
    "file:///work/project/src/A.java, @src/A.java",
    "file:///work/project/src/A.java#L10-20, @src/A.java:10-20",
    "file:///work/project/src/A.java#L10:20, @src/A.java:10-20",
    "file:///work/project/src/A.java#L7, @src/A.java:7-7",
    "file:///work/project/src/A.java#other, @src/A.java",
    "file:///work/project/a%20b.txt, '@\"a b.txt\"'",
    "file:///work/project/a b.txt, '@\"a b.txt\"'",
    "file:///work/project, @.",
    "file:///etc/hosts, @/etc/hosts",
    "file:///work/project/../other/x, @/work/other/x",
    "https://example.org/a, [It](https://example.org/a)",
    "zed:///thread/1, [It](zed:///thread/1)"
  })
  void linksToFilesAreMentions(String uri, String written) throws Exception {
    assertThat(of(text("See "), link(uri), text(".")).text()).isEqualTo("See " + written + ".");
  }

  @Test
  void filesAndPicturesGoAlong() throws Exception {
    PromptBlocks said =
        of(
            text("Look"),
            "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a\\\"b\",\"text\":\"in it\"}}",
            "{\"type\":\"image\",\"data\":\"" + PNG + "\",\"mimeType\":\"image/png\"}",
            "{\"type\":\"image\",\"data\":\"/9j/\",\"mimeType\":\"image/png\"}",
            "{\"type\":\"resource\",\"resource\":{\"uri\":\"x\",\"blob\":\"R0lGOA==\",\"mimeType\":"
                + "\"image/gif\"}}");
    assertThat(said.text()).isEqualTo("Look");
    assertThat(said.attached())
        .isEqualTo(
            List.of(
                new Part.Text("<attached uri=\"file:///a%22b\">\nin it\n</attached>"),
                new Part.Image("image/png", PNG),
                new Part.Image("image/jpeg", "/9j/"),
                new Part.Image("image/gif", "R0lGOA==")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"text\",\"text\":\"  \"}",
        "{\"type\":\"audio\",\"data\":\"AA\",\"mimeType\":\"audio/wav\"}",
        "{\"type\":\"smell\"}",
        "{}",
        "{\"type\":\"text\"}",
        "{\"type\":\"text\",\"text\":7}",
        "{\"type\":\"resource_link\"}",
        "{\"type\":\"resource_link\",\"uri\":\"file:///etc/%00x\"}",
        "{\"type\":\"image\",\"data\":\"@@@\",\"mimeType\":\"image/png\"}",
        "{\"type\":\"image\",\"data\":\"AAAA\",\"mimeType\":\"image/png\"}",
        "{\"type\":\"image\",\"data\":\"Qk0AAAAAAAA=\",\"mimeType\":\"image/bmp\"}",
        "{\"type\":\"resource\",\"resource\":{\"uri\":\"x\",\"blob\":\"BBBB\",\"mimeType\":"
            + "\"image/gif\"}}",
        "{\"type\":\"image\",\"data\":\"\",\"mimeType\":\"image/png\"}",
        "{\"type\":\"image\",\"data\":\"AA\",\"mimeType\":\"text/plain\"}",
        "{\"type\":\"resource\",\"resource\":{\"uri\":\"x\",\"blob\":\"AA\",\"mimeType\":\"a/b\"}}"
      })
  void whatCannotBeTakenIsRefused(String block) {
    assertThatThrownBy(() -> of(block))
        .isInstanceOfSatisfying(
            RpcException.class,
            refused -> assertThat(refused.code()).isEqualTo(RpcException.INVALID_PARAMS));
  }

  @Test
  void linksAreThoseOfTheFolderThatTheClientNamed() throws Exception {
    var paths = new ClientPaths(List.of(new ClientPaths.Folder(ROOT, Path.of("/link"))));
    List<Json.Obj> links = List.of(Json.parseObject(link("file:///link/src/A.java#L7")));
    assertThat(PromptBlocks.of(links, ROOT, paths).text()).isEqualTo("@src/A.java:7-7");
  }

  @Test
  void anEmbeddedTextIsFoundAgainInTheMessage() throws Exception {
    String block =
        "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a\",\"text\":\"1\\n"
            + "</attached>\\n"
            + "\"}}";
    Part.Text part = (Part.Text) of(block).attached().getFirst();
    assertThat(PromptBlocks.resource(part.text())).contains(Json.parseObject(block));
    assertThat(PromptBlocks.resource("<attached uri=\"x")).isEmpty();
    assertThat(PromptBlocks.resource("What is <attached uri=\"x\">\n</attached>")).isEmpty();
  }
}
