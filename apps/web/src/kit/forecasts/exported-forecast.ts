import { forecastOf, type Forecast } from '@desk/schema/forecasts/forecast'
import type { DataColumn } from '#ui/table/column.ts'

/** A row of figures, with its forecast as text (`forecastText`). */
interface ForecastRow {
  readonly forecast: string | null
}

const COLUMNS: readonly (readonly [id: string, header: string, of: (forecast: Forecast) => string | null])[] = [
  // the identity of the shown column: the file has it once
  ['fullBy', 'Full by', ({ p50_at }) => p50_at],
  ['fullByP10', 'Full by P10', ({ p10_at }) => p10_at],
  ['fullByP90', 'Full by P90', ({ p90_at }) => p90_at],
]

/** The forecast in every export of live rows: its middle, its 80 % band and the chance to be full in time; empty where there is none. */
export const exportedForecast = <Row extends ForecastRow>(): readonly DataColumn<Row>[] => [
  ...COLUMNS.map(([id, header, of]): DataColumn<Row> => {
    const value = ({ forecast: text }: Row): string | null => {
      const forecast = forecastOf(text)
      return forecast === null ? null : of(forecast)
    }
    return { id, header, kind: 'text', value }
  }),
  {
    id: 'fullChance',
    header: 'Full by out of field',
    kind: 'percent',
    value: ({ forecast }) => forecastOf(forecast)?.p_full ?? null,
  },
]
