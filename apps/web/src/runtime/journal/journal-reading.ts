import type { Checkpoint } from '@desk/machines/journal/fold'
import { Playback } from '@desk/machines/journal/playback'
import type { JournalExport } from '@desk/schema/journal/journal-export'
import type { JournalPage, JournalSummary } from '@desk/schema/journal/journal-view'
import type { ApiClient } from '../api/api-client.ts'

/** The size of one request for a journal's page: the most that the API gives. */
const PAGE_ENTRIES = 5_000
/** The longest time that folding may block the page. */
const STRETCH_MS = 8

/** Which journal: by its id, or by the token of a link. */
export type JournalAddress =
  | { readonly kind: 'id'; readonly journal: string }
  | { readonly kind: 'link'; readonly token: string }

/** A journal that has been read and folded, from the first entry to the last. */
export interface ReadJournal {
  readonly summary: JournalSummary
  readonly playback: Playback
  readonly gaps: JournalPage['gaps']
  /** Names and input are masked for this viewer; states are not compared with recorded ones. */
  readonly isMasked: boolean
  /** The entry that a link points at. */
  readonly pointsAt: number | null
  /** The journal as a file: what `pnpm replay` reads. */
  readonly exported: JournalExport
}

export interface JournalPorts {
  readonly api: ApiClient
  readonly nowMs: () => number
  /** Yields to the page. */
  readonly breathe: () => Promise<void>
}

type Page = JournalPage & { readonly seq?: number | null }

const readPage = (api: ApiClient, address: JournalAddress, after: number, signal: AbortSignal): Promise<Page> =>
  address.kind === 'id'
    ? api.call('journals.read', { params: { journal: address.journal }, query: { after, limit: PAGE_ENTRIES }, signal })
    : api.call('journals.openLink', { payload: { token: address.token, after, limit: PAGE_ENTRIES }, signal })

/**
 * Reads a journal page by page and folds it as pages arrive, in stretches that let the page live.
 * @param onProgress receives how many entries have been folded, of how many
 * @throws ApiError when it does not exist, is not for this user to see, or cannot be reached
 */
export async function readJournal(
  { api, nowMs, breathe }: JournalPorts,
  address: JournalAddress,
  signal: AbortSignal,
  onProgress: (folded: number, total: number) => void,
): Promise<ReadJournal> {
  const first = await readPage(api, address, 0, signal)
  // Made by machines: the fold says when it was another version of them.
  const from = (first.from ?? { seq: 0, states: {}, versions: {} }) as unknown as Checkpoint
  const playback = new Playback(from)
  const gaps = [...first.gaps]
  const foldOn = async (): Promise<void> => {
    let until = nowMs() + STRETCH_MS
    while (!playback.fold(() => nowMs() >= until)) {
      onProgress(playback.folded, first.journal.entries)
      await breathe()
      signal.throwIfAborted()
      until = nowMs() + STRETCH_MS
    }
  }
  playback.add(first.entries)
  for (let after = first.next_after; after !== null;) {
    const next = readPage(api, address, after, signal)
    // Folding goes on while the next page is on its way; a failure is handled below.
    next.catch(() => undefined)
    await foldOn()
    const page = await next
    playback.add(page.entries)
    gaps.push(...page.gaps)
    after = page.next_after
  }
  await foldOn()
  const { journal, build } = first.journal
  return {
    summary: first.journal,
    playback,
    gaps,
    isMasked: first.is_masked,
    pointsAt: first.seq ?? null,
    exported: { journal, build, from: from as unknown as JournalExport['from'], entries: playback.entries },
  }
}
