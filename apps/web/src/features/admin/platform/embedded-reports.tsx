import type { StoredEmbedSettings } from '@desk/schema/embedded-reports/embed-settings'
import { EMBEDDED_REPORTS, EmbeddedReportName } from '@desk/schema/embedded-reports/embedded-report'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery } from '@tanstack/react-query'
import { Pencil, PlugZap } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { FactsTable } from '#kit/tables/facts-table.tsx'
import { Button } from '#ui/button.tsx'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import styles from './embedded-reports.module.css'

const EmbeddedReportsDialog = lazyOverlay(
  async () => ({ default: (await import('./embedded-reports-dialog.tsx')).EmbeddedReportsDialog }),
  'The embedded reports',
  ({ onClosed }) => onClosed(),
)

/** The reports that the installation embeds (§9.13), and whether the reporting service gives them. */
export function EmbeddedReports({ me }: { readonly me: CurrentUser }) {
  const desk = useDesk()
  const query = desk.query('embeddedReports.readSettings', {})
  const read = useQuery({ ...query, staleTime: 0 })
  const [isEditing, setEditing] = useState(false)
  const check = useAct('embeddedReports.check')
  if (read.data === undefined) return <NotLoaded query={read} title="The embedded reports" lines={3} />
  const { settings, is_connected: isConnected, version } = read.data
  const stateOf = (report: EmbeddedReportName): string => {
    if ((settings[report] ?? null) === null) return 'Not set: screens show the desk’s own dashboard'
    const checked = check.answered?.answer.find(each => each.report === report)
    return checked === undefined ? 'Set' : (checked.fault ?? 'Works')
  }
  return (
    <section className={styles['part']} aria-labelledby="embedded-reports">
      <div className={styles['head']}>
        <h2 id="embedded-reports" className={styles['title']}>
          Embedded reports
        </h2>
        {isConnected ? (
          <Button icon={<PlugZap aria-hidden />} onPress={() => check.send({})} isPending={check.isPending}>
            Check
          </Button>
        ) : null}
        <Button icon={<Pencil aria-hidden />} onPress={() => setEditing(true)}>
          Edit
        </Button>
      </div>
      <p className={styles['note']}>
        {isConnected
          ? 'The reporting service (Power BI) is connected. Each account is switched on by itself, on its page under Accounts.'
          : 'No reporting service is connected: the installation’s environment has to name PBI_TENANT_ID, PBI_CLIENT_ID and PBI_CLIENT_SECRET. Until then screens show the desk’s own dashboards.'}
      </p>
      <CallFailure error={check.failure} />
      <FactsTable
        label="Embedded reports"
        columns={[
          { header: 'Report', cell: report => EMBEDDED_REPORTS[report] },
          { header: 'State', cell: stateOf },
          { header: 'Id', cell: report => settings[report] ?? '' },
        ]}
        rows={EmbeddedReportName.literals}
        keyOf={report => report}
      />
      {isEditing ? (
        <Suspense fallback={null}>
          <EmbeddedReportsDialog
            key={version}
            me={me}
            stored={read.data}
            onClosed={() => setEditing(false)}
            onSaved={(saved: StoredEmbedSettings) => {
              desk.queryClient.setQueryData(query.queryKey, saved)
              void desk.queryClient.invalidateQueries({ queryKey: [HISTORY] })
              check.dismiss()
              setEditing(false)
            }}
          />
        </Suspense>
      ) : null}
    </section>
  )
}
