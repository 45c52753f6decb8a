package dev.tenon.core.agent;

/// Lets a tool end the prompt: after the results of its call the model is not asked again. Made for
/// one conversation, whose tool of that name calls [#reach]. Safe for several threads.
public final class Finish {
  private final String tool;
  private volatile boolean reached;
  private volatile boolean handedOver;
  private volatile boolean forced;

  /// @param tool the name of the tool that ends prompts
  public Finish(String tool) {
    this.tool = tool;
  }

  public String tool() {
    return tool;
  }

  /// The prompt ends with the results of the calls that run.
  public void reach() {
    reached = true;
    handedOver = true;
  }

  public boolean reached() {
    return reached;
  }

  /// Another prompt begins, which has to be finished again.
  ///
  /// @param must whether the model has no choice but to call the tool, where its provider can do
  ///   that
  public void begin(Choice must) {
    reached = false;
    handedOver = false;
    forced = must == Choice.FORCED;
  }

  /// Whether the next request leaves no choice but the tool.
  boolean forced() {
    return forced;
  }

  /// The same prompt goes on, since somebody does not let it end yet.
  void goOn() {
    reached = false;
    forced = false;
  }

  /// Whether the prompt ends for good when it ends now: the tool was called in it, or nobody will
  /// be reminded of that any more.
  public boolean isEnd() {
    return handedOver || forced;
  }

  /// What the model may answer with.
  public enum Choice {
    FREE,
    FORCED
  }
}
