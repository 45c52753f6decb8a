package dev.tenon.engine.plugin;

import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.problem.Nearest;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Gets plugins from where they are. What is fetched lies in a temporary folder until this is
/// closed. For one thread.
public final class PluginFetch implements AutoCloseable {
  private final Path work;
  private final GitCheckout git;
  private int count;

  /// @param environment of the person, for git
  public PluginFetch(Map<String, String> environment) throws SetupException {
    try {
      this.work = Files.createTempDirectory("tenon-plugin-");
    } catch (IOException unwritable) {
      throw SetupException.failure(
          "there is no place for a temporary folder: " + IoFailure.reason(unwritable));
    }
    this.git = new GitCheckout(environment, work);
  }

  /// A plugin, or a place that is none yet.
  ///
  /// @param commit of the repository that it lies in; empty for a folder
  /// @param origin with the offer that was taken
  public record Fetched(Path folder, String commit, PluginOrigin origin) {}

  /// The place itself, be it a plugin or a marketplace.
  public Fetched place(PluginOrigin origin) throws SetupException, InterruptedException {
    return switch (origin.way()) {
      case FOLDER -> {
        try {
          yield new Fetched(Path.of(origin.location()).toRealPath(), "", origin);
        } catch (IOException gone) {
          throw SetupException.failure(
              origin.location() + " cannot be read: " + IoFailure.reason(gone));
        }
      }
      case JAR -> {
        Path folder = work.resolve("jar-" + count++);
        try {
          PluginJar.unfold(Path.of(origin.location()), Files.createDirectory(folder));
          yield new Fetched(folder, "", origin);
        } catch (IOException gone) {
          throw SetupException.failure(
              origin.location() + " cannot be read: " + IoFailure.reason(gone));
        } catch (PluginFault none) {
          throw SetupException.failure(String.valueOf(none.getMessage()));
        }
      }
      case GIT -> repository(origin, origin.location(), origin.reference());
    };
  }

  private Fetched repository(PluginOrigin origin, String address, String reference)
      throws SetupException, InterruptedException {
    Path folder = work.resolve("repository-" + count++);
    String commit = git.into(folder, address, reference);
    return new Fetched(folder, commit, origin);
  }

  /// The plugin: the place itself, or what a marketplace there offers.
  public Fetched plugin(PluginOrigin origin) throws SetupException, InterruptedException {
    Fetched place = place(origin);
    if (origin.offer().isEmpty() && PluginManifest.in(place.folder()) != null) {
      return place;
    }
    Marketplace market = Marketplace.in(place.folder());
    if (market == null) {
      if (origin.offer().isEmpty()) {
        return place;
      }
      throw SetupException.usage(
          origin.location() + " is no marketplace: it has no marketplace.json");
    }
    Marketplace.Offer offer = offer(market, origin);
    var taken = new PluginOrigin(origin.way(), origin.location(), origin.reference(), offer.name());
    return described(offered(offer, place, taken), offer);
  }

  private Fetched offered(Marketplace.Offer offer, Fetched place, PluginOrigin taken)
      throws SetupException, InterruptedException {
    Path folder = offer.folder();
    if (folder != null) {
      return new Fetched(inside(folder, place.folder()), place.commit(), taken);
    }
    Fetched all = repository(taken, offer.repository(), offer.reference());
    return offer.path().isEmpty()
        ? all
        : new Fetched(
            inside(all.folder().resolve(offer.path()), all.folder()), all.commit(), taken);
  }

  /// The plugin with a manifest. Where it has none of its own, or the marketplace says that its
  /// entry is all there is to say, a copy gets what the entry says.
  private Fetched described(Fetched found, Marketplace.Offer offer) throws SetupException {
    boolean own = PluginManifest.in(found.folder()) != null;
    if (own && offer.entry().bool("strict", true)) {
      return found;
    }
    Path copy = work.resolve("offer-" + count++);
    try {
      PluginTree.copy(found.folder(), copy);
      PluginManifest.write(copy, offer.entry());
    } catch (IOException unwritable) {
      throw SetupException.failure(
          found.folder() + " cannot be copied: " + IoFailure.reason(unwritable));
    }
    return new Fetched(copy, found.commit(), found.origin());
  }

  private static Marketplace.Offer offer(Marketplace market, PluginOrigin origin)
      throws SetupException {
    String wanted = origin.offer();
    Marketplace.Offer found =
        wanted.isEmpty() && market.offers().size() == 1
            ? market.offers().getFirst()
            : market.find(wanted);
    if (found == null) {
      throw SetupException.usage(
          (wanted.isEmpty()
                  ? origin.location() + " is a marketplace; name the plugin behind it"
                  : origin.location() + " offers no '" + wanted + "'")
              + Nearest.hint(wanted, market.names())
              + ": "
              + String.join(", ", market.names()));
    }
    return found;
  }

  /// No link leads out of what was fetched.
  private static Path inside(Path folder, Path place) throws SetupException {
    try {
      Path real = folder.toRealPath();
      if (real.startsWith(place.toRealPath())) {
        return real;
      }
    } catch (IOException gone) {
      throw SetupException.failure(folder + " cannot be read: " + IoFailure.reason(gone));
    }
    throw SetupException.failure(folder + " is a link that leads out of what was fetched");
  }

  @Override
  public void close() throws SetupException {
    try {
      PluginTree.delete(work);
    } catch (IOException left) {
      throw SetupException.failure(
          "the temporary folder " + work + " cannot be removed: " + IoFailure.reason(left));
    }
  }
}
