package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.model.script.Step;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The reader of requests against the grammar of RFC 9112, written down a second time as regular
/// expressions: what is no request never reaches a handler, what is one does.
class RequestGrammarTest {
  private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
  private static final Pattern HEAD =
      Pattern.compile(
          "(?:\r\n)?("
              + TOKEN
              + ") (/[!-~]*) HTTP/1\\.([01])\r\n((?:"
              + TOKEN
              + ":[\t\\x20-~\\x80-\\xff]*\r\n)*)\r\n",
          Pattern.DOTALL);
  private static final Pattern CHUNKS =
      Pattern.compile(
          "((?:0*[1-9a-fA-F][0-9a-fA-F]{0,3}\r\n[^\r\n]*\r\n)*)0{1,8}\r\n\r\n.*", Pattern.DOTALL);

  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.answering(Step.answer().hanging()).start();
  }

  @AfterEach
  void close() throws Exception {
    assertThat(server.get("/api/agent/sessions").status()).as("it goes on").isEqualTo(200);
    server.close();
  }

  private int sessions() throws Exception {
    return server.get("/api/agent/sessions").json().array("sessions").size();
  }

  /// Each stands in place of the usual headers of a request that would make a session.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "X: a\rContent-Length: 2\r\n",
        "X: a\r\r\nContent-Length: 2\r\n",
        "\rX: a\r\nContent-Length: 2\r\n",
        "X: a\nContent-Length: 2\r\n",
        "Content-Length: 2\n",
        "Content-Length: +2\r\n",
        "Content-Length: -2\r\n",
        "Content-Length: -0\r\n",
        "Content-Length: 0x2\r\n",
        "Content-Length: 2;\r\n",
        "Content-Length: 2, 2\r\n",
        "Content-Length: 2 2\r\n",
        "Content-Length: 2.0\r\n",
        "Content-Length: 2e0\r\n",
        "Content-Length: \u00b2\r\n",
        "Content-Length: \r\n",
        "Content-Length:\r\n",
        "Content-Length: 00000000000000000002\r\n",
        "Content-Length: 18446744073709551618\r\n",
        "Content-Length: 2\r\nContent-Length: 2\r\n",
        "Content-Length: 2\r\ncontent-length: 3\r\n",
        "Content-Length : 2\r\n",
        "Content-Length\t: 2\r\n",
        " Content-Length: 2\r\n",
        "X: a\r\n b\r\nContent-Length: 2\r\n",
        "X: a\r\n\tb\r\nContent-Length: 2\r\n",
        "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: gzip, chunked\r\n",
        "Transfer-Encoding: chunked, chunked\r\n",
        "Transfer-Encoding: identity\r\n",
        "Transfer-Encoding: \u000bchunked\r\n",
        "Transfer-Encoding: xchunked\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        "X: a\u0000b\r\nContent-Length: 2\r\n",
        "X: a\u001bb\r\nContent-Length: 2\r\n",
        "X: a\u007fb\r\nContent-Length: 2\r\n",
        "X\u00e9: a\r\nContent-Length: 2\r\n",
        "X(y): a\r\nContent-Length: 2\r\n",
        ": a\r\nContent-Length: 2\r\n",
        "nothing\r\nContent-Length: 2\r\n",
        "Host: other\r\nContent-Length: 2\r\n",
        "Host: 127.0.0.1\r\nContent-Length: 2\r\n",
        "Expect: 200-ok\r\nContent-Length: 2\r\n",
      })
  void whatCouldMeanTwoThingsIsRefused(String headers) throws Exception {
    String request = start("POST /api/agent/sessions") + headers + "\r\n{}";
    assertThat(Raw.exchange(server, request))
        .startsWith("HTTP/1.1 400 ")
        .contains("Connection: close");
    assertThat(sessions()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST  /api/agent/sessions HTTP/1.1",
        " POST /api/agent/sessions HTTP/1.1",
        "POST /api/agent/sessions  HTTP/1.1",
        "POST\t/api/agent/sessions HTTP/1.1",
        "POST /api/agent/sessions HTTP/1.1 ",
        "POST /api/agent/sessions",
        "POST /api/agent/sessions HTTP/2.0",
        "POST /api/agent/sessions HTTP/1.2",
        "POST /api/agent/sessions http/1.1",
        "POST /api/agent/sessions HTTP/1.1\r",
        "P\u00d6ST /api/agent/sessions HTTP/1.1",
        "PO(ST /api/agent/sessions HTTP/1.1",
        "POST http://127.0.0.1/api/agent/sessions HTTP/1.1",
        "POST http://evil.example/api/agent/sessions HTTP/1.1",
        "POST //evil.example/api/agent/sessions HTTP/1.1",
        "POST api/agent/sessions HTTP/1.1",
        "POST /api/agent/sess\u00efons HTTP/1.1",
        "POST /api/agent/sessions\\ HTTP/1.1",
        "POST /api/agent/sessions? HTTP/1.1 HTTP/1.1",
        "POST /api/agent/sessions\u0000 HTTP/1.1",
        "CONNECT 127.0.0.1:80 HTTP/1.1",
        "OPTIONS * HTTP/1.1",
      })
  void aFirstLineIsAMethodAPathAndAVersion(String line) throws Exception {
    String request = usual(line, "Content-Length: 2\r\n") + "{}";
    assertThat(Raw.exchange(server, request)).startsWith("HTTP/1.1 400 ");
    assertThat(sessions()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+2\r\n{}\r\n0\r\n\r\n",
        "-2\r\n{}\r\n0\r\n\r\n",
        "0x2\r\n{}\r\n0\r\n\r\n",
        " 2\r\n{}\r\n0\r\n\r\n",
        "2 \r\n{}\r\n0\r\n\r\n",
        "2;a=b\r\n{}\r\n0\r\n\r\n",
        "2\n{}\r\n0\r\n\r\n",
        "2\r{}\r\n0\r\n\r\n",
        "2\r\n{}\n0\r\n\r\n",
        "2\r\n{}0\r\n\r\n",
        "2\r\n{}\r\n\r\n\r\n",
        "2\r\n{}\r\ng\r\n\r\n",
        "2\r\n{}\r\n0\r\nX: y\r\n\r\n",
        "2\r\n{}\r\n0\n\n",
        "3\r\n{}\r\n0\r\n\r\n",
        "1\r\n{}\r\n0\r\n\r\n",
        "000000002\r\n{}\r\n0\r\n\r\n",
        "ffffffffffffffff\r\n{}\r\n0\r\n\r\n",
        "\u0662\r\n{}\r\n0\r\n\r\n",
        "2\r\n{}\r\n",
      })
  void aChunkThatIsNoneHasNoEffect(String body) throws Exception {
    try (Raw raw = Raw.to(server)) {
      raw.send(usual("POST /api/agent/sessions HTTP/1.1", "Transfer-Encoding: chunked\r\n") + body);
      raw.finishSending();
      assertThat(raw.rest()).startsWith("HTTP/1.1 400 ");
    }
    assertThat(sessions()).isZero();
  }

  @Test
  void nothingIsHiddenBehindARequest() throws Exception {
    String first =
        usual("POST /api/agent/sessions HTTP/1.1", "Content-Length: 2\r\n")
                .replace("Connection: close\r\n", "")
            + "{}";
    String second = usual("POST /api/agent/sessions HTTP/1.1", "Content-Length: 2\r\n") + "{}";
    assertThat(Raw.exchange(server, first + second).split("HTTP/1.1 201 ", -1)).hasSize(3);
    assertThat(sessions()).isEqualTo(2);
    // After a refusal nobody knows where the next one begins.
    String refused = first.replace("Content-Length: 2", "Content-Length: +2");
    assertThat(Raw.exchange(server, refused + second)).doesNotContain(" 201 ");
    // What a handler did not want is not taken for the next request.
    String unread =
        usual("GET /api/agent/sessions HTTP/1.1", "Content-Length: " + second.length() + "\r\n")
            .replace("Connection: close\r\n", "");
    try (Raw raw = Raw.to(server)) {
      raw.send(unread + second);
      raw.finishSending();
      assertThat(raw.rest().split("HTTP/1.1 ", -1)).hasSize(2);
    }
    assertThat(sessions()).isEqualTo(2);
  }

  /// Mutations of valid requests, each with the word of the grammar about it.
  @Test
  void theReaderAgreesWithTheGrammar() throws Exception {
    var random = new Random(20261116);
    int valid = 0;
    int made = 0;
    for (int i = 0; i < 1_500; i++) {
      boolean chunked = random.nextBoolean();
      String request = mutated(request(random, chunked), random, random.nextInt(3));
      boolean makes = makes(request);
      String answer;
      try (Raw raw = Raw.to(server)) {
        raw.send(request);
        raw.finishSending();
        answer = raw.rest();
      }
      valid += makes ? 1 : 0;
      made += answer.startsWith("HTTP/1.1 201 ") ? 1 : 0;
      assertThat(answer.startsWith("HTTP/1.1 201 "))
          .as(
              "seed step "
                  + i
                  + ": "
                  + request.replace("\r", "\\r").replace("\n", "\\n\n")
                  + "\n"
                  + answer)
          .isEqualTo(makes);
    }
    assertThat(valid).isBetween(300, 1_400);
    assertThat(made).isEqualTo(valid);
  }

  private String request(Random random, boolean chunked) {
    var headers = new ArrayList<String>();
    headers.add("Host: 127.0.0.1:" + server.port());
    headers.add("Authorization: Bearer " + Harness.TOKEN);
    headers.add("Content-Type: application/json");
    headers.add("Connection: close");
    headers.add(chunked ? "Transfer-Encoding: chunked" : "Content-Length: 2");
    if (random.nextBoolean()) {
      headers.add("X-Word:" + " ".repeat(random.nextInt(3)) + "some, \"value\"; q=1\t\u00e9");
    }
    java.util.Collections.shuffle(headers, random);
    return "POST /api/agent/sessions HTTP/1.1\r\n"
        + String.join("\r\n", headers)
        + "\r\n\r\n"
        + (chunked
            ? random.nextBoolean() ? "2\r\n{}\r\n0\r\n\r\n" : "1\r\n{\r\n1\r\n}\r\n0\r\n\r\n"
            : "{}");
  }

  private static String mutated(String request, Random random, int times) {
    List<String> bits =
        List.of(
            "\r", "\n", "\r\n", " ", "\t", ":", "\u0000", "+", "-", "0", "x", ",", "\u007f",
            "\u00ff", ";", "\r\n ");
    var text = new StringBuilder(request);
    for (int i = 0; i < times; i++) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.insert(at, bits.get(random.nextInt(bits.size())));
        case 1 -> text.deleteCharAt(at);
        default -> text.replace(at, at + 1, bits.get(random.nextInt(bits.size())));
      }
    }
    return text.toString();
  }

  /// Whether the request makes a session: it is one by the grammar, it is for this server, and says
  /// what the server wants to hear.
  private boolean makes(String request) {
    Matcher head = HEAD.matcher(request);
    if (!head.lookingAt()
        || !head.group(1).equals("POST")
        || !head.group(2).equals("/api/agent/sessions")) {
      return false;
    }
    var values = new java.util.TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
    for (String line : head.group(4).split("\r\n", -1)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        values
            .computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
            .add(line.substring(colon + 1).replaceAll("^[ \t]+|[ \t]+$", ""));
      }
    }
    String host = String.join("|", values.getOrDefault("Host", List.of()));
    boolean known =
        host.matches("127\\.0\\.0\\.1\\.?(:[0-9]{1,5})?")
            && (!host.contains(":")
                || Integer.parseInt(host.substring(host.indexOf(':') + 1)) <= 65_535);
    String bearer = String.join("|", values.getOrDefault("Authorization", List.of()));
    boolean authorized =
        bearer.regionMatches(true, 0, "Bearer ", 0, 7)
            && bearer.substring(7).strip().equals(Harness.TOKEN);
    String rest = request.substring(head.end());
    boolean one = head.group(3).equals("1");
    List<String> lengths = values.getOrDefault("Content-Length", List.of());
    List<String> codings = values.getOrDefault("Transfer-Encoding", List.of());
    String body;
    if (!codings.isEmpty()) {
      Matcher chunks = CHUNKS.matcher(rest);
      if (codings.size() > 1
          || !codings.getFirst().equalsIgnoreCase("chunked")
          || !lengths.isEmpty()
          || !one
          || !chunks.matches()) {
        return false;
      }
      var joined = new StringBuilder();
      Matcher each = Pattern.compile("([0-9a-fA-F]+)\r\n([^\r\n]*)\r\n").matcher(chunks.group(1));
      while (each.find()) {
        if (each.group(1).length() > 8
            || Integer.parseInt(each.group(1), 16) != each.group(2).length()) {
          return false;
        }
        joined.append(each.group(2));
      }
      body = joined.toString();
    } else if (lengths.isEmpty()) {
      // Without a body there is a session without a title.
      return known && authorized && values.getOrDefault("Expect", List.of()).isEmpty();
    } else {
      if (lengths.size() > 1 || !lengths.getFirst().matches("[0-9]{1,18}")) {
        return false;
      }
      long length = Long.parseLong(lengths.getFirst());
      if (length > rest.length()) {
        return false;
      }
      body = rest.substring(0, (int) length);
      if (lengths.getFirst().equals("0")) {
        return known && authorized;
      }
    }
    List<String> types = values.getOrDefault("Content-Type", List.of());
    boolean json =
        types.size() == 1
            && types.getFirst().split(";", -1)[0].strip().equalsIgnoreCase("application/json");
    byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
    return known
        && authorized
        && json
        && new String(bytes, StandardCharsets.UTF_8)
            .matches("[ \t\r\n]*\\{[ \t\r\n]*\\}[ \t\r\n]*");
  }

  private String start(String line) {
    return line
        + " HTTP/1.1\r\nHost: 127.0.0.1:"
        + server.port()
        + "\r\nAuthorization: Bearer "
        + Harness.TOKEN
        + "\r\nContent-Type: application/json\r\nConnection: close\r\n";
  }

  private String usual(String line, String headers) {
    return start("").replaceFirst("^ HTTP/1.1", Matcher.quoteReplacement(line)) + headers + "\r\n";
  }
}
