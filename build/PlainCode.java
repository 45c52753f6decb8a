import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.Enum.EnumDesc;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeAnnotation;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Rewrites what javac leaves to the first use of a class into plain code, because the AOT cache
/// cannot keep it: each start would spin classes for it, 10 ms for the first and up to a
/// millisecond for each further one.
///
/// - A `switch` over types becomes a row of `instanceof`, with comparisons for the constants of
///   enums and the strings among its labels.
/// - `equals`, `hashCode` and `toString` of a record become methods.
/// - A record whose components have a `@Doc` gets the method `docs$`, so that no one has to make
///   proxies of annotations to read them: for each component its description, its fallback, its
///   aliases by line, and `?` if it may be null.
///
/// The meaning of the code is the same. Everything else of a class stays as it was.
final class PlainCode implements AutoCloseable {
  private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");
  private static final ClassDesc BUILDER = ClassDesc.of("java.lang.StringBuilder");
  private static final String DOC = "Ldev/tenon/core/tool/Doc;";
  private static final String NULLABLE = "Lorg/jspecify/annotations/Nullable;";
  private static final int HIDDEN =
      ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;

  private final URLClassLoader loader;
  private final ClassFile classFile;

  /// @param classPath with everything that the classes extend
  PlainCode(List<Path> classPath) throws IOException {
    var urls = new ArrayList<URL>();
    for (Path entry : classPath) {
      urls.add(entry.toUri().toURL());
    }
    loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    classFile =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(loader)
                    .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }

  /// Writes the jar with all of its classes rewritten, without compressing them: what the cache
  /// does not have is read faster so.
  void rewrite(Path jar, Path target) throws IOException {
    try (var in = new JarFile(jar.toFile());
        OutputStream file = Files.newOutputStream(target);
        var out = new ZipOutputStream(file)) {
      for (ZipEntry entry : in.stream().toList()) {
        byte[] bytes;
        try (InputStream content = in.getInputStream(entry)) {
          bytes = content.readAllBytes();
        }
        put(out, entry, entry.getName().endsWith(".class") ? rewritten(bytes) : bytes);
      }
    }
  }

  private static void put(ZipOutputStream out, ZipEntry entry, byte[] bytes) throws IOException {
    var crc = new CRC32();
    crc.update(bytes);
    var copy = new ZipEntry(entry.getName());
    // Local, as it is written in the jar: the same bytes in every time zone.
    copy.setTimeLocal(entry.getTimeLocal());
    copy.setMethod(ZipEntry.STORED);
    copy.setSize(bytes.length);
    copy.setCompressedSize(bytes.length);
    copy.setCrc(crc.getValue());
    out.putNextEntry(copy);
    out.write(bytes);
    out.closeEntry();
  }

  /// A method to be added.
  private record Made(String name, MethodTypeDesc type, Consumer<CodeBuilder> body) {}

  private byte[] rewritten(byte[] bytes) {
    ClassModel model = classFile.parse(bytes);
    ClassDesc self = model.thisClass().asSymbol();
    boolean inInterface = model.flags().has(AccessFlag.INTERFACE);
    var made = new ArrayList<Made>();
    ClassTransform calls =
        ClassTransform.transformingMethodBodies(
            (code, element) -> {
              Consumer<CodeBuilder> body =
                  element instanceof InvokeDynamicInstruction call ? bodyOf(call, model) : null;
              if (body == null) {
                code.with(element);
                return;
              }
              var call = (InvokeDynamicInstruction) element;
              String name = call.name().stringValue() + "$" + made.size();
              made.add(new Made(name, call.typeSymbol(), body));
              code.invokestatic(self, name, call.typeSymbol(), inInterface);
            });
    List<String> docs = docs(model);
    ClassTransform additions =
        ClassTransform.endHandler(
            builder -> {
              made.forEach(method -> add(builder, method));
              if (!docs.isEmpty()) {
                add(builder, docsMethod(docs));
              }
            });
    byte[] result = classFile.transformClass(model, calls.andThen(additions));
    return made.isEmpty() && docs.isEmpty() ? bytes : result;
  }

