import {createRoot} from 'react-dom/client';
import {Api} from './api/client.ts';
import {Actions} from './store/actions.ts';
import {actor} from './store/actor.ts';
import {Store} from './store/store.ts';
import {Boundary} from './ui/Boundary.tsx';
import {AppContext} from './ui/context.ts';
import {Page} from './ui/Page.tsx';
import './style/base.css';
import './style/panels.css';
import './style/editor.css';
import './style/agent.css';

const store = new Store();
const actions = new Actions(store, new Api((address, init) => fetch(address, init), actor));
const app = {store, actions};

createRoot(document.getElementById('page')!).render(
  <AppContext value={app}>
    <Boundary>
      <Page app={app} />
    </Boundary>
  </AppContext>,
);
void actions.start();
