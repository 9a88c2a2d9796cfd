import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { forecastSearch, onForecastAsked, readForecastPlace, type ForecastPlace } from './forecast-request.ts'

const ForecastDrawer = lazyOverlay<{
  readonly place: ForecastPlace | undefined
  readonly onClose: () => void
  readonly onMissing: () => void
}>(
  () => import('./forecast-drawer.tsx'),
  'The forecast',
  ({ onMissing }) => onMissing(),
)

/** The drawer with a forecast and its record, loaded on first use; once per screen. */
export function Forecasts() {
  const [search, change] = useUrlSearch()
  const place = readForecastPlace(search)
  const [wasOpen, setWasOpen] = useState(place !== undefined)
  if (place !== undefined && !wasOpen) setWasOpen(true)
  const open = useEffectEvent((asked: ForecastPlace) => change(forecastSearch(asked)))
  useEffect(() => onForecastAsked(asked => open(asked)), [])
  const close = () => change({ forecast: undefined })
  const forget = () => {
    setWasOpen(false)
    close()
  }
  return (
    <Suspense fallback={null}>
      {wasOpen ? <ForecastDrawer place={place} onClose={close} onMissing={forget} /> : null}
    </Suspense>
  )
}
