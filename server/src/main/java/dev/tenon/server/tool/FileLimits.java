package dev.tenon.server.tool;

/// The bounds of reading a project through the agent API.
public record FileLimits(
    int searchDefault, int searchCap, int snippetLines, int readBytes, int readLines, int listed) {
  public static final FileLimits DEFAULT = new FileLimits(20, 50, 20, 65_536, 800, 5_000);

  /// The same for lists of another length.
  public FileLimits withListed(int most) {
    return new FileLimits(searchDefault, searchCap, snippetLines, readBytes, readLines, most);
  }
}
