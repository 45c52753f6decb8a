package dev.tenon.core.http.tls;

import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// The functions of OpenSSL 3 that are called, linked once for the process.
///
/// What a function of type `int` gives has to be cast, see [Downcall].
///
/// OpenSSL keeps its queue of errors per native thread. A virtual thread cannot change its carrier
/// between two calls as long as nothing blocks in between; whoever asks for errors must see to it.
@SuppressWarnings("restricted")
final class Libssl {
  private static final long NO_LOAD_CONFIG = 0x80L;
  private static final long NO_ATEXIT = 0x80000L;
  private static final long NO_TEXTS = 0x1L | 0x100000L;

  /// Kept, for OpenSSL may look at them again.
  private static final ConcurrentLinkedQueue<TransferBuffer> CONSTANTS =
      new ConcurrentLinkedQueue<>();

  private final Downcall calls;

  final long errClear;
  final long errPeek;
  final long errReason;

  /// Loads the texts of errors, which are not loaded at first; 0 in a build without it.
  final long errTexts;

  final long memoryCompare;
  final long bioNew;
  final long bioMemory;
  final long bioRead;
  final long bioWrite;
  final long bioPending;
  final long stackSize;
  final long stackValue;
  final long storeAdd;
  final long x509Decode;
  final long x509Encode;
  final long x509Free;
  final long x509Digest;
  final long sha256;
  final long copyText;
  final long x509ExtendedUsage;
  final long x509Usage;
  final long x509IsCa;
  final long x509Signature;
  final long x509Key;
  final long x509ExtensionCount;
  final long x509Extension;
  final long extensionCritical;
  final long extensionObject;
  final long objectNid;
  final long keyType;
  final long keyGroup;
  final long keyNumber;
  final long paramAddress;
  final long paramHostFlags;
  final long paramFlags;
  final long paramDepth;
  final long verdictText;
  final long version;
  final long clientMethod;
  final long contextNew;
  final long contextFree;
  final long contextControl;
  final long contextOptions;
  final long contextVerify;
  final long contextLevel;
  final long contextCiphers;
  final long contextStore;
  final long contextParam;
  final long contextRootsFolder;
  final long contextRootsFile;
  final long contextAlpn;
  final long sslNew;
  final long sslFree;
  final long sslBios;
  final long sslConnectState;
  final long sslHandshake;
  final long sslRead;
  final long sslWrite;
  final long sslError;
  final long sslControl;
  final long sslHost;
  final long sslParam;
  final long sslVerdict;
  final long sslChain;
  final long sslSentChain;
  final long sslPeer;
  final long sslPeerName;
  final long sslAlpn;

  Libssl(Downcall calls) {
    this.calls = calls;
    // libssl needs libcrypto, so the second one is the very library that the first has loaded.
    Downcall.Lookup ssl = calls.open("libssl.so.3");
    Downcall.Lookup crypto = calls.open("libcrypto.so.3");
    errClear = find(crypto, "ERR_clear_error");
    errPeek = find(crypto, "ERR_peek_last_error");
    errReason = find(crypto, "ERR_reason_error_string");
    errTexts = ssl.find("ERR_load_SSL_strings");
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
    x509Digest = find(crypto, "X509_digest");
    sha256 = find(crypto, "EVP_sha256");
    copyText = find(crypto, "OPENSSL_strlcpy");
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
    sslPeerName = find(ssl, "SSL_get0_peername");
    sslAlpn = find(ssl, "SSL_get0_alpn_selected");
    // No openssl.cnf, of the system or of OPENSSL_CONF, may have a say in what is accepted. Nothing
    // is to be torn down at the exit either, for other threads may still be in a call. The texts of
    // all errors take a third of a megabyte.
    long options = NO_LOAD_CONFIG | NO_ATEXIT | NO_TEXTS;
    if ((int) call(find(ssl, "OPENSSL_init_ssl"), options, 0) != 1) {
      throw new UnsatisfiedLinkError("libssl.so.3 cannot be initialised");
    }
  }

  private static long find(Downcall.Lookup library, String name) {
    long found = library.find(name);
    if (found == 0) {
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
          library = new Libssl(Downcall.best());
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

  long call(long function, long a, long b) {
    return call(function, a, b, 0, 0);
  }

  long call(long function, long a, long b, long c) {
    return call(function, a, b, c, 0);
  }

  long call(long function, long a, long b, long c, long d) {
    return calls.call(function, a, b, c, d);
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
