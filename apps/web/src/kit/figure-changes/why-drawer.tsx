import {
  FIGURE_COLUMN_LIST,
  FIGURE_COLUMNS,
  isQuotaFigure,
  type FigureColumnId,
} from '@desk/schema/columns/figure-columns'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Drawer } from '#ui/drawer.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { WhyOfLine } from './why-line.tsx'
import { NO_WHY, readWhy, whyText, type WhyFigure, type WhyReport } from './why-search.ts'
import type { WhyMoments } from './why-spans.ts'
import { useWhyTime } from './why-time.tsx'
import { WhyAnswer } from './why-answer.tsx'
import styles from './why.module.css'

/** Why a figure changed between two moments (settlement.md §4): the ledger's lines by supplier, states and cause, which sum to the difference. All is in the URL. */
export default function WhyDrawer({ report }: { readonly report: WhyReport | undefined }) {
  const [raw, change] = useUrlSearch()
  const why = readWhy(raw, report)
  const label =
    why === undefined
      ? ''
      : 'report' in why
        ? report?.figures.find(({ id }) => id === why.figure)?.label
        : FIGURE_COLUMNS[why.figure].label
  return (
    <Drawer isOpen={why !== undefined} title={`Why did ${label} change?`} onClose={() => change(NO_WHY)}>
      {why === undefined ? null : !('report' in why) ? (
        <Asked why={why} />
      ) : report === undefined ? null : (
        <WhyOfLine why={why} report={report} />
      )}
    </Drawer>
  )
}

function Asked({ why }: { why: WhyFigure }) {
  const [, change] = useUrlSearch()
  const { control, moments, onAgain } = useWhyTime()
  const view = useUser()?.streamViewType ?? 'external'
  const figures = FIGURE_COLUMN_LIST.filter(
    ({ id, seenBy, isPartOfSurvey }) =>
      id === why.figure ||
      ((view === 'internal' || seenBy === 'everybody') &&
        (why.quota === undefined ? why.scope === 'source' || isPartOfSurvey !== true : isQuotaFigure(id))),
  )
  return (
    <div className={styles['why']}>
      <NativeSelect
        label="Figure"
        options={figures.map(({ id, label }) => ({ id, label }))}
        value={why.figure}
        // one of the options above
        onChange={figure => change({ why: whyText({ ...why, figure: figure as FigureColumnId }) })}
      />
      {control}
      {moments === null ? null : <Change why={why} moments={moments} onAgain={onAgain} />}
    </div>
  )
}

function Change({ why, moments, onAgain }: { why: WhyFigure; moments: WhyMoments; onAgain: () => void }) {
  const desk = useDesk()
  const { scope, id, figure, quota } = why
  const { from, to } = moments
  const asked = { figure, ...(quota === undefined ? {} : { quota }), from, to }
  const read = useQuery({
    ...desk.query('figureChanges.read', { params: { scope, id }, query: asked }),
    staleTime: 0,
  })
  return (
    <WhyAnswer
      read={read}
      figure={FIGURE_COLUMNS[figure]}
      nameOf={({ name }) => name}
      respondentsOf={{
        key: ['figureChanges.respondents', scope, id, asked],
        read: (part, signal) =>
          desk.api.call('figureChanges.respondents', { params: { scope, id }, query: { ...asked, ...part }, signal }),
      }}
      fileName={`why-${figure}-${scope}-${id}${quota === undefined ? '' : `-quota-${quota}`}`}
      moments={moments}
      onAgain={onAgain}
    />
  )
}
