import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import type { Scorecard } from '@desk/schema/defender/scorecard'
import { QUALITY_LEVEL_LABELS } from '@desk/schema/defender/statistics'
import { shareOf } from '@desk/schema/columns/ratios'
import { NameLink } from '#kit/tables/name-link.tsx'
import type { DataColumn } from '#ui/table/column.ts'
import { QualityMark } from './quality-mark.tsx'
import type { ScorecardLine } from './scorecard-search.ts'
import { estimateText, liftText, recallText } from './scorecard-words.ts'

const HEADS: Readonly<Record<ScorecardLine, string>> = { supplier: 'Supplier', source: 'Source', rule: 'Rule' }

/** The columns of a list of scorecards. @param hrefOf the page of a line; null: it has none @param hasMoney whether the viewer sees sell prices */
export function scorecardColumns(
  by: ScorecardLine,
  hrefOf: (card: Scorecard) => string | null,
  hasMoney: boolean,
): readonly DataColumn<Scorecard>[] {
  const name: DataColumn<Scorecard> = {
    id: 'name',
    header: HEADS[by],
    kind: 'custom',
    // the longest name of a rule
    width: by === 'rule' ? 212 : 180,
    grow: 2,
    value: card => card.name,
    render: card => {
      const href = hrefOf(card)
      return href === null ? card.name : <NameLink href={href} name={card.name} />
    },
  }
  const level: DataColumn<Scorecard> = {
    id: 'level',
    header: 'Quality',
    headerTooltip:
      'Red: its completes are rejected more often than the account’s, whatever chance did. Green: no more often. Amber: it is not certain yet.',
    kind: 'custom',
    width: 104,
    value: card => (card.level === null ? '' : QUALITY_LEVEL_LABELS[card.level]),
    render: card => <QualityMark level={card.level} />,
  }
  const money: readonly DataColumn<Scorecard>[] = [
    {
      id: 'saved',
      header: 'Money saved',
      headerTooltip:
        'Sell price of flagged completes that were rejected: refused, it would never have been billed and taken back',
      kind: 'money',
      currency: ACCOUNT_CURRENCY,
      value: card => card.money_saved_cents,
    },
    {
      id: 'lost',
      header: 'Money lost',
      headerTooltip: 'Sell price of flagged completes that stood: refused, it would not have been earned',
      kind: 'money',
      currency: ACCOUNT_CURRENCY,
      value: card => card.money_lost_cents,
    },
  ]
  return [
    name,
    ...(by === 'rule' ? [] : [level]),
    { id: 'entrants', header: 'Entrants', kind: 'integer', value: card => card.entrants },
    {
      id: 'flagged',
      header: 'Flagged',
      headerTooltip: 'Entrants that a rule spoke against',
      kind: 'integer',
      value: card => card.flagged,
    },
    {
      id: 'flagged_share',
      header: 'Flagged %',
      headerTooltip: 'Flagged ÷ entrants',
      kind: 'percent',
      value: card => shareOf(card.flagged, card.entrants),
    },
    {
      id: 'refused',
      header: 'Refused',
      headerTooltip: 'Flagged ones whom Defender refused: none of them has an outcome',
      kind: 'integer',
      value: card => card.refused,
    },
    {
      id: 'reconciled',
      header: 'Known',
      headerTooltip: 'Flagged completes of projects that were reconciled since',
      kind: 'integer',
      value: card => card.reconciled,
    },
    {
      id: 'rejected',
      header: 'Rejected',
      headerTooltip: 'Flagged completes that were rejected at reconciliation',
      kind: 'integer',
      value: card => card.rejected,
    },
    {
      id: 'precision',
      header: 'Precision',
      headerTooltip: 'Rejected ÷ known, with its Wilson 95 % interval',
      kind: 'custom',
      align: 'end',
      width: 148,
      value: card => card.precision?.share ?? null,
      render: card => estimateText(card.precision),
    },
    {
      id: 'lift',
      header: 'Lift',
      headerTooltip: 'How many times as often the flagged are rejected as all completes of the same traffic',
      kind: 'custom',
      align: 'end',
      width: 76,
      value: card => card.lift,
      render: card => liftText(card.lift),
    },
    {
      id: 'recall',
      header: 'Recall',
      headerTooltip: 'The share of bad respondents that were flagged lies between these: refused ones have no outcome',
      kind: 'custom',
      align: 'end',
      width: 108,
      value: card => card.recall?.low ?? null,
      render: card => recallText(card.recall),
    },
    ...(by === 'rule'
      ? []
      : [
          {
            id: 'reject_rate',
            header: 'Reject rate',
            headerTooltip: 'Rejected ÷ known, of all completes, with its Wilson 95 % interval',
            kind: 'custom' as const,
            align: 'end' as const,
            width: 148,
            value: (card: Scorecard) => card.reject_rate?.share ?? null,
            render: (card: Scorecard) => estimateText(card.reject_rate),
          },
        ]),
    ...(hasMoney ? money : []),
  ]
}
