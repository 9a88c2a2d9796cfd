import { ALERT_KINDS } from '@desk/schema/alerts/alert-kinds'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { ShortList } from '#kit/tables/short-list.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { useAct } from '#runtime/acts/use-act.ts'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import styles from './alerts.module.css'

/** The kinds of alerts that the user has muted, each with its place. */
export function MutedKinds() {
  const desk = useDesk()
  const client = useQueryClient()
  const me = useUser()
  const zone = useZone().name
  const read = useQuery({ ...desk.query('alertMutes.list', { query: {} }), staleTime: 0 })
  const unmute = useAct('alertMutes.remove', {
    onDone: () => {
      for (const call of ['alertMutes.list', 'today.list', 'today.views'])
        void client.invalidateQueries({ queryKey: [call] })
    },
  })
  if (read.data === undefined) return <NotLoaded query={read} title="The muted kinds" lines={3} />
  if (read.data.length === 0)
    return (
      <EmptyState title="No muted kinds" icon={<BellOff aria-hidden />}>
        An item of Today mutes its kind of alert at a source, survey or project.
      </EmptyState>
    )
  return (
    <>
      <CallFailure error={unmute.failure} />
      <span className={styles['meta']}>Your bell, mail and Today have no such alerts. Other users still get them.</span>
      <ShortList label="Muted kinds" heads={['Alert', 'At', 'Since']} actsHead="Actions">
        {read.data.map(({ alert_mute_id: id, kind, scope, place_name, muted_at }) => (
          <tr key={id}>
            <th scope="row">{ALERT_KINDS[kind].label}</th>
            <td>
              {place_name} ({scope})
            </td>
            <td>{dateTimeText(Date.parse(muted_at), zone)}</td>
            <td data-unexported>
              {me !== null && mayCall(me, 'alertMutes.remove') ? (
                <Button
                  size="small"
                  aria-label={`Unmute ${ALERT_KINDS[kind].label} at ${place_name}`}
                  isDisabled={unmute.isPending}
                  onPress={() => unmute.send({ params: { id } })}
                >
                  Unmute
                </Button>
              ) : null}
            </td>
          </tr>
        ))}
      </ShortList>
    </>
  )
}
