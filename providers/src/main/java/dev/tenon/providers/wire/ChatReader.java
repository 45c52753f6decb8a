package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Usage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the chunks of Chat Completions in all the forms that vendors send them.
final class ChatReader extends Decoder {
  private final List<Slot> slots = new ArrayList<>();
  private final Map<Long, Slot> byIndex = new HashMap<>();
  private final ReasoningDetails details = new ReasoningDetails();
  private final StringBuilder refusal = new StringBuilder();

  ChatReader(Output output, CallIds.Maker ids, Failures failures) {
    super(output, ids, failures);
  }

  @Override
  void read(Json.Obj frame) throws ModelException {
    boolean counted = count(frame);
    List<Json.Obj> choices = frame.objects("choices");
    for (Json.Obj choice : choices) {
      if (number(choice, "index", 0) == 0) {
        count(choice);
        Json.Obj delta = choice.object("delta");
        if (delta == null && output.empty()) {
          // A server that does not stream at all sends the message as a whole.
          delta = choice.object("message");
        }
        if (delta != null && !echoed(delta)) {
          more(delta);
        }
        end(choice.string("finish_reason"), refusal.toString());
      }
    }
    if (progress == Progress.WHOLE && counted && choices.isEmpty()) {
      // Where usage comes in a chunk of its own, that chunk is the last.
      progress = Progress.ENDED;
    }
  }

  private void more(Json.Obj delta) {
    String reasoning = delta.string("reasoning_content", "");
    think(reasoning.isEmpty() ? delta.string("reasoning", "") : reasoning);
    List<Json.Obj> pieces = delta.objects("reasoning_details");
    details.add(pieces);
    for (Json.Obj piece : pieces) {
      for (Json value : piece.members().values()) {
        if (value instanceof Json.Str text) {
          output.holds(text.value());
        }
      }
    }
    if (delta.get("content") instanceof Json.Arr parts) {
      for (Json part : parts.values()) {
        if (part instanceof Json.Obj object) {
          part(object);
        }
      }
    }
    output.moreText(delta.string("content", ""));
    String declined = delta.string("refusal", "");
    refusal.append(declined);
    output.moreText(declined);
    Slot before = null;
    for (Json.Obj call : delta.objects("tool_calls")) {
      before = call(call, before);
    }
    Json.Obj only = delta.object("function_call");
    if (only != null) {
      // The form of before there were several calls.
      call(Json.object().put("function", only).build(), null);
    }
  }

  /// Mistral sends content as parts when the model thinks.
  private void part(Json.Obj part) {
    if (part.string("type", "").equals("thinking")) {
      for (Json.Obj inner : part.objects("thinking")) {
        think(inner.string("text", ""));
      }
    } else {
      output.moreText(part.string("text", ""));
    }
  }

  private void think(String text) {
    output.moreThinking(text);
    if (!text.isEmpty() && output.current() instanceof Output.ThinkingBlock block) {
      block.sealLater(details::seal);
    }
  }

  /// @param before the call that the delta before in the same chunk belongs to
  private Slot call(Json.Obj delta, @Nullable Slot before) {
    Json.Obj function = delta.objectOrEmpty("function");
    String id = delta.string("id", "");
    String name = function.string("name", "");
    long index = number(delta, "index", -1);
    Slot slot = index >= 0 ? byIndex.get(index) : slots.isEmpty() ? null : slots.getLast();
    if (slot != null && slot.ends(id, name, index < 0, slot == before)) {
      slot.end();
      slot = null;
    }
    if (slot == null) {
      slot = new Slot();
      slots.add(slot);
      if (index >= 0) {
        byIndex.put(index, slot);
      }
    }
    slot.id = slot.id.isEmpty() ? id : slot.id;
    slot.add(name, arguments(function.get("arguments")));
    return slot;
  }

  @Override
  void close() throws ModelException {
    if (!refusal.isEmpty()) {
      throw failures.refusal("refusal", refusal.toString());
    }
    output.endCurrent();
    sealRest();
    for (Slot slot : slots) {
      slot.end();
      if (slot.block == null) {
        requireEmpty(slot.early);
      }
    }
  }

  /// Seals what no thinking has carried: hidden reasoning, or a seal that came after its thinking.
  private void sealRest() {
    if (details.unsealed()) {
      Output.ThinkingBlock hidden = output.thinking();
      output.follow(hidden);
      hidden.seal(details.seal());
      hidden.end();
    }
  }

  /// Answers whether there was something to count.
  private boolean count(Json.Obj holder) {
    Json.Obj numbers = holder.object("usage");
    if (numbers == null) {
      numbers = holder.objectOrEmpty("x_groq").object("usage");
    }
    if (numbers == null) {
      return false;
    }
    Json.Obj details = numbers.objectOrEmpty("prompt_tokens_details");
    long hit = count(numbers, "prompt_cache_hit_tokens");
    long cached = count(details, "cached_tokens");
    long read = cached > 0 ? cached : hit;
    long written = count(details, "cache_write_tokens");
    usage =
        new Usage(
            Math.max(0, count(numbers, "prompt_tokens") - read - written),
            count(numbers, "completion_tokens"),
            read,
            written);
    return true;
  }

  /// A call that arrives in pieces; it begins when its name is there.
  private final class Slot {
    private String id = "";
    private String name = "";
    private final StringBuilder early = new StringBuilder();
    private Output.@Nullable CallBlock block;

    /// Whether what comes next for the same place is another call. Some vendors number every call
    /// of a message 0, or none, or give no ids; some repeat id and name with every piece; some make
    /// up an id for every piece, and then only the first has a name.
    ///
    /// @param unnumbered whether the piece has no index
    /// @param sameChunk whether the last piece came in the same chunk
    private boolean ends(String nextId, String nextName, boolean unnumbered, boolean sameChunk) {
      boolean otherId = !nextId.isEmpty() && !id.isEmpty() && !nextId.equals(id);
      if (nextName.isEmpty()) {
        return otherId && unnumbered;
      }
      if (otherId) {
        return true;
      }
      boolean sameId = !nextId.isEmpty() && nextId.equals(id);
      return !sameId && !name.isEmpty() && (sameChunk || !nextName.equals(name) || whole());
    }

    private boolean whole() {
      return block != null && block.isWhole();
    }

    private void add(String nextName, String arguments) {
      if (block == null && nextName.isEmpty()) {
        early.append(arguments);
        output.holds(arguments);
        return;
      }
      if (block == null) {
        name = nextName;
        Output.CallBlock started = output.nextCall(ids.idOr(id), name);
        started.append(early.toString());
        block = started;
      }
      block.append(arguments);
    }

    private void end() {
      if (block != null) {
        block.end();
      }
    }
  }
}
