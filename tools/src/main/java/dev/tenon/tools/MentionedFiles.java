package dev.tenon.tools;

import dev.tenon.core.change.Editing;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.tool.Permits;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.workspace.AddressContent;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.ReadLimits;
import dev.tenon.core.workspace.ReadResult;
import dev.tenon.core.workspace.Selector;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.Address;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.walk.Glob;
import dev.tenon.core.workspace.walk.WalkOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Files that a prompt mentions as `@path` go along with it, in the same versioned form as a read:
/// `@src/A.java`, `@src/A.java:10-20`, `@"a name with spaces"` (and `\"` for a quote in it),
/// `@src/` as a tree, `@src/*.java`. A word that is no path stays the text it is; what is a path
/// and cannot be shown is told to the person, and to the model.
public final class MentionedFiles {
  private static final int MOST_FILES = 20;
  private static final int MOST_BYTES = 200 * 1024;
  private static final int MOST_TOLD = 4;
  private static final String SENTENCE_ENDS = ",.;:!?)]}>\"'`";

  /// How a file goes along, and how a picture does or what is said in place of one.
  private static final Pattern FILE =
      Pattern.compile(
          """
          <file path="(.*?)"(?: [a-z0-9]+="[^"\\n]*")*>
          (?:\\[[^\\n]*, version [0-9]+, sha256 [0-9a-f]+\\]
          )?(.*)
          </file>\
          """,
          Pattern.DOTALL);

  private static final Pattern NOTE =
      Pattern.compile("\\[(.*?)(?::| (is not shown): .*)\\]", Pattern.DOTALL);

  private final Workspace workspace;
  private final Editing editing;
  private final Presentation presentation;
  private final ReadLimits limits;
  private final Addresses addresses;
  private final Consumer<String> told;
  private final @Nullable HandedPictures handed;

  /// @param editing whose view of the files is shown
  /// @param told gets a line for the person about each path that cannot be shown
  public MentionedFiles(
      Workspace workspace,
      Editing editing,
      Presentation presentation,
      ToolLimits limits,
      Addresses addresses,
      Consumer<String> told) {
    this(workspace, editing, presentation, limits, addresses, told, null);
  }

  /// @param handed pictures outside of the project that a person has handed over; null for none
  public MentionedFiles(
      Workspace workspace,
      Editing editing,
      Presentation presentation,
      ToolLimits limits,
      Addresses addresses,
      Consumer<String> told,
      @Nullable HandedPictures handed) {
    this.handed = handed;
    this.addresses = addresses;
    this.told = told;
    this.workspace = workspace;
    this.editing = editing;
    this.presentation = presentation;
    this.limits = ReadLimits.DEFAULT.withLines(limits.readLines()).withBytes(limits.readBytes());
  }

  /// The prompt with what it mentions.
  public Message.User read(String prompt) throws InterruptedException {
    List<String> mentions = mentions(prompt);
    if (mentions.isEmpty()) {
      return Message.User.of(prompt);
    }
    var parts = new ArrayList<Part.Input>();
    parts.add(new Part.Text(prompt));
    int room = MOST_BYTES;
    int files = 0;
    for (String mention : mentions) {
      for (String path : paths(mention)) {
        if (files == MOST_FILES || room <= 0) {
          parts.add(
              new Part.Text("[More files are mentioned than fit; read the rest with read_file.]"));
          told.accept("more files are mentioned than fit; the first " + files + " go along");
          return new Message.User(parts);
        }
        List<Part.Input> file = file(path);
        if (!file.isEmpty()) {
          files++;
          room -= file.getFirst() instanceof Part.Text text ? text.text().length() : 0;
          parts.addAll(file);
        }
      }
    }
    return new Message.User(parts);
  }

  /// A path as a prompt mentions it: quoted where it would end too early otherwise.
  public static String mention(String path) {
    boolean plain = !path.isEmpty() && SENTENCE_ENDS.indexOf(path.charAt(path.length() - 1)) < 0;
    for (int i = 0; i < path.length() && plain; i++) {
      plain = !Character.isWhitespace(path.charAt(i));
    }
    return plain && path.charAt(0) != '"' ? "@" + path : "@\"" + path.replace("\"", "\\\"") + "\"";
  }

