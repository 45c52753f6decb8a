package dev.tenon.core.http.tls;

import dev.tenon.core.http.tls.HandshakeException.Problem;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLException;

/// The system's OpenSSL 3, with one context for one [Trust].
///
/// What it accepts is ours to say and not the system's: no configuration file is read, and all that
/// matters is set here, at least as strictly as the JDK's defaults.
final class OpenSsl implements TlsStack {
  private static final int SET_MODE = 33;
  private static final int SET_MAX_CERTIFICATES = 51;
  private static final int SET_HOST_NAME = 55;
  private static final int SET_GROUPS = 92;
  private static final int SET_SIGNATURES = 98;
  private static final int SET_MIN_VERSION = 123;
  private static final long TLS_1_2 = 0x303;
  private static final long RELEASE_BUFFERS = 0x10;

  /// Neither compression, nor renegotiation, nor compressed certificates.
  private static final long OPTIONS = (1L << 17) | (1L << 30) | (1L << 33);

  private static final int VERIFY_PEER = 1;

  /// 112 bits: RSA and DH of 2048 bits, elliptic curves of 224, no SHA-1 and no MD5 anywhere.
  private static final int SECURITY_LEVEL = 2;

  /// Policies are checked; any certificate that is named as trusted ends a chain, as in the JDK.
  private static final long VERIFY_FLAGS = 0x80 | 0x80000;

  private static final int MOST_ISSUERS = 8;

  /// The name has to be in the alternative names, and `*` has to be a whole label.
  private static final long HOST_FLAGS = 0x4 | 0x20;

  private static final int LONGEST_HOST = 255;
  private static final int LARGEST_CHAIN = 32_768;

  /// Only with ephemeral keys and a signature of the server, as in the JDK.
  private static final String CIPHERS =
      "ECDHE+AESGCM:ECDHE+CHACHA20:DHE+AESGCM:DHE+CHACHA20:ECDHE+AES:DHE+AES"
          + ":!aNULL:!eNULL:!DSS:!PSK:!SRP:!AESCCM:!ARIA:!CAMELLIA";

  private static final String SIGNATURES =
      "ecdsa_secp256r1_sha256:ecdsa_secp384r1_sha384:ecdsa_secp521r1_sha512:ed25519:ed448"
          + ":rsa_pss_rsae_sha256:rsa_pss_rsae_sha384:rsa_pss_rsae_sha512"
          + ":rsa_pss_pss_sha256:rsa_pss_pss_sha384:rsa_pss_pss_sha512"
          + ":rsa_pkcs1_sha256:rsa_pkcs1_sha384:rsa_pkcs1_sha512";

  private static final String GROUPS = "X25519:P-256:P-384:P-521:X448";

  private final Libssl library;
  private final Trust trust;
  private final Distrust distrust;
  private final NativeHandle context;

  private OpenSsl(Libssl library, Trust trust, Distrust distrust, long context) {
    this.library = library;
    this.trust = trust;
    this.distrust = distrust;
    this.context = new NativeHandle(this, library, library.contextFree, context);
  }

  /// @param roots what is trusted unless the trust names a file instead
  /// @param distrust what is refused all the same
  static OpenSsl open(Libssl library, Trust trust, Roots roots, Distrust distrust)
      throws TrustException {
    long method = library.call(library.clientMethod, 0, 0);
    long context = library.call(library.contextNew, method, 0);
    var stack = new OpenSsl(library, trust, distrust, context);
    boolean ready = false;
    try {
      stack.restrict();
      stack.trust(roots);
      ready = true;
      return stack;
    } finally {
      if (!ready) {
        stack.context.free();
      }
    }
  }

  private void restrict() {
    long address = context.address();
    require(address != 0);
    require(control(SET_MIN_VERSION, TLS_1_2, 0) == 1);
    library.call(library.contextLevel, address, SECURITY_LEVEL);
    require(is(library.call(library.contextCiphers, address, Libssl.constant(CIPHERS))));
    require(control(SET_SIGNATURES, 0, Libssl.constant(SIGNATURES)) == 1);
    require(control(SET_GROUPS, 0, Libssl.constant(GROUPS)) == 1);
    control(SET_MODE, RELEASE_BUFFERS, 0);
    control(SET_MAX_CERTIFICATES, LARGEST_CHAIN, 0);
    library.call(library.contextOptions, address, OPTIONS);
    library.call(library.contextVerify, address, VERIFY_PEER, 0);
    long param = library.call(library.contextParam, address, 0);
    require(is(library.call(library.paramFlags, param, VERIFY_FLAGS)));
    library.call(library.paramDepth, param, MOST_ISSUERS);
    require(
        (int) library.call(library.contextAlpn, address, Libssl.constant("\bhttp/1.1"), 9) == 0);
  }

  private int control(int command, long number, long pointer) {
    return (int) library.call(library.contextControl, context.address(), command, number, pointer);
  }

