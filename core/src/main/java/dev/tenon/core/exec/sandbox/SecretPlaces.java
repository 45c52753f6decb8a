package dev.tenon.core.exec.sandbox;

import dev.tenon.core.exec.shell.SecretSigns;
import dev.tenon.core.exec.shell.Words;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where secrets of a person usually lie: the built-in list of what commands do not see. What is
/// not there costs nothing, so the list is long. `*` in the last name of a path stands for
/// anything.
public final class SecretPlaces {
  /// In a home folder.
  static final List<String> IN_HOME =
      lines(
          // Keys, certificates, password stores, wallets
          """
          .ssh .gnupg .putty .pki .local/share/pki .local/share/keyrings .local/share/kwalletd
          .password-store .local/share/password-store .local/share/gopass .config/gopass
          .config/op .op .config/1Password .config/Bitwarden* .config/rbw .config/keepassxc
          .cache/keepassxc .config/sops .config/age .age .step .acme.sh .sigstore .cosign .minisign
          .yubico .config/Yubico .Xauthority .ICEauthority .k5login .near-credentials .config/solana
          .bitcoin .ethereum .electrum .monero .aptos .sui .foundry/keystores .brownie/accounts
          .android/adbkey .private_keys .appstoreconnect .wireguard .config/wireguard .openvpn
          .cloudflared .config/ngrok .ngrok2 .local/share/tailscale
          """,
          // Clouds, clusters, infrastructure
          """
          .aws .azure .config/gcloud .boto .s3cfg .passwd-s3fs .mc .oci .bluemix .aliyun .kube
          .minikube .docker .dockercfg .config/containers/auth.json .config/helm .helm
          .config/argocd .argocd .config/doctl .config/hcloud .config/scw .config/linode-cli*
          .vultr-cli.yaml .fly .config/fly .heroku .config/heroku .netlify .config/netlify
          .config/vercel .vercel .local/share/com.vercel.cli .wrangler .config/.wrangler
          .config/wrangler .railway .render .supabase .config/supabase .config/stripe
          .config/configstore .config/firebase .databrickscfg .databricks .snowflake
          .config/snowflake .snowsql .config/rclone .rclone.conf .config/restic .config/borg
          .vault-token .vault .config/vault .vault_pass* .ansible/vault* .ansible_vault*
          .terraform.d/credentials.tfrc.json .terraformrc .pulumi/credentials.json .nomad-token
          .consul-token .chef .config/dropbox .dropbox .config/syncthing .local/state/syncthing
          .config/onedrive .twilio-cli .sentryclirc .expo .config/surge
          """,
          // Repositories and their hosts
          """
          .git-credentials .config/git/credentials .git-credential-cache .cache/git/credential
          .gitcookies .config/gh .config/hub .config/glab-cli .config/glab .config/tea .config/hut
          .config/jira .config/.jira .arcrc .gist* .netrc* _netrc .authinfo* .subversion/auth
          .bazaar/authentication.conf .cvspass
          """,
          // Package managers
          """
          .npmrc .yarnrc .yarnrc.yml .config/pnpm/rc .config/pnpm/auth.ini .bunfig.toml
          .config/.bunfig.toml .cargo/credentials* .pypirc .pip/pip.conf .config/pip/pip.conf
          .config/pypoetry/auth.toml .local/share/uv/credentials .local/share/pypoetry/auth.toml
          .gem/credentials .local/share/gem/credentials .bundle/config .config/bundle/config
          .m2/settings.xml .m2/settings-security*.xml .gradle/gradle.properties
          .ivy2/.credentials* .ivy2/credentials* .sbt/.credentials* .sbt/credentials*
          .sbt/1.0/credentials* .config/coursier/credentials* .lein/credentials*
          .nuget/NuGet/NuGet.Config .config/NuGet/NuGet.Config .composer/auth.json
          .config/composer/auth.json .hex/hex.config .config/hex .condarc .mambarc .continuum
          .config/binstar .Renviron .pause .luarocks/upload_config.lua .config/dart
          .pub-cache/credentials.json
          """,
          // Databases, mail, talk, data
          """
          .pgpass .pg_service.conf .my.cnf .mylogin.cnf .mongorc.js .mongodb .dbshell .odbc.ini
          .cassandra .influxdbv2 .clickhouse-client .local/share/DBeaverData .dbt/profiles.yml
          .msmtprc .config/msmtp .mutt .muttrc .config/mutt .config/neomutt .fetchmailrc .mbsyncrc
          .offlineimaprc .getmail .config/himalaya .config/aerc .irssi .weechat .config/weechat
          .config/Slack .config/discord .config/Signal .config/Element .local/share/TelegramDesktop
          .config/filezilla .config/remmina .local/share/remmina .kaggle .config/kaggle
          .cache/huggingface/token* .cache/huggingface/stored_tokens .huggingface .config/wandb
          .streamlit/secrets.toml .prefect .metaflowconfig .comet.config .config/dvc
          .local/share/jupyter/runtime
          """,
          // Browsers
          """
          .mozilla .config/mozilla .cache/mozilla .config/google-chrome* .cache/google-chrome*
          .config/chromium* .cache/chromium* .config/BraveSoftware .cache/BraveSoftware
          .config/microsoft-edge* .cache/microsoft-edge* .config/vivaldi* .cache/vivaldi*
          .config/opera* .cache/opera* .config/thorium* .librewolf .waterfox .floorp .zen
          .tor-browser .local/share/torbrowser .thunderbird .cache/thunderbird .config/qutebrowser
          .local/share/qutebrowser .local/share/epiphany .config/epiphany .local/share/falkon
          .config/evolution .local/share/evolution snap/firefox snap/chromium snap/brave
          snap/thunderbird snap/opera snap/vivaldi .var/app/org.mozilla.* .var/app/com.google.*
          .var/app/org.chromium.* .var/app/com.brave.* .var/app/com.microsoft.Edge*
          .var/app/com.vivaldi.* .var/app/com.opera.* .var/app/io.gitlab.librewolf*
          .var/app/net.waterfox.* .var/app/one.ablaze.* .var/app/app.zen_browser.*
          """,
          // Other agents
          """
          .claude .claude.json* .config/claude .config/Claude .config/anthropic .anthropic .openai
          .config/openai .codex .gemini .config/opencode .local/share/opencode .local/state/opencode
          .opencode .omp .pi .aider* .continue .cursor .config/Cursor .config/github-copilot .copilot
          .codeium .windsurf .config/Windsurf .config/goose .local/share/goose .local/state/goose
          .qwen .amp .config/amp .local/share/amp .factory .kiro .trae .roo .cline .config/cline
          .augment .config/crush .local/share/crush .crush .forge .plandex* .openhands .grok .kimi
          .iflow .vibe .config/io.datasette.llm .config/aichat .config/mods .local/share/mods
          .ollama/id_* .ollama/history .config/Code/User/globalStorage
          .vscode-server/data/User/globalStorage
          """,
          // What was typed
          """
          .*history* .*_hist .histfile .lesshst .viminfo .zsh_sessions .bash_sessions
          .local/share/*history* .local/state/*history* .config/*history* .cache/*history*
          .local/share/fish .local/share/powershell .local/share/atuin .local/share/mcfly
          .config/nushell/history* .local/state/bash .local/state/zsh .config/zsh/.*history*
          .local/share/zsh .config/pgcli/history .config/mycli/history .config/litecli/history
          .ipython/profile_default/history* .ghc/ghci_history .java/.userPrefs .local/state/lesshst
          .local/share/nvim/shada .local/state/nvim/shada .local/share/recently-used.xbel
          """);

