package dev.tenon.core.exec.shell;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The signs by which a variable is taken for a secret: its name, or what it holds. Rather one too
/// many: whoever needs one that was withheld names it.
public final class SecretSigns {
  /// Words of a name, between `_`, `-`, `.` and other signs.
  private static final Set<String> WORDS =
      Set.of(
          Words.of(
              """
              TOKEN TOKENS KEY KEYS SECRET SECRETS PASS PASSCODE PWD PW CRED CREDS AUTH OAUTH OAUTH2
              AUTHORIZATION COOKIE COOKIES PAT JWT BEARER OTP TOTP PIN SALT PEPPER DSN SAS WEBHOOK PSK
              CONNSTR KEYSTORE KEYTAB PFX P12 PEM NONCE HMAC SIGNATURE LOGIN USERPWD PGPASSFILE
              KUBECONFIG NETRC
              """));

  /// What gives a name away wherever it stands in it, also without `_`.
  private static final List<String> PARTS =
      List.of(
          Words.of(
              """
              APIKEY AUTHKEY ACCESSKEY SECRETKEY PRIVATEKEY SIGNINGKEY MASTERKEY PRIVATE_KEY PASSWORD
              PASSWD PASSPHRASE SECRET TOKEN CREDENTIAL CONNECTIONSTRING CONNECTION_STRING
              DATABASE_URL HTTP_BASIC
              """));

  /// Families of clouds, of hosts of repositories and of models: most of what is in them is a
  /// secret, or leads to one.
  private static final List<String> FAMILIES =
      List.of(
          Words.of(
              """
              AWS_ AZURE_ ARM_ GOOGLE_ GCP_ GCLOUD_ CLOUDSDK_ FIREBASE_ DO_ DIGITALOCEAN_ LINODE_
              VULTR_ HCLOUD_ HETZNER_ SCW_ OVH_ OCI_ IBMCLOUD_ ALICLOUD_ ALIBABA_ TENCENTCLOUD_
              CLOUDFLARE_ CF_ FASTLY_ HEROKU_ FLY_ VERCEL_ NETLIFY_ RAILWAY_ RENDER_ SUPABASE_ NEON_
              GITHUB_ GH_ GITLAB_ GL_ BITBUCKET_ GITEA_ FORGEJO_ CODEBERG_ CI_ CIRCLE_ BUILDKITE_
              TRAVIS_ DRONE_ JENKINS_ ACTIONS_ RUNNER_ VAULT_ CONSUL_ NOMAD_ TF_VAR_ TFE_ PULUMI_
              DOPPLER_ OP_ BW_ OPENAI_ ANTHROPIC_ CLAUDE_ GEMINI_ MISTRAL_ GROQ_ COHERE_ XAI_
              DEEPSEEK_ OPENROUTER_ TOGETHER_ HF_ HUGGINGFACE_ HUGGING_FACE_ REPLICATE_ WANDB_ STRIPE_
              TWILIO_ SENDGRID_ MAILGUN_ SLACK_ DISCORD_ TELEGRAM_ SENTRY_ DATADOG_ DD_ NEW_RELIC_
              SNYK_ SONAR_ DATABRICKS_ SNOWFLAKE_ SNOWSQL_ KUBE DOCKER_ RCLONE_ RESTIC_ BORG_ SSH_
              GPG_ PG MYSQL_ REDIS_ MONGO TENON_
              """));

  /// How tokens of the well-known services begin, and private keys.
  private static final List<String> BEGINNINGS =
      List.of(
          Words.of(
              """
              ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gldt- sk-ant- sk-proj- sk-or- sk_live_
              sk_test_ rk_live_ xoxb- xoxp- xoxa- xoxs- xapp- AKIA ASIA AIza ya29. eyJhbGciOi npm_
              pypi-AgE hf_ dckr_pat_ dop_v1_ hvs. shpat_ SG. AGE-SECRET-KEY- -----BEGIN
              """));

  private static final List<String> ASSIGNED =
      List.of(
          Words.of(
              """
              password passwd passphrase secret token apikey api_key api-key
              """));

