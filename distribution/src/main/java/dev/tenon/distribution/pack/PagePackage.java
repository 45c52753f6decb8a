package dev.tenon.distribution.pack;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A package of npm that the review page is made with, as the lock file of the page has it. Where
/// it was downloaded is nobody's business, and is not in the lock file either.
///
/// @param licence an expression of SPDX
/// @param sha512 of its archive, in hexadecimal digits
/// @param needs the packages it needs, by their [#purl]
record PagePackage(String name, String version, String licence, String sha512, List<String> needs) {
  private static final String MODULES = "node_modules/";
  private static final String SUM = "sha512-";

  /// All that go along; none when the build had no Node.js and so made no page.
  ///
  /// @param root of the sources
  static List<PagePackage> of(Path root) throws IOException, PackException {
    boolean built = Files.exists(root.resolve("web/target/page/review-page.zip"));
    return built ? read(Files.readString(root.resolve("web/package-lock.json"))) : List.of();
  }

  /// Those of a lock file that are not for development only.
  static List<PagePackage> read(String lock) throws PackException {
    Json.Obj all;
    try {
      all = Json.parseObject(lock).objectOrEmpty("packages");
    } catch (JsonException damaged) {
      throw new PackException("web/package-lock.json: " + damaged.getMessage());
    }
    var shipped = new TreeMap<String, Json.Obj>();
    for (String place : all.members().keySet()) {
      Json.Obj each = all.objectOrEmpty(place);
      if (!place.isEmpty() && !each.bool("dev", false)) {
        shipped.put(place, each);
      }
    }
    var packages = new ArrayList<PagePackage>();
    for (Map.Entry<String, Json.Obj> each : shipped.entrySet()) {
      packages.add(made(each.getKey(), shipped));
    }
    return packages;
  }

  private static PagePackage made(String place, Map<String, Json.Obj> shipped)
      throws PackException {
    Json.Obj lock = shipped.getOrDefault(place, Json.Obj.EMPTY);
    String sum = lock.string("integrity", "");
    if (lock.string("license", "").isEmpty() || !sum.startsWith(SUM)) {
      throw new PackException(
          "web/package-lock.json: " + place + " has no licence, or no sum of SHA-512");
    }
    var needs = new ArrayList<String>();
    for (String wanted : lock.objectOrEmpty("dependencies").members().keySet()) {
      String found = found(place, wanted, shipped);
      if (!found.isEmpty()) {
        needs.add(purl(nameOf(found), versionOf(found, shipped)));
      }
    }
    byte[] bytes = Base64.getDecoder().decode(sum.substring(SUM.length()));
    return new PagePackage(
        nameOf(place),
        versionOf(place, shipped),
        lock.string("license", ""),
        HexFormat.of().formatHex(bytes),
        List.copyOf(needs));
  }

  /// The place of a package that another one gets: the nearest above it.
  private static String found(String from, String wanted, Map<String, Json.Obj> shipped) {
    for (String folder = from; ; ) {
      String place = (folder.isEmpty() ? "" : folder + "/") + MODULES + wanted;
      if (shipped.containsKey(place)) {
        return place;
      }
      if (folder.isEmpty()) {
        return "";
      }
      int outer = folder.lastIndexOf("/" + MODULES);
      folder = outer < 0 ? "" : folder.substring(0, outer);
    }
  }

  private static String nameOf(String place) {
    return place.substring(place.lastIndexOf(MODULES) + MODULES.length());
  }

  private static String versionOf(String place, Map<String, Json.Obj> shipped) {
    return shipped.getOrDefault(place, Json.Obj.EMPTY).string("version", "");
  }

  String purl() {
    return purl(name, version);
  }

  private static String purl(String name, String version) {
    return "pkg:npm/" + name.replace("@", "%40") + "@" + version;
  }
}
