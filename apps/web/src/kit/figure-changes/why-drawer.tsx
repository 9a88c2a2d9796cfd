import { FIGURE_COLUMN_LIST, FIGURE_COLUMNS, type FigureColumnId } from '@desk/schema/columns/figure-columns'
import { useQuery } from '@tanstack/react-query'
import { Download, RefreshCw } from 'lucide-react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { saveFile } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { momentText } from '#ui/format/moments.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { csvOfChange } from './why-csv.ts'
import { WhyParts } from './why-parts.tsx'
import { NO_WHY, readWhy, whyText, type WhyFigure } from './why-search.ts'
import type { WhyMoments } from './why-spans.ts'
import { useWhyTime } from './why-time.tsx'
import styles from './why.module.css'

/** Why a figure changed between two moments (settlement.md §4): the ledger's lines by supplier, states and cause, which sum to the difference. All is in the URL. */
export default function WhyDrawer() {
  const [raw, change] = useUrlSearch()
  const why = readWhy(raw)
  const label = why === undefined ? '' : FIGURE_COLUMNS[why.figure].label
  return (
    <Drawer isOpen={why !== undefined} title={`Why did ${label} change?`} onClose={() => change(NO_WHY)}>
      {why === undefined ? null : <Asked why={why} />}
    </Drawer>
  )
}

function Asked({ why }: { why: WhyFigure }) {
  const [, change] = useUrlSearch()
  const view = useUser()?.streamViewType ?? 'external'
  const { control, moments, onAgain } = useWhyTime()
  const figures = FIGURE_COLUMN_LIST.filter(
    ({ id, seenBy, isPartOfSurvey }) =>
      id === why.figure ||
      ((view === 'internal' || seenBy === 'everybody') && (why.scope === 'source' || isPartOfSurvey !== true)),
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
  const zone = useZone()
  const { scope, id, figure } = why
  const { from, to, isUntilNow } = moments
  const { data, error, isFetching, refetch } = useQuery({
    ...desk.query('figureChanges.read', { params: { scope, id }, query: { figure, from, to } }),
    staleTime: 0,
  })
  if (error !== null)
    return (
      <LoadFailure
        title="The change did not load"
        failure={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  if (data === undefined) return <Skeleton label="Loading the change" height="32px" lines={6} />
  const between = `${dateTimeText(Date.parse(from), zone.name)} – ${isUntilNow ? 'now' : dateTimeText(Date.parse(to), zone.name)}`
  const save = () =>
    saveFile(
      `why-${figure}-${scope}-${id}.csv`,
      csvOfChange(data, `${FIGURE_COLUMNS[figure].label} of ${data.name} | ${between} | ${zone.text}`, at =>
        momentText(at, zone.name),
      ),
      'text/csv;charset=utf-8',
    )
  return (
    <>
      <div>
        <h3 className={styles['name']}>{data.name}</h3>
        <p className={styles['zone']}>{between}</p>
      </div>
      <WhyParts change={data} zone={zone.name} />
      <div className={styles['acts']}>
        <Button size="small" icon={<RefreshCw aria-hidden />} onPress={onAgain} isPending={isFetching}>
          Read again
        </Button>
        <Button size="small" icon={<Download aria-hidden />} onPress={save}>
          Export CSV
        </Button>
      </div>
    </>
  )
}
