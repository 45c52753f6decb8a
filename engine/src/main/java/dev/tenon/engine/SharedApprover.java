package dev.tenon.engine;

import dev.tenon.core.permission.Approver;
import java.util.concurrent.locks.ReentrantLock;

/// Puts the questions of a conversation and of all its helpers to one person, one after the other,
/// each with the name of the helper that asks. What was answered meanwhile is not asked again,
/// because all of them wait for the same turn.
///
/// @param helper empty for the conversation itself
record SharedApprover(Approver person, ReentrantLock turn, String helper) implements Approver {

  @Override
  public Answer ask(Question question) throws InterruptedException {
    return person.ask(helper.isEmpty() ? question : question.of(helper));
  }

  @Override
  public void told(String note) {
    person.told(note);
  }

  @Override
  public boolean showsChanges() {
    return person.showsChanges();
  }
}
