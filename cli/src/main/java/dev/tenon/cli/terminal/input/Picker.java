package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.screen.Clusters;
import dev.tenon.cli.terminal.screen.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A list that is searched by typing, with columns, a preview of the marked item and keys of its
/// own. Every word that is typed has to fit, and the best fit comes first. What is done for a key
/// does not grow with anything but the number of items, and that by very little.
///
/// @param <T> what is picked from
public final class Picker<T> implements Menu {
  private static final int PLAIN_OPTIONS = 50;
  private static final int LONGEST_QUERY = 200;

  private final PickerSpec<T> spec;
  private final PickerView<T> view;
  private final StringBuilder query = new StringBuilder();
  private List<T> all;
  private @Nullable RowSearch index;
  private List<T> found;

  /// The most that were found, which is what there is room for.
  private int most;

  private int marked;
  private String notice = "";
  private final AtomicReference<@Nullable List<T>> arrived = new AtomicReference<>();
  private volatile Runnable changed = () -> {};
  private @Nullable T chosen;
  private @Nullable PickerAction<T> leftBy;

  /// What is asked about the marked item; null when nothing is.
  private @Nullable Question<T> question;

  /// A question that has the keys.
  ///
  /// @param field where the answer is typed; null for a yes or no
  record Question<T>(PickerAction<T> action, T item, String text, @Nullable TextField field) {}

  Picker(PickerSpec<T> spec, List<T> items) {
    this.spec = spec;
    this.all = List.copyOf(items);
    this.found = all;
    this.view = new PickerView<>(spec);
    view.forget(all);
    if (spec.finder != null) {
      find();
    }
  }

  /// Other items in place of these. The mark stays at the same item, or else at the same place.
  public void items(List<T> items) {
    T before = marked().orElse(null);
    int place = marked;
    all = List.copyOf(items);
    index = null;
    view.forget(all);
    find();
    marked = Math.clamp(place, 0, Math.max(0, found.size() - 1));
    if (before != null) {
      mark(before);
    }
  }

  /// The same from another thread: the items are there as soon as they are looked at.
  public void arrive(List<T> items) {
    arrived.set(items);
    changed.run();
  }

  private void takeArrived() {
    List<T> items = arrived.getAndSet(null);
    if (items != null) {
      items(items);
    }
  }

  @Override
  public void watch(Runnable then) {
    changed = then;
  }

  /// Marks an item, if it is shown.
  public void mark(T item) {
    Object same = spec.identity.apply(item);
    for (int i = 0; i < found.size(); i++) {
      if (spec.identity.apply(found.get(i)).equals(same)) {
        marked = i;
        return;
      }
    }
  }

  /// Forgets what was shown of the items, which have changed.
  public void refresh() {
    index = null;
    view.forget(all);
    find();
  }

  /// Marks what is shown last.
  public void markLast() {
    marked = Math.max(0, found.size() - 1);
  }

  public Optional<T> marked() {
    return found.isEmpty() ? Optional.empty() : Optional.of(found.get(marked));
  }

  public Optional<T> chosen() {
    return Optional.ofNullable(chosen);
  }

  /// The key with which the picker was left, if it was not Enter.
  public Optional<PickerAction<T>> leftBy() {
    return Optional.ofNullable(leftBy);
  }

  /// Says something until the next key.
  public void say(String words) {
    notice = words;
  }

  /// What is searched for.
  public String query() {
    return query.toString();
  }

  @Override
  public List<String> lines(int columns, int rows) {
    takeArrived();
    return view.lines(
        new PickerView.State<>(
            found, Math.max(all.size(), most), marked, query(), notice, question),
        columns,
        rows);
  }

  @Override
  public Optional<Rows.Caret> caret() {
    return view.caret();
  }

  @Override
  public Step press(Key key) {
    if (key == Key.Named.GONE) {
      return Step.CLOSED;
    }
    takeArrived();
    notice = "";
    Question<T> asked = question;
    if (asked != null) {
      answer(asked, key);
      return Step.STAY;
    }
    for (PickerAction<T> action : spec.actions) {
      if (action.key().equals(key)) {
        return act(action);
      }
    }
    return switch (key) {
      case Key.Typed typed -> type(typed.text());
      case Key.Pasted pasted -> type(pasted.text());
      case Key.Chord chord -> chord(chord);
      case Key.Modified modified -> modified(modified.key());
      case Key.Special ignored -> Step.STAY;
      case Key.Named named -> named(named);
    };
  }

  /// With Alt or Shift, arrows and pages move the preview.
  private Step modified(Key.Named key) {
    switch (key) {
      case BACKSPACE -> erase(query.toString().stripTrailing().lastIndexOf(' ') + 1);
      case UP -> view.scroll(-1);
      case DOWN -> view.scroll(1);
      case PAGE_UP -> view.scroll(-view.page());
      case PAGE_DOWN -> view.scroll(view.page());
      default -> {}
    }
    return Step.STAY;
  }

  private Step chord(Key.Chord chord) {
    if (chord.modifier() == Key.Modifier.CONTROL) {
      switch (chord.letter()) {
        case 'n' -> move(1);
        case 'p' -> move(-1);
        default -> {}
      }
    }
    return Step.STAY;
  }

