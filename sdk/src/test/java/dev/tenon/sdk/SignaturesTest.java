package dev.tenon.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The surface of the library is written down: its own types, the types of the engine that a
/// program gets at by them, and all data in these (records, choices, failures), each with all that
/// it has. Who changes it on purpose writes the list anew with `mvn -q -o -Dfast -pl sdk -am test
/// -Dtest=SignaturesTest -Dsurefire.failIfNoSpecifiedTests=false
/// -Dtest.jvm.args=-Dsignatures=update`, and the difference is in the commit.
class SignaturesTest {
  /// So many steps lead to the types that a program calls: those that the library's own speak of,
  /// and those that these speak of. Behind them it meets nothing but data.
  private static final int NEAR = 2;

  private static final Path LIST = Path.of("src/test/resources/signatures.txt");

  @Test
  void theSurfaceIsAsItIsWrittenDown() throws Exception {
    String now = surface();
    if ("update".equals(System.getProperty("signatures"))) {
      Files.writeString(LIST, now);
    }
    assertThat(now)
        .as("the library's surface; see SignaturesTest for how to accept a change")
        .isEqualTo(Files.readString(LIST));
  }

  private static String surface() {
    var own =
        List.<Class<?>>of(
            Tenon.class, Tenon.Builder.class, TenonException.class, TenonPlugin.class);
    var types = new TreeMap<String, Class<?>>();
    own.forEach(type -> types.put(type.getName(), type));
    var steps = new HashMap<Class<?>, Integer>();
    own.forEach(type -> steps.put(type, 0));
    var open = new ArrayDeque<Class<?>>(own);
    while (!open.isEmpty()) {
      Class<?> from = open.poll();
      int step = steps.getOrDefault(from, 0) + 1;
      for (Class<?> found : mentioned(from)) {
        if (found.getName().startsWith("dev.tenon.")
            && (step <= NEAR || isData(found))
            && types.putIfAbsent(found.getName(), found) == null) {
          steps.put(found, step);
          if (step < NEAR || isData(found)) {
            open.add(found);
          }
        }
      }
    }
    var out = new StringBuilder();
    for (Class<?> type : types.values()) {
      out.append(head(type)).append('\n');
      members(type).forEach(member -> out.append("  ").append(member).append('\n'));
    }
    return out.toString();
  }

  /// Whether a program has it in hand, and takes it apart.
  private static boolean isData(Class<?> type) {
    return type.isRecord()
        || type.isEnum()
        || type.isSealed()
        || Throwable.class.isAssignableFrom(type);
  }

  private static String head(Class<?> type) {
    String parents =
        Arrays.stream(type.getGenericInterfaces())
            .map(SignaturesTest::name)
            .sorted()
            .collect(Collectors.joining(", "));
    String kind =
        type.isRecord()
            ? "record "
            : type.isEnum() ? "enum " : type.isInterface() ? "interface " : "class ";
    return (Modifier.isFinal(type.getModifiers()) ? "final " : "")
        + (type.isSealed() ? "sealed " : "")
        + kind
        + type.getName()
        + (parents.isEmpty() ? "" : " : " + parents);
  }

  private static List<String> members(Class<?> type) {
    var members = new TreeSet<String>();
    for (Field field : type.getDeclaredFields()) {
      if (isOpen(field.getModifiers())) {
        members.add(
            modifiers(field.getModifiers()) + name(field.getGenericType()) + " " + field.getName());
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isOpen(constructor.getModifiers())) {
        members.add("new" + parameters(constructor));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isOpen(method.getModifiers()) && !method.isSynthetic()) {
        members.add(
            modifiers(method.getModifiers())
                + (method.isDefault() ? "default " : "")
                + name(method.getGenericReturnType())
                + " "
                + method.getName()
                + parameters(method));
      }
    }
    return new ArrayList<>(members);
  }

  private static boolean isOpen(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static String modifiers(int modifiers) {
    return Modifier.isStatic(modifiers) ? "static " : "";
  }

  private static String parameters(Executable executable) {
    String thrown =
        Arrays.stream(executable.getGenericExceptionTypes())
            .map(SignaturesTest::name)
            .sorted()
            .collect(Collectors.joining(", "));
    return Arrays.stream(executable.getGenericParameterTypes())
            .map(SignaturesTest::name)
            .collect(Collectors.joining(", ", "(", ")"))
        + (thrown.isEmpty() ? "" : " throws " + thrown);
  }

  private static String name(Type type) {
    return type.getTypeName();
  }

  private static List<Class<?>> mentioned(Class<?> type) {
    var found = new ArrayList<Class<?>>();
    for (Method method : type.getDeclaredMethods()) {
      if (isOpen(method.getModifiers()) && !method.isSynthetic()) {
        add(method.getGenericReturnType(), found);
        addAll(method.getGenericParameterTypes(), found);
        addAll(method.getGenericExceptionTypes(), found);
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isOpen(constructor.getModifiers())) {
        addAll(constructor.getGenericParameterTypes(), found);
        addAll(constructor.getGenericExceptionTypes(), found);
      }
    }
    for (Field field : type.getDeclaredFields()) {
      if (isOpen(field.getModifiers())) {
        add(field.getGenericType(), found);
      }
    }
    if (type.isSealed()) {
      addAll(type.getPermittedSubclasses(), found);
    }
    if (type.getGenericSuperclass() != null) {
      add(type.getGenericSuperclass(), found);
    }
    addAll(type.getGenericInterfaces(), found);
    found.removeIf(each -> !isOpen(each.getModifiers()));
    found.sort(Comparator.comparing(Class::getName));
    return found;
  }

  private static void addAll(Type[] types, List<Class<?>> found) {
    for (Type type : types) {
      add(type, found);
    }
  }

  private static void add(Type type, List<Class<?>> found) {
    switch (type) {
      case Class<?> plain -> found.add(plain.isArray() ? plain.getComponentType() : plain);
      case ParameterizedType parameterized -> {
        add(parameterized.getRawType(), found);
        for (Type argument : parameterized.getActualTypeArguments()) {
          add(argument, found);
        }
      }
      case WildcardType wildcard ->
          Arrays.stream(wildcard.getUpperBounds()).forEach(bound -> add(bound, found));
      default -> {}
    }
  }
}
