package dev.tenon.distribution.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/// What the descriptions of a Maven artifact, its own and those of its parents, say about it. Read
/// from the local repository, which the build has filled.
record Pom(String description, List<String> licences, Set<String> dependencies) {
  private static final int MOST_PARENTS = 10;

  /// @param repository the local Maven repository
  static Pom read(Path repository, Coordinates artifact) throws IOException, PackException {
    String description = "";
    List<String> licences = List.of();
    var dependencies = new LinkedHashSet<String>();
    Coordinates next = artifact;
    for (int i = 0; next != null && i < MOST_PARENTS; i++) {
      Path file = next.file(repository, "pom");
      if (!Files.exists(file)) {
        break;
      }
      Element project = parse(file);
      if (description.isEmpty()) {
        description = text(project, "description").strip().replaceAll("\\s+", " ");
      }
      if (licences.isEmpty()) {
        licences = licences(project);
      }
      for (Element dependency : children(child(project, "dependencies"), "dependency")) {
        String scope = text(dependency, "scope");
        boolean shipped = scope.isEmpty() || scope.equals("compile") || scope.equals("runtime");
        if (shipped && !text(dependency, "optional").equals("true")) {
          String group = text(dependency, "groupId").replace("${project.groupId}", next.group());
          dependencies.add(group + ":" + text(dependency, "artifactId"));
        }
      }
      Element parent = child(project, "parent");
      next =
          parent == null
              ? null
              : new Coordinates(
                  text(parent, "groupId"), text(parent, "artifactId"), text(parent, "version"));
    }
    return new Pom(description, licences, dependencies);
  }

  /// The first developer that a project declares, as `NAME <ADDRESS>`.
  static String developer(Path file) throws IOException, PackException {
    for (Element developer : children(child(parse(file), "developers"), "developer")) {
      return text(developer, "name") + " <" + text(developer, "email") + ">";
    }
    throw new PackException(file + " declares no developer");
  }

  private static List<String> licences(Element project) {
    var found = new ArrayList<String>();
    for (Element licence : children(child(project, "licenses"), "license")) {
      found.add(text(licence, "name"));
    }
    return found;
  }

  private static Element parse(Path file) throws IOException, PackException {
    try {
      var factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement();
    } catch (ParserConfigurationException | SAXException broken) {
      throw new PackException("cannot read " + file.getFileName() + ": " + broken.getMessage());
    }
  }

  private static @Nullable Element child(@Nullable Element parent, String name) {
    List<Element> found = children(parent, name);
    return found.isEmpty() ? null : found.getFirst();
  }

  private static List<Element> children(@Nullable Element parent, String name) {
    var found = new ArrayList<Element>();
    for (Node node = parent == null ? null : parent.getFirstChild();
        node != null;
        node = node.getNextSibling()) {
      if (node instanceof Element element && element.getTagName().equals(name)) {
        found.add(element);
      }
    }
    return found;
  }

  private static String text(Element parent, String name) {
    Element found = child(parent, name);
    return found == null ? "" : found.getTextContent().strip();
  }
}
