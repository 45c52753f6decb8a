package dev.tenon.distribution.pack;

import dev.tenon.cli.args.ManPage;
import dev.tenon.cli.args.TenonCommandLine;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/// Makes the packages of the distribution that lies in `dist`, in the folder `target/package`: the
/// archive, the Debian package, the bill of materials, `install.sh` and `SHA256SUMS`.
///
/// `Packager ROOT [--train] [--maintainer 'NAME <ADDRESS>']`: with `--train`, the classes of the
/// caches are recorded anew and written to the sources.
public final class Packager {
  private static final long MOST_BYTES = 90_000_000;

  /// Above that, the classes kept with the sources are too old for fast starts.
  private static final int MOST_MISSING = 200;

  private static final PrintStream TELL = System.out;

  private static final String WORKER_CLASS_PATH = "worker/class-path";

  /// What a worker is asked in training; it stays with the build.
  private static final String WORKER_REQUESTS = "worker/requests";

  /// Writes the roots of the runtime for OpenSSL, by the runtime itself, and what calls it.
  private static final String TLS_FILES = "dev.tenon.core.http.tls.TlsFiles";

  private final PackOptions options;
  private final Path root;
  private final Path dist;
  private final Path out;
  private final Path stage;
  private final Path log;
  private final Path javaHome;
  private final Launch launch;
  private final Product product;

  private Packager(PackOptions options, Path javaHome)
      throws IOException, InterruptedException, PackException {
    this.options = options;
    root = options.root();
    this.javaHome = javaHome;
    if (!root.toString().matches("[A-Za-z0-9._/+-]+")) {
      throw new PackException(
          root
              + " has other characters than letters, digits and . _ - + in it, which change the"
              + " caches; make the package in another folder");
    }
    dist = root.resolve("dist");
    out = root.resolve("target/package");
    new Tree(out).delete();
    Files.createDirectories(out);
    log = out.resolve("package.log");
    launch = Launch.read(dist);
    String version = launch.version();
    stage = out.resolve("stage").resolve("tenon-" + version);
    product =
        new Product(
            version,
            Checkout.commit(root, log),
            Checkout.time(root, log, System.getenv()),
            System.getProperty("java.runtime.version"),
            System.getProperty("java.vendor"));
  }

  public static void main(String[] arguments) throws InterruptedException {
    try {
      var packager =
          new Packager(
              PackOptions.of(List.of(arguments)), Path.of(System.getProperty("java.home")));
      packager.stage();
      packager.caches();
      packager.share();
      packager.check();
      packager.write();
    } catch (PackException | IOException | GeneralSecurityException failed) {
      System.err.println("package: " + failed.getMessage());
      System.exit(1);
    }
  }

  /// The program, its libraries and its runtime.
  private void stage()
      throws IOException, PackException, GeneralSecurityException, InterruptedException {
    Path home = stage.resolve("dist");
    Files.createDirectories(home.resolve("lib"));
    Files.copy(root.resolve("tenon"), stage.resolve("tenon"), StandardCopyOption.COPY_ATTRIBUTES);
    var jars = new ArrayList<Path>();
    for (String jar : launch.jars()) {
      jars.add(copy(home, "lib/" + jar));
    }
    copy(home, WORKER_CLASS_PATH);
    for (String jar : workerJars()) {
      jars.add(copy(home, jar));
    }
    Set<String> modules = RuntimeImage.modules(jars);
    Path runtime = home.resolve("runtime");
    RuntimeImage.link(modules, runtime);
    TELL.println(
        "package: runtime of " + modules.size() + " modules: " + String.join(" ", modules));
    roots(runtime);
    Processes.run(
        home,
        log,
        List.of(
            runtime.resolve("bin/java").toString(),
            "-cp",
            "lib/*",
            TLS_FILES,
            runtime.toString(),
            home.toString()));
    Files.writeString(home.resolve("launch"), launch.text(runtime));
    Files.writeString(home.resolve("commit"), product.commit() + "\n");
  }

  /// Copies a file of the distribution, to its place in the package.
  private Path copy(Path home, String file) throws IOException {
    Path target = home.resolve(file);
    Files.createDirectories(target.getParent());
    Files.copy(dist.resolve(file), target);
    // The JVM compares the times of the jars with those in its caches.
    return Files.setLastModifiedTime(target, FileTime.from(product.time()));
  }

  /// The jars that only workers need, seen from the distribution.
  private List<String> workerJars() throws IOException {
    return Files.readAllLines(dist.resolve(WORKER_CLASS_PATH)).stream()
        .filter(entry -> entry.startsWith("worker/"))
        .toList();
  }

  private void roots(Path runtime) throws IOException, PackException, GeneralSecurityException {
    String store = "lib/security/cacerts";
    TrustRoots roots = TrustRoots.of(javaHome.resolve(store), javaHome, TrustRoots.DISTRIBUTED);
    Files.write(runtime.resolve(store), roots.store(product.seconds()));
    TELL.println(
        "package: trusts %d roots%s"
            .formatted(
                roots.certificates().size(),
                roots.left().isEmpty()
                    ? ""
                    : "; left out are %d of this machine or of an older list"
                        .formatted(roots.left().size())));
    roots.left().forEach(name -> TELL.println("package:   left out: " + name));
  }