  private static void add(ClassBuilder builder, Made method) {
    builder.withMethodBody(method.name, method.type, HIDDEN, method.body::accept);
  }

  private static Consumer<CodeBuilder> bodyOf(InvokeDynamicInstruction call, ClassModel model) {
    String owner = call.bootstrapMethod().owner().descriptorString();
    if (owner.equals("Ljava/lang/runtime/SwitchBootstraps;")
        && call.bootstrapMethod().methodName().equals("typeSwitch")) {
      return typeSwitch(call.bootstrapArgs());
    }
    if (owner.equals("Ljava/lang/runtime/ObjectMethods;")) {
      return recordMethod(call, model);
    }
    return null;
  }

  // ---- switches

  /// The index of the first label from the given one on that fits, -1 for null, their number for
  /// none.
  private static Consumer<CodeBuilder> typeSwitch(List<ConstantDesc> arguments) {
    var labels = new ArrayList<ConstantDesc>();
    for (ConstantDesc argument : arguments) {
      ConstantDesc label = labelOf(argument);
      if (label == null) {
        return null;
      }
      labels.add(label);
    }
    return code -> {
      Label there = code.newLabel();
      code.aload(0).ifnonnull(there).iconst_m1().ireturn().labelBinding(there);
      for (int i = 0; i < labels.size(); i++) {
        Label next = code.newLabel();
        code.iload(1).loadConstant(i).if_icmpgt(next);
        passUnlessFits(code, labels.get(i), next);
        code.loadConstant(i).ireturn().labelBinding(next);
      }
      code.loadConstant(labels.size()).ireturn();
    };
  }

  /// A type, a constant of an enum or a string; null for what is left as it is.
  private static ConstantDesc labelOf(ConstantDesc argument) {
    return switch (argument) {
      case ClassDesc type -> type.isPrimitive() ? null : type;
      case String text -> text;
      case DynamicConstantDesc<?> made -> enumConstant(made);
      default -> null;
    };
  }

  /// `EnumDesc.of(ClassDesc.of("the.Type"), "NAME")`, as javac writes it.
  private static EnumDesc<?> enumConstant(DynamicConstantDesc<?> made) {
    List<ConstantDesc> arguments = made.bootstrapArgsList();
    return isInvoke(made)
            && arguments.size() == 3
            && isFactory(arguments.get(0), "Ljava/lang/Enum$EnumDesc;")
            && arguments.get(1) instanceof DynamicConstantDesc<?> type
            && isInvoke(type)
            && type.bootstrapArgsList().size() == 2
            && isFactory(type.bootstrapArgsList().get(0), "Ljava/lang/constant/ClassDesc;")
            && type.bootstrapArgsList().get(1) instanceof String typeName
            && arguments.get(2) instanceof String name
        ? EnumDesc.of(ClassDesc.of(typeName), name)
        : null;
  }

  private static boolean isInvoke(DynamicConstantDesc<?> made) {
    return made.bootstrapMethod().owner().equals(ConstantDescs.BSM_INVOKE.owner())
        && made.bootstrapMethod().methodName().equals(ConstantDescs.BSM_INVOKE.methodName());
  }

  private static boolean isFactory(ConstantDesc method, String owner) {
    return method instanceof DirectMethodHandleDesc factory
        && factory.owner().descriptorString().equals(owner)
        && factory.methodName().equals("of");
  }

