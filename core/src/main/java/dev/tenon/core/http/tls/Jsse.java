package dev.tenon.core.http.tls;

import dev.tenon.core.http.tls.HandshakeException.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// The JDK's own TLS.
public final class Jsse implements TlsStack {
  private final Trust trust;
  private final String why;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable SSLContext context;

  /// @param why it is this one, for people
  Jsse(Trust trust, String why) {
    this.trust = trust;
    this.why = why;
  }

  /// With a context of somebody else's.
  public Jsse(SSLContext context) {
    this(Trust.JDK, "given");
    this.context = context;
  }

  @Override
  public Socket secure(Socket over, String host, int port, int millis) throws IOException {
    var below = new JsseSocket.Below(over);
    var socket = (SSLSocket) context().getSocketFactory().createSocket(below, host, port, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setApplicationProtocols(new String[] {"http/1.1"});
    socket.setSSLParameters(parameters);
    int before = over.getSoTimeout();
    over.setSoTimeout(millis);
    try {
      socket.startHandshake();
    } catch (SSLException refused) {
      throw explained(refused, host);
    }
    over.setSoTimeout(before);
    return new JsseSocket(socket, below);
  }

  private SSLContext context() throws TrustException {
    lock.lock();
    try {
      SSLContext known = context;
      if (known == null) {
        known = make();
        context = known;
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  private SSLContext make() throws TrustException {
    try {
      if (trust.equals(Trust.JDK)) {
        return SSLContext.getDefault();
      }
      SSLContext made = SSLContext.getInstance("TLS");
      made.init(null, managers(), null);
      return made;
    } catch (GeneralSecurityException | IOException unusable) {
      throw unusable instanceof TrustException known
          ? known
          : new TrustException("the roots cannot be read: " + unusable.getMessage());
    }
  }

  private TrustManager[] managers() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    Trust.CaFile instead = trust.instead();
    if (instead != null && System.getProperty("javax.net.ssl.trustStore") == null) {
      add(store, instead);
    } else if (trust.systemRoots()) {
      addSystem(store);
    } else {
      addAll(store, "root", defaults().getAcceptedIssuers());
    }
    for (Trust.CaFile file : trust.more()) {
      add(store, file);
    }
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store);
    return managers.getTrustManagers();
  }

  private static X509TrustManager defaults() throws GeneralSecurityException {
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init((KeyStore) null);
    for (TrustManager manager : managers.getTrustManagers()) {
      if (manager instanceof X509TrustManager found) {
        return found;
      }
    }
    throw new GeneralSecurityException("the JDK has no roots");
  }

  private static void addSystem(KeyStore store) throws GeneralSecurityException, IOException {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    Path file = Roots.system();
    if (system.startsWith("windows") || system.startsWith("mac")) {
      String kind = system.startsWith("windows") ? "Windows-ROOT" : "KeychainStore-ROOT";
      KeyStore roots = KeyStore.getInstance(kind);
      roots.load(null, null);
      for (String alias : Collections.list(roots.aliases())) {
        store.setCertificateEntry(alias, roots.getCertificate(alias));
      }
    } else if (file != null) {
      add(store, new Trust.CaFile("network.systemRoots", file.toString()));
    } else {
      throw new TrustException("network.systemRoots is set, but this system has no known roots");
    }
  }

  private static void addAll(KeyStore store, String name, X509Certificate[] certificates)
      throws GeneralSecurityException {
    for (int i = 0; i < certificates.length; i++) {
      store.setCertificateEntry(name + i, certificates[i]);
    }
  }

  private static void add(KeyStore store, Trust.CaFile file)
      throws GeneralSecurityException, IOException {
    List<byte[]> certificates = Pem.read(file);
    var reader = CertificateFactory.getInstance("X.509");
    int number = 0;
    for (byte[] der : certificates) {
      number++;
      try {
        var in = new ByteArrayInputStream(der);
        Certificate certificate = reader.generateCertificate(in);
        if (in.available() > 0) {
          throw Pem.damaged(file, number);
        }
        store.setCertificateEntry(file + "#" + number, certificate);
      } catch (CertificateException unreadable) {
        throw Pem.damaged(file, number);
      }
    }
  }

  private static SSLException explained(SSLException refused, String host) {
    Throwable last = refused;
    boolean certificate = false;
    for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
      certificate |= cause instanceof GeneralSecurityException;
      last = cause;
    }
    String text = String.valueOf(last.getMessage());
    if (last instanceof CertificateExpiredException
        || last instanceof CertificateNotYetValidException) {
      return new HandshakeException(
          Problem.DATE, "a certificate of its chain is out of date: " + text, refused);
    }
    if (text.startsWith("No subject alternative") || text.startsWith("No name matching")) {
      return new HandshakeException(
          Problem.NAME, "its certificate is not for " + host + " (" + text + ")", refused);
    }
    if (text.contains("unable to find valid certification path")
        || text.startsWith("Path does not chain")
        || text.startsWith("Signature does not match")) {
      return new HandshakeException(
          Problem.ISSUER,
          "nobody who is trusted has issued its certificate; behind a network that inspects"
              + " traffic, set network.systemRoots or network.caFile",
          refused);
    }
    if (certificate) {
      return new HandshakeException(
          Problem.CERTIFICATE, "its certificate is not acceptable: " + text, refused);
    }
    boolean plain =
        text.contains("plaintext connection") || text.startsWith("Unsupported or unrec");
    return new HandshakeException(
        Problem.PROTOCOL, plain ? "what answers there does not speak TLS" : text, refused);
  }

  /// Builds what the first handshake would otherwise have to: the roots, and the table of P-256.
  void rehearse() {
    try {
      SSLEngine engine = context().createSSLEngine("localhost", 443);
      var keys = KeyPairGenerator.getInstance("EC");
      keys.initialize(new ECGenParameterSpec("secp256r1"));
      keys.generateKeyPair();
      engine.setUseClientMode(true);
      engine.wrap(ByteBuffer.allocate(0), ByteBuffer.allocate(33_000));
    } catch (IOException | GeneralSecurityException toldLater) {
      return;
    }
  }

  @Override
  public String describe() {
    return "the JDK's TLS (" + why + "), trusts " + trust.describe();
  }
}
