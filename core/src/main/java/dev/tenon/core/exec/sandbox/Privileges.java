package dev.tenon.core.exec.sandbox;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/// Gives rights away, as the last step before a command behind [Unshare]: capabilities, new
/// privileges, and the system calls that a filter refuses. `setpriv` does it without a filter,
/// which only its newest versions know; perl does all of it, at the price of one process.
///
/// @param scope what the command keeps: hardly anything, or all that does not undo mounts
record Privileges(SeccompFilter.Scope scope, HostInfo machine) {
  private static final int CAPABILITIES = 64;

  /// Numbers of capabilities, in the order of the kernel's header.
  private static final List<String> NAMES =
      List.of(
          "chown",
          "dac_override",
          "dac_read_search",
          "fowner",
          "fsetid",
          "kill",
          "setgid",
          "setuid",
          "setpcap",
          "linux_immutable",
          "net_bind_service",
          "net_broadcast",
          "net_admin",
          "net_raw",
          "ipc_lock",
          "ipc_owner",
          "sys_module",
          "sys_rawio",
          "sys_chroot",
          "sys_ptrace",
          "sys_pacct",
          "sys_admin");

  /// Nothing is inherited, the bounding set shrinks (of which root's rights are made when the
  /// command begins), no new privileges, and the filter. Whoever has no right to shrink the set has
  /// no capabilities either.
  private static final String PERL =
      """
      my ($filter, $prctl, $capget, $capset, $lost) = splice @ARGV, 0, 5;
      sub call { my $n = 0 + shift; syscall($n, @_) }
      sub must { call(@_) == 0 or die "tenon: rights could not be given away: $!\\n" }
      my ($head, $data) = (pack('LL', 0x20080522, 0), "\\0" x 24);
      must($capget, $head, $data);
      my @sets = unpack 'L6', $data;
      $sets[2] = $sets[5] = 0;
      must($capset, $head, pack('L6', @sets));
      for my $each (map { 0 + $_ } split /,/, $lost) {
        call($prctl, 24, $each, 0, 0, 0);
        die "tenon: capability $each is still there\\n"
          if $> == 0 && call($prctl, 23, $each, 0, 0, 0) > 0;
      }
      must($prctl, 38, 1, 0, 0, 0);
      my $bytes = pack 'H*', $filter;
      must($prctl, 22, 2, pack('S x6 P', length($bytes) / 8, $bytes), 0, 0) if length $bytes;
      exec { $ARGV[0] } @ARGV or exit 127;
      """;

  void drop(List<String> line, Path setpriv) {
    var bounding = new StringBuilder();
    if (!machine.isRoot() || scope == SeccompFilter.Scope.WALL) {
      bounding.append("-all");
      for (String kept : machine.isRoot() ? Wall.KEPT_BY_ROOT : List.<String>of()) {
        bounding.append(",+").append(kept);
      }
    } else {
      for (String lost : Wall.LOST_BY_ROOT) {
        bounding.append(bounding.isEmpty() ? "-" : ",-").append(lost);
      }
    }
    line.addAll(List.of(setpriv.toString(), "--no-new-privs", "--inh-caps=-all"));
    line.addAll(List.of("--bounding-set", bounding.toString(), "--"));
  }

  void dropAndFilter(List<String> line, Path perl) {
    byte[] program = SeccompFilter.here(scope);
    SeccompFilter.Machine known = SeccompFilter.Machine.here();
    if (program == null || known == null) {
      throw new IllegalStateException("no filter for this architecture");
    }
    line.addAll(List.of(perl.toString(), "-f", "-e", PERL, HexFormat.of().formatHex(program)));
    line.addAll(known.numbers());
    var lost = new StringBuilder();
    for (int each = 0; each < CAPABILITIES; each++) {
      if (isLost(each)) {
        lost.append(lost.isEmpty() ? "" : ",").append(each);
      }
    }
    line.add(lost.toString());
  }

  private boolean isLost(int capability) {
    if (!machine.isRoot()) {
      return true;
    }
    String name = capability < NAMES.size() ? NAMES.get(capability) : "";
    return scope == SeccompFilter.Scope.WALL
        ? !Wall.KEPT_BY_ROOT.contains(name)
        : Wall.LOST_BY_ROOT.contains(name);
  }
}
