package dev.tenon.core.tool;

import java.util.List;
import java.util.regex.Pattern;

/// The other live agents of a conversation's tree, as one of them sees them, and the way to tell
/// them something. Safe for several threads.
public interface Peers {
  /// The one who speaks.
  String self();

  /// The others that are there now.
  List<Peer> list();

  /// Sends a message to one of them, or to all.
  ///
  /// @param to an id, or [#ALL]
  /// @throws ToolException when nothing was sent: too long, too often
  Sent send(String to, String message, Waiting waiting) throws ToolException, InterruptedException;

  /// Everybody but the one who speaks.
  String ALL = "all";

  /// @param what it does, in a few words
  record Peer(String id, String what) {}

  /// Whether the sender wants answers.
  enum Waiting {
    FOR_REPLIES,
    FOR_NOTHING
  }

  /// What a peer answered, or why it could not.
  record Reply(String id, String text) {}

  /// What breaks off whatever looks like the beginning or the end of a message.
  Pattern FRAME = Pattern.compile("<(?=\\s{0,9}/?\\s{0,9}peer-message)", Pattern.CASE_INSENSITIVE);

  /// Words of one of them, framed so that they cannot pass for anybody else's.
  static String framed(String from, String text) {
    return "<peer-message from=\""
        + from
        + "\">\n"
        + FRAME.matcher(text).replaceAll("< ")
        + "\n</peer-message>";
  }

  /// What became of a message.
  ///
  /// @param unknown who was not there, or is the sender
  record Sent(
      List<String> delivered, List<Reply> replies, List<Reply> failed, List<String> unknown) {
    public Sent {
      delivered = List.copyOf(delivered);
      replies = List.copyOf(replies);
      failed = List.copyOf(failed);
      unknown = List.copyOf(unknown);
    }
  }
}
