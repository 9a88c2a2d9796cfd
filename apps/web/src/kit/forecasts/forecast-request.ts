import type { StatusScope } from '@desk/schema/statuses/status'
import type { UrlSearch } from '#runtime/hooks/use-url-search.ts'

/** A source, survey or project whose forecast is open. */
export interface ForecastPlace {
  readonly scope: StatusScope
  readonly id: number
}

/** Writes and reads the open forecast of a query, such as `source-3001`. */
export const forecastSearch = ({ scope, id }: ForecastPlace): UrlSearch => ({ forecast: `${scope}-${id}` })
export function readForecastPlace(raw: UrlSearch): ForecastPlace | undefined {
  const text = raw['forecast']
  if (typeof text !== 'string') return undefined
  const [, scope, id] = /^(project|survey|source)-([1-9]\d{0,8})$/.exec(text) ?? []
  return scope === 'project' || scope === 'survey' || scope === 'source' ? { scope, id: Number(id) } : undefined
}

type Listener = (place: ForecastPlace) => void

let listener: Listener | null = null

/** Asks the page's one drawer for a forecast; called by the cells of many rows. */
export const openForecast = (place: ForecastPlace): void => listener?.(place)

/** Subscribes the page's drawer to requests, until the returned function is called. */
export function onForecastAsked(opens: Listener): () => void {
  listener = opens
  return () => {
    if (listener === opens) listener = null
  }
}
