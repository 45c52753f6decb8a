package dev.tenon.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import java.util.ArrayList;
import java.util.Optional;

/// Counts the tokens of texts with the tables of a tokenizer, which take most of a second to load:
/// `{"encoding": "o200k_base", "texts": […]}` gives `{"counts": […]}`. Text that looks like a
/// special token is counted as text.
final class CountTokens implements WorkerTask {
  private final EncodingRegistry tables = Encodings.newLazyEncodingRegistry();

  @Override
  public Json run(Json.Obj params) throws RpcException, InterruptedException {
    String name = params.string("encoding", "");
    Optional<EncodingType> type = EncodingType.fromName(name);
    if (type.isEmpty()) {
      throw RpcException.invalidParams("there is no encoding '" + name + "'");
    }
    Encoding encoding = tables.getEncoding(type.get());
    var counts = new ArrayList<Json>();
    for (Json text : params.array("texts")) {
      if (!(text instanceof Json.Str string)) {
        throw RpcException.invalidParams("texts must be strings");
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      counts.add(Json.of(encoding.countTokensOrdinary(wellFormed(string.value()))));
    }
    return Json.object().array("counts", counts).build();
  }

  /// The tables know UTF-8 only: half a character counts as a question mark.
  static String wellFormed(String text) {
    return new String(text.getBytes(UTF_8), UTF_8);
  }
}
