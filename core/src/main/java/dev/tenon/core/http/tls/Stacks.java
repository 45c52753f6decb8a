package dev.tenon.core.http.tls;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Chooses the stack for a trust, and keeps it. See [TlsStack#of].
final class Stacks {
  /// With one of these the JDK's TLS does something else than by default, so it has to do it.
  private static final String[] PROPERTIES = {
    "javax.net.ssl.trustStore",
    "javax.net.ssl.trustStoreType",
    "javax.net.ssl.trustStoreProvider",
    "javax.net.ssl.trustStorePassword",
    "javax.net.ssl.keyStore",
    "java.security.properties",
    "jdk.tls.client.protocols",
    "jdk.tls.client.cipherSuites",
    "jdk.tls.client.SignatureSchemes",
    "jdk.tls.namedGroups",
    "com.sun.net.ssl.checkRevocation",
  };

  /// A process has one trust; tests have more.
  private static final int MOST = 16;

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Map<Trust, TlsStack> KNOWN = new HashMap<>();

  private Stacks() {}

  /// Whoever comes while it is being made waits.
  static TlsStack of(Trust trust) throws TrustException {
    String property = property();
    if (property != null) {
      return new Jsse(trust, property + " is set");
    }
    LOCK.lock();
    try {
      TlsStack known = KNOWN.get(trust);
      if (known == null) {
        known = make(trust);
        if (KNOWN.size() >= MOST) {
          KNOWN.clear();
        }
        KNOWN.put(trust, known);
      }
      return known;
    } finally {
      LOCK.unlock();
    }
  }

  private static @Nullable String property() {
    for (String property : PROPERTIES) {
      if (System.getProperty(property) != null) {
        return property;
      }
    }
    return null;
  }

  private static TlsStack make(Trust trust) throws TrustException {
    Libssl library = Libssl.orNull();
    if (library == null) {
      return new Jsse(trust, Libssl.missing());
    }
    Distrust distrust = Distrust.ofJdk();
    if (distrust == null) {
      return new Jsse(trust, "what this JDK blocks is not understood");
    }
    Roots roots;
    if (trust.instead() != null) {
      roots = new Roots.None();
    } else if (trust.systemRoots()) {
      Path file = Roots.system();
      if (file == null) {
        throw new TrustException("network.systemRoots is set, but this system has no known roots");
      }
      roots = new Roots.Bundle(file);
    } else {
      Path folder = Roots.jdk();
      if (folder == null) {
        return new Jsse(
            trust,
            "the roots of this JDK are not written for OpenSSL; building the distribution does it");
      }
      roots = new Roots.Folder(folder);
    }
    return OpenSsl.open(library, trust, roots, distrust);
  }

  static void warm(Trust trust) {
    Thread.ofPlatform().daemon().name("tls-warm-up").start(new WarmUp(trust));
  }

  private record WarmUp(Trust trust) implements Runnable {
    @Override
    public void run() {
      try {
        switch (of(trust)) {
          case OpenSsl openSsl -> openSsl.rehearse();
          case Jsse jsse -> jsse.rehearse();
        }
      } catch (TrustException toldLater) {
        return;
      }
    }
  }
}
