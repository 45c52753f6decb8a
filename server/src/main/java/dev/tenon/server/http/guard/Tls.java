package dev.tenon.server.http.guard;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;

/// A certificate with its key, ready to serve TLS 1.2 and 1.3.
public final class Tls {
  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};
  private static final int DNS_NAME = 2;

  private final SSLContext context;
  private final X509Certificate certificate;

  private Tls(SSLContext context, X509Certificate certificate) {
    this.context = context;
    this.certificate = certificate;
  }

  /// A file that cannot be used. The message names it and the way out.
  public static final class TlsException extends Exception {
    private static final long serialVersionUID = 1L;

    TlsException(String message) {
      super(message);
    }
  }

  /// From a chain of certificates, the server's own first, and its key (PKCS #8), both as PEM.
  public static Tls ofPem(Path chain, Path key) throws TlsException {
    List<X509Certificate> certificates = Pem.certificates(chain);
    PrivateKey secret = Pem.key(key);
    KeyMatch.check(certificates, secret, chain, key);
    return of(certificates, secret, chain);
  }

  /// From a key store (PKCS #12) with one key in it.
  public static Tls ofKeyStore(Path file, char[] password) throws TlsException {
    KeyStore store = open(file, password);
    try {
      String alias = onlyKey(store, file);
      Key key = store.getKey(alias, password);
      var certificates = new ArrayList<X509Certificate>();
      for (Certificate each : store.getCertificateChain(alias)) {
        if (each instanceof X509Certificate usual) {
          certificates.add(usual);
        }
      }
      if (!(key instanceof PrivateKey secret) || certificates.isEmpty()) {
        throw new TlsException("the key store " + file + " has no private key with a certificate");
      }
      KeyMatch.check(certificates, secret, file, file);
      return of(certificates, secret, file);
    } catch (GeneralSecurityException unusable) {
      throw new TlsException("the key store " + file + " cannot be used: " + unusable.getMessage());
    }
  }

  private static KeyStore open(Path file, char[] password) throws TlsException {
    Pem.requireFile(file, "key store");
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, password);
      return store;
    } catch (IOException unreadable) {
      boolean wrong = unreadable.getCause() instanceof UnrecoverableKeyException;
      throw new TlsException(
          wrong
              ? "the password does not open the key store "
                  + file
                  + "; give it in a file with --tls-password-file, or as TENON_TLS_PASSWORD"
              : "the key store "
                  + file
                  + " cannot be read as PKCS #12: "
                  + unreadable.getMessage());
    } catch (GeneralSecurityException unusable) {
      throw new TlsException("the key store " + file + " cannot be used: " + unusable.getMessage());
    }
  }

  private static String onlyKey(KeyStore store, Path file)
      throws GeneralSecurityException, TlsException {
    var keys = new ArrayList<String>();
    for (String alias : Collections.list(store.aliases())) {
      if (store.isKeyEntry(alias)) {
        keys.add(alias);
      }
    }
    if (keys.size() != 1) {
      throw new TlsException(
          "the key store "
              + file
              + " must hold one private key, has "
              + keys.size()
              + (keys.isEmpty() ? "" : " (" + String.join(", ", keys) + ")"));
    }
    return keys.getFirst();
  }

  private static Tls of(List<X509Certificate> chain, PrivateKey key, Path file)
      throws TlsException {
    try {
      char[] none = new char[0];
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, none);
      store.setKeyEntry("tenon", key, none, chain.toArray(Certificate[]::new));
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, none);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return new Tls(context, chain.getFirst());
    } catch (GeneralSecurityException | IOException unusable) {
      throw new TlsException(
          "the certificate " + file + " cannot be used: " + unusable.getMessage());
    }
  }

  /// A socket that is not bound yet, whose connections speak TLS.
  public ServerSocket serverSocket() throws IOException {
    var socket = (SSLServerSocket) context.getServerSocketFactory().createServerSocket();
    SSLParameters usual = context.getDefaultSSLParameters();
    usual.setProtocols(PROTOCOLS);
    usual.setUseCipherSuitesOrder(true);
    socket.setSSLParameters(usual);
    return socket;
  }

  /// The names that the certificate is for.
  public List<String> names() {
    var names = new ArrayList<String>();
    try {
      Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
      if (alternatives != null) {
        for (List<?> each : alternatives) {
          if (each.size() == 2 && Integer.valueOf(DNS_NAME).equals(each.get(0))) {
            names.add(String.valueOf(each.get(1)));
          }
        }
      }
    } catch (CertificateParsingException unreadable) {
      return List.of();
    }
    return names;
  }

  /// What a person should know about the certificate now; nothing when all is well.
  public List<String> warnings(Instant now) {
    Instant from = certificate.getNotBefore().toInstant();
    Instant until = certificate.getNotAfter().toInstant();
    var warnings = new ArrayList<String>();
    if (now.isAfter(until)) {
      warnings.add(
          "the certificate expired on "
              + day(until)
              + "; clients will refuse it until it is renewed");
    } else if (now.isBefore(from)) {
      warnings.add("the certificate is not valid before " + day(from) + "; is the clock right?");
    } else if (now.plusSeconds(7 * 24 * 3600).isAfter(until)) {
      warnings.add("the certificate expires on " + day(until));
    }
    return warnings;
  }

  private static String day(Instant time) {
    return time.atZone(ZoneOffset.UTC).toLocalDate().toString();
  }
}
