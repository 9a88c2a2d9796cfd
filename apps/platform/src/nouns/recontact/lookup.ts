import {
  RECONTACT_LINES_SHOWN,
  RECONTACT_OUTCOMES,
  type RecontactLookup,
  type RecontactOutcome,
} from '@desk/schema/recontact/recontact'
import type { Tx } from '#kernel/db/tx'
import { formatRdud } from '#ledger/facts/rdud'
import { identify } from '#ledger/sent-lists/identify'
import type { SentLine } from '#ledger/sent-lists/sent-line'
import { isComplete } from '#ledger/facts/tally'
import { findKnown, type KnownRespondent } from './recontact.store.ts'

const REJECTED = 50

/** A line of a list; without hex it names no respondent of this account. */
export interface NamedLine {
  readonly line: number
  readonly text: string
  readonly hex: string | null
}

/** A row of a sent list: it names a respondent where all of its RDUDs are the same. */
export function namedBy(accountId: number, { line, rawText, furtherIds = [] }: SentLine): NamedLine {
  const ids = [rawText, ...furtherIds].map(text => ({ text, ...identify(text, accountId) }))
  const [one, ...others] = new Set(ids.flatMap(({ hex }) => hex ?? []))
  return one === undefined || others.length > 0
    ? { line, text: ids.map(({ text }) => text).join(' | '), hex: null }
    : { line, text: ids.find(({ hex }) => hex === one)?.text ?? rawText, hex: one }
}

/** A line with its outcome, and the respondent whom it names. */
export interface JudgedLine extends NamedLine {
  readonly outcome: RecontactOutcome
  readonly known: KnownRespondent | undefined
}

/** Judges each line of a list by who its respondent is (settlement.md §6); each has exactly one outcome. */
export async function judgeLines(
  tx: Tx,
  accountId: number,
  sourceId: number,
  lines: readonly NamedLine[],
): Promise<readonly JudgedLine[]> {
  const hexes = new Set(lines.flatMap(({ hex }) => hex ?? []))
  const known = new Map(
    (await findKnown(tx, accountId, sourceId, [...hexes])).map(respondent => [respondent.hex, respondent]),
  )
  // a person with two RDUDs has one rid, and one link
  const rids = new Set<string>()
  return lines.map(line => {
    const respondent = line.hex === null ? undefined : known.get(line.hex)
    const isAgain = respondent !== undefined && rids.has(respondent.rid)
    const outcome = isAgain ? 'duplicate' : outcomeOf(respondent)
    if (respondent !== undefined && outcome === 'found') rids.add(respondent.rid)
    return { ...line, outcome, known: respondent }
  })
}

function outcomeOf(known: KnownRespondent | undefined): RecontactOutcome {
  if (known === undefined) return 'unknown'
  if (known.isTest) return 'test_session'
  if (known.isListed) return 'listed'
  if (known.isInSource) return 'in_source'
  if (known.code === REJECTED) return 'rejected'
  return known.hasSupplier ? 'found' : 'no_supplier'
}

/** The answer to the caller about a judged list. */
export function lookupOf(
  accountId: number,
  sourceId: number,
  lines: readonly JudgedLine[],
): Omit<RecontactLookup, 'reading'> {
  const found = lines.filter(({ outcome }) => outcome === 'found')
  const counted = (outcome: RecontactOutcome): number => lines.filter(line => line.outcome === outcome).length
  return {
    stmid: sourceId,
    lines: lines.length,
    // Object.fromEntries loses the key types
    counts: Object.fromEntries(RECONTACT_OUTCOMES.map(outcome => [outcome, counted(outcome)])) as Readonly<
      Record<RecontactOutcome, number>
    >,
    completes: found.filter(({ known }) => known !== undefined && isComplete(known.code)).length,
    found: found.flatMap(({ hex }) => (hex === null ? [] : [formatRdud(accountId, hex)])),
    others: lines
      .filter(({ outcome }) => outcome !== 'found')
      .slice(0, RECONTACT_LINES_SHOWN)
      .map(({ line, text, outcome, known }) => ({ line, text, outcome, code: known?.code ?? null })),
  }
}
