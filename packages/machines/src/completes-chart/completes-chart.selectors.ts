import {
  DAILY_DAYS_SHOWN,
  DAILY_WINDOW_DAYS,
  HOURLY_WINDOW_HOURS,
  type ChartGrain,
  type ChartMode,
} from '@desk/schema/figures/completes-chart'
import type { SnapshotFrom } from 'xstate'
import type { completesChartMachine } from './completes-chart.machine.ts'

type Snapshot = SnapshotFrom<typeof completesChartMachine>

export const isOpen = (snapshot: Snapshot): boolean => !snapshot.matches('closed')

export const grain = (snapshot: Snapshot): ChartGrain => (snapshot.matches('daily') ? 'day' : 'hour')

export function mode(snapshot: Snapshot): ChartMode {
  const is = (wanted: ChartMode) => snapshot.matches({ hourly: wanted }) || snapshot.matches({ daily: wanted })
  return is('SURVEY') ? 'SURVEY' : is('SOURCES') ? 'SOURCES' : 'PROJECT'
}

/** How many buckets a window has, and how many of them are shown (§2.45). */
export const buckets = (snapshot: Snapshot): { readonly inWindow: number; readonly shown: number } =>
  grain(snapshot) === 'hour'
    ? { inWindow: HOURLY_WINDOW_HOURS, shown: HOURLY_WINDOW_HOURS }
    : { inWindow: DAILY_WINDOW_DAYS, shown: DAILY_DAYS_SHOWN }

/** The available modes: without a survey only PROJECT. */
export const modes = (snapshot: Snapshot): readonly ChartMode[] =>
  snapshot.context.surveyId === null ? ['PROJECT'] : ['PROJECT', 'SURVEY', 'SOURCES']

/** The window reaches to the present, so it takes pushed hours. */
export const isLatestWindow = (snapshot: Snapshot): boolean => snapshot.context.windowEnds.length === 0

/** The end of the shown window, or null for the present. */
export const windowEnd = (snapshot: Snapshot): string | null => snapshot.context.windowEnds[0] ?? null

export const canPageBack = (snapshot: Snapshot): boolean => isOpen(snapshot) && snapshot.context.windowStart !== null
export const canPageForward = (snapshot: Snapshot): boolean => isOpen(snapshot) && !isLatestWindow(snapshot)

export const isLoading = (snapshot: Snapshot): boolean => snapshot.context.isLoading
export const error = (snapshot: Snapshot): string | null => snapshot.context.error
