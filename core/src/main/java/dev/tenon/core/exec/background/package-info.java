/// Work beside the conversation: background jobs, monitors of what a command prints, prompts at
/// their time, and the notices by which all of them tell the model and the person.
///
/// Entry class: [dev.tenon.core.exec.background.Background]. May use nothing of Tenon: what a job
/// does is given to it.
@NullMarked
package dev.tenon.core.exec.background;

import org.jspecify.annotations.NullMarked;
