package dev.tenon.core.permission.command;

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
          "POSIXLY_CORRECT");
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

  /// Whether setting it is known to change nothing but looks.
  public static boolean harmless(String name) {
    return HARMLESS.contains(name) || name.startsWith("LC_");
  }
}
