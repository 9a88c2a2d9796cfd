import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { GENERIC_FAILURE } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { APP_SHELL_QUERY } from '#runtime/query.ts'
import { ComboBox } from '#ui/combo-box.tsx'
import { showToast } from '#ui/toasts.ts'
import { accountOptions } from './switchable-accounts.ts'

/** The account that a user signs in to (§2.39, §6.5). */
export function DefaultAccount({ user }: { readonly user: CurrentUser }) {
  const desk = useDesk()
  const queryClient = useQueryClient()
  const defaults = desk.query('accounts.defaults', {})
  const { data } = useQuery({ ...defaults, ...APP_SHELL_QUERY })
  const [chosen, setChosen] = useState<number>()
  const save = useAct('accounts.chooseDefault', {
    onDone: accounts => queryClient.setQueryData(defaults.queryKey, accounts),
    onFailed: () => void showToast({ type: 'error', message: GENERIC_FAILURE }),
  })
  const accounts = data ?? user.settings
  const present = accounts.find(({ is_default }) => is_default)?.pm_dsh_ud
  const shown = save.isPending ? chosen : present
  return (
    <ComboBox
      label="Default Account"
      options={accountOptions(accounts)}
      value={shown === undefined ? null : String(shown)}
      onChange={id => {
        if (Number(id) === shown) return
        setChosen(Number(id))
        // An earlier read that is still running must not overwrite the saved choice.
        void queryClient.cancelQueries(defaults)
        save.send({ payload: { default_account_update: true, new_default_account: Number(id) } })
      }}
      isDisabled={save.isPending}
    />
  )
}
