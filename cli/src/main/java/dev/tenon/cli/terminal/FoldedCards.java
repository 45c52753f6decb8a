package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.input.Pager;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.view.CardLog;
import java.util.ArrayList;
import java.util.function.Supplier;

/// Shows in full what the page has folded.
///
/// @param cards what was folded by now
record FoldedCards(Supplier<CardLog> cards, DisplayOptions look) {

  void open(KeyRouter router) {
    var texts = new ArrayList<Pager.Text>();
    for (CardLog.Card card : cards.get().cards()) {
      texts.add(new Pager.Text(card.title(), card.content()::rows, card.content().grows()));
    }
    if (texts.isEmpty()) {
      router.hint(look.palette().paint(Style.DIM, "Nothing was folded yet."));
    } else {
      // Whoever opens a pager waits for nothing: it closes by itself.
      var _ = router.open(new Pager(texts, look));
    }
  }
}
