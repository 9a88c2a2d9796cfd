import type { AccountFeatures } from '@desk/schema/features/account-features'
import { FEATURES, type FeatureName } from '@desk/schema/features/features'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { Switch } from '#ui/switch.tsx'
import { showToast } from '#ui/toasts.ts'

/** The query key of the list. */
export const FEATURES_LIST = ['features.list'] as const

/** Whether a feature of an account is on. */
export const isOn = ({ features }: AccountFeatures, name: FeatureName): boolean =>
  features.find(({ feature }) => feature === name)?.is_on ?? true

/** Turns one feature of an account on or off, at once; the same switch undoes it. */
export function FeatureSwitch({ account, name }: { readonly account: AccountFeatures; readonly name: FeatureName }) {
  const desk = useDesk()
  const me = useUser()
  const queries = useQueryClient()
  const { label } = FEATURES[name]
  const [wanted, setWanted] = useState(false)
  const change = useAct('features.change', {
    onDone: stored => {
      queries.setQueryData<readonly AccountFeatures[]>(FEATURES_LIST, rows =>
        rows?.map(row => (row.pm_dsh_ud === stored.pm_dsh_ud ? stored : row)),
      )
      void showToast({
        type: 'success',
        message: `${label} is ${isOn(stored, name) ? 'on' : 'off'} for ${account.dashboard_name}`,
      })
      // the own pages too
      if (account.pm_dsh_ud === me?.pm_dsh_ud) desk.session.doubt()
      void queries.invalidateQueries({ queryKey: [HISTORY, 'account_features', account.pm_dsh_ud] })
    },
    onFailed: failure => void showToast({ type: 'error', message: failureMessage(failure) }),
  })
  return (
    <Switch
      aria-label={`${label}, ${account.dashboard_name}`}
      isSelected={change.isPending ? wanted : isOn(account, name)}
      isDisabled={change.isPending}
      onChange={next => {
        setWanted(next)
        change.send({ params: { id: account.pm_dsh_ud, feature: name }, payload: { is_on: next } })
      }}
    />
  )
}
