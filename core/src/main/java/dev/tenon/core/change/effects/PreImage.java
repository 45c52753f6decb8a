package dev.tenon.core.change.effects;

/// The content of a file, link or folder before a command: from where it can be had after a command
/// has changed it.
sealed interface PreImage {

  /// In the store of pre-images.
  record Packed(long offset, int length, String sha256) implements PreImage {}

  /// An object of the git repository.
  ///
  /// @param repository its top folder
  record InGit(String repository, String id) implements PreImage {}

  /// A link, with all that there is of it.
  record Link(String target) implements PreImage {}

  /// A folder or a device: there is no content.
  record Nothing() implements PreImage {
    static final Nothing NOTHING = new Nothing();
  }

  /// It cannot be had.
  record Missing(Reason reason) implements PreImage {}

  /// Why something is not kept.
  enum Reason {
    TOO_LARGE("too large"),
    FULL("the store is full"),
    UNREADABLE("unreadable");

    private final String words;

    Reason(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }
}