  private Step named(Key.Named key) {
    switch (key) {
      case ENTER -> {
        return choose();
      }
      case UP -> move(-1);
      case DOWN -> move(1);
      case LEFT, PAGE_UP -> turn(-view.page());
      case RIGHT, PAGE_DOWN -> turn(view.page());
      case HOME -> marked = 0;
      case END -> markLast();
      case BACKSPACE -> erase(query.isEmpty() ? 0 : Clusters.previous(query, query.length()));
      case ERASE_WORD -> erase(query.toString().stripTrailing().lastIndexOf(' ') + 1);
      case ERASE_ALL -> erase(0);
      case ESCAPE -> {
        if (query.isEmpty()) {
          return Step.CLOSED;
        }
        erase(0);
      }
      case INTERRUPT, GONE -> {
        return Step.CLOSED;
      }
      case TAB, DELETE, SUSPEND, OTHER -> {}
    }
    return Step.STAY;
  }

  private Step type(String text) {
    int room = LONGEST_QUERY - query.length();
    String line = text.replace('\n', ' ').replace('\t', ' ');
    query.append(line, 0, Math.clamp(line.length(), 0, Math.max(0, room)));
    find();
    return Step.STAY;
  }

  private void erase(int from) {
    if (from < query.length()) {
      query.setLength(from);
      T before = marked().orElse(null);
      find();
      if (before != null && query.isEmpty()) {
        mark(before);
      }
    }
  }

  private void move(int by) {
    if (!found.isEmpty()) {
      marked = Math.floorMod(marked + by, found.size());
    }
  }

  private void turn(int by) {
    marked = Math.clamp((long) marked + by, 0, Math.max(0, found.size() - 1));
  }

  private Step choose() {
    T item = marked().orElse(null);
    if (item == null) {
      return Step.STAY;
    }
    String why = spec.refusal.apply(item);
    if (!why.isEmpty()) {
      notice = why;
      return Step.STAY;
    }
    if (spec.inPlace != null && !spec.isChosen.test(item)) {
      return act(spec.inPlace);
    }
    leftBy = null;
    chosen = item;
    return Step.CHOSEN;
  }

  /// Looks for what fits the search now.
  private void find() {
    String words = query().strip();
    T before = marked().orElse(null);
    if (spec.finder != null) {
      found = spec.finder.apply(words);
      most = Math.max(most, found.size());
      marked = Math.max(0, found.size() - 1);
      if (before != null) {
        mark(before);
      }
      return;
    }
    marked = 0;
    found = words.isEmpty() ? all : ranked(words);
  }

  private List<T> ranked(String words) {
    RowSearch known = index;
    if (known == null) {
      known = new RowSearch(all.size(), place -> spec.searched(all.get(place)));
      index = known;
    }
    int[] places = known.ranked(words);
    var best = new ArrayList<T>(places.length);
    for (int place : places) {
      best.add(all.get(place));
    }
    return best;
  }

  private Step act(PickerAction<T> action) {
    T item = marked().orElse(null);
    if (action.effect() instanceof PickerAction.Effect.Always<T> always) {
      notice = always.run().get();
      return Step.STAY;
    }
    if (item == null) {
      return Step.STAY;
    }
    switch (action.effect()) {
      case PickerAction.Effect.Always<T> ignored -> {}
      case PickerAction.Effect.Run<T> run -> notice = run.run().apply(item);
      case PickerAction.Effect.Confirm<T> confirm ->
          question = new Question<>(action, item, confirm.question().apply(item), null);
      case PickerAction.Effect.Ask<T> ask ->
          question =
              new Question<>(
                  action,
                  item,
                  ask.label().apply(item),
                  new TextField(ask.start().apply(item).replace('\n', ' ')));
      case PickerAction.Effect.Leave<T> ignored -> {
        leftBy = action;
        chosen = item;
        return Step.CHOSEN;
      }
    }
    return Step.STAY;
  }

  private void answer(Question<T> asked, Key key) {
    TextField field = asked.field();
    if (field == null) {
      question = null;
      boolean yes = key instanceof Key.Typed typed && typed.text().equalsIgnoreCase("y");
      if (yes && asked.action().effect() instanceof PickerAction.Effect.Confirm<T> confirm) {
        notice = confirm.run().apply(asked.item());
      }
      return;
    }
    if (key == Key.Named.ESCAPE || key == Key.Named.INTERRUPT) {
      question = null;
    } else if (key == Key.Named.ENTER) {
      if (asked.action().effect() instanceof PickerAction.Effect.Ask<T> ask) {
        PickerAction.Answer answer = ask.apply().apply(asked.item(), field.text());
        notice = answer.notice();
        question = answer.taken() ? null : asked;
      }
    } else {
      field.press(key);
    }
  }

  /// How many of them, and which first, a terminal of lines gets: where the order is not one of
  /// fits, the last ones, as a tree is read from its end.
  private List<T> plain() {
    int most = Math.min(found.size(), PLAIN_OPTIONS);
    return spec.finder == null
        ? found.subList(0, most)
        : found.subList(found.size() - most, found.size());
  }

  @Override
  public List<String> options() {
    return plain().stream().map(spec::row).toList();
  }

  @Override
  public int more() {
    return found.size() - plain().size();
  }

  @Override
  public boolean narrow(String words) {
    query.setLength(0);
    type(words);
    return true;
  }

  @Override
  public void pick(int place) {
    chosen = Objects.requireNonNull(plain().get(place));
  }
}
