package dev.tenon.core.workspace.search;

import dev.tenon.core.workspace.path.NearNames;
import dev.tenon.core.workspace.path.PathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Kinds of files by a short name, as searches take them: `java`, `ts`, `md`.
public final class FileTypes {
  private FileTypes() {}

  private static final Map<String, String> GLOBS = new TreeMap<>();

  static {
    put("asm", "*.asm,*.s,*.S");
    put("bazel", "*.bzl,BUILD,BUILD.bazel,WORKSPACE,MODULE.bazel");
    put("c", "*.c,*.h");
    put("clojure,clj", "*.clj,*.cljc,*.cljs,*.edn");
    put("cmake", "CMakeLists.txt,*.cmake");
    put("config", "*.cfg,*.conf,*.ini,*.properties");
    put("cpp,c++", "*.cpp,*.cc,*.cxx,*.hpp,*.hh,*.hxx,*.h,*.inl");
    put("csharp,cs", "*.cs,*.csx");
    put("css", "*.css,*.scss,*.sass,*.less");
    put("csv", "*.csv,*.tsv");
    put("dart", "*.dart");
    put("docker", "*Dockerfile*,*.dockerfile,docker-compose*.yml,docker-compose*.yaml");
    put("elixir,ex", "*.ex,*.exs,*.eex,*.heex");
    put("erlang,erl", "*.erl,*.hrl");
    put("fsharp,fs", "*.fs,*.fsi,*.fsx");
    put("go", "*.go,go.mod,go.sum");
    put("gradle", "*.gradle,*.gradle.kts");
    put("graphql", "*.graphql,*.gql");
    put("groovy", "*.groovy,*.gradle");
    put("haskell,hs", "*.hs,*.lhs");
    put("html", "*.html,*.htm,*.xhtml");
    put("java", "*.java");
    put("javascript,js", "*.js,*.jsx,*.mjs,*.cjs,*.vue");
    put("json", "*.json,*.jsonc,*.json5,*.jsonl");
    put("julia,jl", "*.jl");
    put("jvm", "*.java,*.kt,*.kts,*.scala,*.groovy,*.clj");
    put("kotlin,kt", "*.kt,*.kts");
    put("lua", "*.lua");
    put("make", "Makefile,makefile,GNUmakefile,*.mk,*.mak");
    put("markdown,md", "*.md,*.mdx,*.markdown");
    put("nix", "*.nix");
    put("objc", "*.m,*.mm,*.h");
    put("ocaml", "*.ml,*.mli");
    put("perl", "*.pl,*.pm,*.t");
    put("php", "*.php,*.phtml");
    put("powershell,ps", "*.ps1,*.psm1,*.psd1");
    put("proto,protobuf", "*.proto");
    put("python,py", "*.py,*.pyi,*.pyx");
    put("r", "*.r,*.R,*.Rmd");
    put("ruby,rb", "*.rb,*.rake,*.gemspec,Gemfile,Rakefile");
    put("rust,rs", "*.rs");
    put("scala", "*.scala,*.sbt,*.sc");
    put("shell,sh", "*.sh,*.bash,*.zsh,*.fish,*.ksh");
    put("sql", "*.sql,*.psql");
    put("svelte", "*.svelte");
    put("swift", "*.swift");
    put("terraform,tf", "*.tf,*.tfvars,*.hcl");
    put("text,txt", "*.txt");
    put("toml", "*.toml,Cargo.lock");
    put("typescript,ts", "*.ts,*.tsx,*.mts,*.cts");
    put("vue", "*.vue");
    put("web", "*.html,*.css,*.scss,*.js,*.jsx,*.ts,*.tsx,*.vue,*.svelte");
    put("xml", "*.xml,*.xsd,*.xsl,*.xslt,*.pom,*.svg");
    put("yaml,yml", "*.yaml,*.yml");
    put("zig", "*.zig");
  }

  private static void put(String names, String globs) {
    for (String name : names.split(",", -1)) {
      GLOBS.put(name, globs);
    }
  }

  /// The patterns of a kind. A name with a dot or one that is unknown but looks like the end of a
  /// file name is not guessed: the message names the nearest kinds.
  static List<String> globs(String type) throws PathException {
    String globs = GLOBS.get(type.strip().toLowerCase(Locale.ROOT));
    if (globs == null) {
      var near = new ArrayList<String>();
      for (String name : NearNames.nearest(type, List.copyOf(GLOBS.keySet()))) {
        near.add("Did you mean " + name + "?");
      }
      near.add("use a glob such as *." + type.replace(".", "").replace("*", "") + " instead");
      throw new PathException(
          PathException.Kind.INVALID,
          "unknown file type: " + type,
          near,
          "types=" + GLOBS.keySet());
    }
    return List.of(globs.split(",", -1));
  }
}
