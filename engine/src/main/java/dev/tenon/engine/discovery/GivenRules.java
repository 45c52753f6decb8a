package dev.tenon.engine.discovery;

import dev.tenon.core.agent.PromptReader;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.prompt.ContextFile;
import dev.tenon.core.tool.CallHooks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Gives a conversation its instructions about files: each once, with the result of the first call
/// that reads or writes such a file, or with the prompt that mentions one. Safe for several
/// threads.
public final class GivenRules {
  private final FileRules rules;
  private final Set<String> given = new HashSet<>();
  private int room;

  GivenRules(FileRules rules) {
    this.rules = rules;
    this.room = rules.room();
  }

  /// The history lost its beginning: what was given may be given again.
  public synchronized void forget() {
    given.clear();
    room = rules.room();
  }

  /// What the model has to know about files that it now deals with; empty for nothing new.
  private synchronized String about(List<String> paths) {
    var texts = new ArrayList<String>();
    for (FileRules.Waiting each : rules.waiting()) {
      String shown = each.instruction().shown();
      if (given.contains(shown) || paths.stream().noneMatch(each::isAbout)) {
        continue;
      }
      given.add(shown);
      String text = each.instruction().text();
      int size = text.getBytes(StandardCharsets.UTF_8).length;
      if (size <= room) {
        room -= size;
        texts.add(new ContextFile(shown, text).framed());
      } else {
        texts.add(
            new ContextFile(
                    shown, "There is no room for them here; read the file before you go on.")
                .framed());
      }
    }
    return String.join("\n", texts);
  }

  /// The path of a file as seen from the root; null for what is no file of the project.
  private static @Nullable String relative(Path root, String path, boolean mustExist) {
    try {
      Path file = root.resolve(path).normalize();
      if (!file.startsWith(root) || file.equals(root)) {
        return null;
      }
      return mustExist && !Files.isRegularFile(file)
          ? null
          : root.relativize(file).toString().replace('\\', '/');
    } catch (InvalidPathException none) {
      return null;
    }
  }

  /// The same hooks, and instructions with results.
  public CallHooks around(CallHooks hooks) {
    return around(hooks, rules.root());
  }

  /// @param root where the calls work
  public CallHooks around(CallHooks hooks, Path root) {
    return new CallHooks() {
      @Override
      public Before before(Part.Call call) throws InterruptedException {
        return hooks.before(call);
      }

      @Override
      public After after(Part.Call call, Part.Result result) throws InterruptedException {
        return hooks.after(call, result);
      }

      @Override
      public After after(Part.Call call, List<Access> accesses, Part.Result result)
          throws InterruptedException {
        After after = hooks.after(call, accesses, result);
        var paths = new ArrayList<String>();
        for (Access access : accesses) {
          String path =
              access instanceof Access.Read read
                  ? relative(root, read.path(), true)
                  : access instanceof Access.Write write
                      ? relative(root, write.path(), false)
                      : null;
          if (path != null) {
            paths.add(path);
          }
        }
        String instructions = paths.isEmpty() ? "" : about(paths);
        return instructions.isEmpty()
            ? after
            : new After(after.context(), after.replaced(), instructions);
      }
    };
  }

  /// The same reader, and instructions with prompts.
  public PromptReader around(PromptReader reader) {
    return new PromptReader() {
      @Override
      public Message.User read(String text) throws RefusedException, InterruptedException {
        Message.User message = reader.read(text);
        String instructions = mentioned(message);
        if (instructions.isEmpty()) {
          return message;
        }
        var parts = new ArrayList<>(message.content());
        parts.add(new Part.Text(instructions));
        return new Message.User(parts);
      }

      @Override
      public Optional<Message.User> steered(Message.User said) throws InterruptedException {
        return reader.steered(said);
      }
    };
  }

  /// Files go along with a prompt in frames that have their paths.
  private String mentioned(Message.User message) {
    var paths = new ArrayList<String>();
    for (Part.Input part : message.content()) {
      if (part instanceof Part.Text text && text.text().startsWith("<file path=\"")) {
        int from = "<file path=\"".length();
        int end = text.text().indexOf('"', from);
        String path =
            end < 0 ? null : relative(rules.root(), text.text().substring(from, end), true);
        if (path != null) {
          paths.add(path);
        }
      }
    }
    return paths.isEmpty() ? "" : about(paths);
  }
}