  private void caches() throws IOException, InterruptedException, PackException {
    List<Path> trainers =
        List.of(built("distribution", product.version()), built("testkit", product.version()));
    Path home = stage.resolve("dist");
    var program =
        new ProgramStart.Program(home, launch.jars(), launch.main(), javaHome, trainers, log);
    var starts = new ArrayList<>(ProgramStart.all(program));
    starts.add(
        new WorkerStart(
            home,
            Files.readAllLines(home.resolve(WORKER_CLASS_PATH)),
            dist.resolve(WORKER_REQUESTS),
            log));
    Path lists = Files.createDirectory(out.resolve("lists"));
    var caches = new AotCaches(home, log);
    Path kept = TrainedClasses.file(root);
    if (options.classes() == PackOptions.Classes.TRAINED) {
      var recorded = new TreeMap<String, List<String>>();
      for (CachedStart start : starts) {
        recorded.put(start.name(), caches.recorded(start));
      }
      new TrainedClasses(recorded).write(kept);
    }
    TrainedClasses trained = TrainedClasses.read(kept);
    int missing = 0;
    for (CachedStart start : starts) {
      var classes = new ClassList();
      classes.add(trained.byCache().getOrDefault(start.name(), List.of()));
      caches.make(start, classes, lists.resolve(start.name() + ".list"));
      missing += classes.missing();
    }
    if (missing > MOST_MISSING) {
      TELL.println(
          "package: %d classes of %s are no longer there; ./package --train records them anew"
              .formatted(missing, root.relativize(kept)));
    }
  }

  /// A jar of a module as the build of the distribution left it.
  private Path built(String module, String version) throws PackException {
    Path jar = root.resolve(module).resolve("target/dist/tenon-" + module + "-" + version + ".jar");
    if (!Files.exists(jar)) {
      throw new PackException("there is no " + jar + "; build with ./tenon --version");
    }
    return jar;
  }

  /// Manual, completions, licences and the bill of materials.
  private void share() throws IOException, InterruptedException, PackException {
    Path share = stage.resolve("share");
    put(share.resolve("bash-completion/completions/tenon"), completion("bash"));
    put(share.resolve("zsh/site-functions/_tenon"), completion("zsh"));
    put(share.resolve("fish/vendor_completions.d/tenon.fish"), completion("fish"));
    String day = product.time().toString().substring(0, 10);
    put(
        share.resolve("man/man1/tenon.1"),
        ManPage.of(TenonCommandLine.GRAMMAR, product.version(), day));
    Resolved resolved = Resolved.read(dist);
    var libraries = new ArrayList<Library>();
    var own = new TreeMap<String, String>();
    var files = new ArrayList<>(launch.jars().stream().map(jar -> "lib/" + jar).toList());
    files.addAll(workerJars());
    for (String name : files) {
      Path file = stage.resolve("dist").resolve(name);
      String jar = file.getFileName().toString();
      Coordinates coordinates = resolved.artifacts().get(jar);
      if (coordinates == null) {
        own.put(jar, Library.sha256(Files.readAllBytes(file)));
      } else {
        libraries.add(Library.of(resolved.repository(), coordinates, file));
      }
    }
    new Notice(product, libraries).write(stage, root.resolve("LICENSE"));
    put(
        share.resolve("doc/tenon/tenon.cdx.json"),
        new Sbom(product, own, libraries, PagePackage.of(root)).text());
  }

  private String completion(String shell) throws IOException, InterruptedException, PackException {
    return Processes.run(
        stage, log, List.of(stage.resolve("tenon").toString(), "completion", shell));
  }

  private static void put(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /// A package must not know where it was made.
  private void check() throws IOException, PackException {
    List<String> places = List.of(root.toString(), javaHome.toString());
    for (Path file : new Tree(stage).paths()) {
      if (Files.isSymbolicLink(file)) {
        if (Files.readSymbolicLink(file).isAbsolute()) {
          throw new PackException(file + " is a link to an absolute path");
        }
      } else if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        for (String place : places) {
          if (text.contains(place)) {
            throw new PackException(file + " holds the path " + place);
          }
        }
      }
    }
  }

  private void write() throws IOException, PackException {
    Path archive = out.resolve(product.archive());
    try (var tar = new Tar(new Gzip(Files.newOutputStream(archive)), product.seconds())) {
      tar.folder(product.folder());
      new Tree(stage).write(tar, product.folder() + "/");
    }
    Path debian = out.resolve("tenon_" + product.debianVersion() + "_amd64.deb");
    new DebianPackage(product, options.maintainer()).write(stage, debian);
    Path sbom =
        Files.copy(
            stage.resolve("share/doc/tenon/tenon.cdx.json"),
            out.resolve(product.folder() + ".cdx.json"));
    Path install = Files.copy(root.resolve("install.sh"), out.resolve("install.sh"));
    Files.setPosixFilePermissions(install, PosixFilePermissions.fromString("rwxr-xr-x"));
    var sums = new StringBuilder();
    for (Path file : List.of(install, archive, sbom, debian)) {
      sums.append(Library.sha256(Files.readAllBytes(file))).append("  ");
      sums.append(file.getFileName()).append('\n');
      TELL.println("package: %s, %.1f MB".formatted(root.relativize(file), Files.size(file) / 1e6));
      if (Files.size(file) > MOST_BYTES) {
        throw new PackException(file.getFileName() + " is over " + MOST_BYTES + " bytes");
      }
    }
    Files.writeString(out.resolve("SHA256SUMS"), sums.toString());
    if (!options.maintainer().isReachable()) {
      TELL.println(
          "package: the Debian package names nobody to write to (%s); before you give it to others, say --maintainer 'NAME <ADDRESS>'"
              .formatted(options.maintainer().text()));
    }
    TELL.println(
        "package: " + product.commit() + ", sums in " + root.relativize(out) + "/SHA256SUMS");
  }
}
