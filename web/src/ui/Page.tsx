import {useEffect, useState, type ReactElement} from 'react';
import {Agent} from './Agent.tsx';
import {Changes} from './Changes.tsx';
import {commandOf, strokeOf, type Command} from './commands.ts';
import {EditorPanel} from './EditorPanel.tsx';
import {Files} from './FileTree.tsx';
import {Header} from './Header.tsx';
import {NameDialog, Sheet} from './Dialogs.tsx';
import {Icon} from './icons.tsx';
import {RerunConfirm} from './Job.tsx';
import {Help, Palette} from './Palette.tsx';
import {Panels} from './Panels.tsx';
import {RollbackDialog} from './Rollback.tsx';
import {SessionList} from './Sessions.tsx';
import {SplitDialog} from './Split.tsx';
import {hasUnsaved} from '../store/reduce.ts';
import type {Notice} from '../store/state.ts';
import {useActions, useStore, type App} from './context.ts';
import {pageTitle} from './title.ts';
import {typing} from './typing.ts';
import {setView} from './view.ts';
import {visible} from '../text/visible.ts';

const LOOK_MILLIS = 5_000;
const SLEPT_MILLIS = 20_000;
const HIDDEN_MILLIS = 2_000;
const DONE_MILLIS = 8_000;
const TROUBLE_MILLIS = 15_000;

/** The whole page. */
export function Page({app}: {app: App}): ReactElement {
  useKeys(app);
  useLooks(app);
  useDepartures(app);
  useAddress(app);
  useTitle();
  const broken = useStore((state) => state.broken);
  return (
    <div className="page">
      <Header />
      {broken ? (
        <Broken why={broken} />
      ) : (
        <Panels
          files={
            <div className="left-panel">
              <Changes />
              <Files />
            </div>
          }
          editor={<EditorPanel />}
          agent={<Agent />}
        />
      )}
      <Notices />
      <Help />
      <Palette />
      <SessionList />
      <RollbackDialog />
      <SplitDialog />
      <NameDialog />
      <RerunConfirm />
      <SignIn />
    </div>
  );
}

/** The server could not be asked anything yet. */
function Broken({why}: {why: string}): ReactElement {
  const actions = useActions();
  return (
    <main className="welcome" aria-label="The page could not begin">
      <Icon name="warn" />
      <h2>The page could not begin</h2>
      <p role="alert">{visible(why)}</p>
      <p className="soft">
        Look whether <code>tenon serve</code> still runs where you started it.
      </p>
      <p className="actions">
        <button type="button" className="primary" onClick={() => void actions.start()}>
          Try again
        </button>
      </p>
    </main>
  );
}

/** The way back in, over everything that is still here. */
function SignIn(): ReactElement {
  const actions = useActions();
  const out = useStore((state) => state.signedOut);
  const [token, setToken] = useState('');
  const [wrong, setWrong] = useState(false);
  return (
    <Sheet open={out} title="Sign in again" onClose={() => undefined} modal>
      <p>
        The login has ended, or the server was started anew. Nothing that you typed is lost: this page goes on
        where it was.
      </p>
      <form
        className="sign-in"
        onSubmit={(event) => {
          event.preventDefault();
          void actions.signIn(token.trim()).then((done) => {
            setWrong(!done);
            if (done) setToken('');
          });
        }}
      >
        <label>
          Token
          <input
            autoFocus
            type="password"
            autoComplete="current-password"
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </label>
        {wrong && (
          <p className="bad" role="alert">
            That is not the token of this server. It is in the address that tenon serve printed when it started.
          </p>
        )}
        <p className="actions">
          <button type="submit" className="primary" disabled={!token.trim()}>
            Sign in
          </button>
        </p>
      </form>
    </Sheet>
  );
}

