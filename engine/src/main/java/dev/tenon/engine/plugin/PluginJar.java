package dev.tenon.engine.plugin;

import dev.tenon.core.json.Json;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.text.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/// A jar of a plugin as it can be looked at without running any of it.
///
/// @param name `Tenon-Plugin` of its manifest, or the name of the file without its version
/// @param version `Implementation-Version`; may be empty
/// @param description `Implementation-Title`; may be empty
/// @param classes that its service entry names
/// @param tools those that `Tenon-Tools` declares; no others are taken then. Empty when it declares
///   none
/// @param sha256 of the whole file
public record PluginJar(
    String name,
    String version,
    String description,
    List<String> classes,
    List<String> tools,
    String sha256) {
  /// The library's interface, which this module does not see.
  public static final String SERVICE = "dev.tenon.sdk.TenonPlugin";

  /// What a jar is called in the folder of its plugin.
  static final String FILE = "plugin.jar";

  private static final String ENTRY = "META-INF/services/" + SERVICE;
  private static final int LARGEST_ENTRY = 64 * 1024;
  private static final Pattern VERSIONED =
      Pattern.compile("(.+?)-(v?\\d[\\w.+-]*)", Pattern.DOTALL);

  public PluginJar {
    classes = List.copyOf(classes);
    tools = List.copyOf(tools);
  }

  /// @param shown how messages call the file
  public static PluginJar read(Path file, String shown) throws PluginFault {
    try (var jar = new JarFile(file.toFile(), false)) {
      ZipEntry entry = jar.getEntry(ENTRY);
      if (entry == null) {
        throw new PluginFault(
            shown
                + ": is no plugin: it has no "
                + ENTRY
                + ", which names a class that implements "
                + SERVICE);
      }
      List<String> classes = classes(jar, entry);
      if (classes.isEmpty()) {
        throw new PluginFault(shown + ": " + ENTRY + " names no class");
      }
      for (String each : classes) {
        if (jar.getEntry(each.replace('.', '/') + ".class") == null) {
          throw new PluginFault(
              shown + ": " + ENTRY + " names " + each + ", which is not in the jar");
        }
      }
      Manifest manifest = jar.getManifest();
      Attributes given = manifest == null ? new Attributes() : manifest.getMainAttributes();
      String title = value(given, "Implementation-Title");
      String version = value(given, "Implementation-Version");
      String name = value(given, "Tenon-Plugin");
      return new PluginJar(
          name.isEmpty() ? named(shown) : name,
          version.isEmpty() ? versioned(shown) : version,
          title,
          classes,
          words(value(given, "Tenon-Tools")),
          Sha256.of(Files.readAllBytes(file)));
    } catch (IOException unreadable) {
      throw new PluginFault(shown + ": is no jar: " + IoFailure.reason(unreadable));
    }
  }

  private static List<String> classes(JarFile jar, ZipEntry entry) throws IOException {
    var classes = new ArrayList<String>();
    try (InputStream in = jar.getInputStream(entry)) {
      String text = new String(in.readNBytes(LARGEST_ENTRY), StandardCharsets.UTF_8);
      for (String line : text.lines().toList()) {
        String name = line.replaceFirst("#.*", "").strip();
        if (!name.isEmpty() && !classes.contains(name)) {
          classes.add(name);
        }
      }
    }
    return classes;
  }

  private static String value(Attributes given, String key) {
    String value = given.getValue(key);
    return value == null ? "" : value.strip();
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("[\\s,]+", -1));
  }

  private static Matcher parts(String shown) {
    String file = shown.substring(shown.lastIndexOf('/') + 1).replaceFirst("(?i)\\.jar$", "");
    Matcher parts = VERSIONED.matcher(file);
    return parts.matches() ? parts : Pattern.compile("(.*)()", Pattern.DOTALL).matcher(file);
  }

  private static String named(String shown) {
    Matcher parts = parts(shown);
    return parts.matches() ? parts.group(1).replaceAll("[^A-Za-z0-9_-]+", "-") : "";
  }

  private static String versioned(String shown) {
    Matcher parts = parts(shown);
    return parts.matches() ? parts.group(2) : "";
  }

  /// Makes a plugin's folder of a jar: the jar, and the manifest that says what it is called.
  static void unfold(Path jar, Path folder) throws IOException, PluginFault {
    PluginJar read = read(jar, jar.toString());
    Path manifest = folder.resolve(PluginManifest.FILES.getFirst());
    Path place = manifest.getParent();
    Files.createDirectories(place == null ? folder : place);
    Files.copy(jar, folder.resolve(FILE));
    Files.writeString(
        manifest,
        Json.object()
                .put("name", read.name)
                .put("version", read.version.isEmpty() ? null : read.version)
                .put("description", read.description.isEmpty() ? null : read.description)
                .build()
                .pretty()
            + "\n");
  }
}
