import type { RateCardDetail, RateCardRow } from '@desk/schema/rate-cards/rate-card-form'
import { useMutation } from '@tanstack/react-query'
import { Ban, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { forgetRateCards } from './rate-card-cache.ts'

export interface WithdrawalProps {
  /** The newest version of the card. */
  readonly card: RateCardRow
  /** Gets the version that this stored. */
  readonly onStored: (stored: RateCardDetail) => void
}

/** Withdraws a rate card, or takes it back into use, after asking; the toast undoes it. */
export function Withdrawal({ card, onStored }: WithdrawalProps) {
  const desk = useDesk()
  const [asks, setAsks] = useState(false)
  const { rate_card_name: name, is_withdrawn: isWithdrawn } = card
  const set = async ({ rate_card_ud: id, version }: RateCardRow, wanted: 'withdraw' | 'restore') => {
    try {
      const request = {
        params: { id },
        headers: { 'idempotency-key': crypto.randomUUID() },
        payload: { version },
      }
      const stored = await (wanted === 'withdraw'
        ? desk.api.call('rateCards.withdraw', request)
        : desk.api.call('rateCards.restore', request))
      onStored(stored)
      return stored
    } finally {
      // also after a refusal: another user stored a version
      forgetRateCards(desk.queryClient)
    }
  }
  const sentence = (stored: RateCardRow) => (stored.is_withdrawn ? `${name} was withdrawn` : `${name} is in use again`)
  const undo = (stored: RateCardRow) =>
    void set(stored, stored.is_withdrawn ? 'restore' : 'withdraw').then(
      undone => showToast({ type: 'success', message: sentence(undone) }),
      (failure: unknown) => showToast({ type: 'error', message: failureMessage(failure) }),
    )
  const change = useMutation({
    mutationFn: () => set(card, isWithdrawn ? 'restore' : 'withdraw'),
    onSuccess: stored => {
      setAsks(false)
      void showToast({
        type: 'success',
        message: sentence(stored),
        action: { label: 'Undo', onPress: () => undo(stored) },
      })
    },
  })
  const verb = isWithdrawn ? 'Take back into use' : 'Withdraw'
  return (
    <>
      <Button
        variant="ghost"
        icon={isWithdrawn ? <Undo2 aria-hidden /> : <Ban aria-hidden />}
        onPress={() => setAsks(true)}
      >
        {verb}
      </Button>
      <ConfirmDialog
        isOpen={asks}
        title={isWithdrawn ? `Take ${name} back into use?` : `Withdraw ${name}?`}
        confirmLabel={verb}
        tone={isWithdrawn ? 'neutral' : 'danger'}
        isPending={change.isPending}
        onConfirm={() => change.mutate()}
        onCancel={() => {
          setAsks(false)
          change.reset()
        }}
      >
        {isWithdrawn ? (
          <p>New studies are priced by it again, from now on, at the prices that it had.</p>
        ) : (
          <p>
            From now on no study is priced by it: the next card that fits has the price, or a quote is asked for.
            Surveys that were launched keep the price of their launch. Its business unit can be retired then.
          </p>
        )}
        <CallFailure error={change.error} />
      </ConfirmDialog>
    </>
  )
}
