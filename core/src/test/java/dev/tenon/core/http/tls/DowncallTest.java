package dev.tenon.core.http.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.http.tls.TestCa.Made;
import dev.tenon.core.http.tls.TestCa.Wish;
import dev.tenon.harness.TestPrograms;
import java.lang.foreign.Linker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Both ways to call a function of C, with functions of the C library; and the file of the one.
@EnabledOnOs(OS.LINUX)
class DowncallTest {
  @TempDir Path dist;

  private Path library() {
    return dist.resolve(CallLibrary.FOLDER).resolve(CallLibrary.NAME);
  }

  private List<Downcall> all() throws Exception {
    if (!System.getProperty("os.arch").equals("amd64")) {
      return List.of(new Downcall.Linked());
    }
    CallLibrary.write(dist);
    return List.of(Downcall.Jni.load(library().toFile()), new Downcall.Linked());
  }

  private static long address(String function) {
    return Linker.nativeLinker().defaultLookup().find(function).orElseThrow().address();
  }

  @Test
  void librariesAndFunctionsAreFoundOrNot() throws Exception {
    for (Downcall each : all()) {
      Downcall.Lookup libc = each.open("libc.so.6");
      assertThat((int) each.call(libc.find("abs"), -3, 0, 0, 0)).isEqualTo(3);
      assertThat(libc.find("no_such_function")).isZero();
      assertThatThrownBy(() -> each.open("libnone.so.9"))
          .isInstanceOf(UnsatisfiedLinkError.class)
          .hasMessage("libnone.so.9 cannot be loaded");
    }
  }

  @Test
  void theWidthOfAWindowIsKnown() throws Exception {
    TransferBuffer buffer = TransferBuffer.of(64);
    for (Downcall each : all()) {
      Downcall.Lookup libc = each.open("libc.so.6");
      int terminal = (int) each.call(libc.find("open"), buffer.text("/dev/ptmx"), 2, 0, 0);
      assertThat(terminal).isPositive();
      // 24 rows and 300 columns.
      buffer.put(new byte[] {24, 0, 44, 1, 0, 0, 0, 0}, 0, 8);
      each.call(libc.find("ioctl"), terminal, 0x5414, buffer.address(), 0);
      assertThat(new WindowSize(each).columns(terminal)).isEqualTo(300);
      each.call(libc.find("close"), terminal, 0, 0, 0);
      assertThat(new WindowSize(each).columns(terminal)).isZero();
    }
  }

  @Test
  void everyArgumentArrivesInItsPlace() throws Exception {
    TransferBuffer hay = TransferBuffer.of(64);
    hay.text("needle in hay");
    TransferBuffer needle = TransferBuffer.of(16);
    needle.text("hay");
    for (Downcall each : all()) {
      assertThat(each.call(address("memmem"), hay.address(), 13, needle.address(), 3))
          .isEqualTo(hay.address() + 10);
      assertThat(each.call(address("memmem"), hay.address(), 12, needle.address(), 3)).isZero();
      assertThat((int) each.call(address("abs"), -42, 0, 0, 0)).isEqualTo(42);
      assertThat(each.call(address("llabs"), Long.MIN_VALUE + 1, 0, 0, 0))
          .isEqualTo(Long.MAX_VALUE);
    }
  }

  /// Its arguments travel on the stack of the JVM, too, when it is compiled.
  @Test
  void manyCallsAreAsGoodAsOne() throws Exception {
    TransferBuffer text = TransferBuffer.of(32);
    text.put("0123456789abcdef".getBytes(US_ASCII), 0, 16);
    long memmem = address("memmem");
    for (Downcall each : all()) {
      for (int i = 0; i < 50_000; i++) {
        int at = i % 16;
        if (each.call(memmem, text.address(), 16, text.address() + at, 16 - at)
            != text.address() + at) {
          throw new AssertionError("call " + i + " of " + each);
        }
      }
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "os.arch", matches = "amd64")
  void theFileIsWhatOthersTakeForASharedLibrary() throws Exception {
    TestPrograms.require("python3");
    CallLibrary.write(dist);
    assertThat(CallLibrary.bytes())
        .isEqualTo(Files.readAllBytes(library()))
        .hasSize(CallLibrary.SIZE);
    String script =
        "import ctypes, sys; f = getattr(ctypes.CDLL(sys.argv[1]), sys.argv[2]);"
            + " f.restype = ctypes.c_long; libc = ctypes.CDLL(None);"
            + " address = ctypes.cast(libc.labs, ctypes.c_void_p);"
            + " print(f(None, None, address, ctypes.c_long(-7), 0, 0, 0));"
            + " print('rwxp' in open('/proc/self/maps').read())";
    assertThat(TestCa.run("python3", "-c", script, library().toString(), CallLibrary.JUMP))
        .isEqualTo("7\nFalse\n");
  }

  @Test
  @EnabledIfSystemProperty(named = "os.arch", matches = "amd64")
  void aFileThatIsNoLibraryIsRefused() throws Exception {
    CallLibrary.write(dist);
    byte[] bytes = Files.readAllBytes(library());
    for (int length : new int[] {1, 63, 64, 200}) {
      Path cut = dist.resolve("cut" + length + ".so");
      Files.write(cut, java.util.Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> Downcall.Jni.load(cut.toFile()))
          .isInstanceOf(UnsatisfiedLinkError.class);
    }
  }

  @Test
  void withoutADistributionHandsAreShakenAllTheSame() throws Exception {
    TestPrograms.require("openssl");
    var ca = new TestCa(dist);
    Made root = ca.selfSigned(Wish.ca("Linked Root"));
    Made server = ca.issue(root, Wish.server("server", "DNS:localhost"));
    Path roots = ca.bundle("roots", root);
    var linked = new Libssl(new Downcall.Linked());
    OpenSsl stack =
        OpenSsl.open(
            linked, Handshakes.trusting(roots), new Roots.None(), Handshakes.Library.DISTRUST);
    try (var listening = new SslServer(server, null, "-www")) {
      assertThat(Handshakes.verdict(stack, listening.port(), "localhost")).isEmpty();
      assertThat(Handshakes.verdict(stack, listening.port(), "other.example")).startsWith("NAME: ");
    }
  }
}
