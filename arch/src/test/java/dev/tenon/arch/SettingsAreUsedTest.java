package dev.tenon.arch;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A setting that is read into the record `Settings` of the room `config` is also asked for: every
/// component of it and of the records inside has a caller outside of the room. (That every setting
/// is read at all is the matter of `SettingsAreReadTest`.)
class SettingsAreUsedTest {

  @Test
  void everyComponentOfTheSettingsHasACaller() {
    JavaClasses house =
        new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages("dev.tenon");
    assertThat(components(house)).hasSizeGreaterThan(60);
    assertThat(unused(house)).as("settings that are read and that nobody asks for").isEmpty();
  }

  @Test
  void aComponentThatNobodyAsksForIsNamed() {
    JavaClasses house = new ClassFileImporter().importPackages("dev.tenon.arch.broken");
    assertThat(unused(house))
        .containsExactlyInAnyOrder("Settings.forgotten", "Settings$Ui.spinner");
  }

  private static List<String> unused(JavaClasses house) {
    var unused = new ArrayList<String>();
    for (JavaMethod accessor : components(house)) {
      boolean asked =
          Stream.<JavaCodeUnitAccess<?>>concat(
                  accessor.getCallsOfSelf().stream(), accessor.getReferencesToSelf().stream())
              .anyMatch(access -> !access.getOriginOwner().getPackage().equals(room(accessor)));
      if (!asked) {
        String owner = accessor.getOwner().getName();
        unused.add(owner.substring(owner.lastIndexOf('.') + 1) + "." + accessor.getName());
      }
    }
    return unused;
  }

  private static com.tngtech.archunit.core.domain.JavaPackage room(JavaMethod accessor) {
    return accessor.getOwner().getPackage();
  }

  /// The accessors of the record and of the records inside.
  private static List<JavaMethod> components(JavaClasses house) {
    var accessors = new ArrayList<JavaMethod>();
    for (JavaClass type : house) {
      boolean open = type.getModifiers().contains(JavaModifier.PUBLIC);
      if (!open || !type.isRecord() || !isSettings(outermost(type))) {
        continue;
      }
      for (JavaField field : type.getFields()) {
        if (!field.getModifiers().contains(JavaModifier.STATIC)) {
          accessors.add(type.getMethod(field.getName()));
        }
      }
    }
    return accessors;
  }

  private static JavaClass outermost(JavaClass type) {
    Optional<JavaClass> around = type.getEnclosingClass();
    return around.isEmpty() ? type : outermost(around.get());
  }

  private static boolean isSettings(JavaClass type) {
    return type.getSimpleName().equals("Settings") && type.getPackageName().endsWith(".config");
  }
}
