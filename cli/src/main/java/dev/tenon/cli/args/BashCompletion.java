package dev.tenon.cli.args;

import java.util.List;

/// Completion for bash, from version 3.2 on, without the bash-completion package.
final class BashCompletion {
  private final Grammar grammar;
  private final String function;
  private final StringBuilder out = new StringBuilder(2048);

  BashCompletion(Grammar grammar) {
    this.grammar = grammar;
    this.function = "_" + grammar.program();
  }

  String script() {
    String program = grammar.program();
    out.append("# bash completion for ").append(program).append('\n');
    out.append(function).append("() {\n");
    out.append(
        """
          local cur prev word command= operands=0 i IFS=$'\\n'
          COMPREPLY=()
          cur=${COMP_WORDS[COMP_CWORD]}
          prev=${COMP_WORDS[COMP_CWORD-1]}
          if [[ $cur == "=" ]]; then
            cur=
          elif [[ $prev == "=" ]]; then
            prev=${COMP_WORDS[COMP_CWORD-2]}
          fi
          for ((i = 1; i < COMP_CWORD; i++)); do
            word=${COMP_WORDS[i]}
            case $word in
        """);
    line(3, String.join("|", valued()) + ")");
    out.append(
        """
                i=$((i + 1))
                [[ ${COMP_WORDS[i]} == "=" ]] && i=$((i + 1))
                ;;
              -*) ;;
              *)
                if [[ -z $command ]]; then command=$word; else operands=$((operands + 1)); fi
                ;;
            esac
          done
          case $prev in
        """);
    for (Option option : grammar.allOptions()) {
      value(option);
    }
    line(1, "esac");
    line(1, "case $command in");
    choices("''", grammar.options(grammar.main()), grammar.commandNames());
    for (Command command : grammar.commands()) {
      List<Operand> operands = command.operands();
      List<String> first =
          operands.isEmpty() ? List.of() : Completions.words(grammar, operands.getFirst());
      choices(command.name(), grammar.options(command), first);
    }
    line(1, "esac");
    out.append("}\ncomplete -F ").append(function).append(' ').append(program).append('\n');
    return out.toString();
  }

  private List<String> valued() {
    return Completions.spellings(
        grammar.allOptions().stream().filter(option -> !option.isFlag()).toList());
  }

  private void value(Option option) {
    if (option.isFlag()) {
      return;
    }
    String pattern = String.join("|", Completions.spellings(option)) + ")";
    switch (option.kind()) {
      case FILE -> line(2, pattern + files("-f"));
      case DIRECTORY -> line(2, pattern + files("-d"));
      case CHOICE -> line(2, pattern + " " + reply(option.choices()) + "; return ;;");
      case OPTIONAL_TEXT -> line(2, pattern + " [[ $cur == -* ]] || return ;;");
      case FLAG, TEXT, TEXTS, NUMBER, ASSIGNMENT -> line(2, pattern + " return ;;");
    }
  }

  private static String files(String kind) {
    return " COMPREPLY=($(compgen "
        + kind
        + " -- \"$cur\")); compopt -o filenames 2>/dev/null; return ;;";
  }

  private void choices(String command, List<Option> options, List<String> first) {
    line(2, command + ")");
    line(3, "if [[ $cur == -* ]]; then");
    line(4, reply(Completions.spellings(options)));
    if (!first.isEmpty()) {
      line(3, "elif [[ $operands == 0 ]]; then");
      line(4, reply(first));
    }
    line(3, "fi");
    line(3, ";;");
  }

  private static String reply(List<String> words) {
    // With IFS a newline, so that a folder's name with a space stays one word.
    return "COMPREPLY=($(compgen -W $'" + String.join("\\n", words) + "' -- \"$cur\"))";
  }

  private void line(int depth, String text) {
    out.repeat("  ", depth).append(text).append('\n');
  }
}
