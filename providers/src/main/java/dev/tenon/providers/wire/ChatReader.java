package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the chunks of Chat Completions in all the forms that vendors send them.
final class ChatReader extends Decoder {
  private final CallIds.Maker ids;
  private final Failures failures;
  private final Map<Long, Slot> slots = new LinkedHashMap<>();
  private final ReasoningDetails details = new ReasoningDetails();
  private final StringBuilder refusal = new StringBuilder();
  private boolean counted;

  ChatReader(Output output, CallIds.Maker ids, Failures failures) {
    super(output);
    this.ids = ids;
    this.failures = failures;
  }

  @Override
  void accept(Json.Obj frame) throws ModelException {
    if (frame.get("error") != null && !(frame.get("error") instanceof Json.Null)) {
      throw failures.inStream(VendorError.of(frame));
    }
    count(frame);
    for (Json.Obj choice : frame.objects("choices")) {
      if (choice.number("index", 0) == 0) {
        count(choice);
        more(choice.objectOrEmpty("delta"));
        finish(choice.string("finish_reason"));
      }
    }
    if (progress == Progress.WHOLE && counted) {
      progress = Progress.ENDED;
    }
  }

  private void more(Json.Obj delta) {
    think(delta.string("reasoning_content", delta.string("reasoning", "")));
    details.add(delta.objects("reasoning_details"));
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
    for (Json.Obj call : delta.objects("tool_calls")) {
      call(call);
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

  private void call(Json.Obj delta) {
    Json.Obj function = delta.objectOrEmpty("function");
    String id = delta.string("id", "");
    String name = function.string("name", "");
    long index =
        delta.number("index", slots.isEmpty() || !id.isEmpty() ? slots.size() : slots.size() - 1L);
    Slot slot = slots.get(index);
    if (slot != null && !id.isEmpty() && !slot.id.isEmpty() && !slot.id.equals(id)) {
      // Some vendors number every call of a message 0.
      slot.end();
      slot = null;
    }
    if (slot == null) {
      slot = new Slot();
      slots.put(index, slot);
    }
    slot.id = slot.id.isEmpty() ? id : slot.id;
    slot.add(name, function);
  }

  private void finish(@Nullable String why) throws ModelException {
    if (why == null || why.isEmpty()) {
      return;
    }
    reason =
        switch (why) {
          case "length", "max_tokens", "model_length" -> StopReason.LENGTH;
          case "tool_calls", "function_call" -> StopReason.TOOL_USE;
          case "content_filter" -> throw failures.refusal(why, refusal.toString());
          case "insufficient_system_resource", "error" ->
              throw failures.inStream(new VendorError("overloaded", why, null));
          default -> StopReason.STOP;
        };
    if (!refusal.isEmpty()) {
      throw failures.refusal("refusal", refusal.toString());
    }
    output.endCurrent();
    sealRest();
    slots.values().forEach(Slot::end);
    if (reason == StopReason.TOOL_USE && !output.hasCalls()) {
      reason = StopReason.STOP;
    }
    progress = Progress.WHOLE;
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

  private void count(Json.Obj holder) {
    Json.Obj numbers = holder.object("usage");
    if (numbers == null) {
      numbers = holder.objectOrEmpty("x_groq").object("usage");
    }
    if (numbers == null) {
      return;
    }
    Json.Obj details = numbers.objectOrEmpty("prompt_tokens_details");
    long read = details.number("cached_tokens", numbers.number("prompt_cache_hit_tokens", 0));
    long written = details.number("cache_write_tokens", 0);
    counted = true;
    usage =
        new Usage(
            Math.max(0, numbers.number("prompt_tokens", 0) - read - written),
            numbers.number("completion_tokens", 0),
            read,
            written);
  }

  /// A call that arrives in pieces; it begins when its name is there.
  private final class Slot {
    private String id = "";
    private final StringBuilder early = new StringBuilder();
    private Output.@Nullable CallBlock block;

    private void add(String name, Json.Obj function) {
      String arguments = arguments(function.get("arguments"));
      if (block == null && name.isEmpty()) {
        early.append(arguments);
        return;
      }
      if (block == null) {
        Output.CallBlock started = output.nextCall(ids.idOr(id), name);
        started.append(early.toString());
        block = started;
      }
      block.append(arguments);
    }

    private static String arguments(@Nullable Json json) {
      return switch (json) {
        case Json.Str text -> text.value();
        case Json.Obj object -> object.compact();
        case null, default -> "";
      };
    }

    private void end() {
      if (block != null) {
        block.end();
      }
    }
  }
}
