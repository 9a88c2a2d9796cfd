import { ACT_KINDS, type HelpedRow } from '@desk/schema/forecasts/act-effect'
import { countText, UNKNOWN } from '#ui/format/figures.ts'
import styles from './forecast-drawer.module.css'

const signed = (completes: number): string => {
  const whole = Math.round(completes)
  return `${whole > 0 ? '+' : ''}${countText(whole)}`
}

/** The acts of the account on sources, by month and kind: how many changed the completes, and of how many this is unknown. */
export function ActsThatHelped({ rows }: { readonly rows: readonly HelpedRow[] }) {
  return (
    <>
      <h3>Acts that helped</h3>
      <div className={styles['wide']}>
        <table className={styles['record']}>
          <thead>
            <tr>
              <th scope="col">Act</th>
              <th scope="col">Acts</th>
              <th scope="col" title="Acts whose 80 % interval is above zero">
                More
              </th>
              <th scope="col" title="Acts whose 80 % interval is below zero">
                Fewer
              </th>
              <th scope="col" title="Completes by an act in up to 24 hours, of those whose effect is known">
                Mean
              </th>
              <th scope="col" title="No forecast just before, another change too soon, or too few completes">
                Unknown
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ month, kind, acts, more, fewer, mean_completes, cannot_tell }) => (
              <tr key={`${month} ${kind}`}>
                <th scope="row">{`${ACT_KINDS[kind].label}, ${month}`}</th>
                <td>{acts}</td>
                <td>{more}</td>
                <td>{fewer}</td>
                <td>{mean_completes === null ? UNKNOWN : signed(mean_completes)}</td>
                <td>{cannot_tell}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles['note']}>
        Completes in up to 24 hours after an act on a source, against its forecast and like sources. By chance alone,
        one act in ten is “more”.
      </p>
    </>
  )
}
