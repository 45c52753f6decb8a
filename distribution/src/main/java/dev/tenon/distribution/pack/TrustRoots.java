package dev.tenon.distribution.pack;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The certificate authorities that a package trusts: those of the JDK, and never one that belongs
/// to the machine it was made on. A distribution of Linux puts a store of its own in the place of
/// the JDK's, with whatever the company or the proxy of that machine added; of such a store only
/// the ones that the distribution itself brings are taken.
///
/// @param certificates by their sums
/// @param left the names of those that were left out
record TrustRoots(Map<String, Certificate> certificates, List<String> left) {
  /// Where Debian keeps the list of Mozilla, apart from what the machine's owner adds.
  static final Path DISTRIBUTED = Path.of("/usr/share/ca-certificates/mozilla");

  private static final int JKS = 0xfeedfeed;
  private static final int JKS_VERSION = 2;
  private static final int TRUSTED = 2;
  private static final String PASSWORD = "changeit";

  /// What a package may trust of this store.
  ///
  /// @param store the JDK's `cacerts`
  /// @param javaHome the JDK; a store that really lies in it is its own
  /// @param distributed a folder of certificates, to compare a foreign store with
  static TrustRoots of(Path store, Path javaHome, Path distributed)
      throws IOException, GeneralSecurityException, PackException {
    var named = new TreeMap<String, Certificate>();
    KeyStore all = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    for (String alias : Collections.list(all.aliases())) {
      Certificate certificate = all.getCertificate(alias);
      if (certificate != null) {
        named.put(alias, certificate);
      }
    }
    boolean own = store.toRealPath().startsWith(javaHome.toRealPath());
    if (!own && !Files.isDirectory(distributed)) {
      throw new PackException(
          "the roots of this JDK ("
              + store
              + ") are kept outside of it, and there is no "
              + distributed
              + " to tell the machine's own from them; use a JDK with its own cacerts");
    }
    Set<String> known = own ? Set.of() : sums(distributed);
    var certificates = new TreeMap<String, Certificate>();
    var left = new ArrayList<String>();
    for (Map.Entry<String, Certificate> entry : named.entrySet()) {
      String sum = sum(entry.getValue());
      if (own || known.contains(sum)) {
        certificates.put(sum, entry.getValue());
      } else {
        left.add(entry.getKey());
      }
    }
    if (certificates.isEmpty()) {
      throw new PackException("no root is left of " + store);
    }
    return new TrustRoots(certificates, left);
  }

  private static Set<String> sums(Path folder) throws IOException, GeneralSecurityException {
    var factory = CertificateFactory.getInstance("X.509");
    var sums = new HashSet<String>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.crt")) {
      for (Path file : files) {
        try (InputStream in = Files.newInputStream(file)) {
          for (Certificate certificate : factory.generateCertificates(in)) {
            sums.add(sum(certificate));
          }
        }
      }
    }
    return sums;
  }

  private static String sum(Certificate certificate) throws GeneralSecurityException {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
  }

  /// A key store in the oldest of the JDK's formats: the others note when they were made.
  byte[] store(long seconds) throws IOException, GeneralSecurityException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(JKS);
    out.writeInt(JKS_VERSION);
    out.writeInt(certificates.size());
    for (Map.Entry<String, Certificate> entry : certificates.entrySet()) {
      byte[] encoded = entry.getValue().getEncoded();
      out.writeInt(TRUSTED);
      out.writeUTF(entry.getKey());
      out.writeLong(seconds * 1000);
      out.writeUTF("X.509");
      out.writeInt(encoded.length);
      out.write(encoded);
    }
    var digest = MessageDigest.getInstance("SHA-1");
    digest.update(PASSWORD.getBytes(StandardCharsets.UTF_16BE));
    digest.update("Mighty Aphrodite".getBytes(StandardCharsets.UTF_8));
    digest.update(bytes.toByteArray());
    out.write(digest.digest());
    return bytes.toByteArray();
  }
}
