package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.Page;

/// The order of things on a page: what belongs together stays together, and an empty line stands
/// between what does not.
final class PageFlow {
  private final Page page;
  private Group last = Group.NOTHING;

  /// What neighbouring lines may be.
  enum Group {
    NOTHING,
    PERSON,
    ANSWER,
    TOOLS,
    NOTICE
  }

  PageFlow(Page page) {
    this.page = page;
  }

  /// Says what has been printed by someone else.
  void follows(Group group) {
    last = group;
  }

  /// Begins a new line of this group.
  void begin(Group group) {
    page.freshLine();
    if (last != group && last != Group.NOTHING) {
      page.print("\n");
    }
    last = group;
  }

  void line(Group group, String text) {
    begin(group);
    page.print(text + "\n");
  }
}
