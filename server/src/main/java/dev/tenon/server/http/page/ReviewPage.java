package dev.tenon.server.http.page;

import dev.tenon.server.http.wire.Reply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// The review page: what the module `web` built, each file compressed with gzip. A build without
/// Node.js has none, and then there is nothing to serve.
final class ReviewPage {
  static final String ASSETS = "/assets/";

  /// A file whose name holds the hash of its content, so that it never changes.
  private static final Pattern HASHED = Pattern.compile(".*-[\\w-]{8}\\.\\w+");

  private static final String INDEX = "index.html";

  /// What stands in the page for the nonce of its styles.
  private static final String NONCE = "TENON_NONCE";

  private static final int NONCE_BYTES = 18;
  private static final SecureRandom RANDOM = new SecureRandom();

  private static final Map<String, String> TYPES =
      Map.of(
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "txt", "text/plain; charset=utf-8",
          "json", "application/json; charset=utf-8");

  private final Map<String, byte[]> files;
  private final String index;

  private ReviewPage(Map<String, byte[]> files, String index) {
    this.files = files;
    this.index = index;
  }

  /// The page of this build.
  static Optional<ReviewPage> built() {
    try (InputStream in = ReviewPage.class.getResourceAsStream("review-page.zip")) {
      return in == null ? Optional.empty() : read(in);
    } catch (IOException broken) {
      System.getLogger(ReviewPage.class.getName())
          .log(System.Logger.Level.WARNING, "the review page cannot be read", broken);
      return Optional.empty();
    }
  }

  /// @param in a zip archive of files that are compressed with gzip
  static Optional<ReviewPage> read(InputStream in) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    var zip = new ZipInputStream(in, StandardCharsets.UTF_8);
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      files.put(entry.getName(), zip.readAllBytes());
    }
    byte[] index = files.remove(INDEX);
    return index == null
        ? Optional.empty()
        : Optional.of(new ReviewPage(files, new String(plain(index), StandardCharsets.UTF_8)));
  }

  /// The page itself. Scripts and styles are its own files; the editor makes styles as it goes,
  /// which carry the nonce of this one answer. Text becomes HTML only by the sanitizer.
  void send(Reply reply) throws IOException {
    byte[] random = new byte[NONCE_BYTES];
    RANDOM.nextBytes(random);
    String nonce = Base64.getEncoder().encodeToString(random);
    reply.page(200, index.replace(NONCE, nonce), policy(nonce));
  }

  private static String policy(String nonce) {
    return "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-"
        + nonce
        + "'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types dompurify";
  }

  /// One of its files; false when there is none of this path.
  ///
  /// @param encodings the header `Accept-Encoding`
  boolean send(String path, String encodings, Reply reply) throws IOException {
    byte[] bytes = files.get(path.substring(1));
    if (bytes == null) {
      return false;
    }
    if (HASHED.matcher(path).matches()) {
      reply.header("Cache-Control", "private, max-age=31536000, immutable");
    }
    reply.header("Vary", "Accept-Encoding");
    if (takesGzip(encodings)) {
      reply.header("Content-Encoding", "gzip").bytes(type(path), bytes);
    } else {
      reply.bytes(type(path), plain(bytes));
    }
    return true;
  }

  private static String type(String path) {
    return TYPES.getOrDefault(
        path.substring(path.lastIndexOf('.') + 1), "application/octet-stream");
  }

  private static boolean takesGzip(String encodings) {
    for (String each : encodings.split(",", -1)) {
      String plain = each.replace(" ", "");
      if (plain.equals("gzip")
          || (plain.startsWith("gzip;q=") && !plain.matches("gzip;q=0(\\.0*)?"))) {
        return true;
      }
    }
    return false;
  }

  private static byte[] plain(byte[] gzip) throws IOException {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      return in.readAllBytes();
    }
  }
}
