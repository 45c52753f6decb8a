package dev.tenon.core.tool;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a component of a parameter record says about itself: its `@Doc`, and whether it may be
/// null. In the built program this comes from a method that the build has added, because reading an
/// annotation for the first time takes longer than the whole rest of a schema.
///
/// @param fallback null for none
record ParameterDoc(
    String description, @Nullable String fallback, List<String> aliases, boolean nullable) {
  private static final String PREPARED = "docs$";
  private static final int WORDS = 4;

  /// Those of all components, in order.
  static List<ParameterDoc> of(Class<? extends Record> type) {
    Method prepared;
    try {
      prepared = type.getDeclaredMethod(PREPARED);
    } catch (NoSuchMethodException notPrepared) {
      return annotated(type);
    }
    try {
      prepared.setAccessible(true);
      return prepared((String[]) prepared.invoke(null));
    } catch (IllegalAccessException | InvocationTargetException broken) {
      throw new IllegalStateException("the build has damaged " + type.getName(), broken);
    }
  }

  private static List<ParameterDoc> prepared(String[] words) {
    var docs = new ArrayList<ParameterDoc>();
    for (int i = 0; i < words.length; i += WORDS) {
      var aliases = new ArrayList<String>();
      if (!words[i + 2].isEmpty()) {
        int start = 0;
        for (int end = words[i + 2].indexOf('\n'); end >= 0; ) {
          aliases.add(words[i + 2].substring(start, end));
          start = end + 1;
          end = words[i + 2].indexOf('\n', start);
        }
        aliases.add(words[i + 2].substring(start));
      }
      docs.add(of(words[i], words[i + 1], aliases, !words[i + 3].isEmpty()));
    }
    return docs;
  }

  private static List<ParameterDoc> annotated(Class<? extends Record> type) {
    var docs = new ArrayList<ParameterDoc>();
    for (RecordComponent component : type.getRecordComponents()) {
      Doc doc = component.getAnnotation(Doc.class);
      if (doc == null) {
        throw new IllegalArgumentException(
            type.getName() + "." + component.getName() + " needs a @Doc");
      }
      boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
      docs.add(of(doc.value(), doc.fallback(), List.of(doc.aliases()), nullable));
    }
    return docs;
  }

  private static ParameterDoc of(
      String description, String fallback, List<String> aliases, boolean nullable) {
    return new ParameterDoc(
        description, fallback.isEmpty() ? null : fallback, List.copyOf(aliases), nullable);
  }
}
