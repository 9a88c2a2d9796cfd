import { JournalExport } from '@desk/schema/journal/journal-export'
import { Exit, Schema } from 'effect'
import { replay, type Checkpoint, type ReplayReport } from './fold.ts'

/**
 * Reads a journal from the text of a file.
 * @returns the journal, or the problem with the text
 */
export function readExport(text: string): { readonly exported: JournalExport } | { readonly problem: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (fault) {
    return { problem: `This is no JSON: ${fault instanceof Error ? fault.message : String(fault)}` }
  }
  const read = Schema.decodeUnknownExit(JournalExport)(value)
  return Exit.isSuccess(read)
    ? { exported: read.value }
    : { problem: `This is no exported journal: ${String(read.cause)}` }
}

/** Folds an exported journal and compares every fingerprint (law 1). */
export function replayExport({ entries, from }: JournalExport): ReplayReport {
  // A checkpoint's states are what machines made; replay says when it was another version of them.
  return replay(entries, from as unknown as Checkpoint)
}

/** Sums a replay up in a line; `ok` is false when a state differs or entries are missing. */
export function describeReport(report: ReplayReport, entries: number): { readonly ok: boolean; readonly text: string } {
  switch (report.kind) {
    case 'equal':
      return { ok: true, text: `equal: ${entries} entries, every fingerprint as recorded` }
    case 'gap':
      return { ok: false, text: `gap: entry ${report.expected} is missing before entry ${report.seq}` }
    case 'mismatch':
      return {
        ok: false,
        text: `mismatch at entry ${report.seq} of ${report.machine}: recorded ${report.expected}, now ${report.actual}`,
      }
    case 'machine changed': {
      const { seq, machine, recorded, present, matters } = report
      const change = `machine changed: ${machine} was ${recorded} at entry ${seq} and ${present === null ? 'is gone' : `is ${present} now`}`
      return matters === null
        ? { ok: true, text: `${change}; it makes no difference to these ${entries} entries` }
        : {
            ok: false,
            text: `${change}; it matters from entry ${matters.seq} of ${matters.machine} on: recorded ${matters.expected}, now ${matters.actual}`,
          }
    }
  }
}
