import type { ChartMode } from '@desk/schema/figures/completes-chart'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import { useIsStale } from '#runtime/hooks/use-freshness.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import type { ChartMark } from '#ui/chart/completes-plot.tsx'
import { CompletesChart } from '#ui/chart/lazy-completes-chart.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { bucketText, dayStartText, labelBuckets } from '#ui/chart/buckets.ts'
import { useShowAsOf } from '#kit/as-it-was/as-of.ts'
import { ExportButton } from '#kit/tables/export-button.tsx'
import { markText } from './change-marks.ts'
import { bucketsOf, seriesOf, undrawnDayOf } from './hour-rows.ts'
import { useCompletes, type Completes, type LoadedWindow } from './use-completes.ts'
import styles from './completes-panel.module.css'

const SourceStrips = lazyPart(() => import('./source-strips.tsx'), 'The chart')

const TITLES: Readonly<Record<ChartMode, string>> = {
  PROJECT: 'Completes of the project',
  SURVEY: 'Completes of the survey',
  SOURCES: 'Completes by source',
}
const MODES = [
  { id: 'PROJECT', label: 'Project' },
  { id: 'SURVEY', label: 'Survey' },
  { id: 'SOURCES', label: 'Sources' },
] as const
const GRAINS = [
  { id: 'hour', label: '24 hours' },
  { id: 'day', label: '13 days' },
] as const
const PLACE_HEIGHT = '306px'
const MINUTE_MS = 60_000
const SPAN_MS = { hour: 60 * MINUTE_MS, day: 24 * 60 * MINUTE_MS } as const

export interface CompletesPanelProps {
  projectId: number
  /** null where there is only a project. */
  surveyId: number | null
  /** Names a source of the survey. */
  sourceName?: (sourceId: number) => string | undefined
  /** A past moment, at which the chart ends; left out: now, and it is live. */
  asOf?: string
}

/** The completes chart (§2.45): by hour or by day, of the project, the survey or each source, in the user's zone, live. */
export function CompletesPanel({ projectId, surveyId, sourceName, asOf }: CompletesPanelProps) {
  const completes = useCompletes(projectId, surveyId, asOf)
  const { window, wanted, isLoading, error, zone, retry } = completes
  const nowMs = useNowMs(MINUTE_MS)
  const isStale = useIsStale()
  const showAsOf = useShowAsOf()
  const marks = useChangeMarks(window, { projectId, surveyId }, zone.name)

  if (error !== null && window === null) {
    return (
      <ErrorState title="The chart did not load" onRetry={retry} isRetrying={isLoading}>
        {error}
      </ErrorState>
    )
  }
  if (window === null)
    return <Skeleton label={`Loading ${TITLES[wanted.mode].toLocaleLowerCase('en')}`} height={PLACE_HEIGHT} />

  const undrawn = undrawnDayOf(window.rows, window.grain)
  const [undrawnLabel] = undrawn === null ? [] : labelBuckets([undrawn], 'daily', zone.name)
  const dayStart =
    window.grain === 'day'
      ? dayStartText(
          window.rows.map(({ Start_Time }) => ({ startMs: Date.parse(Start_Time) })),
          zone.name,
        )
      : null
  const dayBefore =
    undrawn === null || undrawnLabel === undefined ? null : `Previous day: ${bucketText(undrawnLabel, undrawn)}`
  const notes = [dayBefore, dayStart].filter(note => note !== null)
  const common = {
    title: TITLES[window.mode],
    mode: window.grain === 'day' ? ('daily' as const) : ('hourly' as const),
    zone: zone.name,
    zoneLabel: zone.label,
    ...(asOf === undefined ? { nowMs } : {}),
    ...(notes.length === 0 ? {} : { note: notes.join('. ') }),
    isDimmed: isStale || isLoading || error !== null,
  }
  const tools = <ChartTools completes={completes} hasSurvey={surveyId !== null} />
  const chart =
    window.mode === 'SOURCES' ? (
      <Suspense fallback={<Skeleton label="Loading completes by source" height={PLACE_HEIGHT} />}>
        <SourceStrips
          {...common}
          series={seriesOf(window.rows, window.grain)}
          sourceName={sourceName ?? (() => undefined)}
        >
          {tools}
        </SourceStrips>
      </Suspense>
    ) : (
      <CompletesChart
        {...common}
        buckets={bucketsOf(window.rows, window.grain)}
        marks={marks}
        onChoose={showAsOf}
        chooseHint="Click for the page as it was at its end"
        tableTools={<ExportButton label={common.title} />}
      >
        {tools}
      </CompletesChart>
    )
  return (
    <>
      {error === null ? null : (
        <p role="alert" className={styles['fault']}>
          The chart shows earlier data. {error}
          <Button size="small" onPress={retry} isPending={isLoading}>
            Try again
          </Button>
        </p>
      )}
      {chart}
    </>
  )
}

/** The changes within the shown window, of its object and those below it (day.md §3). They are read again each minute. */
function useChangeMarks(
  window: LoadedWindow | null,
  { projectId, surveyId }: Pick<CompletesPanelProps, 'projectId' | 'surveyId'>,
  zone: string,
): readonly ChartMark[] {
  const desk = useDesk()
  const [first] = window?.rows ?? []
  const last = window?.rows.at(-1)
  const isOfSurvey = window?.mode === 'SURVEY' && surveyId !== null
  const query =
    first === undefined || last === undefined
      ? { from: '', to: '' }
      : {
          from: new Date(Date.parse(first.Start_Time)).toISOString(),
          to: new Date(Date.parse(last.Start_Time) + SPAN_MS[window?.grain ?? 'hour']).toISOString(),
        }
  const { data } = useQuery({
    ...desk.query('history.marks', {
      params: isOfSurvey ? { scope: 'survey', id: surveyId } : { scope: 'project', id: projectId },
      query,
    }),
    enabled: first !== undefined && window?.mode !== 'SOURCES',
    refetchInterval: MINUTE_MS,
    // the old window's marks stay until those of the next are there; the chart is whole without them
    placeholderData: before => before,
  })
  return (data ?? []).map(mark => ({ atMs: Date.parse(mark.at), text: markText(mark, zone) }))
}

function ChartTools({ completes, hasSurvey }: { completes: Completes; hasSurvey: boolean }) {
  const { wanted, choose, canPageBack, canPageForward } = completes
  const page = wanted.grain === 'day' ? '14 days' : '24 hours'
  return (
    <div className={styles['tools']}>
      {hasSurvey ? (
        <SegmentedControl
          label="Completes of"
          segments={MODES}
          value={wanted.mode}
          onChange={mode => choose({ mode })}
        />
      ) : null}
      <SegmentedControl label="Range" segments={GRAINS} value={wanted.grain} onChange={grain => choose({ grain })} />
      <IconButton
        label={`Earlier ${page}`}
        size="small"
        isDisabled={!canPageBack}
        onPress={() => choose({ back: wanted.back + 1 })}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton
        label={`Later ${page}`}
        size="small"
        isDisabled={!canPageForward}
        onPress={() => choose({ back: Math.max(0, wanted.back - 1) })}
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  )
}
