package dev.tenon.engine;

import dev.tenon.core.change.Editing;
import dev.tenon.core.change.layer.LayerFile;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.helper.HelperNode;
import dev.tenon.core.helper.HelperOpener.UnusableException;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.permission.ProtectedPaths;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.command.CommandWall;
import dev.tenon.engine.command.HomeFolders;
import dev.tenon.engine.command.ModeGuard;
import dev.tenon.engine.layer.HelperLayer;
import dev.tenon.engine.layer.HelperLayers;
import dev.tenon.engine.layer.LeftLayer;
import dev.tenon.engine.layer.MovedPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// On what the helpers of a conversation work: the project, or layers apart from it, and what
/// becomes of those. Safe for several threads.
final class IsolatedHelpers {
  private final Project project;
  private final HelperConversations.Root root;
  private final Map<String, HelperLayer> layers = new HashMap<>();
  private final Map<String, CommandWall> walls = new HashMap<>();

  IsolatedHelpers(Project project, HelperConversations.Root root) {
    this.project = project;
    this.root = root;
  }

  /// The files that a helper works on, and what holds it there.
  ///
  /// @param elsewhere null where it works in the project's own folders
  record Place(Workspace workspace, Editing editing, @Nullable Elsewhere elsewhere) {

    /// What stands around its commands.
    Confinement confinement(ModeGuard person) {
      return elsewhere == null ? person.confinement() : elsewhere.wall.in(person.mode());
    }

    /// What decides about its accesses.
    Policy policy(Policy ceiling) {
      return elsewhere == null ? ceiling : elsewhere.policy(ceiling, workspace.root());
    }
  }

  /// Another folder in the project's place.
  record Elsewhere(Project project, CommandWall wall, Policy there) {
    Policy policy(Policy ceiling, Path folder) {
      return new MovedPolicy(ceiling, there, folder, project.root());
    }
  }

  private Place at(HelperLayer layer) {
    Workspace workspace = layer.workspace();
    Path folder = workspace.root();
    Elsewhere elsewhere = null;
    if (!folder.equals(project.root())) {
      Rules rules = ProjectParts.rules(project.settings(), folder);
      var wall =
          new CommandWall(
              project.settings().sandbox(), project.home(), workspace.sandbox().roots(), rules);
      synchronized (this) {
        walls.put(layer.id(), wall);
      }
      var paths = ProtectedPaths.of(workspace.sandbox(), HomeFolders.home(), project.home());
      Policy there = ModeGuard.of(Mode.EDIT, wall, new RuleBook(rules, null), paths).policy();
      elsewhere = new Elsewhere(project, wall, there);
    }
    return new Place(workspace, layer.editing(), elsewhere);
  }

  /// Where a helper works. One that works for an isolated helper works with it.
  Place place(HelperNode helper) throws IOException, UnusableException {
    for (HelperNode above = helper.caller(); above != null; above = above.caller()) {
      HelperLayer shared = layer(above.id());
      if (shared != null) {
        return at(shared);
      }
    }
    if (isReviewed()) {
      return new Place(project.workspace(), project.editing(), null);
    }
    requireMerged(helper.id());
    if (helper.limits().isolation() == AgentDefinition.Isolation.NONE) {
      return new Place(project.workspace(), project.editing(), null);
    }
    try {
      HelperLayer layer = opened(helper);
      synchronized (this) {
        layers.put(helper.id(), layer);
      }
      return at(layer);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new UnusableException("stopped before its layer was there");
    }
  }

  /// One that worked in the layer of its caller does not go on in the project while that is apart.
  private void requireMerged(String id) throws IOException, UnusableException {
    for (int dot = id.lastIndexOf('.'); dot > 0; dot = id.lastIndexOf('.', dot - 1)) {
      String above = id.substring(0, dot);
      String name = LeftLayer.name(above, session());
      for (LeftLayer left : project.layers().left()) {
        if (left.name().equals(name) && !left.state().equals(LeftLayer.MERGED)) {
          throw new UnusableException(
              "it worked in the "
                  + left.kind()
                  + " of "
                  + above
                  + ", which is not merged; resume "
                  + above
                  + ", or merge that first: 'tenon agents merge "
                  + name
                  + "'");
        }
      }
    }
  }

  private String session() {
    String session = root.session();
    return session == null ? project.journal().session() : session;
  }

  private HelperLayer opened(HelperNode helper) throws IOException, InterruptedException {
    return project
        .layers()
        .open(
            helper.id(),
            session(),
            helper.limits().isolation() == AgentDefinition.Isolation.WORKTREE
                ? HelperLayers.Apart.WORKTREE
                : HelperLayers.Apart.LAYER);
  }

  private synchronized @Nullable HelperLayer layer(String id) {
    return layers.get(id);
  }

  /// Whether edits wait for a review anyway, so that everybody works on the same buffers.
  private boolean isReviewed() {
    return project.staged().isPresent();
  }

  /// Gives the layer of a helper back that could not begin.
  synchronized void give(HelperNode helper) {
    HelperLayer layer = layers.remove(helper.id());
    if (layer != null) {
      layer.close();
    }
    open(helper.id());
  }

  /// Takes the wall away around a folder in which nobody works any more.
  private synchronized void open(String id) {
    CommandWall wall = walls.remove(id);
    if (wall != null) {
      wall.close();
    }
  }

  /// What becomes of a helper's layer, in words for its caller.
  Helpers.Merged merge(HelperNode helper, Helpers.Ending ending) {
    HelperLayer layer;
    synchronized (this) {
      layer = layers.remove(helper.id());
    }
    open(helper.id());
    if (layer == null) {
      boolean wanted = helper.limits().isolation() != AgentDefinition.Isolation.NONE;
      return wanted && isReviewed()
          ? Helpers.Merged.all(
              "Not isolated: all edits wait for the person's review, and helpers share them.")
          : Helpers.Merged.NOTHING;
    }
    HelperLayers all = project.layers();
    try (layer) {
      List<LayerFile> files = layer.files();
      return ending == Helpers.Ending.COMPLETED || files.isEmpty()
          ? all.merge(layer, HelperLayers.Merge.of(project.settings().agents().merge()))
          : all.kept(layer, files);
    } catch (IOException unreadable) {
      return HelperLayers.unmerged(
          "Its " + layer.kind() + " is kept, but cannot be read: " + unreadable.getMessage());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return HelperLayers.unmerged("Its " + layer.kind() + " is kept; merging it was stopped.");
    }
  }
}
