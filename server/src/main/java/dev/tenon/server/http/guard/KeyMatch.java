package dev.tenon.server.http.guard;

import dev.tenon.server.http.guard.Tls.TlsException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;

/// Finds out whether a private key belongs to a certificate, by signing something.
final class KeyMatch {
  private static final byte[] SOMETHING = {'t', 'e', 'n', 'o', 'n'};

  private KeyMatch() {}

  static void check(List<X509Certificate> chain, PrivateKey key, Path certificates, Path keys)
      throws TlsException {
    if (matches(chain.getFirst().getPublicKey(), key)) {
      return;
    }
    for (X509Certificate later : chain.subList(1, chain.size())) {
      if (matches(later.getPublicKey(), key)) {
        throw new TlsException(
            "the first certificate of "
                + certificates
                + " must be the server's own; the one that the key belongs to comes later");
      }
    }
    throw new TlsException(
        "the key " + keys + " does not belong to the certificate " + certificates);
  }

  private static boolean matches(PublicKey open, PrivateKey secret) {
    String algorithm =
        switch (secret.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> secret.getAlgorithm();
        };
    try {
      Signature signer = Signature.getInstance(algorithm);
      signer.initSign(secret);
      signer.update(SOMETHING);
      byte[] signed = signer.sign();
      Signature verifier = Signature.getInstance(algorithm);
      verifier.initVerify(open);
      verifier.update(SOMETHING);
      return verifier.verify(signed);
    } catch (GeneralSecurityException other) {
      // A key of another kind than the certificate's.
      return false;
    }
  }
}
