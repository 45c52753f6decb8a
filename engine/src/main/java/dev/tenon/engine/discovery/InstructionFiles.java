package dev.tenon.engine.discovery;

import dev.tenon.core.json.Json;
import dev.tenon.core.prompt.ContextFile;
import dev.tenon.core.prompt.ContextFiles;
import dev.tenon.core.prompt.ContextRoom;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.walk.Glob;
import dev.tenon.engine.content.Head;
import dev.tenon.engine.content.OtherTool;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Finds the instructions of other tools, from the project's root up to the top of its repository,
/// in a stable order: the farthest folder first, then by tool and by name. Those that always count
/// go into the system prompt, those about files wait for the first such file, those with a
/// description are named to the model.
public final class InstructionFiles implements ContextFiles.Further {
  private static final int DEPTH = 5;
  private static final int MOST = 500;
  private static final int MOST_FOLDERS = 2_000;

  private final Set<OtherTool> off;
  private final List<Instruction> found = new ArrayList<>();
  private final Set<Path> repeated = new HashSet<>();
  private FileRules rules = FileRules.NONE;
  private int seen;
  private int folders;

  /// @param off tools whose files are not read
  public InstructionFiles(Set<OtherTool> off) {
    this.off = off;
  }

  /// A place that a tool has.
  ///
  /// @param endings of the files in a folder
  private record Place(OtherTool tool, String path, List<String> endings) {}

  /// The one that names others as `@path`, like `CLAUDE.md` beside it.
  private static final String IMPORTING = ".claude/CLAUDE.md";

  private static final List<String> TEXTS = List.of(".md", ".txt");
  private static final List<String> MARKDOWN = List.of(".md");
  private static final List<Place> PLACES =
      List.of(
          new Place(OtherTool.CLAUDE, IMPORTING, List.of()),
          new Place(OtherTool.CLAUDE, ".claude/rules", MARKDOWN),
          new Place(OtherTool.CODEX, ".codex/AGENTS.md", List.of()),
          new Place(OtherTool.COPILOT, ".github/copilot-instructions.md", List.of()),
          new Place(OtherTool.COPILOT, ".github/instructions", List.of(".instructions.md")),
          new Place(OtherTool.CURSOR, ".cursorrules", List.of()),
          new Place(OtherTool.CURSOR, ".cursor/rules", List.of(".mdc")),
          new Place(OtherTool.WINDSURF, ".windsurfrules", List.of()),
          new Place(OtherTool.WINDSURF, ".windsurf/rules", MARKDOWN),
          new Place(OtherTool.CLINE, ".clinerules", TEXTS),
          new Place(OtherTool.ROO, ".roorules", List.of()),
          new Place(OtherTool.ROO, ".roo/rules", TEXTS),
          new Place(OtherTool.KIRO, ".kiro/steering", MARKDOWN),
          new Place(OtherTool.PI, ".pi/APPEND_SYSTEM.md", List.of()));

  /// Everything that was found, in its order.
  public List<Instruction> found() {
    return List.copyOf(found);
  }

  /// Whether another file says the same.
  public boolean isRepeated(Instruction instruction) {
    return repeated.contains(instruction.file());
  }

  /// Those that come with files.
  public FileRules rules() {
    return rules;
  }

  @Override
  public List<ContextFile> in(ContextRoom room) {
    var levels = new ArrayList<Path>();
    for (Path level = room.root(); level != null; level = level.getParent()) {
      levels.addFirst(level);
      if (level.equals(room.top())) {
        break;
      }
    }
    for (Path level : levels) {
      if (Discovery.any(level)) {
        find(level, room);
      }
    }
    return taken(room);
  }

  private void find(Path level, ContextRoom room) {
    for (Place place : PLACES) {
      Path path = level.resolve(place.path());
      if (off.contains(place.tool()) || !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      if (Files.isDirectory(path)) {
        if (!place.endings().isEmpty()) {
          folder(path, place, level, room, new HashSet<>(), DEPTH);
        }
      } else {
        file(path, place.tool(), level, room);
      }
    }
    if (!off.contains(OtherTool.OPENCODE)) {
      opencode(level, room);
    }
  }

  /// @param entered the real folders of the place: links may lead from each to all others
  private void folder(
      Path folder, Place place, Path level, ContextRoom room, Set<Path> entered, int depth) {
    if (!room.leadsInside(folder) || !isNew(folder, entered)) {
      return;
    }
    for (Path entry : entries(folder, room)) {
      String name = String.valueOf(entry.getFileName());
      if (Files.isDirectory(entry)) {
        // Cline keeps prompts there that run when a person calls them, and are no rules.
        boolean called = place.tool() == OtherTool.CLINE && name.equals("workflows");
        if (depth > 0 && !called) {
          folder(entry, place, level, room, entered, depth - 1);
        }
      } else if (place.endings().stream().anyMatch(name::endsWith)) {
        file(entry, place.tool(), level, room);
      }
    }
  }

  private static boolean isNew(Path folder, Set<Path> entered) {
    try {
      return entered.add(folder.toRealPath());
    } catch (IOException gone) {
      return false;
    }
  }

  /// What is in a folder, in order; nothing once there were too many folders.
  private Set<Path> entries(Path folder, ContextRoom room) {
    if (++folders > MOST_FOLDERS) {
      if (folders == MOST_FOLDERS + 1) {
        room.warn(
            "instructions are looked for in "
                + MOST_FOLDERS
                + " folders; "
                + room.shown(folder)
                + " and those behind it were left out");
      }
      return Set.of();
    }
    var entries = new TreeSet<Path>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      files.forEach(entries::add);
    } catch (IOException unreadable) {
      room.warn(room.shown(folder) + " cannot be read and was left out");
    }
    return entries;
  }