  /// What stands behind an `@` that begins a word, without the punctuation that ends a sentence.
  public static List<String> mentions(String prompt) {
    var found = new ArrayList<String>();
    for (int at = prompt.indexOf('@'); at >= 0; at = prompt.indexOf('@', at + 1)) {
      if (at > 0
          && !Character.isWhitespace(prompt.charAt(at - 1))
          && "([{<\"'`".indexOf(prompt.charAt(at - 1)) < 0) {
        continue;
      }
      int from = at + 1;
      int end;
      if (from < prompt.length() && prompt.charAt(from) == '"') {
        from++;
        end = from;
        while (end < prompt.length() && (prompt.charAt(end) != '"' || isEscaped(prompt, end))) {
          end++;
        }
        if (end == prompt.length()) {
          continue;
        }
      } else {
        end = from;
        while (end < prompt.length() && !Character.isWhitespace(prompt.charAt(end))) {
          end++;
        }
        while (end > from && SENTENCE_ENDS.indexOf(prompt.charAt(end - 1)) >= 0) {
          end--;
        }
      }
      String mention = prompt.substring(from, end);
      if (prompt.charAt(from - 1) == '"') {
        mention = mention.replace("\\\"", "\"");
      }
      if (!mention.isEmpty() && !found.contains(mention)) {
        found.add(mention);
      }
    }
    return found;
  }

  private static boolean isEscaped(String prompt, int at) {
    return prompt.charAt(at - 1) == '\\';
  }

  /// What goes along with a prompt that was read here, in lines for the person who sent it; none if
  /// it mentions nothing.
  public static List<String> along(Message.User prompt) {
    int first = 0;
    // What the person's own commands printed stands before their words.
    while (first + 1 < prompt.content().size()
        && prompt.content().get(first) instanceof Part.Text before
        && before.text().startsWith("<user-command ")) {
      first++;
    }
    if (!(prompt.content().get(first) instanceof Part.Text said)) {
      return List.of();
    }
    List<String> mentions = mentions(said.text());
    if (mentions.isEmpty()) {
      return List.of();
    }
    var along = new ArrayList<String>();
    var known = new ArrayList<String>();
    for (int i = first + 1; i < prompt.content().size(); i++) {
      Part.Input part = prompt.content().get(i);
      if (!(part instanceof Part.Text text)) {
        continue;
      }
      Matcher file = FILE.matcher(text.text());
      Matcher note = NOTE.matcher(text.text());
      if (file.matches()) {
        long lines = file.group(2).lines().count();
        known.add(file.group(1));
        along.add(file.group(1) + " (" + lines + (lines == 1 ? " line)" : " lines)"));
      } else if (note.matches()) {
        known.add(note.group(1).startsWith("@") ? note.group(1).substring(1) : note.group(1));
        if (note.group(2) == null) {
          along.add("the picture " + note.group(1));
        }
      }
    }
    var lines = new ArrayList<String>();
    if (!along.isEmpty()) {
      lines.add("with " + String.join(", ", along));
    }
    for (String mention : mentions) {
      // What looks like a path and leads nowhere was told when it was looked for.
      boolean name = mention.indexOf('/') < 0 && !Glob.isPattern(mention);
      if (name
          && known.stream().noneMatch(path -> isOf(mention, path))
          && lines.size() < MOST_TOLD) {
        lines.add("no file " + mention + ": sent as text");
      }
    }
    return lines;
  }

  /// Whether a mention, perhaps of some lines, is of this file.
  private static boolean isOf(String mention, String path) {
    return mention.equals(path) || mention.startsWith(path + ":") || path.equals(mention + "/");
  }

