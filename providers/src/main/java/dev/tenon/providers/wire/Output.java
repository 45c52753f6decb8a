package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.PartialJson;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.MessageAssembly;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Tells the sink what one attempt gives, block by block, and puts the message together. Positions
/// are given when a block first has something to show, so text and thinking that stay empty leave
/// no trace.
final class Output {
  /// What a block takes besides its content.
  private static final int BLOCK_SIZE = 1_000;

  private final Consumer<ModelEvent> sink;
  private final MessageAssembly assembly = new MessageAssembly();
  private final List<Block> open = new ArrayList<>();
  private int next;
  private int calls;
  private boolean spoke;
  private boolean visible;
  private long size;
  private @Nullable Block current;

  Output(Consumer<ModelEvent> sink) {
    this.sink = sink;
  }

  void started(String model) {
    emit(new ModelEvent.Started(model));
  }

  /// Whether anything was shown that a replay would show again.
  boolean visible() {
    return visible;
  }

  boolean hasCalls() {
    return calls > 0;
  }

  /// How much is held of this answer, in characters.
  long size() {
    return size;
  }

  /// A decoder keeps this text besides.
  void holds(String text) {
    size += text.length();
  }

  /// Whether there is neither text nor a call.
  boolean empty() {
    return calls == 0 && !spoke;
  }

  TextBlock text() {
    return opened(new TextBlock());
  }

  ThinkingBlock thinking() {
    return opened(new ThinkingBlock());
  }

  CallBlock call(String id, String name) {
    calls++;
    CallBlock block = opened(new CallBlock(id, name));
    block.begin();
    return block;
  }

  /// For streams without block marks: more text of the block that is open, or of a new one.
  void moreText(String delta) {
    if (!delta.isEmpty()) {
      if (!(current instanceof TextBlock)) {
        follow(text());
      }
      append(delta);
    }
  }

  /// For streams without block marks: more thinking of the block that is open, or of a new one.
  void moreThinking(String delta) {
    if (!delta.isEmpty()) {
      if (!(current instanceof ThinkingBlock)) {
        follow(thinking());
      }
      append(delta);
    }
  }

  /// For streams without block marks: the text or thinking that is open ends, and a call begins.
  /// The caller ends it; several may be open.
  CallBlock nextCall(String id, String name) {
    endCurrent();
    return call(id, name);
  }

  /// For streams without block marks: what is open ends.
  void endCurrent() {
    Block last = current;
    if (last != null) {
      last.end();
    }
    current = null;
  }

  /// For streams without block marks: what is open ends, and this block is the open one.
  void follow(Block block) {
    endCurrent();
    current = block;
  }

  @Nullable Block current() {
    return current;
  }

  private void append(String delta) {
    if (current != null) {
      current.append(delta);
    }
  }

  /// Ends what is still open, says so and gives the message.
  Message.Assistant done(StopReason reason, Usage usage) {
    for (Block block : List.copyOf(open)) {
      block.end();
    }
    StopReason actual = reason == StopReason.STOP && calls > 0 ? StopReason.TOOL_USE : reason;
    emit(new ModelEvent.Done(actual, usage));
    return assembly.message();
  }

  private <B extends Block> B opened(B block) {
    size += BLOCK_SIZE;
    open.add(block);
    return block;
  }

  private void emit(ModelEvent event) {
    assembly.accept(event);
    sink.accept(event);
  }

  /// A content block that is still arriving.
  abstract sealed class Block {
    final StringBuilder content = new StringBuilder();
    int index = -1;
    private String otherwise = "";
    private boolean ended;

    /// How much of the content was told: a surrogate pair is told as a whole.
    private int told;

    void append(String delta) {
      if (ended || delta.isEmpty()) {
        return;
      }
      content.append(delta);
      holds(delta);
      int upTo = content.length();
      if (Character.isHighSurrogate(content.charAt(upTo - 1))) {
        upTo--;
      }
      tell(upTo);
    }

    private void tell(int upTo) {
      if (upTo > told) {
        begin();
        emit(delta(content.substring(told, upTo)));
        told = upTo;
      }
    }