  private void file(Path file, OtherTool tool, Path level, ContextRoom room) {
    String shown = room.shown(file);
    if (++seen > MOST) {
      if (seen == MOST + 1) {
        room.warn(
            "there are more than "
                + MOST
                + " files of instructions; "
                + shown
                + " and those"
                + " behind it were left out");
      }
      return;
    }
    for (Instruction known : found) {
      if (known.file().equals(file)) {
        return;
      }
    }
    if (!room.leadsInside(file)) {
      return;
    }
    ContextRoom.Excerpt excerpt = room.excerpt(file, shown);
    if (excerpt == null || excerpt.text().isEmpty()) {
      return;
    }
    try {
      InstructionHead.Read read = InstructionHead.of(tool, excerpt.text(), shown, room::warn);
      if (!read.body().isEmpty()) {
        found.add(
            new Instruction(tool, level, file, shown, read.when(), read.body(), excerpt.beyond()));
      }
    } catch (Head.Unreadable malformed) {
      room.warn(
          shown
              + ":"
              + malformed.line()
              + ": "
              + malformed.getMessage()
              + "; the file was left out");
    }
  }

  /// The files that `instructions` of `opencode.json` names.
  private void opencode(Path level, ContextRoom room) {
    for (String name : Discovery.OPENCODE) {
      // What is wrong with the file as a whole is told by whoever reads its permissions.
      OtherFile settings = OtherFile.read(level, name, problem -> {});
      if (settings == null) {
        continue;
      }
      int number = 0;
      for (var item : settings.value().array("instructions")) {
        String at = settings.at("/instructions/" + number++);
        if (!(item instanceof Json.Str text)) {
          room.warn(at + ": each of instructions must be a path");
          continue;
        }
        named(text.value(), level, at, room);
      }
    }
  }

  private void named(String path, Path level, String at, ContextRoom room) {
    if (path.startsWith("http://") || path.startsWith("https://")) {
      room.warn(at + ": instructions at an address are not fetched; copy them into the project");
      return;
    }
    if (path.startsWith("~") || path.startsWith("/") || path.contains("..")) {
      room.warn(at + ": '" + path + "' lies outside of the project and was left out");
      return;
    }
    if (!Glob.isPattern(path)) {
      if (Files.exists(level.resolve(path), LinkOption.NOFOLLOW_LINKS)) {
        file(level.resolve(path), OtherTool.OPENCODE, level, room);
      } else {
        room.warn(at + ": '" + path + "' is not there");
      }
      return;
    }
    try {
      matching(level, Glob.of(path), level, room, path.indexOf('/') < 0 ? 0 : DEPTH);
    } catch (PathException wrong) {
      room.warn(at + ": '" + path + "' cannot be used: " + wrong.getMessage());
    }
  }

  private void matching(Path folder, Glob glob, Path level, ContextRoom room, int depth) {
    for (Path entry : entries(folder, room)) {
      String name = String.valueOf(entry.getFileName());
      if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
        if (depth > 0 && !name.equals(".git") && !name.equals("node_modules")) {
          matching(entry, glob, level, room, depth - 1);
        }
      } else if (glob.matches(level.relativize(entry).toString().replace('\\', '/'))) {
        file(entry, OtherTool.OPENCODE, level, room);
      }
    }
  }

  /// Gives each its place.
  private List<ContextFile> taken(ContextRoom room) {
    var always = new ArrayList<ContextFile>();
    var waiting = new ArrayList<Instruction>();
    for (Instruction each : found) {
      if (each.when() instanceof Instruction.When.ByHand) {
        continue;
      }
      if (!room.isNew(each.text())) {
        repeated.add(each.file());
        continue;
      }
      // What lies above the project cannot be read by the model's tools.
      boolean above = !each.file().startsWith(room.root());
      switch (each.when()) {
        case Instruction.When.Always ignored -> always(each, room, always);
        case Instruction.When.ForFiles ignored ->
            waiting.add(each.given(room.cut(each.shown(), each.text(), each.beyond())));
        case Instruction.When.Described described -> {
          if (above) {
            always(each, room, always);
          } else {
            room.offer(each.shown(), described.description());
          }
        }
        case Instruction.When.ByHand ignored -> {}
      }
    }
    rules = waiting.isEmpty() ? FileRules.NONE : new FileRules(room.root(), waiting, room.left());
    return always;
  }

  /// With what it names as `@path`, where its tool reads that too.
  private static void always(Instruction each, ContextRoom room, List<ContextFile> files) {
    ContextFile taken = room.take(each.shown(), each.text(), each.beyond());
    if (taken == null) {
      return;
    }
    files.add(taken);
    if (each.file().endsWith(IMPORTING)) {
      files.addAll(room.imports(each.file(), taken.text()));
    }
  }
}
