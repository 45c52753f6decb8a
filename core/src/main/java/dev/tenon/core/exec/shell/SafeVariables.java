package dev.tenon.core.exec.shell;

import java.util.List;
import java.util.Set;

/// The variables that every command may have: where things are, how text looks, how tools work.
/// What is not known here is withheld. Loaded with the first command.
final class SafeVariables {
  /// Without these nothing works, whatever is in them.
  private static final Set<String> ESSENTIAL =
      Set.of(
          Words.of(
              """
              PATH HOME USER LOGNAME SHELL PWD OLDPWD TMPDIR LANG TERM TZ SHLVL _
              """));

  private static final Set<String> NAMES =
      Set.of(
          Words.of(
              """
              TMP TEMP LANGUAGE HOSTNAME HOSTTYPE MACHTYPE OSTYPE COLUMNS LINES TERMINFO TERMINFO_DIRS
              TERM_PROGRAM TERM_PROGRAM_VERSION COLORTERM COLORFGBG NO_COLOR FORCE_COLOR CLICOLOR
              CLICOLOR_FORCE LS_COLORS LSCOLORS GREP_COLORS GCC_COLORS LESS LESSCHARSET MANPATH
              INFOPATH MANWIDTH container WSL_DISTRO_NAME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME
              XDG_CACHE_HOME XDG_DATA_DIRS XDG_CONFIG_DIRS SYSTEMROOT WINDIR COMSPEC PATHEXT
              USERPROFILE APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES NUMBER_OF_PROCESSORS OS
              http_proxy https_proxy ftp_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY FTP_PROXY
              ALL_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE
              GIT_SSL_CAINFO AWS_CA_BUNDLE HTTPLIB2_CA_CERTS CI DEBUG VERBOSE PORT SOURCE_DATE_EPOCH
              NODE_ENV RAILS_ENV RACK_ENV APP_ENV MIX_ENV DJANGO_SETTINGS_MODULE FLASK_APP FLASK_ENV
              FLASK_DEBUG SPRING_PROFILES_ACTIVE ASPNETCORE_ENVIRONMENT TOKENIZERS_PARALLELISM HF_HOME
              GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_NOSYSTEM GIT_CEILING_DIRECTORIES
              JAVA_HOME JAVA_OPTS JAVA_TOOL_OPTIONS _JAVA_OPTIONS CLASSPATH M2_HOME M2 ANT_HOME
              ANT_OPTS GROOVY_HOME LEIN_HOME GRAALVM_HOME JBANG_DIR GOPATH GOROOT GOBIN GOCACHE
              GOMODCACHE GOENV GOFLAGS GOOS GOARCH GOARM GOAMD64 GOPROXY GONOPROXY GOSUMDB GONOSUMDB
              GOPRIVATE GOINSECURE GOTOOLCHAIN GOTOOLDIR GOWORK GO111MODULE GODEBUG GOMAXPROCS GOGC
              GOMEMLIMIT GOTRACEBACK GOEXPERIMENT GOTMPDIR GOVCS GOCOVERDIR CC CXX CPP LD AR AS NM
              RANLIB STRIP OBJCOPY FC CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LDLIBS ASFLAGS FFLAGS MAKE
              MAKEFLAGS MFLAGS LIBRARY_PATH LD_LIBRARY_PATH DYLD_LIBRARY_PATH CPATH C_INCLUDE_PATH
              CPLUS_INCLUDE_PATH ACLOCAL_PATH SDKROOT DEVELOPER_DIR MACOSX_DEPLOYMENT_TARGET
              OMP_NUM_THREADS OPENBLAS_NUM_THREADS MKL_NUM_THREADS RUSTC RUSTDOC RUSTFLAGS
              RUSTDOCFLAGS VIRTUAL_ENV VIRTUAL_ENV_PROMPT MYPYPATH BUN_INSTALL NUGET_PACKAGES HEX_HOME
              OPAMROOT OPAM_SWITCH_PREFIX OCAMLPATH CAML_LD_LIBRARY_PATH STACK_ROOT R_HOME R_LIBS
              R_LIBS_USER PERL5LIB PERL5OPT LUA_PATH LUA_CPATH CHROME_BIN CYPRESS_CACHE_FOLDER
              PUPPETEER_EXECUTABLE_PATH DOCKER_HOST DOCKER_BUILDKIT DOCKER_DEFAULT_PLATFORM
              BUILDKIT_PROGRESS COMPOSE_PROJECT_NAME COMPOSE_FILE TENON_HOME TENON_JAVA_HOME
              TENON_NO_BUILD
              """));

  private static final List<String> FAMILIES =
      List.of(
          Words.of(
              """
              LC_ GIT_AUTHOR_ GIT_COMMITTER_ JDK_ MAVEN_ MVN GRADLE_ KOTLIN_ SBT_ SCALA_ SDKMAN_ JENV_
              CGO_ CARGO_ RUSTUP_ RUST_ RUSTC_ NVM_ NODE_ npm_ NPM_ PNPM_ COREPACK_ YARN_ VOLTA_ FNM_
              BUN_ DENO_ PYTHON PYENV_ PIPENV_ PIPX_ PIP_ POETRY_ PDM_ UV_ RYE_ HATCH_ VIRTUALENV_
              CONDA_ MAMBA_ PIXI_ TOX_ PYTEST_ COVERAGE_ MYPY_ RUFF_ RUBY GEM_ BUNDLE_ BUNDLER_ RBENV_
              rvm_ PHP_ COMPOSER_ DOTNET_ MSBUILD ANDROID_ ASDF_ MISE_ HOMEBREW_ CMAKE_ CTEST_ NINJA_
              MESON_ PKG_CONFIG CCACHE_ SCCACHE_ SWIFT_ ERL_ ELIXIR_ MIX_ REBAR_ GHCUP_ CABAL_ JULIA_
              ZIG_ NIX_ GUIX_ CUDA_ PLAYWRIGHT_
              """));

  private SafeVariables() {}

  /// Whether commands get it unless its value says otherwise.
  static boolean contains(String name) {
    if (NAMES.contains(name)) {
      return true;
    }
    for (String family : FAMILIES) {
      if (name.startsWith(family)) {
        return !SecretSigns.inName(name) && !isForAHost(name);
      }
    }
    return false;
  }

  static boolean isEssential(String name) {
    return ESSENTIAL.contains(name);
  }

  /// Bundler keeps the password for a host in a variable that is named after the host, with two
  /// underscores for a dot.
  private static boolean isForAHost(String name) {
    return name.startsWith("BUNDLE_") && name.indexOf("__") > 0;
  }
}
