import type { ForecastPage, ForecastRecord } from '@desk/schema/forecasts/forecast-page'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ExportButton } from '#kit/tables/export-button.tsx'
import { Loaded } from '#kit/errors/loaded.tsx'
import { MomentInput } from '#kit/forms/moment-input.tsx'
import { instantOf } from '#kit/forms/wall-times.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { useAct } from '#runtime/acts/use-act.ts'
import { mayCall } from '#runtime/api/may-call.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { countText } from '#ui/format/figures.ts'
import { momentText } from '#ui/format/moments.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { FinishFan } from './finish-fan.tsx'
import type { ForecastPlace } from './forecast-request.ts'
import { chanceText, poolText, TOO_FAR } from './forecast-words.ts'
import styles from './forecast-drawer.module.css'
import { ActsThatHelped } from './acts-that-helped.tsx'

/** The forecast of a source, survey or project: its band, its record, and the promise to the client. */
export default function ForecastDrawer({
  place,
  onClose,
}: {
  readonly place: ForecastPlace | undefined
  readonly onClose: () => void
}) {
  return (
    <Drawer isOpen={place !== undefined} title="Forecast of the finish" onClose={onClose}>
      {place === undefined ? null : <Read key={`${place.scope} ${place.id}`} place={place} />}
    </Drawer>
  )
}

function Read({ place }: { readonly place: ForecastPlace }) {
  const desk = useDesk()
  const read = useQuery({ ...desk.query('forecasts.read', { params: place }), staleTime: 0 })
  return (
    <Loaded query={read} title="The forecast">
      {page => <Page place={place} page={page} />}
    </Loaded>
  )
}

function Page({ place, page }: { readonly place: ForecastPlace; readonly page: ForecastPage }) {
  const zone = useZone().name
  const user = useUser()
  const { forecast, finish, completes, target, ends_at } = page
  const moment = (at: string | null) => (at === null ? TOO_FAR : dateTimeText(Date.parse(at), zone))
  return (
    <div className={styles['forecast']}>
      <h3>{page.name}</h3>
      <FinishFan page={page} zone={zone} />
      <dl>
        <Line name="Completes">{`${countText(completes)} of ${countText(target)}`}</Line>
        {forecast === null ? null : (
          <>
            <Line name="Probably full">{moment(forecast.p50_at)}</Line>
            <Line name="80 % band from">{moment(forecast.p10_at)}</Line>
            <Line name="to">{moment(forecast.p90_at)}</Line>
          </>
        )}
        {ends_at === null ? null : <Line name="Out of field">{moment(ends_at)}</Line>}
        {forecast?.p_full == null ? null : <Line name="Full by then">{chanceText(forecast.p_full)}</Line>}
        {forecast?.expected_at_end == null ? null : (
          <Line name="Expected by then">{countText(forecast.expected_at_end)}</Line>
        )}
        {finish === null ? null : <Line name={finish.is_full ? 'Full since' : 'Ended short'}>{moment(finish.at)}</Line>}
      </dl>
      <p className={styles['note']}>
        {forecast === null
          ? `No forecast${finish === null ? ' yet' : ' any more'}: ${countText(completes)} completes.`
          : `${poolText(forecast)}. Asked ${momentText(forecast.asked_at, zone)}.`}
      </p>
      <h3>Record of the account</h3>
      <dl>
        <Line name="Left alone after the forecast">{recordText(page.left_alone)}</Line>
        <Line name="Changed after the forecast">{recordText(page.changed)}</Line>
        <Line name="Promises met">
          {page.promises.over === 0 ? 'None is over' : `${page.promises.met} of ${page.promises.over}`}
        </Line>
      </dl>
      <p className={styles['note']}>
        Finishes within the 80 % band that the forecast gave at half of the target: 8 of 10 is right.
      </p>
      {page.by_progress.every(({ finishes }) => finishes === 0) ? null : <ByProgress record={page.by_progress} />}
      {page.what_helped.length === 0 ? null : <ActsThatHelped rows={page.what_helped} />}
      {user !== null && mayCall(user, 'forecasts.promise') ? <Promise place={place} page={page} zone={zone} /> : null}
    </div>
  )
}

/** Coverage, loss and width of the forecasts at each progress. */
function ByProgress({ record }: { readonly record: ForecastPage['by_progress'] }) {
  const hours = (value: number | null) => (value === null ? '–' : `${countText(Math.round(value))} h`)
  return (
    <div data-exported>
      <table className={styles['record']}>
        <thead>
          <tr>
            <th scope="col">At</th>
            <th scope="col">In the band</th>
            <th scope="col" title="Mean pinball loss of the three quantiles: smaller is better">
              Loss
            </th>
            <th scope="col" title="Median width of the 80 % band">
              Width
            </th>
          </tr>
        </thead>
        <tbody>
          {record.map(({ progress, finishes, within, pinball_hours, median_width_hours }) => (
            <tr key={progress}>
              <th scope="row">{`${progress * 100} %`}</th>
              <td>{finishes === 0 ? '–' : `${within} of ${finishes}`}</td>
              <td>{hours(pinball_hours)}</td>
              <td>{hours(median_width_hours)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ExportButton label="Record of forecasts" />
    </div>
  )
}

const recordText = ({ finishes, within }: ForecastRecord): string =>
  finishes === 0 ? 'No finish yet' : `${within} of ${finishes}`

function Line({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The moment by which the client was promised a full target: scored like a forecast. */
function Promise({
  place,
  page,
  zone,
}: {
  readonly place: ForecastPlace
  readonly page: ForecastPage
  readonly zone: string
}) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const { send, isPending } = useAct('forecasts.promise', {
    onDone: () => {
      setTyped('')
      setFault(null)
      void queries.invalidateQueries({ queryKey: ['forecasts.read'] })
    },
    onFailed: failure => setFault(failureMessage(failure)),
  })
  const { promise } = page
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (typed === '') return setFault('Choose a date and time.')
    send({ params: place, payload: { full_by: instantOf(typed, zone) } })
  }
  return (
    <form className={styles['promise']} onSubmit={submit}>
      <h3>Promise to the client</h3>
      {promise === null ? null : (
        <p className={styles['note']}>
          {`Full by ${momentText(promise.full_by, zone)}${promise.made_by === null ? '' : `, by ${promise.made_by}`}.`}
        </p>
      )}
      <MomentInput label="Full by" value={typed} error={fault} onTake={input => setTyped(input.value)} />
      <div>
        <Button type="submit" size="small" isPending={isPending}>
          {promise === null ? 'Promise' : 'Promise another date'}
        </Button>
        {promise === null ? null : (
          <Button
            size="small"
            isPending={isPending}
            onPress={() => send({ params: place, payload: { full_by: null } })}
          >
            Take back
          </Button>
        )}
      </div>
    </form>
  )
}
