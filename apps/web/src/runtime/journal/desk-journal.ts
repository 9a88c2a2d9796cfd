import type { ApiClient } from '../api/api-client.ts'
import type { DeskPorts } from '../desk-ports.ts'
import { openLiveMachines, type LiveMachines } from '../live-machines.ts'
import { openRecorder, type Recorder } from './recorder.ts'

/** The longest wait before a form opens without a journal. */
const LONGEST_WAIT_FOR_JOURNAL_MS = 8_000

/** The recorder of the events of every machine of a desk. */
export interface DeskJournal {
  /** Tells the journal and the live machines alike. */
  readonly recorder: Recorder
  readonly machines: LiveMachines
  /** A form is about to open: resolves when the journal records typing in it, soon also when it cannot. */
  readonly keepsTyping: () => Promise<void>
}

/** Opens the journal of a desk. Its writer loads after the first screen, or when a form comes. */
export function openDeskJournal(
  {
    clock,
    code,
    page,
    newId,
    recall,
    reportFault,
  }: Pick<DeskPorts, 'clock' | 'code' | 'page' | 'newId' | 'recall' | 'reportFault'>,
  api: ApiClient,
  firstScreenShown: () => Promise<void>,
): DeskJournal {
  const { after, nowMs } = clock
  const machines = openLiveMachines()
  let tellFormComes = () => {}
  const formComes = new Promise<void>(resolve => (tellFormComes = resolve))
  const journal = openRecorder({
    openWriter: async () => {
      await Promise.race([firstScreenShown(), formComes])
      return (await code.journal()).openJournalWriter({ api, page, after })
    },
    newSession: newId,
    nowMs,
    after,
    onFault: reportFault,
  })
  return {
    machines,
    recorder: {
      ...journal,
      ...(recall === null ? {} : { recall }),
      record: (machine, event, state) => {
        journal.record(machine, event, state)
        machines.record(machine, event, state)
      },
    },
    keepsTyping: () => {
      // no one types into a recording
      if (recall !== null) return Promise.resolve()
      tellFormComes()
      return Promise.race([
        journal.whenWriting(),
        new Promise<void>(resolve => void after(LONGEST_WAIT_FOR_JOURNAL_MS, resolve)),
      ])
    },
  }
}
