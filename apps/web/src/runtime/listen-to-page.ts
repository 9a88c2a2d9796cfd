import { AUTO_COLLAPSE_BELOW_PX, type sidebarMachine } from '@desk/machines/sidebar/sidebar.machine'
import { isSignedIn } from '@desk/machines/session/session.selectors'
import type { QueryClient } from '@tanstack/react-query'
import type { RouterHistory } from '@tanstack/react-router'
import type { App } from './app/app.ts'
import type { Connection } from './connection/connection.ts'
import type { DeskPorts } from './desk-ports.ts'
import type { Recorder } from './journal/recorder.ts'
import { CLOCK_TICK_MS, type Feed } from './live/feed.ts'
import type { Runner } from './runner.ts'
import type { Session } from './session/session.ts'

/** The parts of a desk that hear of the page. */
export interface PageListeners {
  readonly app: App
  readonly session: Session
  readonly sidebar: Runner<typeof sidebarMachine>
  readonly recorder: Recorder
  readonly connection: Connection
  readonly queryClient: QueryClient
  readonly feed: Feed
}

/** The hash path with its query, as machines know it. */
export const pathOf = ({ location }: RouterHistory): string => location.pathname + location.search

/** Starts sending the desk the page's route, visibility, width, network state and time. */
export function listenToPage(
  { page, history, clock }: Pick<DeskPorts, 'page' | 'history' | 'clock'>,
  desk: PageListeners,
): void {
  history.subscribe(() => desk.app.send({ type: 'location.changed', path: pathOf(history) }))
  listenToBeingSeen(page, desk)
  tellWidth(page, desk)
  listenToNetwork(page, desk)
  clock.every(CLOCK_TICK_MS, () => {
    if (page.isSeen() && isSignedIn(desk.session.getSnapshot()))
      desk.feed.send({ type: 'clock.ticked', nowMs: clock.steadyMs() })
  })
}

function listenToBeingSeen(page: DeskPorts['page'], { app, recorder }: PageListeners): void {
  page.onSeenChange(() => {
    const isHidden = !page.isSeen()
    app.send({ type: isHidden ? 'page.hidden' : 'page.shown' })
    if (isHidden) recorder.leave()
  })
  page.addEventListener('blur', () => app.send({ type: 'page.unfocused' }))
}

function tellWidth(page: DeskPorts['page'], { sidebar }: PageListeners): void {
  const tell = () => sidebar.send({ type: 'window.resized', widthPx: page.widthPx() })
  tell()
  page.onWidthCrossed(AUTO_COLLAPSE_BELOW_PX, tell)
}

function listenToNetwork(page: DeskPorts['page'], { app, connection, queryClient }: PageListeners): void {
  page.addEventListener('offline', () => {
    app.send({ type: 'network.lost' })
    connection.lost()
  })
  page.addEventListener('online', () => {
    app.send({ type: 'network.regained' })
    connection.doubted()
  })
  // Failed reads are repeated; loaded data stays as it is.
  connection.onBack(
    () => void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
  )
  connection.start()
}
