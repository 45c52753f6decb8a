package dev.tenon.engine.config.value;

/// Where a value comes from.
public sealed interface Origin {
  /// In a few words, for a table.
  String describe();

  /// What JSON calls this kind of origin.
  String kind();

  record Default() implements Origin {
    @Override
    public String describe() {
      return "default";
    }

    @Override
    public String kind() {
      return "default";
    }
  }

  /// The user's own file.
  record UserFile(String file, int line) implements Origin {
    @Override
    public String describe() {
      return file + ":" + line;
    }

    @Override
    public String kind() {
      return "user";
    }
  }

  /// The project's file.
  record ProjectFile(String file, int line) implements Origin {
    @Override
    public String describe() {
      return file + ":" + line;
    }

    @Override
    public String kind() {
      return "project";
    }
  }

  record Environment(String variable) implements Origin {
    @Override
    public String describe() {
      return "$" + variable;
    }

    @Override
    public String kind() {
      return "environment";
    }
  }

  record Flag(String option) implements Origin {
    @Override
    public String describe() {
      return option;
    }

    @Override
    public String kind() {
      return "flag";
    }
  }
}
