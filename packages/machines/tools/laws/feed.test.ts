import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feedMachine } from '../../src/feed/feed.machine.ts'
import type { FeedEvent } from '../../src/feed/feed.events.ts'
import { start, step, type CommandFrom } from '../../src/runtime/step.ts'
import { holds } from './walks.ts'

type Cells = Readonly<Record<string, number>>
interface Frame {
  readonly epoch: string
  readonly from: number
  readonly to: number
  readonly cells: Cells
}

const TOPIC = 'survey:1'
const CELLS = ['entrants', 'completes', 'inflight'] as const

/** The figures of one topic, and the frames on their way to one viewer. */
class Server {
  figures: Cells = Object.fromEntries(CELLS.map(cell => [cell, 0]))
  position = 0
  restarts = 0
  isWatched = false
  readonly onTheWay: Frame[] = []

  get epoch(): string {
    return `e${this.restarts}`
  }
  /** A respondent: one or two figures change, in one frame or merged into the last unsent one. */
  change(cell: string, merge: boolean): void {
    this.figures = { ...this.figures, [cell]: (this.figures[cell] ?? 0) + 1 }
    this.position += 1
    if (!this.isWatched) return
    const last = this.onTheWay.at(-1)
    const cells = { [cell]: this.figures[cell] ?? 0 }
    if (merge && last !== undefined && last.to === this.position - 1 && last.epoch === this.epoch) {
      this.onTheWay[this.onTheWay.length - 1] = { ...last, to: this.position, cells: { ...last.cells, ...cells } }
    } else this.onTheWay.push({ epoch: this.epoch, from: this.position - 1, to: this.position, cells })
  }
  restart(): void {
    this.restarts += 1
    this.position = 0
  }
  hangUp(): void {
    this.isWatched = false
    this.onTheWay.length = 0
  }
}

/** One tab: the feed machine and a runner that does what it asks for. */
class Viewer {
  shown: Cells = {}
  isOpen = false
  #snapshot = start(feedMachine).snapshot
  #held: Frame[] = []
  readonly reads: { readonly readNo: number; answer: Cells | null }[] = []
  readonly watches: (() => void)[] = []
  readonly #server: Server

  constructor(server: Server) {
    this.#server = server
  }

  take(event: FeedEvent, frame: Frame | null = null, answer: Cells = {}): void {
    const frozenBefore = this.#snapshot.context.frozen && this.#snapshot.context.topics[TOPIC]?.context.shown === true
    const shownBefore = this.shown
    const { snapshot, commands } = step(feedMachine, this.#snapshot, event)
    this.#snapshot = snapshot
    for (const command of commands) this.#perform(command, frame, answer)
    if (frozenBefore && event.type !== 'updates.unfreezeRequested' && this.shown !== shownBefore)
      throw new Error(`${event.type} changed frozen figures`)
  }

  #perform({ type }: CommandFrom<typeof feedMachine>, frame: Frame | null, answer: Cells): void {
    const server = this.#server
    switch (type) {
      case 'connect':
        this.isOpen = true
        return
      case 'disconnect':
        this.isOpen = false
        server.hangUp()
        return
      case 'subscribe': {
        server.isWatched = true
        const { epoch, position } = server
        this.watches.push(() => this.take({ type: 'topic.subscribed', topic: TOPIC, epoch, position }))
        return
      }
      case 'unsubscribe':
        server.hangUp()
        this.watches.length = 0
        return
      case 'requestSnapshot':
        this.reads.push({ readNo: this.#snapshot.context.topics[TOPIC]?.context.readNo ?? 0, answer: null })
        return
      case 'applySnapshot':
        this.shown = answer
        return
      case 'applyFrame':
        this.shown = { ...this.shown, ...frame?.cells }
        return
      case 'holdFrame':
        if (frame !== null) this.#held.push(frame)
        return
      case 'applyHeld':
        for (const held of this.#held) this.shown = { ...this.shown, ...held.cells }
        this.#held = []
        return
      case 'dropHeld':
        this.#held = []
        return
      case 'dropSnapshot':
        return
    }
  }
}

type Happening =
  | { readonly what: 'change'; readonly cell: string; readonly merge: boolean }
  | { readonly what: 'deliver' | 'lose' | 'repeat'; readonly nth: number }
  | { readonly what: 'readServer' | 'readArrives' | 'readFails' | 'watchArrives' | 'watchFails'; readonly nth: number }
  | {
      readonly what:
        | 'cut'
        | 'connect'
        | 'restart'
        | 'tick'
        | 'hide'
        | 'show'
        | 'freeze'
        | 'unfreeze'
        | 'networkOff'
        | 'networkOn'
        | 'unwatch'
        | 'watch'
        | 'rewatch'
        | 'restartBehind'
    }

const nth = fc.nat({ max: 5 })
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('change' as const),
      cell: fc.constantFrom(...CELLS),
      merge: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'deliver' as const,
        'deliver' as const,
        'deliver' as const,
        'lose' as const,
        'repeat' as const,
      ),
      nth,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'readServer' as const,
        'readArrives' as const,
        'readFails' as const,
        'watchArrives' as const,
        'watchFails' as const,
      ),
      nth,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'cut' as const,
        'connect' as const,
        'restart' as const,
        'tick' as const,
        'hide' as const,
        'show' as const,
        'freeze' as const,
        'unfreeze' as const,
        'networkOff' as const,
        'networkOn' as const,
        'unwatch' as const,
        'watch' as const,
        'rewatch' as const,
        'rewatch' as const,
        'restartBehind' as const,
      ),
    }),
  },
)

const AT = { atMs: 0 } as const