  private void trust(Roots roots) throws TrustException {
    switch (roots) {
      case Roots.None none -> {}
      case Roots.Folder folder -> load(library.contextRootsFolder, folder.path());
      case Roots.Bundle bundle -> load(library.contextRootsFile, bundle.path());
    }
    if (trust.instead() != null) {
      add(trust.instead());
    }
    for (Trust.CaFile file : trust.more()) {
      add(file);
    }
  }

  private void load(long function, Path roots) throws TrustException {
    if (!is(library.call(function, context.address(), Libssl.constant(roots.toString())))) {
      throw new TrustException("the roots in " + roots + " cannot be read");
    }
  }

  private void add(Trust.CaFile file) throws TrustException {
    List<byte[]> certificates = Pem.read(file);
    long store = library.call(library.contextStore, context.address(), 0);
    int number = 0;
    for (byte[] der : certificates) {
      number++;
      if (!add(store, der)) {
        throw Pem.damaged(file, number);
      }
    }
  }

  private boolean add(long store, byte[] der) {
    TransferBuffer buffer = TransferBuffer.of(der.length + 8);
    long from = buffer.address() + 8;
    buffer.putAt(8, der);
    buffer.number(0, from);
    long certificate = library.call(library.x509Decode, 0, buffer.address(), der.length);
    boolean whole = buffer.number(0) == from + der.length;
    if (certificate == 0) {
      return false;
    }
    // The store has a reference of its own.
    boolean added = whole && is(library.call(library.storeAdd, store, certificate));
    library.call(library.x509Free, certificate, 0);
    return added;
  }

  private static boolean is(long result) {
    return (int) result == 1;
  }

  private static void require(boolean done) {
    if (!done) {
      throw new IllegalStateException("OpenSSL cannot be set up");
    }
  }

  Distrust distrust() {
    return distrust;
  }

  @Override
  public Socket secure(Socket over, String host, int port, int millis) throws IOException {
    OpenSslSocket socket = prepare(over, host);
    boolean done = false;
    try {
      socket.handshake(host, millis);
      done = true;
      return socket;
    } finally {
      if (!done) {
        socket.close();
      }
    }
  }

  private OpenSslSocket prepare(Socket over, String host) throws IOException {
    long ssl = library.call(library.sslNew, context.address(), 0);
    if (ssl == 0) {
      throw new SSLException("OpenSSL has no memory");
    }
    var socket = new OpenSslSocket(this, library, over, ssl);
    boolean named = false;
    try {
      name(ssl, host);
      named = true;
      return socket;
    } finally {
      if (!named) {
        socket.close();
      }
    }
  }

  /// Whom the certificate has to be for. Addresses are not told to the server.
  private void name(long ssl, String host) throws HandshakeException {
    boolean v6 = host.startsWith("[") && host.endsWith("]");
    // A dot at the end only says that the name is whole; certificates do not have it.
    String bare = v6 || host.endsWith(".") ? host.substring(v6 ? 1 : 0, host.length() - 1) : host;
    if (bare.length() > LONGEST_HOST || ("." + bare + ".").contains("..")) {
      throw noName(host);
    }
    long param = library.call(library.sslParam, ssl, 0);
    library.call(library.paramHostFlags, param, HOST_FLAGS);
    TransferBuffer buffer = TransferBuffer.take();
    try {
      long text = buffer.text(bare);
      boolean set;
      if (v6 || isAddress(bare)) {
        set = is(library.call(library.paramAddress, param, text));
      } else {
        set =
            is(library.call(library.sslHost, ssl, text))
                && is(library.call(library.sslControl, ssl, SET_HOST_NAME, 0, text));
      }
      if (!set) {
        throw noName(host);
      }
    } finally {
      buffer.giveBack();
    }
  }

  private static HandshakeException noName(String host) {
    return new HandshakeException(
        Problem.NAME, "'" + host + "' is no name that a certificate could be for", null);
  }

  /// Digits and dots, or anything with a colon.
  private static boolean isAddress(String host) {
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      if (c == ':') {
        return true;
      }
      if (c != '.' && (c < '0' || c > '9')) {
        return false;
      }
    }
    return true;
  }

  /// Builds what the first handshake would otherwise have to: keys, random numbers, algorithms.
  void rehearse() {
    long ssl = library.call(library.sslNew, context.address(), 0);
    if (ssl != 0) {
      long memory = library.call(library.bioMemory, 0, 0);
      long bio = library.call(library.bioNew, memory, 0);
      long other = library.call(library.bioNew, memory, 0);
      library.call(library.sslBios, ssl, bio, other);
      library.call(library.sslConnectState, ssl, 0);
      library.call(library.sslHandshake, ssl, 0);
      library.call(library.errClear, 0, 0);
      library.call(library.sslFree, ssl, 0);
    }
  }

  @Override
  public String describe() {
    return library.name() + ", trusts " + trust.describe();
  }
}
