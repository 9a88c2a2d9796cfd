import type { StatementChange } from '@desk/schema/statements/statement-change'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { useLooking } from '#kit/figure-changes/use-looked.ts'
import { betweenText, WhyActs } from '#kit/figure-changes/why-frame.tsx'
import type { WhyMoments } from '#kit/figure-changes/why-spans.ts'
import { useWhyTime } from '#kit/figure-changes/why-time.tsx'
import why from '#kit/figure-changes/why.module.css'
import { useZone } from '#kit/zones/use-zone.ts'
import { Drawer } from '#ui/drawer.tsx'
import { dateTimeText, monthText } from '#ui/format/times.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { scopeOf, SIDES, type Side } from './sides.ts'
import { nameText, sumText } from './statement-words.ts'
import { csvOfStatementChange } from './why-statement-csv.ts'
import { WhyStatementParts } from './why-statement-parts.tsx'
import {
  kindOfSum,
  NO_WHY_STATEMENT,
  readWhyStatement,
  STATEMENT_FIGURES,
  SUM_FIGURES,
  whyStatementText,
  type StatementFigure,
  type WhyStatement,
} from './why-statement.ts'

/** The figures that can be chosen: of a sum, those of its own lines. */
function figuresBeside({ figure, sum }: WhyStatement) {
  const kind = sum === undefined ? undefined : kindOfSum(figure)
  const offered: readonly string[] = kind === undefined ? Object.keys(STATEMENT_FIGURES) : SUM_FIGURES[kind]
  return Object.entries(STATEMENT_FIGURES)
    .filter(([id]) => offered.includes(id))
    .map(([id, { label }]) => ({ id, label }))
}

/** Why a figure of a statement, of one of its sums, or of all statements of a month, changed between two moments (settlement.md §4): its lines, which sum to the difference. All is in the URL. */
export function WhyStatementDrawer({ side }: { readonly side: Side }) {
  const [raw, change] = useUrlSearch()
  useLooking()
  const asked = readWhyStatement(raw)
  const label = asked === undefined ? '' : STATEMENT_FIGURES[asked.figure].label
  return (
    <Drawer isOpen={asked !== undefined} title={`Why did ${label} change?`} onClose={() => change(NO_WHY_STATEMENT)}>
      {asked === undefined ? null : <Asked side={side} asked={asked} />}
    </Drawer>
  )
}

function Asked({ side, asked }: { readonly side: Side; readonly asked: WhyStatement }) {
  const [, change] = useUrlSearch()
  const { control, moments, onAgain } = useWhyTime()
  return (
    <div className={why['why']}>
      <NativeSelect
        label="Figure"
        options={figuresBeside(asked)}
        value={asked.figure}
        onChange={figure =>
          // one of the options above
          change({ whyStatement: whyStatementText({ ...asked, figure: figure as StatementFigure }) })
        }
      />
      {control}
      {moments === null ? null : <Change side={side} asked={asked} moments={moments} onAgain={onAgain} />}
    </div>
  )
}

interface ChangeProps {
  readonly side: Side
  readonly asked: WhyStatement
  readonly moments: WhyMoments
  readonly onAgain: () => void
}

function useChange(side: Side, { month, of, figure, sum }: WhyStatement, { from, to }: WhyMoments) {
  const { api } = useDesk()
  const whole = of === 'all' ? ({ all: 'true' } as const) : {}
  const kind = sum === undefined ? undefined : kindOfSum(figure)
  const alike =
    sum === undefined || kind === undefined ? undefined : { kind, origin: sum.origin, price_cents: sum.priceCents }
  return useQuery({
    queryKey: ['statements.changes', side, month, of, sum?.place, alike, from, to],
    queryFn: ({ signal }): Promise<StatementChange> =>
      side === 'supplier'
        ? api.call('statements.changes', {
            params: { month },
            query: {
              ...whole,
              ...(typeof of === 'number' ? { supplier: of } : {}),
              ...(sum && { source: sum.place, ...alike }),
              from,
              to,
            },
            signal,
          })
        : api.call('sellStatements.changes', {
            params: { month },
            query: {
              of: scopeOf(side),
              ...whole,
              ...(typeof of === 'number' ? { id: of } : {}),
              ...(sum && { survey: sum.place, ...alike }),
              from,
              to,
            },
            signal,
          }),
    staleTime: 0,
  })
}

function Change({ side, asked, moments, onAgain }: ChangeProps) {
  const zone = useZone()
  const read = useChange(side, asked, moments)
  const { data, error, isFetching } = read
  if (error !== null || data === undefined) return <NotLoaded query={read} title="The change" height="32px" lines={6} />
  const { figure, of, sum } = asked
  const at = (moment: string) => dateTimeText(Date.parse(moment), zone.name)
  const subject = of === 'all' ? `All ${SIDES[side].many.toLowerCase()}` : nameText(side, data.name)
  const kind = kindOfSum(figure)
  const ofSum =
    sum === undefined || kind === undefined
      ? ''
      : `, ${data.sum_of ?? ''}: ${sumText({ kind, origin: sum.origin, price_cents: sum.priceCents }, data.currency)}`
  const title = `${subject}, ${monthText(data.month)}${ofSum}`
  const between = betweenText(moments, zone.name)
  const taken = () => ({
    title: `why-statement-${data.month}-${side}-${of}${sum === undefined ? '' : `-${sum.place}`}-${figure}`,
    csv: csvOfStatementChange(data, figure),
    notes: [['Figure', `${STATEMENT_FIGURES[figure].label} of ${title}`] as const, ['Between', between] as const],
  })
  return (
    <>
      <div>
        <h3 className={why['name']}>{title}</h3>
        <p className={why['zone']}>{between}</p>
      </div>
      {data.closed_at === null ? null : (
        <p className={why['note']}>
          {`The period closed at ${at(data.closed_at)}: since then nothing can change it. What comes later is an adjustment in an open month.`}
        </p>
      )}
      {side === 'unit' && data.closed_at === null ? (
        <p className={why['note']}>Projects count with the business unit that they belong to now, at both moments.</p>
      ) : null}
      <WhyStatementParts change={data} figure={figure} side={side} isOfAll={of === 'all'} zone={zone.name} />
      <WhyActs isReading={isFetching} onAgain={onAgain} read={taken} />
    </>
  )
}
