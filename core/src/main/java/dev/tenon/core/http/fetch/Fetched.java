package dev.tenon.core.http.fetch;

import dev.tenon.core.http.Headers;
import dev.tenon.core.http.HttpResponse;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.guard.WebAddress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An answer whose body is still to be read: once, as a stream, as bytes or as text. Belongs to the
/// thread that fetched it, and is to be closed.
public final class Fetched implements AutoCloseable {
  private final HttpResponse response;
  private final Transport transport;
  private final List<WebAddress> passed;
  private final Limits limits;
  private final MediaType type;
  private final InputStream unpacked;

  Fetched(
      HttpResponse response,
      Transport transport,
      List<WebAddress> passed,
      Limits limits,
      TimeLeft time)
      throws TransportException {
    this.response = response;
    this.transport = transport;
    this.passed = passed;
    this.limits = limits;
    this.type = MediaType.parse(response.headers().get("content-type"));
    String host = passed.getLast().host();
    var wire = new WireBody(response.body(), host, time);
    this.unpacked = Codings.decoded(wire, response.headers(), limits.ratio(), host);
  }

  /// A body as far as the limit.
  ///
  /// @param truncated whether there is more that was not read
  @SuppressWarnings("ArrayRecordComponent") // Handed over once and never compared.
  public record Content(byte[] bytes, boolean truncated) {}

  public int status() {
    return response.status();
  }

  public boolean ok() {
    return response.ok();
  }

  public Headers headers() {
    return response.headers();
  }

  /// Where the answer came from in the end.
  public WebAddress address() {
    return passed.getLast();
  }

  /// The address that was asked for, and those that redirects led to.
  public List<WebAddress> passed() {
    return passed;
  }

  /// `text/html` or the like in small letters; empty if the answer does not say.
  public String type() {
    return type.name();
  }

  /// The charset that the header names, or null. What text is really in, [#text] says.
  public @Nullable String charset() {
    return type.charset();
  }

  /// The unpacked body as it arrives. A body over the limit is an error there, not an end.
  public InputStream body() {
    return new BoundedBody(unpacked, limits.bytes(), address().host());
  }

  /// The unpacked body, cut at the limit.
  public Content content() throws TransportException {
    var bytes = new ByteArrayOutputStream();
    var chunk = new byte[8_192];
    try {
      while (bytes.size() < limits.bytes()) {
        int count = unpacked.read(chunk, 0, Math.min(chunk.length, limits.bytes() - bytes.size()));
        if (count < 0) {
          return new Content(bytes.toByteArray(), false);
        }
        bytes.write(chunk, 0, count);
      }
      return new Content(bytes.toByteArray(), unpacked.read() >= 0);
    } catch (TransportException known) {
      throw known;
    } catch (IOException broken) {
      throw new TransportException(
          TransportException.Failure.CUT, String.valueOf(broken.getMessage()), broken);
    }
  }

  /// The unpacked body as text, cut at the limit.
  public FetchedText text() throws TransportException {
    return text(content());
  }

  /// What was read of the body, as text.
  public FetchedText text(Content content) {
    return FetchedText.of(content, type);
  }

  @Override
  public void close() {
    try {
      unpacked.close();
    } catch (IOException nothingLeftToDo) {
      // The connection is closed below in any case.
    }
    response.close();
    transport.close();
  }
}