  private static void passUnlessFits(CodeBuilder code, ConstantDesc label, Label next) {
    switch (label) {
      case ClassDesc type -> code.aload(0).instanceOf(type).ifeq(next);
      case EnumDesc<?> constant ->
          code.aload(0)
              .getstatic(constant.constantType(), constant.constantName(), constant.constantType())
              .if_acmpne(next);
      default ->
          code.loadConstant(label)
              .aload(0)
              .invokevirtual(
                  ConstantDescs.CD_String,
                  "equals",
                  MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object))
              .ifeq(next);
    }
  }

  // ---- records

  private static Consumer<CodeBuilder> recordMethod(
      InvokeDynamicInstruction call, ClassModel model) {
    ClassDesc type = (ClassDesc) call.bootstrapArgs().get(0);
    var getters = new ArrayList<DirectMethodHandleDesc>();
    for (ConstantDesc argument : call.bootstrapArgs().subList(2, call.bootstrapArgs().size())) {
      if (!(argument instanceof DirectMethodHandleDesc getter)
          || getter.kind() != DirectMethodHandleDesc.Kind.GETTER) {
        return null;
      }
      getters.add(getter);
    }
    return switch (call.name().stringValue()) {
      case "equals" -> code -> equals(code, type, getters);
      case "hashCode" -> code -> hashCode(code, type, getters);
      case "toString" -> code -> toString(code, type, simpleName(model), getters);
      default -> null;
    };
  }

  private static void equals(
      CodeBuilder code, ClassDesc type, List<DirectMethodHandleDesc> getters) {
    Label different = code.newLabel();
    Label other = code.newLabel();
    code.aload(0).aload(1).if_acmpne(other).iconst_1().ireturn().labelBinding(other);
    code.aload(1).instanceOf(type).ifeq(different);
    for (DirectMethodHandleDesc getter : getters) {
      ClassDesc field = fieldType(getter);
      get(code, type, getter, 0);
      code.aload(1).checkcast(type).getfield(type, getter.methodName(), field);
      if (!field.isPrimitive()) {
        code.invokestatic(
                OBJECTS,
                "equals",
                MethodTypeDesc.ofDescriptor("(Ljava/lang/Object;Ljava/lang/Object;)Z"))
            .ifeq(different);
      } else {
        code.invokestatic(
                boxOf(field), "compare", MethodTypeDesc.of(ConstantDescs.CD_int, field, field))
            .ifne(different);
      }
    }
    code.iconst_1().ireturn().labelBinding(different).iconst_0().ireturn();
  }

  private static void hashCode(
      CodeBuilder code, ClassDesc type, List<DirectMethodHandleDesc> getters) {
    code.iconst_0();
    for (DirectMethodHandleDesc getter : getters) {
      ClassDesc field = fieldType(getter);
      boolean primitive = field.isPrimitive();
      code.bipush(31).imul();
      get(code, type, getter, 0);
      code.invokestatic(
              primitive ? boxOf(field) : OBJECTS,
              "hashCode",
              MethodTypeDesc.of(ConstantDescs.CD_int, primitive ? field : ConstantDescs.CD_Object))
          .iadd();
    }
    code.ireturn();
  }

  private static void toString(
      CodeBuilder code, ClassDesc type, String name, List<DirectMethodHandleDesc> getters) {
    code.new_(BUILDER).dup().invokespecial(BUILDER, "<init>", ConstantDescs.MTD_void);
    String before = name + "[";
    for (DirectMethodHandleDesc getter : getters) {
      append(code.loadConstant(before + getter.methodName() + "="), ConstantDescs.CD_String);
      get(code, type, getter, 0);
      append(code, fieldType(getter));
      before = ", ";
    }
    append(code.loadConstant(getters.isEmpty() ? before + "]" : "]"), ConstantDescs.CD_String);
    code.invokevirtual(BUILDER, "toString", MethodTypeDesc.of(ConstantDescs.CD_String)).areturn();
  }

  private static void append(CodeBuilder code, ClassDesc type) {
    boolean small = type.equals(ConstantDescs.CD_byte) || type.equals(ConstantDescs.CD_short);
    ClassDesc as =
        small
            ? ConstantDescs.CD_int
            : type.isPrimitive() || type.equals(ConstantDescs.CD_String)
                ? type
                : ConstantDescs.CD_Object;
    code.invokevirtual(BUILDER, "append", MethodTypeDesc.of(BUILDER, as));
  }

  private static void get(
      CodeBuilder code, ClassDesc type, DirectMethodHandleDesc getter, int slot) {
    code.aload(slot).getfield(type, getter.methodName(), fieldType(getter));
  }

  private static ClassDesc fieldType(DirectMethodHandleDesc getter) {
    return getter.invocationType().returnType();
  }

  private static ClassDesc boxOf(ClassDesc primitive) {
    return switch (primitive.descriptorString()) {
      case "Z" -> ConstantDescs.CD_Boolean;
      case "B" -> ConstantDescs.CD_Byte;
      case "C" -> ConstantDescs.CD_Character;
      case "S" -> ConstantDescs.CD_Short;
      case "I" -> ConstantDescs.CD_Integer;
      case "J" -> ConstantDescs.CD_Long;
      case "F" -> ConstantDescs.CD_Float;
      default -> ConstantDescs.CD_Double;
    };
  }

  private static String simpleName(ClassModel model) {
    for (InnerClassInfo inner :
        model
            .findAttribute(Attributes.innerClasses())
            .map(found -> found.classes())
            .orElse(List.of())) {
      if (inner.innerClass().asInternalName().equals(model.thisClass().asInternalName())) {
        return inner.innerName().map(name -> name.stringValue()).orElse("");
      }
    }
    String name = model.thisClass().asInternalName();
    return name.substring(name.lastIndexOf('/') + 1);
  }

  // ---- descriptions

  private static List<String> docs(ClassModel model) {
    var docs = new ArrayList<String>();
    boolean any = false;
    for (RecordComponentInfo component :
        model
            .findAttribute(Attributes.record())
            .map(found -> found.components())
            .orElse(List.of())) {
      String value = "";
      String fallback = "";
      String aliases = "";
      for (Annotation annotation :
          component
              .findAttribute(Attributes.runtimeVisibleAnnotations())
              .map(found -> found.annotations())
              .orElse(List.of())) {
        if (!annotation.className().stringValue().equals(DOC)) {
          continue;
        }
        any = true;
        for (AnnotationElement element : annotation.elements()) {
          switch (element.name().stringValue()) {
            case "value" -> value = text(element.value());
            case "fallback" -> fallback = text(element.value());
            default -> aliases = text(element.value());
          }
        }
      }
      docs.addAll(List.of(value, fallback, aliases, isNullable(component) ? "?" : ""));
    }
    return any ? docs : List.of();
  }

  private static String text(AnnotationValue value) {
    return switch (value) {
      case AnnotationValue.OfString string -> string.stringValue();
      case AnnotationValue.OfArray array ->
          String.join("\n", array.values().stream().map(PlainCode::text).toList());
      default -> throw new IllegalStateException("not a text: " + value);
    };
  }

  private static boolean isNullable(RecordComponentInfo component) {
    for (TypeAnnotation annotation :
        component
            .findAttribute(Attributes.runtimeVisibleTypeAnnotations())
            .map(found -> found.annotations())
            .orElse(List.of())) {
      if (annotation.targetPath().isEmpty()
          && annotation.annotation().className().stringValue().equals(NULLABLE)) {
        return true;
      }
    }
    return false;
  }

  private static Made docsMethod(List<String> docs) {
    return new Made(
        "docs$",
        MethodTypeDesc.of(ConstantDescs.CD_String.arrayType()),
        code -> {
          code.loadConstant(docs.size()).anewarray(ConstantDescs.CD_String);
          for (int i = 0; i < docs.size(); i++) {
            code.dup().loadConstant(i).loadConstant(docs.get(i)).aastore();
          }
          code.areturn();
        });
  }
}
