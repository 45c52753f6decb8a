package dev.tenon.cli.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.permission.Access;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TouchedFilesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "rm -rf build                       | build     | -",
        "sed -i s/a/b/ one.txt two.txt      | one.txt two.txt | -",
        "sed -i.bak -e s/a/b/ one.txt       | one.txt   | -",
        "sed --in-place --expression=p f    | f         | -",
        "sed --expression p -ni f           | f         | -",
        "sed s/a/b/ one.txt                 | -         | one.txt",
        "sudo rm 'a b'                      | a b       | -",
        "cat one > two                      | two       | one",
        "cat one > /dev/null                | -         | one",
        "make clean                         | -         | -",
        "cp one two                         | two       | -",
        "bash -c 'touch x'                  | x         | -",
      })
  void areWhatTheWordsName(String command, String written, String read) {
    TouchedFiles files = TouchedFiles.of(new Access.Execute(command));
    assertThat(String.join(" ", files.written())).isEqualTo(written == null ? "" : written);
    assertThat(String.join(" ", files.read())).isEqualTo(read == null ? "" : read);
  }

  @Test
  void onlyACommandHasSome() {
    assertThat(TouchedFiles.of(new Access.Write("x")).written()).isEmpty();
    assertThat(TouchedFiles.of(new Access.Execute("rm (")).written()).isEmpty();
    assertThat(TouchedFiles.of(new Access.Execute("rm " + "x ".repeat(9000))).written()).isEmpty();
  }
}
