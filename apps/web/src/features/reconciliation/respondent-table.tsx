import type { ReconcilableRespondent } from '@desk/schema/reconciliation/reconciliation-choice'
import { Checkbox } from '#ui/checkbox.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { moneyText, NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { GivenId } from '#ui/given-id.tsx'
import styles from './reconciliation.module.css'
import { stateText } from './state-text.ts'

/** Respondents with a tick each; one whose window is closed has none. */
export function RespondentTable({
  respondents,
  ticked,
  onTick,
  zone,
}: {
  readonly respondents: readonly ReconcilableRespondent[]
  readonly ticked: ReadonlySet<string>
  readonly onTick: (rduds: readonly string[], isTicked: boolean) => void
  readonly zone: string
}) {
  const open = respondents.filter(({ is_open }) => is_open).map(({ rdud }) => rdud)
  const tickedHere = open.filter(rdud => ticked.has(rdud)).length
  const hasSuppliers = respondents.some(({ supplier }) => supplier !== undefined)
  const time = (at: string | null) => (at === null ? NO_FIGURE : dateTimeText(Date.parse(at), zone))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls
    <div className={styles['frame']} role="region" aria-label="Respondents, table" tabIndex={0}>
      <table className={styles['table']} aria-label="Respondents">
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                isSelected={open.length > 0 && tickedHere === open.length}
                isIndeterminate={tickedHere > 0 && tickedHere < open.length}
                isDisabled={open.length === 0}
                onChange={isTicked => onTick(open, isTicked)}
              >
                <VisuallyHidden>All of this page</VisuallyHidden>
              </Checkbox>
            </th>
            <th scope="col">RDUD</th>
            <th scope="col">State</th>
            <th scope="col">Source</th>
            {hasSuppliers ? <th scope="col">Supplier</th> : null}
            <th scope="col">Completed</th>
            <th scope="col" data-figure>
              Sell price
            </th>
            <th scope="col">Open until</th>
          </tr>
        </thead>
        <tbody>
          {respondents.map(({ rdud, rid, code, source, supplier, completed_at, sell_cents, deadline_at, is_open }) => (
            <tr key={rdud}>
              <td>
                <Checkbox
                  isSelected={ticked.has(rdud)}
                  isDisabled={!is_open}
                  onChange={isTicked => onTick([rdud], isTicked)}
                >
                  <VisuallyHidden>{rdud}</VisuallyHidden>
                </Checkbox>
              </td>
              <th scope="row" className={styles['rdud']}>
                {rdud}
                <span className={styles['under']}>
                  <GivenId text={rid} />
                </span>
              </th>
              <td>{stateText(code)}</td>
              <td>{source.name}</td>
              {hasSuppliers ? <td>{supplier?.name ?? NO_FIGURE}</td> : null}
              <td className={styles['time']}>{time(completed_at)}</td>
              <td data-figure>{moneyText(sell_cents)}</td>
              <td className={styles['time']}>{is_open ? time(deadline_at) : 'Closed'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
