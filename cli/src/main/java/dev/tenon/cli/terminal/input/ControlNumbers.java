package dev.tenon.cli.terminal.input;

import java.util.Arrays;

/// The numbers of a control sequence: separated by `;`, each with parts that are separated by `:`.
/// What is left out is 0, except that modifiers nobody mentions are 1, which is none.
final class ControlNumbers {
  private static final int MOST = 1_114_112;

  private ControlNumbers() {}

  /// The numbers before the last character; at least one, each with at least one part.
  static int[][] of(String sequence) {
    int[][] numbers = new int[1][1];
    for (int i = 0; i < sequence.length() - 1; i++) {
      char c = sequence.charAt(i);
      int[] current = numbers[numbers.length - 1];
      if (c == ';' && numbers.length < 16) {
        numbers = Arrays.copyOf(numbers, numbers.length + 1);
        numbers[numbers.length - 1] = new int[1];
      } else if (c == ':' && current.length < 16) {
        numbers[numbers.length - 1] = Arrays.copyOf(current, current.length + 1);
      } else if (c >= '0' && c <= '9') {
        int last = current.length - 1;
        current[last] = Math.min(10 * current[last] + c - '0', MOST);
      }
    }
    return numbers;
  }
}
