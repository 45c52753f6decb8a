package dev.tenon.core.permission.program;

import java.util.Set;

/// Variables that change which programs run, or what they run in turn.
public final class Variables {
  private static final Set<String> NAMES =
      Set.of(
          "PATH",
          "HOME",
          "SHELL",
          "IFS",
          "ENV",
          "BASH_ENV",
          "BASHOPTS",
          "SHELLOPTS",
          "PS4",
          "PROMPT_COMMAND",
          "CDPATH",
          "GLOBIGNORE",
          "FPATH",
          "ZDOTDIR",
          "VISUAL",
          "BROWSER",
          "LESSOPEN",
          "LESSCLOSE",
          "LESS",
          "MANOPT",
          "CC",
          "CXX",
          "CPP",
          "LD",
          "AR",
          "AS",
          "MAKE",
          "MAKEFLAGS",
          "MAKEFILES",
          "CLASSPATH",
          "JAVA_HOME",
          "JAVA_TOOL_OPTIONS",
          "_JAVA_OPTIONS",
          "JDK_JAVA_OPTIONS",
          "NODE_OPTIONS",
          "NODE_PATH",
          "RUBYOPT",
          "RUBYLIB",
          "GOFLAGS",
          "GOROOT",
          "RUSTC",
          "RUSTFLAGS",
          "TERMINFO",
          "TERMCAP",
          "TAR_OPTIONS",
          "GREP_OPTIONS",
          "RIPGREP_CONFIG_PATH",
          "RSYNC_RSH",
          "SSH_AUTH_SOCK",
          "DOCKER_HOST",
          "KUBECONFIG",
          "GCONV_PATH",
          "HOSTALIASES",
          "LOCALDOMAIN",
          "RES_OPTIONS",
          "MAILCHECK",
          "MAILPATH",
          "MAIL",
          "HISTFILE",
          "FCEDIT",
          "EXECIGNORE",
          "BASH_CMDS",
          "BASH_ALIASES",
          "GEM_PATH",
          "GEM_HOME",
          "COMPOSER_HOME",
          "PSQLRC",
          "INPUTRC",
          "WGETRC",
          "CURL_HOME",
          "NETRC",
          "OPENSSL_CONF",
          "OPENSSL_MODULES",
          "POSIXLY_CORRECT",
          "MAGIC",
          "AWKPATH",
          "AWKLIBPATH",
          "GLIBC_TUNABLES",
          "LOCPATH",
          "NLSPATH",
          "PHPRC",
          "PHP_INI_SCAN_DIR",
          "LUA_INIT",
          "UNZIP",
          "UNZIPOPT",
          "ZIPINFO",
          "ZIPOPT",
          "GZIP",
          "XZ_OPT",
          "XZ_DEFAULTS",
          "ZSTD_CLEVEL",
          "MANPATH",
          "DEBUGINFOD_URLS");
  private static final String[] STARTS = {
    "LD_",
    "DYLD_",
    "GIT_",
    "BASH_FUNC_",
    "PYTHON",
    "PERL",
    "CARGO_",
    "NPM_CONFIG_",
    "YARN_",
    "PIP_",
    "MAVEN_",
    "GRADLE_",
    "XDG_",
    "TENON_",
    "SUDO_",
    "GCC_",
    "RUSTC_",
    "DOTNET_",
    "BUN_",
    "DENO_"
  };
  private static final String[] ENDS = {"PAGER", "EDITOR", "_ASKPASS", "_PROXY", "_WRAPPER"};

  private static final Set<String> HARMLESS =
      Set.of(
          "CI",
          "TZ",
          "TERM",
          "COLUMNS",
          "LINES",
          "NO_COLOR",
          "FORCE_COLOR",
          "CLICOLOR",
          "CLICOLOR_FORCE",
          "NODE_ENV",
          "RAILS_ENV",
          "RACK_ENV",
          "DEBUG",
          "VERBOSE",
          "RUST_LOG",
          "RUST_BACKTRACE",
          "LANG",
          "LANGUAGE",
          "TESTFLAGS");

  /// Parts of names by which programs are told what to load, run or write, whichever they are.
  private static final String[] TELLING = {
    "PATH",
    "OPT",
    "FLAG",
    "CONF",
    "HOME",
    "DIR",
    "RC",
    "CMD",
    "COMMAND",
    "PROG",
    "BIN",
    "EXEC",
    "PLUGIN",
    "LIB",
    "LOAD",
    "SHELL",
    "TOOL",
    "HOOK",
    "HANDLER",
    "FILE",
    "WRAP",
    "MODULE",
    "INIT",
    "START",
    "TRACE",
    "LOG",
    "OUT",
    "CACHE",
    "TMP",
    "TEMP",
    "URL",
    "HOST",
    "AGENT",
    "DAEMON",
    "ARG",
    "INPUT",
    "SCRIPT",
    "EVAL",
    "PROMPT",
    "COMPRESS",
    "MALLOC",
    "STYLE",
    "SERVER",
    "SOCK",
    "BASH"
  };

  private Variables() {}

  /// Whether setting it changes what runs.
  public static boolean steers(String name) {
    String even = name.toUpperCase(java.util.Locale.ROOT);
    if (NAMES.contains(even)) {
      return true;
    }
    for (String start : STARTS) {
      if (even.startsWith(start)) {
        return true;
      }
    }
    for (String end : ENDS) {
      if (even.endsWith(end)) {
        return true;
      }
    }
    return false;
  }

  /// Whether setting it changes nothing but looks, for a program that is known to only read: those
  /// heed few variables, and what they load, run or write is told by names that say so.
  public static boolean harmless(String name) {
    if (HARMLESS.contains(name) || name.startsWith("LC_")) {
      return true;
    }
    String even = name.toUpperCase(java.util.Locale.ROOT);
    for (String part : TELLING) {
      if (even.contains(part)) {
        return false;
      }
    }
    return !steers(name);
  }
}
