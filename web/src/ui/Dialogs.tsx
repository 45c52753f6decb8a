import {useState, type ReactElement, type ReactNode} from 'react';
import {Dialog, Heading, Modal, ModalOverlay} from 'react-aria-components';
import {Icon} from './icons.tsx';
import {actor} from '../store/actor.ts';
import {recall, remember} from '../store/place.ts';
import {visibleLine} from '../text/visible.ts';
import {useView} from './view.ts';

interface SheetProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** Whether it stays until what it asks for is done. */
  modal?: boolean;
  /** Whether it needs room. */
  wide?: boolean;
  onClose(): void;
}

/** A dialog over the page; Escape and a click beside it close it. */
export function Sheet({open, title, children, modal = false, wide = false, onClose}: SheetProps): ReactElement {
  return (
    <ModalOverlay
      className="overlay"
      isDismissable={!modal}
      isKeyboardDismissDisabled={modal}
      isOpen={open}
      onOpenChange={(still) => {
        if (!still) onClose();
      }}
    >
      <Modal className={wide ? 'modal wide-modal' : 'modal'}>
        <Dialog className="dialog">
          <div className="dialog-head">
            <Heading slot="title">{title}</Heading>
            {!modal && (
              <button type="button" className="icon-button" aria-label="Close" title="Close (Esc)" onClick={onClose}>
                <Icon name="reject" />
              </button>
            )}
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ConfirmProps {
  open: boolean;
  title: string;
  text: string;
  action: string;
  onClose(confirmed: boolean): void;
}

export function Confirm({open, title, text, action, onClose}: ConfirmProps): ReactElement {
  return (
    <Sheet open={open} title={title} onClose={() => onClose(false)}>
      <p>{text}</p>
      <p className="actions">
        <button type="button" onClick={() => onClose(false)}>
          Go back
        </button>
        <button type="button" className="primary" onClick={() => onClose(true)}>
          {action}
        </button>
      </p>
    </Sheet>
  );
}

const LONGEST_NAME = 80;

/** Who decides here, for those who look at the same review. */
export function NameDialog(): ReactElement {
  const [view, setView] = useView();
  const [name, setName] = useState(recall('name') ?? '');
  const shown = view.naming ? actor() : '';
  const close = (): void => setView({naming: false});
  return (
    <Sheet open={view.naming} title="Who are you?" onClose={close}>
      <p>What you decide is marked with this name for others who have the same review open. It stays in this browser.</p>
      {!recall('name') && <p className="soft">Without a name they see: {visibleLine(shown)}.</p>}
      <form
        className="sign-in"
        onSubmit={(event) => {
          event.preventDefault();
          remember('name', name.trim());
          close();
        }}
      >
        <input
          autoFocus
          aria-label="Your name"
          maxLength={LONGEST_NAME}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <p className="actions">
          <button type="submit" className="primary">
            Keep
          </button>
        </p>
      </form>
    </Sheet>
  );
}
