import type {ReactElement, ReactNode} from 'react';
import {Dialog, Heading, Modal, ModalOverlay} from 'react-aria-components';

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
          <Heading slot="title">{title}</Heading>
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
