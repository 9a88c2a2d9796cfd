import { completesChartMachine } from '@desk/machines/completes-chart/completes-chart.machine'
import {
  canPageBack,
  canPageForward,
  error,
  grain,
  isLatestWindow,
  isLoading,
  isOpen,
  mode,
} from '@desk/machines/completes-chart/completes-chart.selectors'
import type {
  ChartGrain,
  ChartMode,
  HourlyCompletesRequest,
  HourlyCompletesRow,
} from '@desk/schema/figures/completes-chart'
import type { RowCells } from '@desk/schema/push/frames'
import { useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import type { ApiClient } from '#runtime/api/api-client.ts'
import { useLiveTopic } from '#runtime/hooks/use-live-topic.ts'
import { useRunner } from '#runtime/hooks/use-runner.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { useZone, type UserZone } from '#kit/zones/use-zone.ts'
import { chartSearchOf, readChartSearch, type ChartSearch } from './chart-search.ts'
import { takeHours, windowStartOf } from './hour-rows.ts'

/** Days follow the feed at most this often: each time they are read again. */
const REREAD_AT_MOST_EVERY_MS = 5_000

/** A chart that did not load asks again by itself, and at once when the server is back (look.md 16). */
const RETRY_EVERY_MS = 10_000

/** Where a window without a bucket begins; there is nothing to page back to. */
const NOWHERE = '1970-01-01T00:00:00.000Z'

/** A window that was read, and what it is a window of. */
export interface LoadedWindow {
  readonly mode: ChartMode
  readonly grain: ChartGrain
  readonly rows: readonly HourlyCompletesRow[]
}

export interface Completes {
  /** The window that is shown; the old one stays while another is read. */
  readonly window: LoadedWindow | null
  readonly wanted: ChartSearch
  readonly isLoading: boolean
  readonly error: string | null
  readonly canPageBack: boolean
  readonly canPageForward: boolean
  readonly zone: UserZone
  readonly choose: (choice: Partial<ChartSearch>) => void
  readonly retry: () => void
}

const readWindow = (api: ApiClient, request: HourlyCompletesRequest, signal?: AbortSignal) =>
  api.call('projects.hourlyCompletes', { payload: request, signal })

/**
 * The completes of a project or survey for the chart (§2.45, api:P10). The URL selects the window, the machine follows it, and
 * the latest window is live.
 * @param asOf a past moment: the latest window ends there, counts as of then, and is not live
 */
export function useCompletes(projectId: number, surveyId: number | null, asOf?: string): Completes {
  const desk = useDesk()
  const zone = useZone()
  const [raw, change] = useUrlSearch()
  const wanted = readChartSearch(raw, surveyId !== null)
  const [window, setWindow] = useState<LoadedWindow | null>(null)

  const zoneCode = useRef(zone.code)
  const lastRequestNo = useRef(0)
  /** Cells pushed while a window is read: they may be newer than the answer. */
  const pushedMeanwhile = useRef<RowCells[]>([])
  const chart = useRunner('completes-chart', completesChartMachine, {
    loadHours: ({ requestNo, id, mode: ofMode, grain: ofGrain, windowEnd }, send) => {
      lastRequestNo.current = requestNo
      pushedMeanwhile.current = []
      // Several requests of one moment (a link to the daily chart of sources) are one call.
      queueMicrotask(() => {
        if (lastRequestNo.current !== requestNo) return
        readWindow(desk.api, {
          mode: ofMode,
          id,
          grain: ofGrain,
          zone_code: zoneCode.current,
          ...(windowEnd === null ? {} : { end: windowEnd }),
          ...(asOf === undefined ? {} : { as_of: asOf, end: windowEnd ?? asOf }),
        }).then(
          rows => {
            if (lastRequestNo.current !== requestNo) return
            const isLatest = windowEnd === null
            setWindow({
              mode: ofMode,
              grain: ofGrain,
              rows: isLatest ? takeHours(rows, pushedMeanwhile.current, ofMode, ofGrain).rows : rows,
            })
            send({ type: 'chart.loaded', requestNo, windowStart: windowStartOf(rows) ?? windowEnd ?? NOWHERE })
          },
          (failure: unknown) => send({ type: 'chart.loadFailed', requestNo, message: failureMessage(failure) }),
        )
      })
    },
  })
  const snapshot = useSelector(chart, whole => whole)

  const hasFailed = error(snapshot) !== null
  useEffect(() => {
    if (!hasFailed) return undefined
    const tryAgain = () => chart.send({ type: 'chart.retryRequested' })
    const noMoreWhenBack = desk.connection.onBack(tryAgain)
    const timer = setInterval(() => {
      if (desk.connection.awaySinceMs() === null) tryAgain()
    }, RETRY_EVERY_MS)
    return () => {
      noMoreWhenBack()
      clearInterval(timer)
    }
  }, [desk, chart, hasFailed])

  const open = () => {
    chart.send({ type: 'chart.openRequested', projectId, surveyId, mode: wanted.mode })
    if (wanted.grain === 'day') chart.send({ type: 'chart.grainChosen', grain: 'day' })
  }
  useEffect(() => {
    zoneCode.current = zone.code
    open()
    return () => chart.send({ type: 'chart.closed' })
    // The URL is followed below; only another subject or zone starts again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [chart, projectId, surveyId, zone.code])

  useEffect(() => {
    if (!isOpen(snapshot)) return
    const pagedBack = snapshot.context.windowEnds.length
    if (grain(snapshot) !== wanted.grain) chart.send({ type: 'chart.grainChosen', grain: wanted.grain })
    else if (mode(snapshot) !== wanted.mode) chart.send({ type: 'chart.modeChosen', mode: wanted.mode })
    else if (pagedBack > wanted.back) chart.send({ type: 'chart.pageForwardRequested' })
    else if (pagedBack < wanted.back && canPageBack(snapshot)) chart.send({ type: 'chart.pageBackRequested' })
  }, [chart, snapshot, wanted.grain, wanted.mode, wanted.back])

  const reread = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(
    () => () => {
      if (reread.current !== null) clearTimeout(reread.current)
      reread.current = null
    },
    [],
  )
  const rereadSoon = () => {
    reread.current ??= setTimeout(() => {
      reread.current = null
      if (isOpen(chart.getSnapshot()) && isLatestWindow(chart.getSnapshot())) open()
    }, REREAD_AT_MOST_EVERY_MS)
  }

  const subject = wanted.mode === 'PROJECT' ? (['project', projectId] as const) : (['survey', surveyId ?? 0] as const)
  const isFollowing = asOf === undefined && isOpen(snapshot) && isLatestWindow(snapshot) && wanted.back === 0
  useLiveTopic<LoadedWindow>(isFollowing ? `hours:${subject[0]}:${subject[1]}` : null, {
    read: async signal => {
      const asked = { mode: wanted.mode, grain: wanted.grain }
      return {
        ...asked,
        rows: await readWindow(desk.api, { ...asked, id: subject[1], zone_code: zoneCode.current }, signal),
      }
    },
    applySnapshot: read =>
      setWindow(shown => (shown === null || (shown.mode === read.mode && shown.grain === read.grain) ? read : shown)),
    applyFrame: ({ rows: pushed }) => {
      pushedMeanwhile.current.push(...pushed)
      if (window === null || window.mode !== wanted.mode || window.grain !== wanted.grain) return
      setWindow(shown => shown && { ...shown, rows: takeHours(shown.rows, pushed, shown.mode, shown.grain).rows })
      if (takeHours(window.rows, pushed, window.mode, window.grain).isOutdated) rereadSoon()
    },
  })

  return {
    window,
    wanted,
    isLoading: isLoading(snapshot),
    error: error(snapshot),
    canPageBack: canPageBack(snapshot) && (window?.rows.length ?? 0) > 0,
    canPageForward: canPageForward(snapshot),
    zone,
    choose: choice => {
      const next = { ...wanted, ...choice }
      // Another grain begins at the latest window.
      change(chartSearchOf(choice.grain === undefined ? next : { ...next, back: 0 }, surveyId !== null))
    },
    retry: () => chart.send({ type: 'chart.retryRequested' }),
  }
}
