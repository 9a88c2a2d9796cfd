import type { Dashboard, HourOfWeek } from '@desk/schema/dashboard/dashboard'
import { DASHBOARD_DAYS } from '@desk/schema/dashboard/dashboard'
import { countText } from '#ui/format/figures.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { DashboardPanel } from './dashboard-panel.tsx'
import { shade } from './shade.ts'
import styles from './dashboard.module.css'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const LABELLED_EVERY = 6

const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
const dayOf = ({ weekday }: HourOfWeek): string => WEEKDAYS[weekday - 1] ?? ''

/** When respondents come: entrants by weekday and hour of the user's zone. */
export function HourMap({ dashboard: { hours, zone } }: { dashboard: Dashboard }) {
  const most = Math.max(1, ...hours.map(({ entrants }) => entrants))
  return (
    <DashboardPanel
      title="Hours of the week"
      formula={`Entrants by weekday and hour, ${zone}, of the last ${DASHBOARD_DAYS} days; darker means more.`}
      columns={[
        { header: 'Weekday', cell: dayOf },
        { header: 'Hour', cell: ({ hour }) => hourText(hour) },
        { header: 'Entrants', isFigure: true, cell: ({ entrants }) => countText(entrants) },
        { header: 'Completes', isFigure: true, cell: ({ completes }) => countText(completes) },
      ]}
      rows={hours}
      keyOf={({ weekday, hour }) => weekday * 24 + hour}
      empty={`No entrants in the last ${DASHBOARD_DAYS} days.`}
      isEmpty={hours.length === 0}
    >
      <div className={styles['scroll']} tabIndex={0} role="region" aria-label="Hours of the week, map">
        <table className={styles['map']}>
          <thead>
            <tr>
              <td />
              {HOURS.map(hour => (
                <th key={hour} scope="col">
                  {hour % LABELLED_EVERY === 0 ? hourText(hour) : <VisuallyHidden>{hourText(hour)}</VisuallyHidden>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((name, index) => (
              <tr key={name}>
                <th scope="row">{name.slice(0, 3)}</th>
                {HOURS.map(hour => {
                  const found = hours.find(each => each.weekday === index + 1 && each.hour === hour)
                  const entrants = found?.entrants ?? 0
                  return (
                    <td
                      key={hour}
                      title={`${name} ${hourText(hour)}: ${countText(entrants)} entrants, ${countText(found?.completes)} completes`}
                      style={shade(entrants / most)}
                    >
                      <VisuallyHidden>{countText(entrants)}</VisuallyHidden>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </DashboardPanel>
  )
}
