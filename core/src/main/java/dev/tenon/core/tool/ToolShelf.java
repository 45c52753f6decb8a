package dev.tenon.core.tool;

import dev.tenon.core.model.ToolSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All tools of a conversation and where each stands: *up front*, declared in every request; on the
/// *shelf*, declared only after the model has taken it, behind all others and in the order of
/// taking, so that a request begins byte for byte as the one before it; or *off*. Where something
/// is on the shelf, the tool [MoreTools] stands last among those up front.
///
/// Safe for several threads. What was taken belongs to the conversation; tools that turn up later,
/// such as those of a server that had to be started first, can be added.
public final class ToolShelf {
  /// The name of the tool that gives the others.
  public static final String MORE_TOOLS = MoreTools.NAME;

  /// Replaced as a whole, like [#off].
  private volatile List<Tool<?>> upFront;

  private final Map<String, Tool<?>> shelved;

  /// Those up front that were not there from the beginning.
  private final Map<String, Tool<?>> arrived = new LinkedHashMap<>();

  private volatile Map<String, String> off;

  /// Why tools whose names begin so are not there, though somebody wanted them to be.
  private volatile Map<String, String> lacking = Map.of();

  /// On the shelf, too, as soon as somebody looks for one. Loaded by whoever holds no lock of this.
  private volatile @Nullable DeferredTools deferred;

  private final TakenTools taken;
  private final MoreTools more = new MoreTools(this);

  /// Where a tool stands.
  public enum Place {
    UP_FRONT,
    SHELF,
    OFF
  }

  /// @param off why, by the name of the tool; a tool of that name is left out wherever it stands,
  ///   also [MoreTools]
  /// @param taken what the conversation has taken so far
  public ToolShelf(
      List<? extends Tool<?>> upFront,
      List<? extends Tool<?>> shelved,
      Map<String, String> off,
      TakenTools taken) {
    this.off = Collections.unmodifiableMap(new LinkedHashMap<>(off));
    this.taken = taken;
    this.shelved = new LinkedHashMap<>();
    for (Tool<?> tool : shelved) {
      if (!off.containsKey(tool.name()) && this.shelved.put(tool.name(), tool) != null) {
        throw new IllegalArgumentException("two tools are called " + tool.name());
      }
    }
    var front = new ArrayList<Tool<?>>();
    for (Tool<?> tool : upFront) {
      if (!off.containsKey(tool.name())) {
        front.add(tool);
      }
    }
    if (!this.shelved.isEmpty() && !off.containsKey(MoreTools.NAME)) {
      front.add(more);
    }
    this.upFront = List.copyOf(front);
  }

  /// Everything up front.
  public static ToolShelf allUpFront(List<? extends Tool<?>> tools) {
    return new ToolShelf(tools, List.of(), Map.of(), new TakenTools());
  }

  /// Adds a tool. One up front is declared from the next request on, behind everything that was
  /// declared before, as if it had been taken: so a request goes on to begin as the one before it.
  /// Answers false when there is a tool of that name, or it is off.
  ///
  /// @param place up front or on the shelf
  public synchronized boolean add(Tool<?> tool, Place place) {
    if (place == Place.OFF) {
      throw new IllegalArgumentException(tool.name() + " would be added to be off");
    }
    if (standing(tool.name()) != null) {
      return false;
    }
    if (place == Place.UP_FRONT) {
      arrive(tool);
      return true;
    }
    shelved.put(tool.name(), tool);
    offerMore();
    return true;
  }

  /// Has these on the shelf, too.
  public synchronized void defer(DeferredTools tools) {
    deferred = tools;
    offerMore();
  }

  private void offerMore() {
    if (standing(MoreTools.NAME) == null) {
      arrive(more);
    }
  }

  /// Answers whether anything came.
  private boolean load() {
    DeferredTools waiting = deferred;
    if (waiting == null || waiting.count() == 0) {
      return false;
    }
    waiting.load();
    return true;
  }

  /// Takes a tool away for the rest of the conversation, wherever it stands.
  ///
  /// @param why as for those that were off from the beginning
  synchronized void withdraw(String name, String why) {
    shelved.remove(name);
    arrived.remove(name);
    var front = new ArrayList<Tool<?>>(upFront);
    front.removeIf(tool -> tool.name().equals(name));
    upFront = List.copyOf(front);
    var reasons = new LinkedHashMap<>(off);
    reasons.put(name, why);
    off = Collections.unmodifiableMap(reasons);
  }

  /// Puts another tool where one of its name stands, since it is described otherwise now. Answers
  /// whether there was one that had come later.
  public synchronized boolean replace(Tool<?> tool) {
    return shelved.replace(tool.name(), tool) != null || arrived.replace(tool.name(), tool) != null;
  }

  /// Takes away a tool that is not there any more; it may come again.
  public synchronized void remove(String name) {
    shelved.remove(name);
    arrived.remove(name);
  }

  /// Says why tools are not there, to whoever looks for them.
  ///
  /// @param why by the beginning of their names
  public void lacking(Map<String, String> why) {
    lacking = Collections.unmodifiableMap(new LinkedHashMap<>(why));
  }

  Map<String, String> lacking() {
    return lacking;
  }

