package dev.tenon.core.change.effects;

import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.state.FileFingerprint;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/// A file, link or folder as it was before a command, and from where its content can be had.
///
/// @param age whether the fingerprint alone shows a later change
record KnownFile(FileFingerprint fingerprint, Age age, PreImage image) {

  /// How long ago it had changed when it was looked at.
  enum Age {
    SETTLED,
    /// So shortly that another change may not show.
    YOUNG
  }

  void write(DataOutputStream out) throws IOException {
    out.writeUTF(fingerprint.kind().name());
    out.writeLong(fingerprint.size());
    out.writeLong(fingerprint.modified());
    out.writeLong(fingerprint.changed());
    out.writeLong(fingerprint.inode());
    out.writeShort(fingerprint.mode());
    out.writeUTF(age.name());
    switch (image) {
      case PreImage.Nothing nothing -> out.writeByte(0);
      case PreImage.Packed packed -> {
        out.writeByte(1);
        out.writeLong(packed.offset());
        out.writeInt(packed.length());
        out.writeUTF(packed.sha256());
      }
      case PreImage.InGit git -> {
        out.writeByte(2);
        out.writeUTF(git.repository());
        out.writeUTF(git.id());
      }
      case PreImage.Link link -> {
        out.writeByte(3);
        out.writeUTF(link.target());
      }
      case PreImage.Missing missing -> {
        out.writeByte(4);
        out.writeUTF(missing.reason().name());
      }
    }
  }

  static KnownFile read(DataInputStream in) throws IOException {
    FileStat.Kind kind = constant(FileStat.Kind.values(), in.readUTF());
    var fingerprint =
        new FileFingerprint(
            kind, in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readShort());
    Age age = constant(Age.values(), in.readUTF());
    PreImage image =
        switch (in.readByte()) {
          case 0 -> PreImage.Nothing.NOTHING;
          case 1 -> new PreImage.Packed(in.readLong(), in.readInt(), in.readUTF());
          case 2 -> new PreImage.InGit(in.readUTF(), in.readUTF());
          case 3 -> new PreImage.Link(in.readUTF());
          case 4 -> new PreImage.Missing(constant(PreImage.Reason.values(), in.readUTF()));
          default -> throw new IOException("unknown pre-image");
        };
    return new KnownFile(fingerprint, age, image);
  }

  private static <E extends Enum<E>> E constant(E[] constants, String name) throws IOException {
    for (E constant : constants) {
      if (constant.name().equals(name)) {
        return constant;
      }
    }
    throw new IOException("unknown word " + name);
  }
}
