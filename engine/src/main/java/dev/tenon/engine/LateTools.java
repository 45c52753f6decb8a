package dev.tenon.engine;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.helper.HelperNode;
import dev.tenon.core.tool.DeferredTools;
import dev.tenon.core.tool.SchemaTool;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolShelf;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The tools of a conversation that turned up after its beginning. They stand on every shelf that
/// the conversation has, in the order in which they came, and those of servers on the shelves of
/// its helpers, as far as their agents have them. Safe for several threads.
public final class LateTools {
  private final ToolPlacement placement;
  private final Map<String, Late> all = new LinkedHashMap<>();
  private final Map<String, Share> helpers = new LinkedHashMap<>();
  private final Map<String, String> lacking = new LinkedHashMap<>();
  private @Nullable ToolShelf shelf;
  private volatile @Nullable DeferredTools deferred;
  private volatile @Nullable OfHelpers own;

  private record Late(Tool<?> tool, ToolShelf.Place place) {}

  /// What a helper has of them.
  ///
  /// @param apart whether it works on files of its own
  /// @param lacking what it misses beside what all miss
  private record Share(
      ToolShelf shelf, AgentDefinition.Tools tools, boolean apart, Map<String, String> lacking) {}

  /// Whoever has tools for single helpers, such as those of the servers that an agent's file writes
  /// down.
  public interface OfHelpers {
    /// A helper is about to begin. Its tools are put on its shelf now or later.
    void begins(HelperNode helper, HelperShelf shelf) throws InterruptedException;

    /// What was there for a helper ends.
    void ended(String helper);
  }

  /// Where the tools of one helper stand. They are declared in every request, as far as its agent
  /// has them.
  public final class HelperShelf {
    private final String helper;

    private HelperShelf(String helper) {
      this.helper = helper;
    }

    /// Answers false when there is a tool of that name, the agent does not have it, or the helper
    /// has ended.
    public boolean add(Tool<?> tool) {
      synchronized (LateTools.this) {
        Share share = helpers.get(helper);
        return share != null
            && share.tools.has(tool.name())
            && share.shelf.add(tool, ToolShelf.Place.UP_FRONT);
      }
    }

    public void replace(Tool<?> tool) {
      synchronized (LateTools.this) {
        Share share = helpers.get(helper);
        if (share != null) {
          share.shelf.replace(tool);
        }
      }
    }

    public void remove(String name) {
      synchronized (LateTools.this) {
        Share share = helpers.get(helper);
        if (share != null) {
          share.shelf.remove(name);
        }
      }
    }

    /// As for the conversation.
    public void lacking(String prefix, @Nullable String why) {
      synchronized (LateTools.this) {
        Share share = helpers.get(helper);
        if (share != null) {
          missing(share.lacking, prefix, why);
          tellLacking(share);
        }
      }
    }
  }

  LateTools(ToolPlacement placement) {
    this.placement = placement;
  }

  /// Adds one to the shelf of now and of later. Answers false when there is a tool of that name, or
  /// it is off.
  synchronized boolean add(Tool<?> tool, ToolShelf.Place usual) {
    boolean upFront = placement.isUpFront(tool.name());
    ToolShelf.Place place = upFront ? ToolShelf.Place.UP_FRONT : usual;
    if (all.containsKey(tool.name()) || (shelf != null && !shelf.add(tool, place))) {
      return false;
    }
    var late = new Late(tool, place);
    all.put(tool.name(), late);
    helpers.forEach((helper, share) -> stand(helper, share, late));
    return true;
  }

  /// These stand on the shelf of now and of later, and are made when somebody looks for one.
  /// Answers false where the settings name tools of servers, which have to be looked at first.
  public synchronized boolean defer(DeferredTools tools) {
    if (placement.namesServers()) {
      return false;
    }
    deferred = tools;
    if (shelf != null) {
      shelf.defer(tools);
    }
    return true;
  }

  /// Puts another tool in the place of the one of its name, where there is one.
  public synchronized void replace(Tool<?> tool) {
    Late known = all.get(tool.name());
    if (known == null) {
      return;
    }
    all.put(tool.name(), new Late(tool, known.place));
    if (shelf != null) {
      shelf.replace(tool);
    }
    helpers.forEach(
        (helper, share) -> {
          if (tool instanceof SchemaTool.Shared shared) {
            share.shelf.replace(shared.forHelper(helper));
          }
        });
  }

  /// Takes one away; it may come again.
  public synchronized void remove(String name) {
    all.remove(name);
    if (shelf != null) {
      shelf.remove(name);
    }
    helpers.values().forEach(share -> share.shelf.remove(name));
  }

  /// Tools that were to come are not there; whoever looks for them is told why.
  ///
  /// @param prefix the beginning of their names
  /// @param why null when nothing is wrong any more
  public synchronized void lacking(String prefix, @Nullable String why) {
    missing(lacking, prefix, why);
    if (shelf != null) {
      shelf.lacking(lacking);
    }
    helpers.values().forEach(this::tellLacking);
  }

  private static void missing(Map<String, String> all, String prefix, @Nullable String why) {
    if (why == null) {
      all.remove(prefix);
    } else {
      all.put(prefix, why);
    }
  }

  private void tellLacking(Share share) {
    var both = new LinkedHashMap<>(lacking);
    both.putAll(share.lacking);
    share.shelf.lacking(both);
  }

  /// From now on this one has tools for single helpers.
  public void serveHelpers(OfHelpers tools) {
    own = tools;
  }

  /// A helper that stands on its shelf gets the tools that are there for it alone.
  void begin(HelperNode helper) throws InterruptedException {
    OfHelpers tools = own;
    if (tools != null) {
      tools.begins(helper, new HelperShelf(helper.id()));
    }
  }

  /// The conversation has this shelf from now on.
  synchronized void standOn(ToolShelf now) {
    shelf = now;
    all.values().forEach(late -> now.add(late.tool, late.place));
    DeferredTools waiting = deferred;
    if (waiting != null && waiting.count() > 0) {
      now.defer(waiting);
    }
    now.lacking(lacking);
  }

  /// A helper has this shelf until it leaves.
  ///
  /// @param tools what its agent has
  /// @param apart whether it works on files of its own, where nothing may change those of others
  void standOn(String helper, ToolShelf its, AgentDefinition.Tools tools, boolean apart) {
    DeferredTools waiting = deferred;
    if (waiting != null) {
      waiting.load();
    }
    synchronized (this) {
      var share = new Share(its, tools, apart, new LinkedHashMap<>());
      helpers.put(helper, share);
      all.values().forEach(late -> stand(helper, share, late));
      tellLacking(share);
    }
  }

  private static void stand(String helper, Share share, Late late) {
    if (late.tool instanceof SchemaTool.Shared shared
        && share.tools.has(shared.name())
        && !(share.apart && shared.worksInProject())) {
      boolean named = !share.tools.allowed().isEmpty();
      share.shelf.add(shared.forHelper(helper), named ? ToolShelf.Place.UP_FRONT : late.place);
    }
  }

  /// A helper has ended.
  ///
  /// @param late null where there are none
  static void leave(@Nullable LateTools late, String helper) {
    if (late != null) {
      late.leave(helper);
    }
  }

  private synchronized void leave(String helper) {
    if (helpers.remove(helper) != null) {
      OfHelpers tools = own;
      if (tools != null) {
        tools.ended(helper);
      }
      for (Late late : all.values()) {
        if (late.tool instanceof SchemaTool.Shared shared) {
          shared.helperEnded(helper);
        }
      }
    }
  }
}
