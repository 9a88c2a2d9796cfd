import type { SubjectAccess } from '@desk/schema/privacy/subject-access'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { dateTimeText } from '#ui/format/times.ts'
import styles from './privacy.module.css'

function Part<Row>({
  title,
  rows,
  columns,
}: {
  readonly title: string
  readonly rows: readonly Row[]
  readonly columns: readonly FactColumn<Row>[]
}) {
  return (
    <section className={styles['part']} aria-label={title}>
      <h3 className={styles['subtitle']}>
        {title} <span className={styles['note']}>{rows.length}</span>
      </h3>
      {rows.length === 0 ? null : (
        <FactsTable label={title} columns={columns} rows={rows} keyOf={row => rows.indexOf(row)} />
      )}
    </section>
  )
}

const json = (value: unknown): string => (value === null ? '' : JSON.stringify(value))

/** Each part of the data about a person, as a table. */
export function SubjectRows({ found }: { readonly found: SubjectAccess }) {
  const { name: zone } = useZone()
  const when = (at: string | null): string => (at === null ? '' : dateTimeText(Date.parse(at), zone))
  return (
    <>
      <Part
        title="Entries"
        rows={found.entries}
        columns={[
          { header: 'RDUD', cell: ({ rdud }) => rdud },
          {
            header: 'Source',
            cell: ({ source_name: source, survey_name: survey, project_name: project }) =>
              `${source} · ${survey} · ${project}`,
          },
          { header: 'State', cell: ({ code }) => RESPONDENT_STATE_LABELS[code] },
          { header: 'Entered', cell: ({ entered_at: at }) => when(at) },
          { header: 'Ended', cell: ({ ended_at: at }) => when(at) },
          { header: 'Address', cell: ({ address }) => address ?? '' },
          { header: 'Fingerprint', cell: ({ fingerprint }) => fingerprint ?? '' },
        ]}
      />
      <Part
        title="Events"
        rows={found.events}
        columns={[
          { header: 'RDUD', cell: ({ rdud }) => rdud },
          { header: 'When', cell: ({ at }) => when(at) },
          { header: 'State', cell: ({ to_code: code }) => RESPONDENT_STATE_LABELS[code] },
          { header: 'Country', cell: ({ country }) => country ?? '' },
          { header: 'Answers', cell: ({ answers }) => json(answers) },
          { header: 'Detail', cell: ({ detail }) => json(detail) },
        ]}
      />
      <Part
        title="Verdicts"
        rows={found.verdicts}
        columns={[
          { header: 'RDUD', cell: ({ rdud }) => rdud },
          { header: 'When', cell: ({ at }) => when(at) },
          { header: 'Rule', cell: ({ rule }) => rule.replaceAll('_', ' ') },
          { header: 'Refused', cell: ({ refused }) => (refused ? 'Yes' : 'No') },
          { header: 'Asked for', cell: ({ threshold }) => threshold },
          { header: 'Found', cell: ({ value }) => value },
        ]}
      />
      <Part
        title="Block and watch lists"
        rows={found.listed}
        columns={[
          { header: 'Mark', cell: ({ value }) => value },
          { header: 'List', cell: ({ list }) => list },
          { header: 'Note', cell: ({ note }) => note ?? '' },
          { header: 'Added', cell: ({ added_at: at }) => when(at) },
          { header: 'Removed', cell: ({ removed_at: at }) => when(at) },
        ]}
      />
      <Part
        title="Statement lines"
        rows={found.statement_lines}
        columns={[
          { header: 'RDUD', cell: ({ rdud }) => rdud },
          { header: 'Statement of', cell: ({ scope }) => scope.replaceAll('_', ' ') },
          { header: 'Month', cell: ({ month }) => month },
          { header: 'Line', cell: ({ line }) => line },
        ]}
      />
      <Part
        title="Recontact lists"
        rows={found.recontact}
        columns={[
          { header: 'Source', cell: ({ source_name: name }) => name },
          { header: 'Added', cell: ({ added_at: at }) => when(at) },
          { header: 'Removed', cell: ({ removed_at: at }) => when(at) },
        ]}
      />
      <Part
        title="Reconciliation rows"
        rows={found.reconciliation_rows}
        columns={[
          { header: 'RDUD', cell: ({ rdud }) => rdud },
          { header: 'Request', cell: ({ reconciliation_ud: id }) => id },
          { header: 'Line', cell: ({ line }) => line },
          { header: 'Outcome', cell: ({ outcome }) => outcome?.replaceAll('_', ' ') ?? '' },
        ]}
      />
      <Part
        title="Objections"
        rows={found.objections}
        columns={[
          { header: 'Recorded', cell: ({ made_at: at }) => when(at) },
          { header: 'By', cell: ({ made_by: by }) => by ?? '–' },
          { header: 'Withdrawn', cell: ({ withdrawn_at: at }) => when(at) },
        ]}
      />
    </>
  )
}
