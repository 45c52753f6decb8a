package dev.tenon.distribution.pack;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantPool;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/// The classes an AOT cache is made of, as the text that `-XX:SharedClassListFile` reads. Several
/// recordings of the same training become one list that does not depend on chance:
///
/// - classes and lambdas are those of all recordings, sorted, without the numbers of the recording;
/// - of a class's constant pool, a recording only holds what happened to be resolved in time. Here
///   all of its classes, fields and methods are named, and the JVM takes what the cache has. Call
///   sites (`invokedynamic`) stay those that were recorded;
/// - what only trains is left out, and so is what is no longer there.
///
/// [#lines] is the same without what depends on how a class was compiled: it is kept with the
/// sources and read again when they have changed.
final class ClassList {
  private static final String TRAINER = "dev/tenon/distribution/";
  private static final String PROXY = "@lambda-proxy ";
  private static final String CALL = "@call";

  private final Set<String> classes = new TreeSet<>();
  private final Set<String> lambdas = new TreeSet<>();
  private final Map<String, Set<Integer>> resolved = new HashMap<>();

  /// Call sites by their class, each as name and type.
  private final Map<String, Set<String>> calls = new TreeMap<>();

  private int missing;

  /// Adds what one recording (`-XX:DumpLoadedClassList`), an earlier list or [#lines] holds.
  void add(List<String> lines) {
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#") || line.contains(TRAINER)) {
        continue;
      }
      List<String> words = List.of(line.split(" ", -1));
      if (words.getFirst().equals("@cp")) {
        Set<Integer> indexes = resolved.computeIfAbsent(words.get(1), name -> new TreeSet<>());
        for (String index : words.subList(2, words.size())) {
          indexes.add(Integer.parseInt(index));
        }
      } else if (words.getFirst().equals(CALL)) {
        calls.computeIfAbsent(words.get(1), name -> new TreeSet<>()).add(after(line, 2));
      } else if (line.startsWith("@")) {
        lambdas.add(line);
      } else {
        classes.add(words.getFirst());
      }
    }
  }

  private static String after(String line, int words) {
    return line.split(" ", words + 1)[words];
  }

  /// All that was added, sorted, without indexes. Complete after [#text].
  List<String> lines() {
    var lines = new ArrayList<>(classes);
    lines.addAll(lambdas);
    calls.forEach(
        (name, sites) -> sites.forEach(site -> lines.add(CALL + " " + name + " " + site)));
    return lines;
  }

  /// How many of the classes were not found by [#text].
  int missing() {
    return missing;
  }

  /// The list for the classes of these jars and of this runtime image.
  String text(List<Path> jars, Path image) throws IOException {
    var wanted = new TreeSet<>(resolved.keySet());
    wanted.addAll(classes);
    var pools = new TreeMap<String, Set<Integer>>();
    for (Path jar : jars) {
      readJar(jar, wanted, pools);
    }
    readImage(image, wanted, pools);
    wanted.retainAll(classes);
    missing = wanted.size();
    classes.removeAll(wanted);
    lambdas.removeIf(line -> line.startsWith(PROXY) && wanted.contains(line.split(" ", 3)[1]));
    calls.keySet().removeAll(wanted);
    var text = new StringBuilder();
    classes.forEach(name -> text.append(name).append('\n'));
    lambdas.forEach(line -> text.append(line).append('\n'));
    pools.forEach((name, indexes) -> line(text, name, indexes));
    return text.toString();
  }

  private static void line(StringBuilder text, String name, Set<Integer> indexes) {
    if (!indexes.isEmpty()) {
      text.append("@cp ").append(name);
      indexes.forEach(index -> text.append(' ').append(index));
      text.append('\n');
    }
  }

  private void readJar(Path jar, Set<String> wanted, Map<String, Set<Integer>> pools)
      throws IOException {
    try (var file = new JarFile(jar.toFile(), false, JarFile.OPEN_READ, Runtime.version())) {
      for (String name : List.copyOf(wanted)) {
        ZipEntry entry = file.getEntry(name + ".class");
        if (entry != null) {
          try (InputStream in = file.getInputStream(entry)) {
            pools.put(name, pool(name, in.readAllBytes()));
          }
          wanted.remove(name);
        }
      }
    }
  }

  private void readImage(Path image, Set<String> wanted, Map<String, Set<Integer>> pools)
      throws IOException {
    Map<String, String> home = Map.of("java.home", image.toString());
    try (FileSystem files = FileSystems.newFileSystem(URI.create("jrt:/"), home);
        DirectoryStream<Path> modules = Files.newDirectoryStream(files.getPath("modules"))) {
      for (Path module : modules) {
        for (String name : List.copyOf(wanted)) {
          Path file = module.resolve(name + ".class");
          if (Files.exists(file)) {
            pools.put(name, pool(name, Files.readAllBytes(file)));
            wanted.remove(name);
          }
        }
      }
    }
  }

  private boolean isCalled(String name, InvokeDynamicEntry site, Set<Integer> recorded) {
    String text = site.name().stringValue() + " " + site.type().stringValue();
    if (recorded.contains(site.index())) {
      calls.computeIfAbsent(name, any -> new TreeSet<>()).add(text);
    }
    return calls.getOrDefault(name, Set.of()).contains(text);
  }

  private Set<Integer> pool(String name, byte[] bytes) {
    ConstantPool pool = ClassFile.of().parse(bytes).constantPool();
    Set<Integer> recorded = resolved.getOrDefault(name, Set.of());
    var indexes = new TreeSet<Integer>();
    for (PoolEntry entry : pool) {
      boolean plain = entry instanceof ClassEntry || entry instanceof MemberRefEntry;
      boolean called = entry instanceof InvokeDynamicEntry site && isCalled(name, site, recorded);
      if (plain || called) {
        indexes.add(entry.index());
      }
    }
    return indexes;
  }
}
