package dev.tenon.core.http.tls;

import dev.tenon.core.http.tls.HandshakeException.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/// Looks at the other side after OpenSSL has: refuses what the JDK's TLS would refuse and OpenSSL
/// lets pass, and says in words why OpenSSL refused. Called with the session locked.
final class PeerCheck {
  private static final String HTTP = "http/1.1";
  private static final int MOST_CERTIFICATES = 10;
  private static final int SERVER_USAGE = 0x1;
  private static final int ANY_USAGE = 0x100;
  private static final int DIGITAL_SIGNATURE = 0x80;
  private static final int LONGEST_NAME = 256;
  private static final int NAME_DIFFERS = 62;
  private static final int ADDRESS_DIFFERS = 64;

  private PeerCheck() {}

  /// @throws HandshakeException if the JDK would refuse it
  static void accept(Libssl library, long ssl, TransferBuffer buffer, Distrust distrust)
      throws IOException {
    if (library.call(library.sslVerdict, ssl, 0) != 0
        || library.call(library.sslPeer, ssl, 0) == 0) {
      throw refused("it was not verified");
    }
    buffer.number(0, 0);
    buffer.number(8, 0);
    library.call(library.sslAlpn, ssl, buffer.address(), buffer.address() + 8);
    int protocol = (int) buffer.number(8);
    if (protocol != 0 && !isHttp(library, buffer.number(0), protocol)) {
      throw new HandshakeException(
          Problem.PROTOCOL, "it chose another protocol than HTTP/1.1", null);
    }
    long sent = library.call(library.sslSentChain, ssl, 0);
    long chain = library.call(library.sslChain, ssl, 0);
    int count = chain == 0 ? 0 : (int) library.call(library.stackSize, chain, 0);
    if (count == 0 || (int) library.call(library.stackSize, sent, 0) > MOST_CERTIFICATES) {
      throw refused("its chain is too long");
    }
    leaf(library, library.call(library.stackValue, chain, 0));
    name(library, ssl, buffer, distrust);
    for (int i = 0; i < count; i++) {
      long certificate = library.call(library.stackValue, chain, i);
      key(library, certificate, buffer);
      blocked(library, certificate, buffer, distrust);
      boolean anchor = i == count - 1;
      if (!anchor) {
        signature(library, certificate);
        extensions(library, certificate);
        if (i > 0 && (int) library.call(library.x509IsCa, certificate, 0) != 1) {
          throw refused("one of its issuers is no CA");
        }
      }
    }
  }

  private static HandshakeException refused(String why) {
    return HandshakeException.of(Problem.CERTIFICATE, null, why);
  }

  private static boolean isHttp(Libssl library, long address, int length) {
    return length == HTTP.length()
        && (int) library.call(library.memoryCompare, address, Http.NAME, length) == 0;
  }

  private static final class Http {
    static final long NAME = Libssl.constant(HTTP);
  }

  /// Only kinds of key exchange are offered in which the server signs.
  private static void leaf(Libssl library, long leaf) throws HandshakeException {
    int extended = (int) library.call(library.x509ExtendedUsage, leaf, 0);
    if ((extended & (SERVER_USAGE | ANY_USAGE)) == 0) {
      throw refused("it is not for servers");
    }
    if (((int) library.call(library.x509Usage, leaf, 0) & DIGITAL_SIGNATURE) == 0) {
      throw refused("its key is not for signatures");
    }
  }

  /// The name of the certificate by which it was found to be the right one; none for an address.
  private static void name(Libssl library, long ssl, TransferBuffer buffer, Distrust distrust)
      throws IOException {
    long name = library.call(library.sslPeerName, ssl, 0);
    if (name != 0) {
      library.call(library.copyText, buffer.address(), name, LONGEST_NAME);
      if (buffer.isAt(0, '*') && distrust.isForEverybody(buffer.text())) {
        throw refused("it is for all names below " + buffer.text().substring(2));
      }
    }
  }

  private static void blocked(
      Libssl library, long certificate, TransferBuffer buffer, Distrust distrust)
      throws HandshakeException {
    long kind = library.call(library.sha256, 0, 0);
    if ((int) library.call(library.x509Digest, certificate, kind, buffer.address(), 0) != 1
        || distrust.isBlocked(buffer.hex(32))) {
      throw refused("the JDK blocks a certificate of its chain");
    }
  }

