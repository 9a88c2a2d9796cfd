import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import type { Guard } from '@desk/schema/reconciliation/reconciliation-preview'
import type { RequestRow } from './request-row.ts'
import type { EffectOnSource } from './sums.store.ts'

/** More rejects of a source's completes than this share are confirmed by hand. */
const SHARE_MAX = 0.2

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: ACCOUNT_CURRENCY })
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/**
 * The reasons to confirm by typing the project's number (settlement.md §1). An undo restores the earlier state, and
 * asks for nothing.
 * @param isSupplySeen whether the caller sees supply prices
 */
export function guardsOf(
  { mode, kind, changes, outcomes, reading }: Pick<RequestRow, 'mode' | 'kind' | 'changes' | 'outcomes' | 'reading'>,
  sources: readonly EffectOnSource[],
  isSupplySeen: boolean,
): readonly Guard[] {
  if (kind === 'undo' || kind === 'dispute' || changes === 0) return []
  const rejects = sources.reduce((sum, source) => sum + source.rejects, 0)
  const ofAll: readonly Guard[] =
    mode === 'ACCEPT_LIST'
      ? [
          {
            kind: 'accept_list',
            stmid: null,
            source_name: null,
            rejects,
            share: null,
            reopens: 0,
            ...(isSupplySeen ? { again_cents: null } : {}),
            message: [
              `A list of accepted respondents rejects every other complete of the project: ${count(rejects)}.`,
              ...unknownLines(unknownIn(outcomes)),
              ...(reading?.rows_not_read.length ? [ABOVE_HEADS] : []),
            ].join(' '),
          },
        ]
      : []
  return [...ofAll, ...sources.flatMap(source => guardsOfSource(source, isSupplySeen))]
}

const unknownIn = (outcomes: RequestRow['outcomes']): number =>
  outcomes.find(({ outcome }) => outcome === 'unknown_id')?.rows ?? 0

/** Lines of a list of accepted respondents that accept none: the completes that they mean are rejected with the others. */
const unknownLines = (lines: number): readonly string[] => {
  if (lines === 0) return []
  return lines === 1
    ? ['1 line has an id that no respondent of the project has: a complete that it means is rejected too.']
    : [
        `${lines.toLocaleString('en-US')} lines have an id that no respondent of the project has: completes that they mean are rejected too.`,
      ]
}

const ABOVE_HEADS = 'Lines above the column heads were not read: completes that they mean are rejected too.'

const count = (rejects: number): string =>
  rejects === 1 ? '1 complete' : `${rejects.toLocaleString('en-US')} completes`

function guardsOfSource(source: EffectOnSource, isSupplySeen: boolean): readonly Guard[] {
  const { stmid, name, target, completes_before: before, completes_after: after, rejects } = source
  const share = before === 0 ? 0 : rejects / before
  const reopens = before >= target && target > 0 && after < target ? target - after : 0
  const againCents = source.supply_cents === null ? null : Math.round(source.supply_cents * reopens)
  const common = {
    stmid,
    source_name: name,
    rejects,
    share,
    reopens,
    ...(isSupplySeen ? { again_cents: againCents } : {}),
  }
  const cost =
    isSupplySeen && againCents !== null && againCents > 0
      ? `; to buy them again costs about ${money.format(againCents / 100)}`
      : ''
  return [
    ...(share > SHARE_MAX
      ? [
          {
            ...common,
            kind: 'share_of_source' as const,
            message: `Rejects ${percent.format(share)} of the completes of ${name}: ${rejects.toLocaleString('en-US')} of ${before.toLocaleString('en-US')}.`,
          },
        ]
      : []),
    ...(reopens > 0
      ? [
          {
            ...common,
            kind: 'below_target' as const,
            message: `Reopens ${reopens.toLocaleString('en-US')} of the target of ${name}${cost}.`,
          },
        ]
      : []),
  ]
}