  /// What only root can read, and commands of root must not.
  private static final List<String> OF_THE_MACHINE =
      lines(
          """
          /etc/shadow* /etc/gshadow* /etc/sudoers /etc/sudoers.d /etc/ssh/ssh_host_*_key
          /etc/ssl/private /etc/pki/tls/private /etc/letsencrypt /etc/krb5.keytab /etc/wireguard
          /etc/openvpn /etc/ipsec.secrets /etc/ipsec.d/private /etc/ppp/chap-secrets
          /etc/ppp/pap-secrets /etc/NetworkManager/system-connections /etc/wpa_supplicant
          /etc/kubernetes /etc/rancher /var/lib/rancher /var/lib/kubelet /etc/docker/key.json
          /etc/mysql/debian.cnf /etc/cloud/cloud.cfg.d /var/lib/cloud /etc/samba/private
          /var/lib/samba/private /var/lib/sss/secrets /var/lib/docker /var/lib/containerd
          /etc/vault.d /etc/consul.d /etc/nomad.d /etc/tailscale /var/lib/tailscale /etc/restic
          /etc/borgmatic /etc/opendkim/keys /etc/postfix/sasl_passwd* /etc/security/opasswd
          /etc/credstore* /var/lib/systemd/credential.secret
          """);

  /// Variables that name a file or a folder with secrets, or several with `:` between.
  private static final List<String> NAMED_BY =
      lines(
          """
          GNUPGHOME AWS_SHARED_CREDENTIALS_FILE AWS_CONFIG_FILE AWS_WEB_IDENTITY_TOKEN_FILE
          KUBECONFIG NPM_CONFIG_USERCONFIG npm_config_userconfig GOOGLE_APPLICATION_CREDENTIALS
          CLOUDSDK_CONFIG AZURE_CONFIG_DIR NETRC PGPASSFILE PGSERVICEFILE MYSQL_TEST_LOGIN_FILE
          HISTFILE PASSWORD_STORE_DIR TF_CLI_CONFIG_FILE RCLONE_CONFIG HELM_REGISTRY_CONFIG
          REGISTRY_AUTH_FILE PIP_CONFIG_FILE GH_CONFIG_DIR GLAB_CONFIG_DIR DATABRICKS_CONFIG_FILE
          BOTO_CONFIG CLAUDE_CONFIG_DIR CODEX_HOME NODE_REPL_HISTORY PYTHON_HISTORY PSQL_HISTORY
          MYSQL_HISTFILE SQLITE_HISTORY LESSHISTFILE XAUTHORITY ICEAUTHORITY KRB5CCNAME KRB5_KTNAME
          """);

