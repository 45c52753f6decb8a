package dev.tenon.cli.headless;

import dev.tenon.core.json.ByteOrderMark;
import dev.tenon.core.text.IoFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Text from a pipe, whole, bounded and checked: what is no text is refused with a reason.
public final class PipedInput {
  private PipedInput() {}

  /// Input that cannot be a prompt.
  public static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  /// Reads to the end of the stream.
  public static String read(InputStream in, long limit) throws IOException, RefusedException {
    return text(bytes(in, limit));
  }

  /// Like [#read], but when not a single byte (nor the end) arrives in time, there is no input: a
  /// program that started us may have left its pipe open without meaning anything by it.
  public static String readIfAny(InputStream in, long limit, Duration firstByte)
      throws IOException, RefusedException, InterruptedException {
    var first = new CompletableFuture<Integer>();
    Thread.ofPlatform()
        .daemon()
        .name("stdin")
        .start(
            () -> {
              try {
                first.complete(in.read());
              } catch (IOException broken) {
                first.completeExceptionally(broken);
              }
            });
    try {
      int b = first.get(firstByte.toMillis(), TimeUnit.MILLISECONDS);
      if (b < 0) {
        return "";
      }
      var all = new ByteArrayOutputStream();
      all.write(b);
      all.write(bytes(in, limit - 1));
      return text(all.toByteArray());
    } catch (TimeoutException silent) {
      return "";
    } catch (ExecutionException broken) {
      if (broken.getCause() instanceof IOException io) {
        throw new IOException("standard input: " + IoFailure.reason(io), broken);
      }
      throw new IllegalStateException("standard input", broken);
    }
  }

  private static byte[] bytes(InputStream in, long limit) throws IOException, RefusedException {
    byte[] bytes = in.readNBytes((int) Math.min(Integer.MAX_VALUE - 8, limit + 1));
    if (bytes.length > limit) {
      throw new RefusedException(
          "the input is larger than "
              + limit
              + " bytes, which is all that a conversation holds (historyBudget); save it to a file"
              + " in the project and ask about that file");
    }
    return bytes;
  }

  private static String text(byte[] bytes) throws RefusedException {
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        throw new RefusedException(
            "standard input is binary (a zero byte at offset " + i + "); pipe text");
      }
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return ByteOrderMark.without(text);
    } catch (CharacterCodingException notText) {
      throw new RefusedException("standard input is not UTF-8 text; convert it first (iconv)");
    }
  }
}
