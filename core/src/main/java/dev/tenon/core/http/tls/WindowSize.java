package dev.tenon.core.http.tls;

/// The width of the terminal's window, from the operating system. It is here because the cheap way
/// to call a function of C is: a terminal library would cost more than a whole start.
public final class WindowSize {
  /// The request of `ioctl` on Linux.
  private static final long TIOCGWINSZ = 0x5413;

  private static final String LIBRARY = "libc.so.6";

  private final Downcall calls;
  private final long ioctl;
  private final TransferBuffer answer = TransferBuffer.of(64);

  WindowSize(Downcall calls) {
    this.calls = calls;
    this.ioctl = calls.open(LIBRARY).find("ioctl");
  }

  /// How to ask here.
  ///
  /// @throws UnsatisfiedLinkError where there is no way
  public static WindowSize open() {
    if (!System.getProperty("os.name", "").equals("Linux")) {
      throw new UnsatisfiedLinkError("only Linux is known");
    }
    return new WindowSize(Downcall.best());
  }

  /// How many columns the terminal behind a descriptor has; 0 if it is none, or does not tell.
  public synchronized int columns(int descriptor) {
    if (ioctl == 0 || (int) calls.call(ioctl, descriptor, TIOCGWINSZ, answer.address(), 0) != 0) {
      return 0;
    }
    var size = new byte[4];
    answer.get(size, 0, size.length);
    // Rows, then columns, two bytes each, the low one first on all machines that this runs on.
    return (size[2] & 0xff) | (size[3] & 0xff) << 8;
  }
}
