package dev.tenon.server.http.guard;

import dev.tenon.core.text.IoFailure;
import dev.tenon.server.http.guard.Tls.TlsException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// Reads certificates and keys that are written as PEM. What it refuses, it refuses with the
/// command that helps.
final class Pem {
  private static final String BEGIN = "-----BEGIN ";
  private static final String DASHES = "-----";
  private static final long LARGEST = 1024 * 1024;

  private Pem() {}

  static List<X509Certificate> certificates(Path file) throws TlsException {
    var certificates = new ArrayList<X509Certificate>();
    for (Block block : blocks(file, "certificate")) {
      if (block.label.equals("CERTIFICATE")) {
        certificates.add(certificate(file, block.bytes()));
      }
    }
    if (certificates.isEmpty()) {
      throw new TlsException(
          "the certificate file " + file + " has no '-----BEGIN CERTIFICATE-----' in it");
    }
    return certificates;
  }

  private static X509Certificate certificate(Path file, byte[] bytes) throws TlsException {
    try {
      Certificate certificate =
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(bytes));
      if (certificate instanceof X509Certificate usual) {
        return usual;
      }
    } catch (CertificateException unreadable) {
      // Told below.
    }
    throw new TlsException("the certificate file " + file + " is damaged");
  }

  static PrivateKey key(Path file) throws TlsException {
    for (Block block : blocks(file, "key")) {
      switch (block.label) {
        case "PRIVATE KEY" -> {
          return key(file, block.bytes());
        }
        case "ENCRYPTED PRIVATE KEY" ->
            throw new TlsException(
                "the key "
                    + file
                    + " is encrypted; take the password off with 'openssl pkcs8 -in "
                    + file
                    + " -out key.pem', or put certificate and key into a PKCS #12 file and use"
                    + " --tls-keystore");
        case "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY" ->
            throw new TlsException(
                "the key "
                    + file
                    + " is in the older form '"
                    + block.label
                    + "'; convert it with 'openssl pkcs8 -topk8 -nocrypt -in "
                    + file
                    + " -out key.pem'");
        default -> {
          // Certificates and parameters may stand before the key.
        }
      }
    }
    throw new TlsException("the key file " + file + " has no '-----BEGIN PRIVATE KEY-----' in it");
  }

  private static PrivateKey key(Path file, byte[] bytes) throws TlsException {
    for (String algorithm : List.of("RSA", "EC", "EdDSA")) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
      } catch (InvalidKeySpecException other) {
        // The next one may fit.
      } catch (NoSuchAlgorithmException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
    throw new TlsException("the key " + file + " is damaged, or neither RSA nor EC nor EdDSA");
  }

  /// @param body base64
  private record Block(Path file, String label, String body) {
    byte[] bytes() throws TlsException {
      try {
        return Base64.getMimeDecoder().decode(body);
      } catch (IllegalArgumentException damaged) {
        throw new TlsException(file + " is damaged: it is no base64");
      }
    }
  }

  private static List<Block> blocks(Path file, String what) throws TlsException {
    var blocks = new ArrayList<Block>();
    String label = "";
    var body = new StringBuilder();
    for (String line : text(file, what).lines().toList()) {
      String plain = line.strip();
      if (plain.startsWith(BEGIN) && plain.endsWith(DASHES)) {
        label = plain.substring(BEGIN.length(), plain.length() - DASHES.length());
        body.setLength(0);
      } else if (!label.isEmpty() && plain.startsWith("-----END ")) {
        blocks.add(new Block(file, label, body.toString()));
        label = "";
      } else if (!label.isEmpty()) {
        body.append(plain).append('\n');
      }
    }
    if (!label.isEmpty()) {
      throw new TlsException(file + " ends in the middle of a " + label);
    }
    return blocks;
  }

  private static String text(Path file, String what) throws TlsException {
    requireFile(file, what);
    try {
      if (Files.size(file) > LARGEST) {
        throw new TlsException("the " + what + " " + file + " is too large to be one");
      }
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException unreadable) {
      throw new TlsException(
          "the " + what + " " + file + " cannot be read: " + IoFailure.reason(unreadable));
    }
  }

  static void requireFile(Path file, String what) throws TlsException {
    if (Files.isDirectory(file)) {
      throw new TlsException("the " + what + " " + file + " is a folder");
    }
    if (!Files.exists(file)) {
      throw new TlsException("there is no " + what + " " + file);
    }
    if (!Files.isReadable(file)) {
      throw new TlsException("the " + what + " " + file + " cannot be read: permission denied");
    }
  }
}