  /// Variables that name a folder with a secret among other things.
  private static final List<String> INSIDE =
      lines(
          """
          CARGO_HOME/credentials* GRADLE_USER_HOME/gradle.properties COMPOSER_HOME/auth.json
          DOCKER_CONFIG/config.json DOCKER_CONFIG/contexts ZDOTDIR/.*history* HELM_CONFIG_HOME/registry
          BUNDLE_USER_HOME/config GEM_HOME/credentials IPYTHONDIR/profile_default/history*
          """);

  private static final Map<String, String> BASES =
      Map.of(
          ".config/", "XDG_CONFIG_HOME",
          ".local/share/", "XDG_DATA_HOME",
          ".local/state/", "XDG_STATE_HOME",
          ".cache/", "XDG_CACHE_HOME");

  private static final List<Path> NEVER =
      List.of(Path.of("/dev"), Path.of("/proc"), Path.of("/sys"));

  private static final int MOST_HOMES = 32;

  private final Path home;
  private final Map<String, String> environment;
  private final Set<Path> places = new LinkedHashSet<>();

  private SecretPlaces(Path home, Map<String, String> environment) {
    this.home = home;
    this.environment = environment;
  }

  /// The list for a person, whether or not something is there. As root, it is also about the
  /// machine's own secrets and the homes of others.
  ///
  /// @param environment that of this program, which may lead to more
  public static List<Path> of(Path home, Map<String, String> environment) {
    var all = new SecretPlaces(home, environment);
    all.homes();
    all.inHome(home);
    all.named();
    return List.copyOf(all.places);
  }

  private void homes() {
    if (!isRoot()) {
      return;
    }
    for (String each : OF_THE_MACHINE) {
      places.add(Path.of(each));
    }
    var others = new ArrayList<Path>(List.of(Path.of("/root")));
    for (String name : names(Path.of("/home"))) {
      others.add(Path.of("/home", name));
    }
    int count = 0;
    for (Path other : others) {
      if (!other.equals(home) && count++ < MOST_HOMES) {
        ofAnother(other);
      }
    }
  }

  /// Only what is there by now: what others do meanwhile is not waited for.
  private void ofAnother(Path other) {
    Set<String> names = names(other);
    for (String each : IN_HOME) {
      int slash = each.indexOf('/');
      String first = slash < 0 ? each : each.substring(0, slash);
      if (names.contains(first) || first.indexOf('*') >= 0) {
        places.add(other.resolve(each));
      }
    }
  }

  private static Set<String> names(Path folder) {
    var names = new HashSet<String>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        names.add(String.valueOf(entry.getFileName()));
      }
    } catch (IOException | DirectoryIteratorException unreadable) {
      // Nobody is at home.
      return Set.of();
    }
    return names;
  }

  private static boolean isRoot() {
    try {
      return HostInfo.read().isRoot();
    } catch (IOException | UnsupportedOperationException unknown) {
      return false;
    }
  }

  private void inHome(Path folder) {
    for (String each : IN_HOME) {
      places.add(folder.resolve(each));
    }
    for (Map.Entry<String, String> base : BASES.entrySet()) {
      Path another = folder(base.getValue());
      if (another != null) {
        for (String each : IN_HOME) {
          if (each.startsWith(base.getKey())) {
            places.add(another.resolve(each.substring(base.getKey().length())));
          }
        }
      }
    }
  }

  private void named() {
    for (String variable : NAMED_BY) {
      for (String value : environment.getOrDefault(variable, "").split(":", -1)) {
        add(value);
      }
    }
    for (String inside : INSIDE) {
      int slash = inside.indexOf('/');
      Path folder = folder(inside.substring(0, slash));
      if (folder != null) {
        places.add(folder.resolve(inside.substring(slash + 1)));
      }
    }
    for (Map.Entry<String, String> each : environment.entrySet()) {
      Path path = SecretSigns.inName(each.getKey()) ? absolute(each.getValue()) : null;
      if (path != null && Files.isRegularFile(path)) {
        add(each.getValue());
      }
    }
  }

  private void add(String value) {
    Path path = absolute(value);
    if (path == null || home.startsWith(path)) {
      return;
    }
    for (Path never : NEVER) {
      if (path.startsWith(never)) {
        return;
      }
    }
    places.add(path);
  }

  private @Nullable Path folder(String variable) {
    return absolute(environment.getOrDefault(variable, ""));
  }

  private static @Nullable Path absolute(String value) {
    try {
      return value.startsWith("/") ? Path.of(value).normalize() : null;
    } catch (InvalidPathException unusable) {
      return null;
    }
  }

  private static List<String> lines(String... blocks) {
    var all = new ArrayList<String>();
    for (String block : blocks) {
      Collections.addAll(all, Words.of(block));
    }
    return List.copyOf(all);
  }
}
