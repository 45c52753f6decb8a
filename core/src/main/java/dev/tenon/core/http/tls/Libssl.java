package dev.tenon.core.http.tls;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// The functions of OpenSSL 3 that are called, linked once for the process.
///
/// All are called through one handle that takes six longs and gives a long: linking a shape costs
/// 18 ms and no AOT cache keeps it. On the processors of [#isSupported] arguments of these kinds
/// travel in registers, and a callee looks only at those it declares. What a function of type `int`
/// gives has to be cast, for the upper half is arbitrary.
///
/// OpenSSL keeps its queue of errors per native thread. A virtual thread cannot change its carrier
/// between two calls as long as nothing blocks in between; whoever asks for errors must see to it.
@SuppressWarnings("restricted")
final class Libssl {
  private static final long NO_LOAD_CONFIG = 0x80L;
  private static final long NO_ATEXIT = 0x80000L;

  /// Kept, for OpenSSL may look at them again.
  private static final ConcurrentLinkedQueue<TransferBuffer> CONSTANTS =
      new ConcurrentLinkedQueue<>();

  private final MethodHandle call;

  final MemorySegment errClear;
  final MemorySegment errPeek;
  final MemorySegment errReason;
  final MemorySegment memoryCompare;
  final MemorySegment bioNew;
  final MemorySegment bioMemory;
  final MemorySegment bioRead;
  final MemorySegment bioWrite;
  final MemorySegment bioPending;
  final MemorySegment stackSize;
  final MemorySegment stackValue;
  final MemorySegment storeAdd;
  final MemorySegment x509Decode;
  final MemorySegment x509Encode;
  final MemorySegment x509Free;
  final MemorySegment x509ExtendedUsage;
  final MemorySegment x509Usage;
  final MemorySegment x509IsCa;
  final MemorySegment x509Signature;
  final MemorySegment x509Key;
  final MemorySegment x509ExtensionCount;
  final MemorySegment x509Extension;
  final MemorySegment extensionCritical;
  final MemorySegment extensionObject;
  final MemorySegment objectNid;
  final MemorySegment keyType;
  final MemorySegment keyGroup;
  final MemorySegment keyNumber;
  final MemorySegment paramAddress;
  final MemorySegment paramHostFlags;
  final MemorySegment paramFlags;
  final MemorySegment paramDepth;
  final MemorySegment verdictText;
  final MemorySegment version;
  final MemorySegment clientMethod;
  final MemorySegment contextNew;
  final MemorySegment contextFree;
  final MemorySegment contextControl;
  final MemorySegment contextOptions;
  final MemorySegment contextVerify;
  final MemorySegment contextLevel;
  final MemorySegment contextCiphers;
  final MemorySegment contextStore;
  final MemorySegment contextParam;
  final MemorySegment contextRootsFolder;
  final MemorySegment contextRootsFile;
  final MemorySegment contextAlpn;
  final MemorySegment sslNew;
  final MemorySegment sslFree;
  final MemorySegment sslBios;
  final MemorySegment sslConnectState;
  final MemorySegment sslHandshake;
  final MemorySegment sslRead;
  final MemorySegment sslWrite;
  final MemorySegment sslError;
  final MemorySegment sslControl;
  final MemorySegment sslHost;
  final MemorySegment sslParam;
  final MemorySegment sslVerdict;
  final MemorySegment sslChain;
  final MemorySegment sslSentChain;
  final MemorySegment sslPeer;
  final MemorySegment sslAlpn;

