package dev.tenon.core.http.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Makes keys and certificates of every kind with the program `openssl`, in a folder of a test.
public final class TestCa {
  private final Path folder;
  private int serial = 1000;

  public TestCa(Path folder) {
    this.folder = folder;
  }

  /// A certificate and its key, in PEM.
  public record Made(Path certificate, Path key, String name) {}

  /// What a certificate is to be.
  public static final class Wish {
    private final String name;
    private final List<String> extensions = new ArrayList<>();
    private String key = "ec";
    private String digest = "sha256";
    private int from = -1;
    private int to = 30;
    private String subject = "";

    public Wish(String name) {
      this.name = name;
    }

    /// A CA.
    public static Wish ca(String name) {
      return new Wish(name)
          .with("basicConstraints=critical,CA:TRUE")
          .with("keyUsage=critical,keyCertSign,cRLSign");
    }

    /// A server with these alternative names.
    public static Wish server(String name, String names) {
      return new Wish(name).with("basicConstraints=CA:FALSE").with("subjectAltName=" + names);
    }

    public Wish with(String extension) {
      extensions.add(extension);
      return this;
    }

    /// `ec`, `ec:CURVE`, `rsa:BITS`, `ed25519`.
    public Wish key(String kind) {
      key = kind;
      return this;
    }

    public Wish digest(String kind) {
      digest = kind;
      return this;
    }

    /// Days from now.
    public Wish days(int first, int last) {
      from = first;
      to = last;
      return this;
    }

    public Wish subject(String text) {
      subject = text;
      return this;
    }
  }

  public Made selfSigned(Wish wish) {
    return make(wish, null);
  }

  public Made issue(Made issuer, Wish wish) {
    return make(wish, issuer);
  }

  private Made make(Wish wish, Made issuer) {
    String file = wish.name.replaceAll("[^A-Za-z0-9]", "_") + "-" + ++serial;
    Path key = folder.resolve(file + ".key");
    Path request = folder.resolve(file + ".csr");
    Path certificate = folder.resolve(file + ".pem");
    Path settings = folder.resolve(file + ".cnf");
    key(wish.key, key);
    String subject = wish.subject.isEmpty() ? "/CN=" + wish.name : wish.subject;
    openssl("req", "-new", "-key", key.toString(), "-subj", subject, "-out", request.toString());
    write(settings, settings(wish, certificate, issuer == null ? key : issuer.key()));
    var command = new ArrayList<String>();
    command.addAll(
        List.of(
            "ca", "-batch", "-notext", "-config", settings.toString(), "-in", request.toString()));
    command.addAll(List.of("-startdate", date(wish.from), "-enddate", date(wish.to)));
    command.addAll(
        List.of("-md", wish.key.startsWith("ed") || isEdwards(issuer) ? "default" : wish.digest));
    command.addAll(List.of("-out", certificate.toString()));
    if (issuer == null) {
      command.addAll(List.of("-selfsign", "-keyfile", key.toString()));
    } else {
      command.addAll(
          List.of("-cert", issuer.certificate().toString(), "-keyfile", issuer.key().toString()));
    }
    openssl(command.toArray(String[]::new));
    return new Made(certificate, key, wish.name);
  }

  private static boolean isEdwards(Made issuer) {
    return issuer != null && issuer.name().contains("ed25519");
  }

  private void key(String kind, Path file) {
    List<String> how =
        kind.equals("ed25519")
            ? List.of("-algorithm", "ed25519")
            : kind.startsWith("rsa:")
                ? List.of("-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:" + kind.substring(4))
                : kind.equals("ec-explicit")
                    ? List.of(
                        "-algorithm",
                        "EC",
                        "-pkeyopt",
                        "ec_paramgen_curve:P-256",
                        "-pkeyopt",
                        "ec_param_enc:explicit")
                    : List.of(
                        "-algorithm",
                        "EC",
                        "-pkeyopt",
                        "ec_paramgen_curve:" + (kind.equals("ec") ? "P-256" : kind.substring(3)));
    var command = new ArrayList<>(List.of("genpkey", "-out", file.toString()));
    command.addAll(how);
    openssl(command.toArray(String[]::new));
  }

  private String settings(Wish wish, Path certificate, Path key) {
    Path database = folder.resolve(certificate.getFileName() + ".db");
    Path serialFile = folder.resolve(certificate.getFileName() + ".serial");
    write(database, "");
    write(serialFile, Integer.toHexString(0x100000 + serial) + "\n");
    return """
    [ca]
    default_ca=here
    [here]
    database=%s
    serial=%s
    new_certs_dir=%s
    policy=any
    email_in_dn=no
    unique_subject=no
    default_md=sha256
    private_key=%s
    x509_extensions=wanted
    [any]
    commonName=optional
    organizationName=optional
    [wanted]
    %s
    """
        .formatted(database, serialFile, folder, key, String.join("\n", wish.extensions));
  }

  private static String date(int days) {
    return java.time.format.DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'")
        .withZone(java.time.ZoneOffset.UTC)
        .format(java.time.Instant.now().plus(java.time.Duration.ofDays(days)));
  }

  /// One file with the certificates of all of them.
  public Path bundle(String name, Made... made) {
    var text = new StringBuilder();
    for (Made one : made) {
      text.append(read(one.certificate()));
    }
    Path file = folder.resolve(name + ".pem");
    write(file, text.toString());
    return file;
  }

  public static String openssl(String... words) {
    var command = new ArrayList<>(List.of("openssl"));
    command.addAll(List.of(words));
    return run(command.toArray(String[]::new));
  }

  /// What a program says that has to succeed.
  static String run(String... command) {
    String shown = String.join(" ", command);
    try {
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      Process process = builder.start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new AssertionError(shown + ": " + said);
      }
      return said;
    } catch (IOException | InterruptedException broken) {
      throw new AssertionError(shown, broken);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }
}