function happen(server: Server, viewer: Viewer, happened: Happening): void {
  const frameEvent = ({ epoch, from, to }: Frame): FeedEvent => ({
    type: 'frame.received',
    topic: TOPIC,
    epoch,
    from,
    to,
    ...AT,
  })
  switch (happened.what) {
    case 'change':
      return server.change(happened.cell, happened.merge)
    case 'deliver':
    case 'lose':
    case 'repeat': {
      const index = server.onTheWay.length === 0 ? 0 : happened.nth % server.onTheWay.length
      const frame = server.onTheWay[index]
      if (frame === undefined) return
      if (happened.what !== 'repeat') server.onTheWay.splice(index, 1)
      if (happened.what !== 'lose') viewer.take(frameEvent(frame), frame)
      return
    }
    case 'watchArrives':
      return viewer.watches.shift()?.()
    case 'watchFails':
      // The platform is away: it cannot say whether this topic may be watched.
      return viewer.watches.shift()
        ? viewer.take({ type: 'topic.refused', topic: TOPIC, status: 503, message: 'Away.' })
        : undefined
    case 'readServer':
    case 'readArrives':
    case 'readFails': {
      const index = viewer.reads.length === 0 ? 0 : happened.nth % viewer.reads.length
      const read = viewer.reads[index]
      if (read === undefined) return
      if (happened.what === 'readServer') {
        read.answer ??= server.figures
        return
      }
      viewer.reads.splice(index, 1)
      if (happened.what === 'readFails')
        return viewer.take({ type: 'snapshot.failed', topic: TOPIC, readNo: read.readNo })
      return viewer.take(
        { type: 'snapshot.received', topic: TOPIC, readNo: read.readNo, ...AT },
        null,
        read.answer ?? server.figures,
      )
    }
    case 'cut':
    case 'restart':
      if (happened.what === 'restart') server.restart()
      server.hangUp()
      viewer.watches.length = 0
      return viewer.take({ type: 'socket.disconnected' })
    case 'connect':
      if (viewer.isOpen) viewer.watches.length = 0
      return viewer.isOpen ? viewer.take({ type: 'socket.connected', ...AT }) : undefined
    case 'tick':
      return viewer.take({ type: 'clock.ticked', nowMs: 0 })
    case 'hide':
      return viewer.take({ type: 'page.hidden' })
    case 'show':
      return viewer.take({ type: 'page.shown' })
    case 'freeze':
      return viewer.take({ type: 'updates.freezeRequested' })
    case 'unfreeze':
      return viewer.take({ type: 'updates.unfreezeRequested' })
    case 'networkOff':
      server.hangUp()
      viewer.watches.length = 0
      return viewer.take({ type: 'network.lost' })
    case 'networkOn':
      return viewer.take({ type: 'network.regained' })
    case 'restartBehind':
      // Another gateway takes over behind the same socket.
      return server.restart()
    case 'rewatch':
      viewer.take({ type: 'topic.unwatchRequested', topic: TOPIC })
      return viewer.take({ type: 'topic.watchRequested', topic: TOPIC })
    case 'unwatch':
      return viewer.take({ type: 'topic.unwatchRequested', topic: TOPIC })
    case 'watch':
      return viewer.take({ type: 'topic.watchRequested', topic: TOPIC })
  }
}

/** The trouble is over: a proven connection, and everything on its way arrives. */
function settle(server: Server, viewer: Viewer, reconnect: boolean): void {
  const all = (...whats: readonly ('unfreeze' | 'show' | 'networkOn' | 'cut' | 'connect' | 'watch' | 'tick')[]) =>
    whats.forEach(what => happen(server, viewer, { what }))
  all('unfreeze', 'show', 'networkOn', 'watch')
  if (reconnect) all('cut', 'connect')
  for (let round = 0; round < 3; round++) {
    while (viewer.watches.length > 0) happen(server, viewer, { what: 'watchArrives', nth: 0 })
    while (viewer.reads.length > 0) happen(server, viewer, { what: 'readArrives', nth: 0 })
    while (server.onTheWay.length > 0) happen(server, viewer, { what: 'deliver', nth: 0 })
    all('tick')
  }
}

test('law 7: after any loss, repeat or reordering of frames, the feed ends with the server’s figures', () => {
  holds(
    'law 7',
    fc.array(happening, { maxLength: 80, size: 'max' }),
    happened => {
      const server = new Server()
      const viewer = new Viewer(server)
      viewer.take({ type: 'topic.watchRequested', topic: TOPIC })
      viewer.take({ type: 'feed.openRequested' })
      happen(server, viewer, { what: 'connect' })
      for (const each of happened) happen(server, viewer, each)
      settle(server, viewer, true)
      expect(viewer.shown).toEqual(server.figures)
    },
    1_000,
  )
})

test('law 7: a loss is noticed without a new connection, as soon as another frame comes', () => {
  const troubles = happening.filter(({ what }) =>
    [
      'change',
      'deliver',
      'lose',
      'repeat',
      'readServer',
      'readArrives',
      'freeze',
      'unfreeze',
      'tick',
      'restartBehind',
    ].includes(what),
  )
  holds(
    'law 7 next frame',
    fc.array(troubles, { maxLength: 80, size: 'max' }),
    happened => {
      const server = new Server()
      const viewer = new Viewer(server)
      viewer.take({ type: 'topic.watchRequested', topic: TOPIC })
      viewer.take({ type: 'feed.openRequested' })
      happen(server, viewer, { what: 'connect' })
      settle(server, viewer, false)
      for (const each of happened) happen(server, viewer, each)
      server.change('completes', false)
      settle(server, viewer, false)
      expect(viewer.shown).toEqual(server.figures)
    },
    1_000,
  )
})
