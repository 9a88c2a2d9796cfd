import { useEffect, useState } from 'react'
import { useDesk } from './use-desk.ts'
import { readJournal, type JournalAddress, type ReadJournal } from '../journal/journal-reading.ts'

/** How far reading a journal is. */
export type JournalReading =
  | { readonly kind: 'reading'; readonly folded: number; readonly total: number | null }
  | { readonly kind: 'ready'; readonly journal: ReadJournal }
  | { readonly kind: 'failed'; readonly failure: unknown }

const BEGUN: JournalReading = { kind: 'reading', folded: 0, total: null }

// A timer of 0 ms waits for 4 ms when it is set again and again; a message does not.
const breathe = (): Promise<void> =>
  new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(null)
  })

/**
 * Reads a journal for support, and folds it.
 * @param address which one; the same object between renders
 * @returns the progress, and a retry function
 */
export function useJournal(address: JournalAddress): readonly [JournalReading, () => void] {
  const desk = useDesk()
  const [reading, setReading] = useState<JournalReading>(BEGUN)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    const tell = (next: JournalReading) => {
      if (!stop.signal.aborted) setReading(next)
    }
    tell(BEGUN)
    readJournal({ api: desk.api, nowMs: () => performance.now(), breathe }, address, stop.signal, (folded, total) =>
      tell({ kind: 'reading', folded, total }),
    ).then(
      journal => tell({ kind: 'ready', journal }),
      (failure: unknown) => tell({ kind: 'failed', failure }),
    )
    return () => stop.abort()
  }, [desk, address, attempt])
  return [reading, () => setAttempt(attempt + 1)]
}