  /// RSA, Edwards curves, and the three curves that the JDK knows, by name.
  private static void key(Libssl library, long certificate, TransferBuffer buffer)
      throws HandshakeException {
    long key = library.call(library.x509Key, certificate, 0);
    int type = key == 0 ? 0 : (int) library.call(library.keyType, key, 0);
    switch (type) {
      case 6, 912, 1087, 1088 -> {}
      case 408 -> {
        String name = "";
        if ((int) library.call(library.keyGroup, key, buffer.address(), 64, 0) == 1) {
          name = buffer.text();
        }
        buffer.number(64, 0);
        boolean told =
            (int)
                    library.call(
                        library.keyNumber, key, explicitParameters(buffer), buffer.address() + 64)
                == 1;
        if (!(name.equals("prime256v1") || name.equals("secp384r1") || name.equals("secp521r1"))
            || (told && (int) buffer.number(64) != 0)) {
          throw refused("a key of its chain is on an unusual curve");
        }
      }
      default -> throw refused("a key of its chain is of an unusual kind");
    }
  }

  private static long explicitParameters(TransferBuffer buffer) {
    return buffer.text("decoded-from-explicit");
  }

  /// SHA-2 with RSA, PSS or ECDSA, and Edwards curves.
  private static void signature(Libssl library, long certificate) throws HandshakeException {
    switch ((int) library.call(library.x509Signature, certificate, 0)) {
      case 668, 669, 670, 671, 912, 793, 794, 795, 796, 1087, 1088 -> {}
      default -> throw refused("a signature of its chain is of an unusual or weak kind");
    }
  }

  /// What is critical has to be one of those that the JDK understands.
  private static void extensions(Libssl library, long certificate) throws HandshakeException {
    int count = (int) library.call(library.x509ExtensionCount, certificate, 0);
    for (int i = 0; i < count; i++) {
      long extension = library.call(library.x509Extension, certificate, i);
      if ((int) library.call(library.extensionCritical, extension, 0) != 0) {
        long object = library.call(library.extensionObject, extension, 0);
        switch ((int) library.call(library.objectNid, object, 0)) {
          case 71, 83, 85, 87, 89, 126, 401, 666, 747, 748 -> {}
          default -> throw refused("it has a critical extension that is not understood");
        }
      }
    }
  }

  /// Why the handshake failed. The first native call is the one for the error, so nothing has
  /// cleared it.
  static HandshakeException failure(Libssl library, long ssl, String host, TransferBuffer buffer) {
    String reason = reason(library);
    int verdict = (int) library.call(library.sslVerdict, ssl, 0);
    if (verdict == 0) {
      return HandshakeException.of(Problem.PROTOCOL, null, reason);
    }
    String text = Libssl.text(library.call(library.verdictText, verdict, 0));
    X509Certificate peer = peer(library, ssl, buffer);
    return switch (verdict) {
      case NAME_DIFFERS, ADDRESS_DIFFERS -> HandshakeException.of(Problem.NAME, peer, host);
      case 9, 10, 13, 14 -> HandshakeException.of(Problem.DATE, peer, text);
      case 2, 18, 19, 20, 21, 27, 28 -> HandshakeException.of(Problem.ISSUER, peer, text);
      default -> HandshakeException.of(Problem.CERTIFICATE, peer, text);
    };
  }

  /// The certificate that was refused: a session that is refused has no peer, but it has the chain.
  private static @Nullable X509Certificate peer(Libssl library, long ssl, TransferBuffer buffer) {
    long chain = library.call(library.sslChain, ssl, 0);
    if (chain == 0 || (int) library.call(library.stackSize, chain, 0) == 0) {
      return null;
    }
    long leaf = library.call(library.stackValue, chain, 0);
    int length = (int) library.call(library.x509Encode, leaf, 0);
    if (length <= 0 || length > TransferBuffer.SIZE - 8) {
      return null;
    }
    buffer.number(0, buffer.address() + 8);
    library.call(library.x509Encode, leaf, buffer.address());
    var bytes = new byte[length + 8];
    buffer.get(bytes, 0, bytes.length);
    try {
      var in = new ByteArrayInputStream(bytes, 8, length);
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    } catch (CertificateException unreadable) {
      return null;
    }
  }

  /// The last error of this thread, for people.
  static String reason(Libssl library) {
    long error = library.call(library.errPeek, 0, 0);
    if (library.errTexts != 0) {
      library.call(library.errTexts, 0, 0);
    }
    String text = Libssl.text(library.call(library.errReason, error, 0));
    return switch (text) {
      case "" -> "the secure connection broke";
      case "wrong version number",
          "http request",
          "unexpected message",
          "packet length too long",
          "record layer failure" ->
          "what answers there does not speak TLS (" + text + ")";
      case "unsupported protocol", "tlsv1 alert protocol version", "version too low" ->
          "it speaks only versions of TLS before 1.2 (" + text + ")";
      default -> text;
    };
  }
}
