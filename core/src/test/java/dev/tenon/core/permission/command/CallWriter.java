package dev.tenon.core.permission.command;

import java.util.Random;

/// Writes random command lines of calls with arguments, in all the ways in which a shell spells and
/// wraps them. Every program is called `c` and a number; of what really exists only builtins of the
/// shell are used that change nothing outside of it.
final class CallWriter {
  private final Random random;

  CallWriter(Random random) {
    this.random = random;
  }

  String script() {
    var out = new StringBuilder(wrapped(2));
    int more = random.nextInt(3);
    for (int i = 0; i < more; i++) {
      out.append(pick("; ", " && ", " || ", " | ", "\n", " & ")).append(wrapped(2));
    }
    return out.toString();
  }

  private String wrapped(int depth) {
    if (depth == 0) {
      return call();
    }
    String inner = wrapped(depth - 1);
    return switch (random.nextInt(16)) {
      case 0 -> "eval " + quoted(inner);
      case 1 -> "command " + call();
      case 2 -> "builtin eval " + quoted(inner);
      case 3 -> "( " + inner + "\n)";
      case 4 -> "{ " + inner + "\n}";
      case 5 -> "f() { " + inner + "\n}; f";
      case 6 -> "if " + inner + "\nthen " + call() + "; else " + call() + "; fi";
      case 7 -> "for i in a b; do " + inner + "\ndone";
      case 8 -> "case x in (x) " + inner + "\n;; esac";
      case 9 -> name() + " \"$(" + inner + "\n)\"";
      case 10 -> "! " + inner;
      case 11 -> "time " + call();
      case 12 -> "[[ -n x ]] && " + call();
      case 13 -> "while " + inner + "\ndo " + call() + "; break; done";
      default -> inner;
    };
  }

  private String call() {
    var out = new StringBuilder();
    out.append(random.nextInt(6) == 0 ? "V=" + word() + " " : "");
    out.append(spelled(name()));
    int words = random.nextInt(4);
    for (int i = 0; i < words; i++) {
      out.append(pick(" ", "  ", "\t", " \\\n")).append(word());
    }
    return out.append(pick("", "", "", " 2>&1", " </dev/null", " >out", " # x y")).toString();
  }

  private String name() {
    return "c" + random.nextInt(20);
  }

  /// The same name in the ways of quoting.
  private String spelled(String name) {
    return switch (random.nextInt(7)) {
      case 0 -> "\\" + name;
      case 1 -> "'" + name + "'";
      case 2 -> "\"" + name + "\"";
      case 3 -> "c''" + name.substring(1);
      case 4 -> "$'\\x63" + name.substring(1) + "'";
      default -> name;
    };
  }

  private String word() {
    String one = piece();
    return random.nextInt(3) == 0 ? one + piece() : one;
  }

  private String piece() {
    return switch (random.nextInt(24)) {
      case 0 -> "'a b'";
      case 1 -> "\"a $V b\"";
      case 2 -> "\"a\\\"b\\\\c\\d\"";
      case 3 -> "a\\ b";
      case 4 -> "$V";
      case 5 -> "${V:-x y}";
      case 6 -> "\"${V:-x y}\"";
      case 7 -> "${#V}";
      case 8 -> "$((1 + 2))";
      case 9 -> "{a,b}";
      case 10 -> "{a..c}";
      case 11 -> "{a}";
      case 12 -> "$'t\\tn\\n'";
      case 13 -> "*.none";
      case 14 -> "~";
      case 15 -> "a~b";
      case 16 -> "-x";
      case 17 -> "--";
      case 18 -> "k=v";
      case 19 -> "a#b";
      case 20 -> "''";
      case 21 -> "[ab]";
      case 22 -> "$(c9)";
      default -> "w" + random.nextInt(9);
    };
  }

  private static String quoted(String script) {
    return "'" + script.replace("'", "'\\''") + "'";
  }

  private String pick(String... texts) {
    return texts[random.nextInt(texts.length)];
  }
}
