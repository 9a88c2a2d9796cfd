import type { ChartGrain, ChartMode } from '@desk/schema/figures/completes-chart'
import { idOf, type RawSearch } from '#kit/tables/table-search.ts'

/** The chart's part of the URL. Windows are counted back from the present, so that a link stays relative. */
export interface ChartSearch {
  readonly grain: ChartGrain
  readonly mode: ChartMode
  readonly back: number
}

/** No user pages back through more windows than that by a link. */
const MOST_WINDOWS_BACK = 26

/**
 * Reads which chart the URL asks for.
 * @param hasSurvey without a survey PROJECT is the one mode; with one SURVEY is the default
 */
export function readChartSearch(raw: RawSearch, hasSurvey: boolean): ChartSearch {
  const grain = raw['chart'] === 'day' ? 'day' : 'hour'
  const asked = raw['chartOf']
  const mode = !hasSurvey ? 'PROJECT' : asked === 'project' ? 'PROJECT' : asked === 'sources' ? 'SOURCES' : 'SURVEY'
  const back = idOf(raw['chartBack']) ?? 0
  return { grain, mode, back: back <= MOST_WINDOWS_BACK ? back : 0 }
}

const MODE_WORDS = { PROJECT: 'project', SURVEY: undefined, SOURCES: 'sources' } as const

/** The chart's part of the URL; defaults are left out. */
export function chartSearchOf({ grain, mode, back }: ChartSearch, hasSurvey: boolean): RawSearch {
  return {
    chart: grain === 'day' ? 'day' : undefined,
    chartOf: hasSurvey ? MODE_WORDS[mode] : undefined,
    chartBack: back > 0 ? back : undefined,
  }
}
