package dev.tenon.tools.walk;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/// Loads the classes of the product once more, each method with a call of [PassedClasses#enter] at
/// its beginning.
final class TracingLoader extends ClassLoader {
  private static final ClassDesc PASSED = ClassDesc.of(PassedClasses.class.getName());
  private static final MethodTypeDesc ENTER =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);

  TracingLoader() {
    super(TracingLoader.class.getClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("dev.tenon.") || name.equals(PassedClasses.class.getName())) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known == null ? define(name) : known;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] traced = traced(name, in.readAllBytes());
      return defineClass(name, traced, 0, traced.length);
    } catch (IOException unreadable) {
      throw new ClassNotFoundException(name, unreadable);
    }
  }

  private static byte[] traced(String name, byte[] bytes) {
    ClassFile files = ClassFile.of();
    return files.transformClass(
        files.parse(bytes),
        ClassTransform.transformingMethodBodies(
            method -> !method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME),
            new CodeTransform() {
              @Override
              public void atStart(CodeBuilder code) {
                code.loadConstant(name).invokestatic(PASSED, "enter", ENTER);
              }

              @Override
              public void accept(CodeBuilder code, CodeElement element) {
                code.with(element);
              }
            }));
  }
}
