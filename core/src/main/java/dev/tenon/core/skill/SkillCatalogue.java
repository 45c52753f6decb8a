package dev.tenon.core.skill;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The list of skills that stands in every request: a line for each, within a budget. If not
/// everything fits, the longest descriptions are shortened first, all to the same length; no skill
/// vanishes, and each keeps its first words even when that takes more than the budget.
///
/// @param lines a line for each skill, in order
/// @param shortened the names of those whose description was cut
public record SkillCatalogue(List<String> lines, List<String> shortened) {
  /// What the catalogue may always take.
  public static final int LEAST_CHARACTERS = 4_000;

  /// What is left of a description at the least.
  private static final int FIRST_WORDS = 24;

  private static final String CUT = "…";

  /// `- `, `: ` and the end of the line.
  private static final int AROUND = 5;

  public SkillCatalogue {
    lines = List.copyOf(lines);
    shortened = List.copyOf(shortened);
  }

  /// What a catalogue may take in a window of so many tokens: one in a hundred, at four characters
  /// each.
  public static int budget(long windowTokens) {
    return Math.clamp(windowTokens / 100 * 4, LEAST_CHARACTERS, 1_000_000);
  }

  public static SkillCatalogue of(List<Skill> skills, int budget) {
    var offered = new ArrayList<Skill>();
    for (Skill skill : skills) {
      if (skill.invocation().byModel()) {
        offered.add(skill);
      }
    }
    offered.sort(Comparator.comparing(Skill::name));
    int most = longest(offered, budget);
    var lines = new ArrayList<String>();
    var shortened = new ArrayList<String>();
    for (Skill skill : offered) {
      String description = skill.description();
      if (description.length() > most) {
        description = cut(description, most);
        shortened.add(skill.name());
      }
      lines.add("- " + skill.name() + ": " + description);
    }
    return new SkillCatalogue(lines, shortened);
  }

  /// The length to which all longer descriptions are cut, so that everything fits.
  private static int longest(List<Skill> skills, int budget) {
    long left = budget;
    var lengths = new ArrayList<Integer>();
    for (Skill skill : skills) {
      left -= skill.name().length() + AROUND;
      lengths.add(skill.description().length());
    }
    lengths.sort(null);
    int count = lengths.size();
    for (int i = 0; i < count; i++) {
      long each = left / (count - i);
      if (lengths.get(i) > each) {
        return (int) Math.max(FIRST_WORDS, each);
      }
      left -= lengths.get(i);
    }
    return Integer.MAX_VALUE;
  }

  /// The first words, with a mark for what is missing; a first word that is too long is cut.
  private static String cut(String description, int most) {
    int end = Math.max(1, most - CUT.length());
    int space = description.lastIndexOf(' ', end);
    int at = space > end / 2 ? space : end;
    if (Character.isHighSurrogate(description.charAt(at - 1))) {
      at--;
    }
    return description.substring(0, at).stripTrailing() + CUT;
  }

  public String text() {
    return String.join("\n", lines);
  }
}
