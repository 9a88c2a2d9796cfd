import type { ReturnHashing } from '@desk/schema/respondents/return-hashing'
import { useState } from 'react'
import { failureMessage } from '../../runtime/api/api-error.ts'
import { desk } from '../../runtime/desk.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Switch } from '../../ui/switch.tsx'
import { showToast } from '../../ui/toasts.ts'
import styles from './return-hashing.module.css'
import { useHashingChange } from './use-hashing-change.ts'

/** Whether a return without a hash is refused; asks before it changes that, since completes may be lost by it. */
export function RequiredHash({ hashing: { hash_required: isRequired, keys } }: { readonly hashing: ReturnHashing }) {
  const [wish, setWish] = useState<boolean | null>(null)
  const change = useHashingChange(
    (required: boolean) => desk.api.call('returnHashing.require', { payload: { hash_required: required } }),
    ({ hash_required: required }) => {
      setWish(null)
      void showToast({ type: 'success', message: required ? 'Returns must be hashed now' : 'Returns need no hash any more' })
    },
  )
  const ask = (required: boolean) => {
    change.reset()
    setWish(required)
  }
  return (
    <section className={styles['part']} aria-label="Whether returns must be hashed">
      <Switch
        isSelected={isRequired}
        isDisabled={!isRequired && keys.length === 0}
        onChange={ask}
        description={
          keys.length === 0 ? 'Make a key first: without one every return would be refused.' : 'A return with a wrong hash never makes a complete. With this on, one without a hash makes none either: it counts as a security term.'
        }
      >
        Returns must be hashed
      </Switch>
      <ConfirmDialog
        isOpen={wish !== null}
        title={wish === false ? 'Take returns without a hash?' : 'Require a hash of every return?'}
        confirmLabel={wish === false ? 'Take them' : 'Require it'}
        tone={wish === false ? 'neutral' : 'danger'}
        isPending={change.isPending}
        onConfirm={() => wish !== null && change.mutate(wish)}
        onCancel={() => setWish(null)}
      >
        {wish === false ? (
          <p>From now on a return without a hash is believed. One that has a hash is still checked.</p>
        ) : (
          <p>From now on respondents whose survey sends them back without the right hash do not count as completes, in every survey of the account. Check one return below before.</p>
        )}
        {change.error === null ? null : (
          <p role="alert" className={styles['fault']}>
            {failureMessage(change.error)}
          </p>
        )}
      </ConfirmDialog>
    </section>
  )
}
