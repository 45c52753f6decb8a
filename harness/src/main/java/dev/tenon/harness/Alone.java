package dev.tenon.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/// Marks a test that may not share the machine with another: one that counts processes, fills what
/// the kernel bounds, or kills at a moment that it looks for. Modules that have such tests run them
/// after all others, in one JVM.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("alone")
public @interface Alone {}
