package dev.tenon.cli.terminal.render;

/// An answer with everything in it.
public final class MarkdownCorpus {
  private MarkdownCorpus() {}

  public static final String TEXT =
      """
      # What I found

      The parser in `src/Parser.java` **drops** the *last* token when a line ends ~~early~~ late; see \
      [the issue](https://example.org/issues/14) and <https://example.org/x>.

      ## Steps

      1. Read the file, which is long enough that this item has to be broken into several rows at most widths.
      2. Change it:
         - [x] the loop
         - [ ] the tests, with 世界 and 👩‍👧 and é in them
           - nested deeper

      > A quote that is long enough to be broken into several rows, so that its bar has to survive the break.
      > > and one within it

      | File | Change | Lines |
      |:-----|:------:|------:|
      | `src/Parser.java` | keeps the **last** token of a line, whatever its end looks like | 12 |
      | `src/Lexer.java` | none | 0 |

      ```java
      /** Takes one line. */
      @Override
      public List<Token> line(String text) { // a very long comment that will not fit into sixty columns
        return text.isEmpty() ? List.of() : parse(text, 0x1F, 'c', "a \\"string\\"");
      }
      ```

      ---
      ```diff
      -old
      +new
      ```
      Done \\*really\\* & <b>well</b>, which is **important and
      goes on** here; see [the
      notes](https://example.org/notes) and `git
      status`.

          char **p = *q; // __as it is__
          # no heading

      - > a quote in an item, which is long enough to be broken into rows
        > and goes *on
        > here*

            and `code` in it
      """;
}