  private Libssl() {
    var arena = Arena.global();
    // libssl needs libcrypto, so the second one is the very library that the first has loaded.
    SymbolLookup ssl = SymbolLookup.libraryLookup("libssl.so.3", arena);
    SymbolLookup crypto = SymbolLookup.libraryLookup("libcrypto.so.3", arena);
    errClear = find(crypto, "ERR_clear_error");
    errPeek = find(crypto, "ERR_peek_last_error");
    errReason = find(crypto, "ERR_reason_error_string");
    memoryCompare = find(crypto, "CRYPTO_memcmp");
    bioNew = find(crypto, "BIO_new");
    bioMemory = find(crypto, "BIO_s_mem");
    bioRead = find(crypto, "BIO_read");
    bioWrite = find(crypto, "BIO_write");
    bioPending = find(crypto, "BIO_ctrl_pending");
    stackSize = find(crypto, "OPENSSL_sk_num");
    stackValue = find(crypto, "OPENSSL_sk_value");
    storeAdd = find(crypto, "X509_STORE_add_cert");
    x509Decode = find(crypto, "d2i_X509");
    x509Encode = find(crypto, "i2d_X509");
    x509Free = find(crypto, "X509_free");
    x509ExtendedUsage = find(crypto, "X509_get_extended_key_usage");
    x509Usage = find(crypto, "X509_get_key_usage");
    x509IsCa = find(crypto, "X509_check_ca");
    x509Signature = find(crypto, "X509_get_signature_nid");
    x509Key = find(crypto, "X509_get0_pubkey");
    x509ExtensionCount = find(crypto, "X509_get_ext_count");
    x509Extension = find(crypto, "X509_get_ext");
    extensionCritical = find(crypto, "X509_EXTENSION_get_critical");
    extensionObject = find(crypto, "X509_EXTENSION_get_object");
    objectNid = find(crypto, "OBJ_obj2nid");
    keyType = find(crypto, "EVP_PKEY_get_base_id");
    keyGroup = find(crypto, "EVP_PKEY_get_group_name");
    keyNumber = find(crypto, "EVP_PKEY_get_int_param");
    paramAddress = find(crypto, "X509_VERIFY_PARAM_set1_ip_asc");
    paramHostFlags = find(crypto, "X509_VERIFY_PARAM_set_hostflags");
    paramFlags = find(crypto, "X509_VERIFY_PARAM_set_flags");
    paramDepth = find(crypto, "X509_VERIFY_PARAM_set_depth");
    verdictText = find(crypto, "X509_verify_cert_error_string");
    version = find(crypto, "OpenSSL_version");
    clientMethod = find(ssl, "TLS_client_method");
    contextNew = find(ssl, "SSL_CTX_new");
    contextFree = find(ssl, "SSL_CTX_free");
    contextControl = find(ssl, "SSL_CTX_ctrl");
    contextOptions = find(ssl, "SSL_CTX_set_options");
    contextVerify = find(ssl, "SSL_CTX_set_verify");
    contextLevel = find(ssl, "SSL_CTX_set_security_level");
    contextCiphers = find(ssl, "SSL_CTX_set_cipher_list");
    contextStore = find(ssl, "SSL_CTX_get_cert_store");
    contextParam = find(ssl, "SSL_CTX_get0_param");
    contextRootsFolder = find(ssl, "SSL_CTX_load_verify_dir");
    contextRootsFile = find(ssl, "SSL_CTX_load_verify_file");
    contextAlpn = find(ssl, "SSL_CTX_set_alpn_protos");
    sslNew = find(ssl, "SSL_new");
    sslFree = find(ssl, "SSL_free");
    sslBios = find(ssl, "SSL_set_bio");
    sslConnectState = find(ssl, "SSL_set_connect_state");
    sslHandshake = find(ssl, "SSL_do_handshake");
    sslRead = find(ssl, "SSL_read");
    sslWrite = find(ssl, "SSL_write");
    sslError = find(ssl, "SSL_get_error");
    sslControl = find(ssl, "SSL_ctrl");
    sslHost = find(ssl, "SSL_set1_host");
    sslParam = find(ssl, "SSL_get0_param");
    sslVerdict = find(ssl, "SSL_get_verify_result");
    sslChain = find(ssl, "SSL_get0_verified_chain");
    sslSentChain = find(ssl, "SSL_get_peer_cert_chain");
    sslPeer = find(ssl, "SSL_get0_peer_certificate");
    sslAlpn = find(ssl, "SSL_get0_alpn_selected");
    ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
    call =
        Linker.nativeLinker()
            .downcallHandle(FunctionDescriptor.of(word, word, word, word, word, word, word));
    // No openssl.cnf, of the system or of OPENSSL_CONF, may have a say in what is accepted. Nothing
    // is to be torn down at the exit either, for other threads may still be in a call.
    if ((int) call(find(ssl, "OPENSSL_init_ssl"), NO_LOAD_CONFIG | NO_ATEXIT, 0) != 1) {
      throw new UnsatisfiedLinkError("libssl.so.3 cannot be initialised");
    }
  }

  private static MemorySegment find(SymbolLookup library, String name) {
    MemorySegment found = library.find(name).orElse(null);
    if (found == null) {
      throw new UnsatisfiedLinkError("it lacks " + name);
    }
    return found;
  }

  /// Linked when first asked for, which takes some milliseconds; whoever asks meanwhile waits.
  private static final class Loaded {
    static final @Nullable Libssl LIBRARY;
    static final String MISSING;

    static {
      Libssl library = null;
      String missing = "";
      if (isSupported()) {
        try {
          library = new Libssl();
        } catch (IllegalArgumentException | IllegalCallerException | UnsatisfiedLinkError none) {
          missing = "OpenSSL 3 is not usable: " + none.getMessage();
        }
      } else {
        missing = "OpenSSL is used on 64-bit Linux only";
      }
      LIBRARY = library;
      MISSING = missing;
    }
  }

  private static boolean isSupported() {
    String architecture = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    return System.getProperty("os.name", "").equals("Linux")
        && (architecture.equals("amd64") || architecture.equals("aarch64"));
  }

  /// The library, or null where there is none; then [#missing] says why.
  static @Nullable Libssl orNull() {
    return Loaded.LIBRARY;
  }

  static String missing() {
    return Loaded.MISSING;
  }

  long call(MemorySegment function, long a, long b) {
    return call(function, a, b, 0, 0);
  }

  long call(MemorySegment function, long a, long b, long c) {
    return call(function, a, b, c, 0);
  }

  long call(MemorySegment function, long a, long b, long c, long d) {
    try {
      return (long) call.invokeExact(function, a, b, c, d, 0L, 0L);
    } catch (Throwable impossible) {
      throw new IllegalStateException("a call of OpenSSL failed", impossible);
    }
  }

  /// `OpenSSL 3.0.19`.
  String name() {
    String whole = text(call(version, 0, 0));
    int end = whole.indexOf(' ', "OpenSSL ".length());
    return end < 0 ? whole : whole.substring(0, end);
  }

  /// The C string at this address; empty at null. For what is rare: its first use takes some
  /// milliseconds.
  static String text(long address) {
    return address == 0 ? "" : MemorySegment.ofAddress(address).reinterpret(4_096).getString(0);
  }

  /// A C string that is never freed: for the few constants.
  static long constant(String text) {
    TransferBuffer buffer = TransferBuffer.of(text.length() + 1);
    CONSTANTS.add(buffer);
    return buffer.text(text);
  }
}
