/// Tenon inside a program: [dev.tenon.sdk.Tenon] opens an engine for a folder.
module dev.tenon.sdk {
  requires transitive dev.tenon.core;
  requires dev.tenon.engine;
  requires static transitive org.jspecify;

  exports dev.tenon.sdk;
}
