package dev.tenon.core.tool;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Describes one argument of a tool to the model. A component whose type is `@Nullable`, or that
/// has a fallback, is optional.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Doc {
  String value();

  /// The value when the argument is absent, as text; shown in the schema as `default`.
  String fallback() default "";

  /// Other names under which models send this argument.
  String[] aliases() default {};
}
