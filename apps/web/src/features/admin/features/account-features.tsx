import { AccountType } from '@desk/schema/accounts/account'
import type { AccountFeatures } from '@desk/schema/features/account-features'
import { FEATURE_NAMES, featureOf, FEATURES } from '@desk/schema/features/features'
import { ToggleRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { ALL, type ListFilter } from '#kit/tables/list-filter.ts'
import { ListTable } from '#kit/tables/list-table.tsx'
import { useListRows } from '#kit/tables/use-list-rows.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import styles from './account-features.module.css'
import { featureColumns } from './feature-columns.tsx'
import { ANY_OFF, readFeatureFilters } from './feature-search.ts'
import { FEATURES_LIST, isOn } from './feature-switch.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { HistoryPanel } from '#kit/history/history-panel.tsx'

const FIELDS = Object.fromEntries(FEATURE_NAMES.map(name => [name, { label: FEATURES[name].label }]))

/** Who turned which feature of an account off or on, and when. */
function FeatureHistory({ account, onClosed }: { readonly account: AccountFeatures; readonly onClosed: () => void }) {
  return (
    <Dialog
      isOpen
      title={`Features of ${account.dashboard_name}`}
      onClose={onClosed}
      footer={<Button onPress={onClosed}>Close</Button>}
    >
      <HistoryPanel scope="account_features" id={account.pm_dsh_ud} fields={FIELDS} />
    </Dialog>
  )
}

const TYPE_OPTIONS = [{ id: ALL, label: 'All types' }, ...AccountType.literals.map(type => ({ id: type, label: type }))]
const OFF_OPTIONS = [
  { id: ALL, label: 'On and off' },
  { id: ANY_OFF, label: 'Anything off' },
  ...FEATURE_NAMES.map(name => ({ id: name, label: `Off: ${FEATURES[name].label}` })),
]

/** Which features each account has, as a table of switches (§2.25, §6.10); for super admins. */
export function AccountFeaturesScreen() {
  const desk = useDesk()
  useAppTitle('Features')
  const zone = useZone()
  const [raw] = useUrlSearch()
  const { type, off } = readFeatureFilters(raw)
  const [opened, setOpened] = useState<AccountFeatures | null>(null)
  const rows = useListRows<AccountFeatures>({
    queryKey: FEATURES_LIST,
    readPage: (query, signal) => desk.api.call('features.list', { query, signal }),
    idOf: ({ pm_dsh_ud }) => pm_dsh_ud,
  })
  const columns = useMemo(() => featureColumns(zone.name, setOpened), [zone.name])
  const filters: readonly ListFilter<AccountFeatures>[] = [
    {
      name: 'type',
      label: 'Type',
      options: TYPE_OPTIONS,
      chosen: type,
      keeps: row => row.account_type === type,
    },
    {
      name: 'off',
      label: 'State',
      options: OFF_OPTIONS,
      chosen: off,
      keeps: row => off === undefined || (off === ANY_OFF ? row.features.some(({ is_on }) => !is_on) : !isOn(row, off)),
    },
  ]
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Features" />
      <ListTable
        name="accounts"
        label="Features"
        rows={rows}
        columns={columns}
        filters={filters}
        empty={
          <EmptyState title="No accounts yet" icon={<ToggleRight aria-hidden />}>
            The features of every account are listed here.
          </EmptyState>
        }
      />
      <details className={styles['legend']}>
        <summary>Effect of each feature when it is off</summary>
        <dl>
          {FEATURE_NAMES.map(name => {
            const { label, takesAway, isLater = false } = featureOf(name)
            return (
              <div key={name}>
                <dt>{label}</dt>
                <dd>
                  {takesAway}
                  {isLater ? ' Not built yet: the switch is stored, and nothing changes so far.' : ''}
                </dd>
              </div>
            )
          })}
        </dl>
      </details>
      {opened === null ? null : <FeatureHistory account={opened} onClosed={() => setOpened(null)} />}
    </div>
  )
}
