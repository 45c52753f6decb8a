package dev.tenon.distribution.pack;

import dev.tenon.core.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/// The bill of materials: a CycloneDX 1.6 document of Tenon, its own jars, the libraries, what the
/// review page is made with, and the Java runtime, with sums and licences, and of who needs whom.
///
/// @param own our own jars by name, with their SHA-256
/// @param page the packages of the review page
record Sbom(
    Product product, Map<String, String> own, List<Library> libraries, List<PagePackage> page) {

  String text() {
    String self = "pkg:generic/tenon@" + product.version();
    String java = "pkg:generic/openjdk@" + product.javaVersion();
    var components = new ArrayList<Json.Obj>();
    var needs = new TreeMap<String, List<String>>();
    var direct = new ArrayList<String>();
    own.forEach(
        (jar, sum) -> {
          String reference = self + "#" + jar;
          direct.add(reference);
          components.add(
              component("library", jar, product.version(), reference)
                  .array("hashes", List.of(hash("SHA-256", sum)))
                  .array("licenses", licences(List.of(Product.LICENCE)))
                  .build());
        });
    var known = new TreeMap<String, String>();
    libraries.forEach(it -> known.put(it.coordinates().key(), it.coordinates().purl()));
    for (Library library : sorted()) {
      Coordinates name = library.coordinates();
      components.add(
          component("library", name.artifact(), name.version(), name.purl())
              .put("group", name.group())
              .put("description", library.description().isEmpty() ? null : library.description())
              .put("purl", name.purl())
              .array("hashes", List.of(hash("SHA-256", library.sha256())))
              .array("licenses", licences(library.licences()))
              .build());
      needs.put(
          name.purl(),
          library.needs().stream().filter(known::containsKey).map(known::get).sorted().toList());
    }
    for (PagePackage each : pageInOrder()) {
      components.add(
          component("library", each.name(), each.version(), each.purl())
              .put("purl", each.purl())
              .array("hashes", List.of(hash("SHA-512", each.sha512())))
              .array("licenses", List.of(Json.object().put("expression", each.licence()).build()))
              .build());
      needs.put(each.purl(), each.needs().stream().sorted().toList());
      direct.add(each.purl());
    }
    components.add(
        component("platform", "openjdk", product.javaVersion(), java)
            .put("description", product.javaVendor())
            .array(
                "licenses", List.of(Json.object().put("expression", Product.JAVA_LICENCE).build()))
            .build());
    direct.addAll(known.values());
    direct.add(java);
    needs.put(self, direct.stream().sorted().toList());
    own.keySet().forEach(jar -> needs.put(self + "#" + jar, List.of()));
    needs.put(java, List.of());
    Json.Obj document =
        Json.object()
            .put("$schema", "http://cyclonedx.org/schema/bom-1.6.schema.json")
            .put("bomFormat", "CycloneDX")
            .put("specVersion", "1.6")
            .put("serialNumber", "urn:uuid:" + serial(components))
            .put("version", 1)
            .object(
                "metadata",
                metadata ->
                    metadata
                        .put("timestamp", product.time().toString())
                        .put(
                            "component",
                            component("application", "tenon", product.version(), self)
                                .array("licenses", licences(List.of(Product.LICENCE)))
                                .array(
                                    "properties",
                                    List.of(
                                        Json.object()
                                            .put("name", "tenon:commit")
                                            .put("value", product.commit())
                                            .build()))
                                .build()))
            .array("components", components)
            .array("dependencies", needs.entrySet().stream().map(Sbom::dependency).toList())
            .build();
    return document.pretty() + "\n";
  }

  private List<Library> sorted() {
    return libraries.stream()
        .sorted(Comparator.comparing((Library it) -> it.coordinates().purl()))
        .toList();
  }

  private List<PagePackage> pageInOrder() {
    return page.stream().sorted(Comparator.comparing(PagePackage::purl)).toList();
  }

  private static Json.Builder component(
      String type, String name, String version, String reference) {
    return Json.object()
        .put("type", type)
        .put("bom-ref", reference)
        .put("name", name)
        .put("version", version);
  }

  private static Json.Obj dependency(Map.Entry<String, List<String>> entry) {
    return Json.object()
        .put("ref", entry.getKey())
        .put("dependsOn", Json.strings(entry.getValue()))
        .build();
  }

  private static Json.Obj hash(String kind, String sum) {
    return Json.object().put("alg", kind).put("content", sum).build();
  }

  private static List<Json.Obj> licences(List<String> ids) {
    return ids.stream()
        .map(id -> Json.object().object("license", licence -> licence.put("id", id)).build())
        .toList();
  }

  /// The same contents have the same number.
  private static UUID serial(List<Json.Obj> components) {
    return UUID.nameUUIDFromBytes(components.toString().getBytes(StandardCharsets.UTF_8));
  }
}