  private List<String> paths(String mention) throws InterruptedException {
    if (!Glob.isPattern(mention) || isFile(mention)) {
      return List.of(mention);
    }
    try {
      Glob glob = Glob.of(mention);
      return editing
          .view()
          .walk(WalkOptions.DEFAULT)
          .find(
              workspace.root(),
              (path, kind) -> kind == FileStat.Kind.FILE && glob.matches(path),
              MOST_FILES)
          .paths();
    } catch (PathException | IOException noPattern) {
      return List.of();
    }
  }

  /// The file framed for the model, a picture as such; empty when there is none.
  private List<Part.Input> file(String path) throws InterruptedException {
    try {
      Optional<Part.Image> outside = handed == null ? Optional.empty() : handed.read(path);
      if (outside.isPresent()) {
        return List.of(new Part.Text("[" + path + ":]"), outside.get());
      }
      ProjectView view = editing.view();
      Selector.Target target = view.target(path);
      Optional<Address> address = addresses.at(target.path(), view);
      if (address.isPresent()) {
        return address(address.get(), target.selector());
      }
      ReadResult read = view.read(target.path(), target.selector(), limits);
      if (read instanceof ReadResult.Binary binary) {
        Optional<Part.Image> picture = Pictures.of(view, binary);
        if (picture.isPresent()) {
          return List.of(new Part.Text("[" + binary.path() + ":]"), picture.get());
        }
      }
      ToolResult shown = presentation.present(read, workspace);
      return List.of(
          new Part.Text(
              "<file path=\""
                  + read.path()
                  + "\""
                  + version(read)
                  + ">\n"
                  + shown.text()
                  + "\n</file>"));
    } catch (PathException refused) {
      if (!isMeant(path, refused)) {
        return List.of();
      }
      List<Part.Input> note = unshown(path, reason(refused));
      // The model finds out by itself whether there is such a file by now.
      return refused.kind() == PathException.Kind.NOT_FOUND ? List.of() : note;
    } catch (IOException unreadable) {
      return unshown(path, "it cannot be read: " + unreadable.getMessage());
    } catch (ToolException unshowable) {
      return unshown(path, String.valueOf(unshowable.getMessage()));
    }
  }

  /// What lies at an address; nothing for one that nobody here knows, which is a word like others.
  private List<Part.Input> address(Address address, Selector selector)
      throws ToolException, InterruptedException {
    if (!addresses.knows(address)) {
      return List.of();
    }
    AddressContent content = addresses.read(address, selector, limits, Permits.nothingMore());
    return List.of(
        new Part.Text(
            "<file path=\""
                + address.text()
                + "\">\n"
                + Presentation.present(content).text()
                + "\n</file>"));
  }

  private List<Part.Input> unshown(String path, String why) {
    told.accept("@" + path + " does not go along: " + why);
    return List.of(new Part.Text("[@" + path + " is not shown: " + why + "]"));
  }

  private static String reason(PathException refused) {
    return refused.decision().endsWith("leads=outside")
        ? "it lies outside the project; add its folder to roots.readOnly in your configuration to"
            + " have it read"
        : String.valueOf(refused.getMessage());
  }

  /// Whether a word was meant as a path: `@Override`, `@someone` and `@types/node` are none.
  private boolean isMeant(String path, PathException refused) {
    return switch (refused.kind()) {
      case DENIED -> true;
      case INVALID -> false;
      case NOT_FOUND -> {
        int slash = path.indexOf('/');
        yield path.startsWith("/")
            || path.startsWith("./")
            || path.startsWith("../")
            || path.startsWith("~/")
            || (slash > 0 && isFolder(path.substring(0, slash)));
      }
    };
  }

  /// Whether what looks like a pattern is a name, as `[id].tsx`.
  private boolean isFile(String name) {
    try {
      return Files.exists(workspace.root().resolve(name));
    } catch (InvalidPathException noName) {
      return false;
    }
  }

  private boolean isFolder(String name) {
    try {
      return Files.isDirectory(workspace.root().resolve(name));
    } catch (InvalidPathException noName) {
      return false;
    }
  }

  private static String version(ReadResult read) {
    return read instanceof ReadResult.Text text && text.version() != null
        ? " version=\"" + text.version().version() + "\" sha256=\"" + text.version().sha256() + "\""
        : "";
  }
}