  private static final int SHORTEST_TOKEN = 16;

  private SecretSigns() {}

  /// Whether the name of a variable says that it holds a secret.
  public static boolean inName(String variable) {
    String name = variable.toUpperCase(Locale.ROOT);
    if (name.equals("PWD") || name.equals("OLDPWD")) {
      return false;
    }
    for (String part : PARTS) {
      if (name.contains(part)) {
        return true;
      }
    }
    int start = 0;
    for (int i = 0; i <= name.length(); i++) {
      boolean inside = i < name.length() && Character.isLetterOrDigit(name.charAt(i));
      if (!inside) {
        if (WORDS.contains(name.substring(start, i))) {
          return true;
        }
        start = i + 1;
      }
    }
    return false;
  }

  /// The family that a variable belongs to, empty when it belongs to none.
  static String family(String variable) {
    String name = variable.toUpperCase(Locale.ROOT);
    for (String family : FAMILIES) {
      if (name.startsWith(family)) {
        return family;
      }
    }
    return "";
  }

  /// Whether a text holds a secret: an address with a password in it, a token of a well-known kind,
  /// an option that sets a password.
  public static boolean inValue(String value) {
    return inAddress(value) || inToken(value) || inAssignment(value);
  }

  private static boolean inAddress(String value) {
    if (isUserWithPassword(value)) {
      return true;
    }
    for (int at = value.indexOf("://"); at >= 0; at = value.indexOf("://", at + 3)) {
      int end = at + 3;
      while (end < value.length() && "/?# \t\n\"'|,;".indexOf(value.charAt(end)) < 0) {
        end++;
      }
      String authority = value.substring(at + 3, end);
      int user = authority.lastIndexOf('@');
      boolean web = value.regionMatches(true, Math.max(0, at - 5), "https", 0, 5);
      boolean named = web || value.regionMatches(true, Math.max(0, at - 4), "http", 0, 4);
      // A user alone is none (ssh://git@…), but on the web it often is the token.
      if (user > 0 && (named || authority.substring(0, user).indexOf(':') >= 0)) {
        return true;
      }
      if (user < 0 && isUserWithPassword(value.substring(at + 3))) {
        return true;
      }
    }
    return false;
  }

  /// `user:password@host`, as proxies are named without a scheme; the password may have a slash.
  private static boolean isUserWithPassword(String value) {
    int colon = value.indexOf(':');
    int host = value.indexOf('@', colon + 1);
    if (colon <= 0 || host < 0 || value.startsWith("//", colon + 1)) {
      return false;
    }
    for (int i = 0; i < host; i++) {
      if (Character.isWhitespace(value.charAt(i)) || (i < colon && value.charAt(i) == '/')) {
        return false;
      }
    }
    // A port is no password.
    return (colon + 1 < host && !Character.isDigit(value.charAt(colon + 1)))
        || value.substring(colon + 1, host).indexOf('/') < 0;
  }

  private static boolean inToken(String value) {
    for (String beginning : BEGINNINGS) {
      int at = value.indexOf(beginning);
      boolean word = at == 0 || (at > 0 && " \t\n=:;,\"'@".indexOf(value.charAt(at - 1)) >= 0);
      if (word && value.length() - at >= SHORTEST_TOKEN) {
        return true;
      }
    }
    return false;
  }

  private static boolean inAssignment(String value) {
    String low = value.toLowerCase(Locale.ROOT);
    for (String word : ASSIGNED) {
      for (int at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + 1)) {
        int next = at + word.length();
        while (next < low.length() && "s_ \t".indexOf(low.charAt(next)) >= 0) {
          next++;
        }
        boolean set = next + 1 < low.length() && "=:".indexOf(low.charAt(next)) >= 0;
        if ((set && !Character.isWhitespace(low.charAt(next + 1))) || bare(low, next)) {
          return true;
        }
      }
    }
    return false;
  }

  /// `access-tokens = github.com=…`
  private static boolean bare(String low, int next) {
    return low.startsWith("= ", next) && next + 2 < low.length();
  }
}
