import type { AccountFeatures } from '@desk/schema/features/account-features'
import { FEATURE_NAMES, featureOf, FEATURES } from '@desk/schema/features/features'
import { dateTimeText } from '#ui/format/times.ts'
import type { DataColumn } from '#ui/table/column.ts'
import list from '#kit/tables/list-table.module.css'
import { FeatureSwitch, isOn } from './feature-switch.tsx'

/** The last change of a feature of the account, by whom and when; empty without one. */
function lastChange({ features }: AccountFeatures, zone: string): string {
  const last = features.toSorted((one, other) => other.changed_at.localeCompare(one.changed_at))[0]
  return last === undefined
    ? ''
    : `${last.changed_by ?? 'The system'}, ${dateTimeText(Date.parse(last.changed_at), zone)}`
}

/** The columns of the list: the account, whose name opens its history, and each feature with its switch. */
export function featureColumns(
  zone: string,
  onOpen: (account: AccountFeatures) => void,
): DataColumn<AccountFeatures>[] {
  return [
    {
      id: 'account',
      header: 'Account',
      kind: 'custom',
      width: 200,
      value: ({ dashboard_name }) => dashboard_name,
      render: row => (
        <button
          type="button"
          className={list['button']}
          title={`${row.dashboard_name}: history`}
          onClick={() => onOpen(row)}
        >
          <span className={list['words']}>{row.dashboard_name}</span>
        </button>
      ),
    },
    { id: 'type', header: 'Type', kind: 'text', width: 96, grow: 0, value: ({ account_type }) => account_type },
    {
      id: 'changed',
      header: 'Last change',
      kind: 'text',
      width: 230,
      value: row => lastChange(row, zone),
    },
    ...FEATURE_NAMES.map((name): DataColumn<AccountFeatures> => {
      const { takesAway, isLater = false } = featureOf(name)
      return {
        id: name,
        header: FEATURES[name].label,
        headerTooltip: `Off takes away: ${takesAway}${isLater ? ' Not built yet: nothing changes so far.' : ''}`,
        kind: 'custom',
        grow: 0,
        value: row => (isOn(row, name) ? 'On' : 'Off'),
        uses: ['features'],
        render: row => <FeatureSwitch account={row} name={name} />,
      }
    }),
  ]
}
