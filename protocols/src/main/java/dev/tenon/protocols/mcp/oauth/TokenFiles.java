package dev.tenon.protocols.mcp.oauth;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// Secrets in files that nobody else may read. One that others can read is not used: who else has
/// it cannot be told.
public final class TokenFiles implements TokenVault {
  private static final FileAttribute<Set<PosixFilePermission>> OWN =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");

  private final Path folder;

  /// @param folder is made when the first secret is kept
  public TokenFiles(Path folder) {
    this.folder = folder;
  }

  private Path file(String name) {
    return folder.resolve(name + ".json");
  }

  @Override
  public Optional<String> read(String name) throws IOException {
    Path file = file(name);
    try {
      Set<PosixFilePermission> others = EnumSet.copyOf(Files.getPosixFilePermissions(file));
      others.remove(PosixFilePermission.OWNER_READ);
      others.remove(PosixFilePermission.OWNER_WRITE);
      if (!others.isEmpty()) {
        throw new IOException(
            file
                + " holds a token and has the mode "
                + mode(Files.getPosixFilePermissions(file))
                + ", so others may have read it; log in again after 'tenon mcp logout', or chmod"
                + " 600 it if nobody has");
      }
      return Optional.of(Files.readString(file));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }

  private static String mode(Set<PosixFilePermission> permissions) {
    int mode = 0;
    for (PosixFilePermission each : permissions) {
      mode |=
          switch (each) {
            case OWNER_READ -> 0400;
            case OWNER_WRITE -> 0200;
            case OWNER_EXECUTE -> 0100;
            case GROUP_READ -> 040;
            case GROUP_WRITE -> 020;
            case GROUP_EXECUTE -> 010;
            case OTHERS_READ -> 04;
            case OTHERS_WRITE -> 02;
            case OTHERS_EXECUTE -> 01;
          };
    }
    return Integer.toOctalString(mode);
  }

  @Override
  public void write(String name, String secret) throws IOException {
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, FOLDER);
    Path fresh = Files.createTempFile(folder, name, ".tmp", OWN);
    try {
      try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(secret.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(
          fresh, file(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  @Override
  public boolean delete(String name) throws IOException {
    Files.deleteIfExists(file(name));
    return true;
  }
}
