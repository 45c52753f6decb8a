/** So long is a letter looked at: what comes before or after it within this time makes it a word. */
export const ALONE_MILLIS = 300;

/** A clock that can be called off, so that a test can be the clock. */
export interface Timer {
  now(): number;
  /** Calls later, unless it is called off with what it answers. */
  later(millis: number, call: () => void): () => void;
}

export const TIMER: Timer = {
  now: () => performance.now(),
  later: (millis, call) => {
    const timer = setTimeout(call, millis);
    return () => clearTimeout(timer);
  },
};

/**
 * Tells letters that are commands from letters that are words: somebody who types a sentence beside the field he meant
 * decides about nothing. A letter is a command when no other was typed shortly before it, and none follows shortly,
 * but for those of the same run: the same letter again and again, or the letters of the review where the focus is in it.
 */
export class Typing {
  private readonly timer: Timer;
  private last = -Infinity;
  /** Whether all that was typed shortly before were steps from here to there. */
  private walking = false;
  /** The run that all letters of late belong to; empty for none. */
  private run = '';
  /** What is held back, in order. */
  private held: (() => void)[] = [];

  constructor(timer: Timer = TIMER) {
    this.timer = timer;
  }

  /** Whether a letter was typed a moment ago. */
  isWord(): boolean {
    return this.timer.now() - this.last < ALONE_MILLIS;
  }

  /** Whether a letter of this run was typed a moment ago, and nothing else. */
  isRun(run: string): boolean {
    return run !== '' && this.run === run && this.isWord();
  }

  /** A letter that is no command: what was held back belongs to it. */
  letter(): void {
    for (const drop of this.held.splice(0)) drop();
    this.last = this.timer.now();
    this.walking = false;
    this.run = '';
  }

  /** A letter that goes somewhere and changes nothing; it acts at once, also again and again, but never before a decision. */
  step(act: () => void, run = ''): void {
    if (this.isRun(run) && this.held.length > 0) {
      this.hold(act);
      return;
    }
    const goes = !this.isWord() || this.walking || this.isRun(run);
    this.letter();
    this.walking = goes;
    if (!goes) return;
    this.run = run;
    act();
  }

  /** A letter that does something: held back until it is clear that it stands alone, or among those of its run. */
  command(act: () => void, run = ''): void {
    if (this.isRun(run)) {
      this.hold(act);
      return;
    }
    const alone = !this.isWord();
    this.letter();
    if (!alone) return;
    this.run = run;
    this.hold(act);
  }

  private hold(act: () => void): void {
    this.last = this.timer.now();
    const drop = this.timer.later(ALONE_MILLIS, () => {
      this.held = this.held.filter((each) => each !== drop);
      act();
    });
    this.held.push(drop);
  }
}

/** What is typed in this page. */
export const typing = new Typing();

let shown = {id: '', since: 0};

/** An approval is seen from now on, if it was not. */
export function approvalShown(id: string, timer: Timer = TIMER): void {
  if (shown.id !== id) shown = {id, since: timer.now()};
}

/** Whether a person can have read it: nothing is allowed in the moment in which it comes up. */
export function approvalRead(id: string | undefined, timer: Timer = TIMER): boolean {
  return id !== undefined && shown.id === id && timer.now() - shown.since >= ALONE_MILLIS;
}