function Notices(): ReactElement {
  const notices = useStore((state) => state.notices);
  return (
    <div className="notices">
      {notices.map((notice) => (
        <NoticeView key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

/** Goes by itself after some seconds, but not while somebody is at it, and not where it asks for something to be done. */
function NoticeView({notice}: {notice: Notice}): ReactElement {
  const actions = useActions();
  const [held, setHeld] = useState(false);
  const {id, kind, stays = false} = notice;
  useEffect(() => {
    if (held || stays) return undefined;
    const timer = setTimeout(() => actions.dismiss(id), kind === 'done' ? DONE_MILLIS : TROUBLE_MILLIS);
    return () => clearTimeout(timer);
  }, [actions, id, kind, held, stays]);
  return (
    <div
      className={`notice ${kind}`}
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={kind === 'error' ? 'warn' : 'accept'} />
      <div>
        <p>{visible(notice.text)}</p>
        {notice.suggestions.map((each) => (
          <p key={each} className="soft">
            {visible(each)}
          </p>
        ))}
      </div>
      <button type="button" className="icon-button" aria-label="Dismiss" title="Dismiss (Esc)" onClick={() => actions.dismiss(id)}>
        <Icon name="reject" />
      </button>
    </div>
  );
}

/** A letter that could be a word; not one with Ctrl, which stands for itself. */
function isLetter(event: KeyboardEvent): boolean {
  return event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
}

const REVIEW = '.changes, .review-bar, .code, .file-cards';

/** The letters that may follow each other quickly: one and the same, or all of the review where the focus is in it. */
function runOf(event: KeyboardEvent, command: Command): string {
  if (!command.repeats && !(command.step && command.group === 'Review')) return '';
  return event.target instanceof Element && event.target.closest(REVIEW) ? 'review' : event.key;
}

function useKeys({actions, store}: App): void {
  useEffect(() => {
    const act = (command: Command): void => {
      // The moment in which it was clear that the letter stands alone may be another one.
      if (!document.querySelector('[role=dialog]') && (command.when?.(store.get()) ?? true)) command.run(actions, store.get());
    };
    const letter = (event: KeyboardEvent, command: Command | undefined): void => {
      // The space between two words presses no button.
      if (event.key === ' ' && typing.isWord() && event.target instanceof HTMLButtonElement) event.preventDefault();
      if (!command || !(command.when?.(store.get()) ?? true)) typing.letter();
      else if (command.step) typing.step(() => act(command), runOf(event, command));
      // A key that is held down decides about nothing more.
      else if (!event.repeat) {
        const run = runOf(event, command);
        const about = command.about?.(store.get());
        // The second of a run is about what the first one led to.
        const follows = typing.isRun(run);
        typing.command(() => {
          if (follows || command.about?.(store.get()) === about) act(command);
          // And where the first of a run is about something else by now, so are all of them.
          else typing.letter();
        }, run);
      }
    };
    const pressed = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      // Also before its field has got the focus: what is typed into a dialog is no command.
      if (document.querySelector('[role=dialog]')) {
        if (isLetter(event)) typing.letter();
        return;
      }
      if (event.key === 'Escape') {
        if (target.isContentEditable) setView({editing: false});
        const last = store.get().notices.at(-1);
        if (last) actions.dismiss(last.id);
      }
      const command = event.defaultPrevented ? undefined : commandOf(strokeOf(event));
      if (command) event.preventDefault();
      if (isLetter(event)) letter(event, command);
      else if (command && (command.when?.(store.get()) ?? true)) command.run(actions, store.get());
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [actions, store]);
}

/** Looks now and then whether another tab or person did something, and at once after a sleep. */
function useLooks({actions}: App): void {
  useEffect(() => {
    let last = Date.now();
    const look = (): void => {
      const slept = Date.now() - last > SLEPT_MILLIS;
      last = Date.now();
      if (slept) actions.wake();
      if (document.visibilityState === 'visible') void actions.look();
    };
    const woken = (): void => actions.wake();
    let hiding: ReturnType<typeof setTimeout> | undefined;
    const turned = (): void => {
      clearTimeout(hiding);
      // A browser has few connections to one server: a tab that nobody looks at holds none of them.
      if (document.visibilityState === 'hidden') hiding = setTimeout(() => actions.rest(true), HIDDEN_MILLIS);
      else {
        actions.rest(false);
        look();
      }
    };
    const timer = setInterval(look, LOOK_MILLIS);
    turned();
    document.addEventListener('visibilitychange', turned);
    addEventListener('online', woken);
    return () => {
      clearInterval(timer);
      clearTimeout(hiding);
      document.removeEventListener('visibilitychange', turned);
      removeEventListener('online', woken);
    };
  }, [actions]);
}

/** The tab of the browser tells which session it has, and what that waits for. */
function useTitle(): void {
  const title = useStore(pageTitle);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Goes where the address says when a person changes it, or goes back to it. */
function useAddress({actions}: App): void {
  useEffect(() => {
    const changed = (): void => void actions.goTo(location.hash.slice(1));
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, [actions]);
}

/** Asks before the page is left with something that is not saved. */
function useDepartures({store}: App): void {
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent): void => {
      if (hasUnsaved(store.get())) event.preventDefault();
    };
    addEventListener('beforeunload', leaving);
    return () => removeEventListener('beforeunload', leaving);
  }, [store]);
}
