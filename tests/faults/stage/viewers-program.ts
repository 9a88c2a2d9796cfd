/**
 * Many open source tables in a process of their own: the web client's feed, socket and row store, over and over. It
 * answers `standing` and `look` with the state of the tables. Ends when its parent is gone.
 */
import { createHash } from 'node:crypto'
import type { Table } from './server-table.ts'
import { breaksIn, openViewer, type Viewer } from './viewer.ts'

const WAVE = 50
const WAVE_EVERY_MS = 20

export interface ViewersOrder {
  /** The tables are opened at these by turns. */
  readonly gatewayUrls: readonly string[]
  /** Each session has as many tables open as the other ones. */
  readonly tokens: readonly string[]
  readonly surveyId: number
  readonly count: number
}

export interface ViewersStanding {
  readonly connected: number
  readonly live: number
}

/** The state of the tables, and their content. */
export interface ViewersSeen extends ViewersStanding {
  /** How many tables are equal to one another, by what they show (see digestOf). */
  readonly tables: Readonly<Record<string, number>>
  /** Frames that did not begin where the one before ended, or came twice. */
  readonly breaks: readonly string[]
  readonly frames: number
  readonly epochs: number
}

/** A short text that is equal for tables with equal content. */
export function digestOf(table: Table): string {
  return createHash('sha256').update(JSON.stringify(table)).digest('hex').slice(0, 16)
}

const order = process.env['VIEWERS']
if (order !== undefined) {
  const { count, gatewayUrls, tokens, surveyId } = JSON.parse(order) as ViewersOrder // written by the test that starts it
  const viewers: Viewer[] = []
  // by waves, as people come; all at once is for when they come back
  const wave = setInterval(() => {
    if (viewers.some(viewer => !viewer.isLive())) return
    for (let left = WAVE; left > 0 && viewers.length < count; left--) {
      const no = viewers.length
      viewers.push(
        openViewer({
          gatewayUrl: gatewayUrls[no % gatewayUrls.length] ?? '',
          token: tokens[no % tokens.length] ?? '',
          surveyId,
        }),
      )
    }
    if (viewers.length === count) clearInterval(wave)
  }, WAVE_EVERY_MS)
  const standing = (): ViewersStanding => ({
    connected: viewers.filter(({ feed }) => feed.getSnapshot().context.connected).length,
    live: viewers.filter(viewer => viewer.isLive()).length,
  })
  const look = (): ViewersSeen => {
    const tables: Record<string, number> = {}
    for (const viewer of viewers) {
      const digest = digestOf(viewer.table())
      tables[digest] = (tables[digest] ?? 0) + 1
    }
    return {
      ...standing(),
      tables,
      breaks: viewers.flatMap(({ heard }) => breaksIn(heard)),
      frames: viewers.reduce((sum, { heard }) => sum + heard.length, 0),
      epochs: new Set(viewers.flatMap(({ heard }) => heard.map(({ epoch }) => epoch))).size,
    }
  }
  process.on('message', asked => process.send?.(asked === 'standing' ? standing() : look()))
  process.on('disconnect', () => process.exit(0))
  process.on('SIGTERM', () => process.exit(0))
  process.send?.('ready')
}
