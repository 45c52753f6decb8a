package dev.tenon.engine;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Keeps with what is staged why the model did it: what it said right before the call, in the same
/// message. Calls that follow one another share it.
public final class EditReasons implements Consumer<AgentEvent> {
  private static final int LONGEST = 600;

  private final BiConsumer<String, String> explain;

  /// @param explain gets the name of a call and what was said before it, maybe nothing
  public EditReasons(BiConsumer<String, String> explain) {
    this.explain = explain;
  }

  @Override
  public void accept(AgentEvent event) {
    if (!(event instanceof AgentEvent.MessageAppended appended)
        || !(appended.message() instanceof Message.Assistant answer)) {
      return;
    }
    String said = "";
    for (Part.Output part : answer.content()) {
      if (part instanceof Part.Text text && !text.text().isBlank()) {
        said = ending(text.text().strip());
      } else if (part instanceof Part.Call call) {
        explain.accept(call.id(), said);
      }
    }
  }

  /// The last paragraphs, as far as they are not too long: what stands right before the call.
  private static String ending(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int from = text.length() - LONGEST + 1;
    int paragraph = text.indexOf("\n\n", from);
    int blank = text.indexOf(' ', from);
    int begin = paragraph >= 0 ? paragraph + 2 : blank >= 0 ? blank + 1 : from;
    if (begin < text.length() && Character.isLowSurrogate(text.charAt(begin))) {
      begin++;
    }
    return "… " + text.substring(begin);
  }
}