  /// Why there is no tool of that name, where that is known.
  @Nullable String whyLacking(String name) {
    for (Map.Entry<String, String> each : lacking.entrySet()) {
      if (name.startsWith(each.getKey())) {
        return each.getValue();
      }
    }
    return null;
  }

  private void arrive(Tool<?> tool) {
    arrived.put(tool.name(), tool);
    taken.take(tool.name(), "");
  }

  /// Those that every request declares from the beginning, in order.
  public List<Tool<?>> upFront() {
    return upFront;
  }

  /// Those on the shelf, whether they were taken or not, in order.
  public List<Tool<?>> shelved() {
    load();
    return present();
  }

  private synchronized List<Tool<?>> present() {
    return List.copyOf(shelved.values());
  }

  /// The names of those on the shelf, in order, unless they are many; their number otherwise.
  ///
  /// @param longest how many characters of names are not many
  synchronized String named(int longest) {
    DeferredTools waiting = deferred;
    int more = waiting == null ? 0 : waiting.count();
    String names = more > 0 ? "" : String.join(", ", shelved.keySet());
    return more > 0 || names.length() > longest ? shelved.size() + more + " of them." : names + ".";
  }

  /// All that can be called and are made, in no particular order of requests.
  synchronized List<Tool<?>> all() {
    var all = new ArrayList<>(upFront);
    all.addAll(shelved.values());
    all.addAll(arrived.values());
    return all;
  }

  /// The tool of that name that can be called, or null.
  @Nullable Tool<?> find(String name) {
    Tool<?> found = made(name);
    return found == null && load() ? made(name) : found;
  }

  private synchronized @Nullable Tool<?> made(String name) {
    Tool<?> found = shelved.get(name);
    if (found == null) {
      found = arrived.get(name);
    }
    for (int i = 0; found == null && i < upFront.size(); i++) {
      found = upFront.get(i).name().equals(name) ? upFront.get(i) : null;
    }
    return found;
  }

  /// What is off, and why.
  public Map<String, String> off() {
    return off;
  }

  /// The tool that gives those on the shelf, whether it is declared or not.
  public Tool<?> moreTools() {
    return more;
  }

  public TakenTools taken() {
    return taken;
  }

  /// Where a tool stands, or null if there is none of that name. What was taken stays a tool of the
  /// shelf.
  public @Nullable Place place(String name) {
    Place found = standing(name);
    return found == null && load() ? standing(name) : found;
  }

  private synchronized @Nullable Place standing(String name) {
    if (off.containsKey(name)) {
      return Place.OFF;
    }
    if (shelved.containsKey(name)) {
      return Place.SHELF;
    }
    return made(name) == null ? null : Place.UP_FRONT;
  }

  /// The tool of that name on the shelf, or null.
  @Nullable Tool<?> onShelf(String name) {
    Tool<?> found = shelvedAs(name);
    DeferredTools waiting = deferred;
    if (found != null || waiting == null || waiting.count() == 0 || made(name) != null) {
      return found;
    }
    return load() ? shelvedAs(name) : null;
  }

  private synchronized @Nullable Tool<?> shelvedAs(String name) {
    return shelved.get(name);
  }

  /// Those that were taken and are there, in the order of taking.
  List<Tool<?>> declaredFromShelf() {
    loadTaken();
    return takenFromShelf();
  }

  /// What was taken in an earlier run has to be there.
  private void loadTaken() {
    for (String name : taken.names()) {
      if (made(name) == null && load()) {
        return;
      }
    }
  }

  private synchronized List<Tool<?>> takenFromShelf() {
    var tools = new ArrayList<Tool<?>>();
    if (!shelved.isEmpty()) {
      for (String name : taken.names()) {
        Tool<?> tool = shelved.get(name);
        if (tool != null) {
          tools.add(tool);
        }
      }
    }
    return tools;
  }

  /// What the next request declares behind [#upFront]: those that were taken and those that were
  /// added up front, in the order of both. Going back to an earlier point takes none away that is
  /// up front.
  List<Tool<?>> declaredBehind() {
    loadTaken();
    return takenAndArrived();
  }

  private synchronized List<Tool<?>> takenAndArrived() {
    if (arrived.isEmpty()) {
      return takenFromShelf();
    }
    var tools = new ArrayList<Tool<?>>();
    var left = new LinkedHashMap<>(arrived);
    for (String name : taken.names()) {
      Tool<?> late = left.remove(name);
      Tool<?> tool = late == null ? shelved.get(name) : late;
      if (tool != null) {
        tools.add(tool);
      }
    }
    tools.addAll(left.values());
    return tools;
  }

  /// Which of these, taken at an earlier time, the model cannot have any more.
  public List<String> missing(List<String> names) {
    var missing = new ArrayList<String>();
    for (String name : names) {
      Place place = place(name);
      if (place == null || place == Place.OFF) {
        missing.add(name);
      }
    }
    return missing;
  }

  /// A tool as the model sees it.
  public static ToolSpec spec(Tool<?> tool) {
    return new ToolSpec(
        tool.name(),
        tool.description(),
        tool instanceof SchemaTool given
            ? new GivenSchema(given.schema()).json()
            : Schema.of(tool.parameters()).json());
  }
}
