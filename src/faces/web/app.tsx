import { useEffect, useRef, useState } from 'react';
import { readSession, type Session } from './data/api.ts';
import { watchRows } from './data/loops.ts';
import { hrefOf, useRoute } from './data/route.ts';
import { useStore } from './data/store.ts';
import { connection } from './data/stream.ts';
import { notifyOf, useNotifications } from './parts/notifications.ts';
import { ThemeChoice } from './parts/theme.tsx';
import { ListView } from './views/list-view.tsx';
import { LoopView } from './views/loop-view.tsx';
import { LoopsView } from './views/loops-view.tsx';
import { NewLoopView } from './views/new-loop-view.tsx';

const CONNECTION = {
  connecting: 'connecting…',
  live: '',
  lost: 'Jumar does not answer. Trying again…',
  expired: 'This session is over: Jumar was started again. Open the link that `jumar ui` printed.',
};

export function App() {
  const route = useRoute();
  const state = useStore(connection);
  const [session, setSession] = useState<Session | null>(null);
  const { isOn, canNotify, turnOn } = useNotifications();
  const main = useRef<HTMLElement>(null);
  useEffect(() => watchRows(notifyOf), []);
  useEffect(() => {
    if (state === 'live') readSession().then(setSession, () => {});
  }, [state]);
  const place = hrefOf(route);
  useEffect(() => {
    // The view has changed: readers start at its beginning.
    if (place) main.current?.focus({ preventScroll: true });
  }, [place]);
  const readOnly = session?.readOnly ?? false;
  return (
    <>
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header className="bar">
        <a className="brand" href={hrefOf({ view: 'loops' })}>
          Jumar
        </a>
        {readOnly && <span className="tag">read-only</span>}
        <span className="grow" />
        {canNotify && !isOn && (
          <button type="button" onClick={turnOn}>
            Notify me
          </button>
        )}
        <ThemeChoice />
        {!readOnly && (
          <a className="button" href={hrefOf({ view: 'new', project: null })}>
            New loop
          </a>
        )}
      </header>
      <p className={`connection ${state}`} role="status">
        {CONNECTION[state]}
      </p>
      <main id="main" ref={main} tabIndex={-1}>
        {route.view === 'loops' && <LoopsView />}
        {route.view === 'loop' && (
          <LoopView key={place} project={route.project} loop={route.loop} readOnly={readOnly} />
        )}
        {route.view === 'list' && (
          <ListView key={place} project={route.project} list={route.list} readOnly={readOnly} />
        )}
        {route.view === 'new' && <NewLoopView project={route.project} />}
      </main>
      <footer>
        <p>Jumar {session?.version}. Everything here comes from the logs of the loops.</p>
      </footer>
    </>
  );
}