    /// Takes this content if none is streamed until the block ends.
    final void complete(String whole) {
      otherwise = whole.isEmpty() ? otherwise : whole;
    }

    final boolean isOpen() {
      return !ended;
    }

    void begin() {
      if (index < 0) {
        index = next++;
        emit(start());
      }
    }

    void end() {
      if (ended) {
        return;
      }
      if (content.isEmpty()) {
        append(otherwise);
      }
      tell(content.length());
      ended = true;
      open.remove(this);
      finish();
    }

    abstract ModelEvent start();

    abstract ModelEvent delta(String text);

    abstract void finish();
  }

  final class TextBlock extends Block {
    @Override
    ModelEvent start() {
      return new ModelEvent.TextStarted(index);
    }

    @Override
    ModelEvent delta(String text) {
      visible = true;
      spoke = true;
      return new ModelEvent.TextDelta(index, text);
    }

    @Override
    void finish() {
      if (index >= 0) {
        emit(new ModelEvent.TextEnded(index, new Part.Text(content.toString())));
      }
    }
  }

  final class ThinkingBlock extends Block {
    private @Nullable String signature;
    private @Nullable Supplier<@Nullable String> later;

    /// Sets or replaces the provider's seal.
    void seal(@Nullable String seal) {
      signature = seal;
    }

    /// Asks for the provider's seal when the block ends.
    void sealLater(Supplier<@Nullable String> seal) {
      later = seal;
    }

    /// Adds to the provider's seal.
    void moreSeal(String more) {
      holds(more);
      signature = signature == null ? more : signature + more;
    }

    @Override
    ModelEvent start() {
      return new ModelEvent.ThinkingStarted(index);
    }

    @Override
    ModelEvent delta(String text) {
      visible = true;
      return new ModelEvent.ThinkingDelta(index, text);
    }

    @Override
    void finish() {
      if (later != null) {
        signature = later.get();
      }
      if (signature != null && !signature.isEmpty()) {
        begin();
      }
      if (index >= 0) {
        emit(new ModelEvent.ThinkingEnded(index, new Part.Thinking(content.toString(), signature)));
      }
    }
  }

  final class CallBlock extends Block {
    private final String id;
    private final String name;
    private @Nullable String signature;

    private CallBlock(String id, String name) {
      this.id = id;
      this.name = name;
    }

    void seal(@Nullable String seal) {
      signature = seal;
    }

    @Override
    ModelEvent start() {
      return new ModelEvent.CallStarted(index, id, name);
    }

    @Override
    ModelEvent delta(String text) {
      return new ModelEvent.CallDelta(index, text);
    }

    @Override
    void finish() {
      begin();
      visible = true;
      emit(new ModelEvent.CallEnded(index, part(content.toString())));
    }

    /// Whether the arguments that have arrived are all there can be.
    boolean isWhole() {
      String text = content.toString().strip();
      try {
        return text.endsWith("}") && Json.parse(text) instanceof Json.Obj;
      } catch (JsonException goesOn) {
        return false;
      }
    }

    private Part.Call part(String text) {
      try {
        return new Part.Call(id, name, arguments(text), signature, null);
      } catch (JsonException broken) {
        return new Part.Call(
            id,
            name,
            PartialJson.object(text),
            signature,
            "the arguments of " + name + " are not a JSON object: " + broken.getMessage());
      }
    }

    /// Nothing, `null` and an empty list stand for no arguments, and some servers write the object
    /// as text within the text.
    private static Json.Obj arguments(String text) throws JsonException {
      String plain = text.strip();
      if (plain.isEmpty() || plain.equals("null") || plain.equals("[]")) {
        return Json.Obj.EMPTY;
      }
      if (plain.startsWith("\"") && Json.parse(plain) instanceof Json.Str inner) {
        return Json.parseObject(inner.value());
      }
      if (plain.startsWith("{}{")) {
        // The empty object stands for what was still to come.
        return Json.parseObject(plain.substring(2));
      }
      return Json.parseObject(text);
    }
  }
}
