package dev.tenon.core.change.weave;

import dev.tenon.core.change.journal.Blobs;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.journal.Umask;
import dev.tenon.core.text.Encoding;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One staged file: what it was when it was first touched, and the layers of changes since. Which
/// text it has depends on the hunks in force. Used under the lock of
/// [dev.tenon.core.change.review.Staging].
public final class WorkingBuffer {
  private final String id;
  private final String basePath;
  private final @Nullable RawText base;
  private final RawText form;
  private final HunkGuard guard;
  private final Blobs blobs;
  private final List<WovenLayer> layers = new ArrayList<>();
  private List<StagedHunk> hunks = List.of();
  private State state = State.OPEN;
  private @Nullable Latest latest;

  /// The content that was asked for last; it is asked for again and again.
  private record Latest(Weave weave, BitSet active, Content content) {}

  /// Whether the last layer takes more changes.
  public enum State {
    OPEN,
    /// Something was decided since, so the next change begins a layer.
    DECIDED
  }

  private WorkingBuffer(
      String id,
      String basePath,
      @Nullable RawText base,
      RawText form,
      HunkGuard guard,
      Blobs blobs) {
    this.id = id;
    this.basePath = basePath;
    this.base = base;
    this.form = form;
    this.guard = guard;
    this.blobs = blobs;
  }

  /// A file that is on the disk.
  ///
  /// @param blobs where the bytes of whole files are
  public static WorkingBuffer of(
      String id, String path, RawText base, HunkGuard guard, Blobs blobs) {
    return new WorkingBuffer(id, path, base, base, guard, blobs);
  }

  /// A file that is to be made.
  public static WorkingBuffer created(
      String id, String path, Encoding encoding, HunkGuard guard, Blobs blobs) {
    var form = new RawText(encoding, Umask.newFile(), List.of());
    return new WorkingBuffer(id, path, null, form, guard, blobs);
  }

  public String id() {
    return id;
  }

  public String basePath() {
    return basePath;
  }

  /// What it was when it was first touched; null if there was no file.
  public @Nullable RawText base() {
    return base;
  }

  public Encoding encoding() {
    return form.encoding();
  }

  public List<WovenLayer> layers() {
    return List.copyOf(layers);
  }

  public State state() {
    return state;
  }

  public void decided() {
    state = State.DECIDED;
  }

  public List<StagedHunk> hunks() {
    return hunks;
  }

  private void layersChanged() {
    var all = new ArrayList<StagedHunk>();
    layers.forEach(layer -> all.addAll(layer.hunks()));
    hunks = List.copyOf(all);
  }

  public Weave weave() {
    return layers.isEmpty() ? baseWeave() : layers.getLast().weave();
  }

  private Weave baseWeave() {
    return Weave.of(base == null ? List.of() : base.lines());
  }

  public WovenLayer.Place place(BitSet active) {
    WovenLayer.Place place = basePlace();
    for (WovenLayer layer : layers) {
      place = layer.after(place, active);
    }
    return place;
  }

  public WovenLayer.Place basePlace() {
    return new WovenLayer.Place(
        basePath, base == null ? WovenLayer.Presence.ABSENT : WovenLayer.Presence.PRESENT);
  }

  /// Whether the file is where it was, whichever hunks are in force.
  public boolean stays() {
    for (StagedHunk hunk : hunks) {
      if (hunk.kind() != Hunk.Kind.EDIT) {
        return false;
      }
    }
    return true;
  }

  /// The file with these hunks in force, or null for none.
  public @Nullable Content content(BitSet active) {
    return place(active).present() ? written(active) : null;
  }

  /// The text with these hunks in force as a file.
  public Content written(BitSet active) {
    Weave weave = weave();
    Latest known = latest;
    if (known == null || !known.weave.equals(weave) || !known.active.equals(active)) {
      known = new Latest(weave, (BitSet) active.clone(), text(active).content(blobs));
      latest = known;
    }
    return known.content;
  }

  public RawText text(BitSet active) {
    return form.withLines(weave().text(active));
  }

  /// The text before a layer, as it was when the layer began.
  public RawText before(int layer) {
    Weave weave = layer == 0 ? baseWeave() : layers.get(layer - 1).weave();
    return form.withLines(weave.text(activeAt(layer)));
  }

  /// The text that a layer left behind.
  public RawText after(int layer) {
    List<String> lines = before(layer).lines();
    for (StagedChange change : layers.get(layer).layer().changes()) {
      lines = change.patch().apply(lines);
    }
    return form.withLines(lines);
  }

  /// The first layer of a prompt for which the agent changed the file, or -1.
  public int firstLayerOf(String checkpoint) {
    int first = -1;
    boolean agent = false;
    for (int i = 0; i < layers.size(); i++) {
      Layer layer = layers.get(i).layer();
      if (layer.checkpoint().equals(checkpoint)) {
        first = first < 0 ? i : first;
        agent |= layer.origin() != Origin.USER;
      }
    }
    return agent ? first : -1;
  }

  private BitSet activeAt(int layer) {
    Set<String> without = layers.get(layer).layer().without();
    return known(layer, without);
  }

  private BitSet known(int layers, Set<String> without) {
    var active = new BitSet();
    for (WovenLayer layer : this.layers.subList(0, layers)) {
      for (StagedHunk hunk : layer.hunks()) {
        if (!without.contains(hunk.id())) {
          active.set(hunk.number());
        }
      }
    }
    return active;
  }

  /// Adds a change to the last layer, or begins one.
  ///
  /// @param without the hunks that are rejected now
  public void add(
      StagedChange change, String checkpoint, Set<String> without, List<Layer.Vacated> vacated) {
    Layer last = layers.isEmpty() ? null : layers.getLast().layer();
    boolean more =
        last != null
            && state == State.OPEN
            && last.origin() == change.by().origin()
            && last.checkpoint().equals(checkpoint);
    if (more && last != null) {
      layers.removeLast();
      layersChanged();
      add(last.with(change, vacated));
    } else {
      add(
          new Layer(
              change.by().origin(), checkpoint, without, List.of(change), vacated, List.of()));
    }
    state = State.OPEN;
  }

  /// What a hunk about the whole file does, in a line; empty for one about lines.
  public String described(StagedHunk hunk) {
    return hunk.isWhole() ? WholeFile.described(hunk.blocks(), form.encoding()) : "";
  }

  /// Weaves a whole layer in.
  public void add(Layer layer) {
    BitSet active = known(layers.size(), layer.without());
    var weaving = new LayerWeaver(id, layers.size(), weave(), hunks(), active);
    layers.add(weaving.weave(layer, place(active), guard));
    layersChanged();
  }

  /// The same file as it is now, to come back to.
  public WorkingBuffer copy() {
    WorkingBuffer copy = until(layers.size());
    copy.state = state;
    return copy;
  }

  /// The same file without this layer and all after it.
  public WorkingBuffer until(int layer) {
    var copy = new WorkingBuffer(id, basePath, base, form, guard, blobs);
    copy.layers.addAll(layers.subList(0, layer));
    copy.layersChanged();
    copy.state = State.DECIDED;
    return copy;
  }
}
