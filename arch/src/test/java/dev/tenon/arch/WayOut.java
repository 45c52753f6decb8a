package dev.tenon.arch;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Set;

/// What leads out of this machine: sockets, the clients of the JDK, and asking a name server. A
/// second client would have none of the guard, proxies and limits of the one in `core.http`.
final class WayOut extends ArchCondition<JavaClass> {
  /// Whatever is called there.
  private static final Set<String> TYPES =
      Set.of(
          "java.net.DatagramSocket",
          "java.net.HttpURLConnection",
          "java.net.JarURLConnection",
          "java.net.MulticastSocket",
          "java.net.URLConnection",
          "java.nio.channels.AsynchronousSocketChannel",
          "java.nio.channels.DatagramChannel",
          "javax.net.ssl.HttpsURLConnection");

  /// Names by their type; sockets that a server has accepted are used elsewhere.
  private static final Map<String, Set<String>> CALLS =
      Map.ofEntries(
          Map.entry("java.net.Socket", Set.of("<init>", "connect")),
          Map.entry("java.net.URL", Set.of("openConnection", "openStream", "getContent")),
          Map.entry("java.nio.channels.SocketChannel", Set.of("open", "connect")),
          Map.entry("javax.net.SocketFactory", Set.of("createSocket")),
          Map.entry("javax.net.ssl.SSLSocketFactory", Set.of("createSocket")),
          Map.entry("java.net.InetAddress", lookups()),
          Map.entry("java.net.Inet4Address", lookups()),
          Map.entry("java.net.Inet6Address", lookups()),
          Map.entry("java.net.InetSocketAddress", Set.of("getHostName")));

  private static final Set<String> PACKAGES =
      Set.of("java.net.http.", "javax.naming.", "java.rmi.");

  WayOut() {
    super("not open a way out of the machine");
  }

  private static Set<String> lookups() {
    return Set.of(
        "getByName",
        "getAllByName",
        "getLocalHost",
        "getHostName",
        "getCanonicalHostName",
        "isReachable");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    for (JavaAccess<?> access : type.getAccessesFromSelf()) {
      if (leadsOut(access)) {
        events.add(SimpleConditionEvent.violated(type, access.getDescription()));
      }
    }
  }

  private static boolean leadsOut(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    return TYPES.contains(owner)
        || CALLS.getOrDefault(owner, Set.of()).contains(access.getName())
        || PACKAGES.stream().anyMatch(owner::startsWith)
        || (owner.equals("java.net.InetSocketAddress") && looksUp(access));
  }

  /// The constructor with a name asks for its addresses.
  private static boolean looksUp(JavaAccess<?> access) {
    return access.getName().equals("<init>")
        && access instanceof JavaCodeUnitAccess<?> call
        && call.getTarget().getRawParameterTypes().getFirst().getName().equals("java.lang.String");
  }
}
