package dev.tenon.cli.rpc;

/// A command that could not be carried out. The message goes to the program: it names the thing,
/// the value and the way out.
final class RpcProblem extends Exception {
  private static final long serialVersionUID = 1L;

  RpcProblem(String message) {
    super(message);
  }
}
