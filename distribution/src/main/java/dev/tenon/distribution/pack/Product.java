package dev.tenon.distribution.pack;

import java.time.Instant;

/// What is packed.
///
/// @param version of Tenon
/// @param commit it is made of, in words for people
/// @param time of that commit, the time of everything in the package
/// @param javaVendor who made the Java runtime that it brings
record Product(String version, String commit, Instant time, String javaVersion, String javaVendor) {
  /// The licence of Tenon itself.
  static final String LICENCE = "Apache-2.0";

  /// The licence of the Java runtime.
  static final String JAVA_LICENCE = "GPL-2.0-only WITH Classpath-exception-2.0";

  /// The one platform that packages are made for and tried on.
  static final String PLATFORM = "linux-x64";

  String folder() {
    return "tenon-" + version;
  }

  String archive() {
    return folder() + "-" + PLATFORM + ".tar.gz";
  }

  /// A snapshot comes before its release, in Debian's order too.
  String debianVersion() {
    return version.replace("-", "~");
  }

  long seconds() {
    return time.getEpochSecond();
  }
}
