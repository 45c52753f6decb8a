package dev.tenon.core.permission.command;

import java.util.Random;

/// Writes random scripts of bash's grammar. Every command is called `c` and a number, so that
/// nothing happens when they are run.
final class ScriptWriter {
  private final Random random;
  private int depth;
  private int heredocs;
  private final StringBuilder waiting = new StringBuilder();

  ScriptWriter(Random random) {
    this.random = random;
  }

  String script() {
    String list = list();
    return list + (waiting.isEmpty() ? "" : "\n" + waiting);
  }

  private String list() {
    var out = new StringBuilder(andOr());
    int more = random.nextInt(3);
    for (int i = 0; i < more; i++) {
      out.append(waiting.isEmpty() ? pick("; ", " & ", "\n", ";", "\n\n# x\n") : lineEnd());
      out.append(andOr());
    }
    return out.toString();
  }

  private String lineEnd() {
    String bodies = "\n" + waiting;
    waiting.setLength(0);
    return bodies;
  }

  private String andOr() {
    String first = pipeline();
    return random.nextInt(4) == 0 && waiting.isEmpty()
        ? first + pick(" && ", " || ", "&&\n", "||") + pipeline()
        : first;
  }

  private String pipeline() {
    String first = (random.nextInt(10) == 0 ? pick("! ", "time ", "time -p ") : "") + command();
    return random.nextInt(5) == 0 && waiting.isEmpty()
        ? first + pick(" | ", "|", " |& ", " |\n") + command()
        : first;
  }

  private String command() {
    depth++;
    try {
      if (depth > 2) {
        return simple();
      }
      return switch (random.nextInt(16)) {
        case 0 -> "( " + closed() + " )";
        case 1 -> "{ " + closed() + "; }" + redirect();
        case 2 -> "if " + closed() + "; then " + closed() + "; fi";
        case 3 -> "if " + closed() + "\nthen " + closed() + "\nelse " + closed() + "\nfi";
        case 4 -> "for v in " + word() + " " + word() + "; do " + closed() + "; done";
        case 5 -> "case " + word() + " in a|b) " + closed() + ";; *) " + closed() + ";; esac";
        case 6 -> "[[ " + word() + " == " + word() + " && -n x ]]";
        case 7 -> "f" + random.nextInt(9) + "() { " + closed() + "; }";
        case 8 -> "(( " + arithmetic() + " ))";
        default -> simple();
      };
    } finally {
      depth--;
    }
  }

  /// A list whose heredocs, if any, are inside of it.
  private String closed() {
    String outer = waiting.toString();
    waiting.setLength(0);
    String list = list();
    String whole = waiting.isEmpty() ? list : list + "\n" + waiting + name();
    waiting.setLength(0);
    waiting.append(outer);
    return whole;
  }

  private String simple() {
    var out = new StringBuilder();
    if (random.nextInt(8) == 0) {
      out.append("V").append(random.nextInt(9)).append('=').append(word()).append(' ');
    }
    out.append(name());
    int words = random.nextInt(4);
    for (int i = 0; i < words; i++) {
      out.append(pick(" ", "  ", "\t", " \\\n ")).append(word());
    }
    out.append(redirect());
    if (random.nextInt(14) == 0) {
      heredocs++;
      String end = "E" + heredocs;
      boolean plain = random.nextBoolean();
      out.append(plain ? " <<'" + end + "'" : " <<" + end);
      waiting.append("text ").append(plain ? "$(c1" : "$(" + name() + ") \"'").append('\n');
      waiting.append(end).append('\n');
    }
    return out.toString();
  }

  private String name() {
    return "c" + random.nextInt(100);
  }

  private String redirect() {
    return random.nextInt(6) == 0
        ? pick(" > ", " >>", " 2> ", " <", " &> ", " 2>&1 > ", " >| ") + "out" + random.nextInt(3)
        : "";
  }

  private String word() {
    depth++;
    try {
      String one = piece();
      return random.nextInt(3) == 0 ? one + piece() : one;
    } finally {
      depth--;
    }
  }

  private String piece() {
    if (depth > 3) {
      return "w";
    }
    return switch (random.nextInt(18)) {
      case 0 -> "'s $(c1) ;'";
      case 1 -> "\"d $V " + quotedPiece() + "\"";
      case 2 -> "$( " + closed() + ")";
      case 3 -> "`" + name() + " x`";
      case 4 -> "${V:-" + (random.nextBoolean() ? "x" : "$(" + name() + ")") + "}";
      case 5 -> "$((" + arithmetic() + "))";
      case 6 -> "<(" + name() + ")";
      case 7 -> "\\;";
      case 8 -> "$'a\\n\\x41'";
      case 9 -> "*." + random.nextInt(9);
      case 10 -> "[a-c]";
      case 11 -> "{a,b}";
      case 12 -> "~/x";
      case 13 -> "a=b";
      case 14 -> "x#y";
      default -> "w" + random.nextInt(9);
    };
  }

  private String quotedPiece() {
    return switch (random.nextInt(6)) {
      case 0 -> "$( " + closed() + ")";
      case 1 -> "${V}";
      case 2 -> "\\\" ;";
      case 3 -> "`" + name() + "`";
      case 4 -> "$((1 + 2))";
      default -> "x";
    };
  }

  private String arithmetic() {
    return switch (random.nextInt(5)) {
      case 0 -> "$(" + name() + ") + 1";
      case 1 -> "(1 + 2) * 3";
      case 2 -> "V1 + 2";
      default -> "1 + 1";
    };
  }

  private String pick(String... texts) {
    return texts[random.nextInt(texts.length)];
  }
}
