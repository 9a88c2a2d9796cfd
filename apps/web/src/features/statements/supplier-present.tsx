import type { ListedDispute, SupplierDesk, SupplierLiveSource } from '@desk/schema/statements/supplier-desk'
import { useId } from 'react'
import { namesById } from '#kit/forms/named-options.ts'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import { countText, NO_FIGURE } from '#ui/format/figures.ts'
import { monthText } from '#ui/format/times.ts'
import { GivenId } from '#ui/given-id.tsx'
import { DisputeState } from './supplier-dispute.tsx'
import styles from './statements.module.css'

const disputeColumns = (zone: string): readonly FactColumn<ListedDispute>[] => [
  { header: 'Your id', cell: ({ rid }) => <GivenId text={rid} /> },
  { header: 'Complete of', cell: ({ complete_month: month }) => (month === null ? NO_FIGURE : monthText(month)) },
  { header: 'Dispute', cell: dispute => <DisputeState dispute={dispute} zone={zone} /> },
]

const sourceColumns = (names: ReturnType<typeof namesById>): readonly FactColumn<SupplierLiveSource>[] => [
  { header: 'Source', cell: ({ stmid, name }) => names.get(stmid) ?? name },
  { header: 'Your completes', isFigure: true, cell: ({ completes }) => countText(completes) },
  { header: 'Places left', isFigure: true, cell: ({ places_left: left }) => countText(left) },
  {
    header: 'Entry link',
    cell: ({ stmid, name, link }) => (
      <input
        readOnly
        className={styles['entryLink']}
        value={link}
        aria-label={`Entry link of ${names.get(stmid) ?? name}`}
        onFocus={event => event.target.select()}
      />
    ),
  },
]

/** The supplier's disputes and live sources, above its statements. Sources of one name have their project's number and their id. */
export function SupplierPresent({ desk: { disputes, sources, zone } }: { readonly desk: SupplierDesk }) {
  const [disputesId, sourcesId] = [useId(), useId()]
  const names = namesById(
    sources.map(({ stmid: id, name, pm_proj_ud: project }) => ({ id, name, within: `project ${project}` })),
  )
  return (
    <>
      {disputes.length === 0 ? null : (
        <section className={styles['period']} aria-labelledby={disputesId}>
          <div className={styles['head']}>
            <h2 id={disputesId}>Your disputes</h2>
          </div>
          <FactsTable
            label="Your disputes"
            zone={zone}
            columns={disputeColumns(zone)}
            rows={disputes}
            keyOf={({ rdud, raised_at: at }) => `${rdud} ${at}`}
          />
        </section>
      )}
      {sources.length === 0 ? null : (
        <section className={styles['period']} aria-labelledby={sourcesId}>
          <div className={styles['head']}>
            <h2 id={sourcesId}>Live sources</h2>
            <span className={styles['note']}>Fill in the placeholders of a link: [%RID%] is your id.</span>
          </div>
          <FactsTable
            label="Live sources"
            zone={zone}
            columns={sourceColumns(names)}
            rows={sources}
            keyOf={({ stmid }) => stmid}
          />
        </section>
      )}
    </>
  )
}
