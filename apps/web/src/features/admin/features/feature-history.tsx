import type { AccountFeatures } from '@desk/schema/features/account-features'
import { FEATURE_NAMES, FEATURES } from '@desk/schema/features/features'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { HistoryPanel } from '#kit/history/history-panel.tsx'

const FIELDS = Object.fromEntries(FEATURE_NAMES.map(name => [name, { label: FEATURES[name].label }]))

/** Who turned which feature of an account off or on, and when. */
export function FeatureHistory({
  account,
  onClosed,
}: {
  readonly account: AccountFeatures
  readonly onClosed: () => void
}) {
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
