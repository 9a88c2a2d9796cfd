import type { RateCardDetail, RateCardRow } from '@desk/schema/rate-cards/rate-card-form'
import { Ban, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
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
  const { rate_card_ud: id, rate_card_name: name, is_withdrawn: isWithdrawn, version } = card
  const forget = () => forgetRateCards(desk.queryClient)
  const verb = isWithdrawn ? 'Take back into use' : 'Withdraw'
  const [used, withdrawn] = [`${name} is in use again`, `${name} was withdrawn`]
  return (
    <>
      <Button
        variant="ghost"
        icon={isWithdrawn ? <Undo2 aria-hidden /> : <Ban aria-hidden />}
        onPress={() => setAsks(true)}
      >
        {verb}
      </Button>
      {asks ? (
        <ConfirmAct
          call={isWithdrawn ? 'rateCards.restore' : 'rateCards.withdraw'}
          request={{ params: { id }, payload: { version } }}
          question={{
            title: isWithdrawn ? `Take ${name} back into use?` : `Withdraw ${name}?`,
            lines: [
              isWithdrawn
                ? 'New studies are priced by it again, from now on, at the prices that it had.'
                : 'From now on no study is priced by it: the next card that fits has the price, or a quote is asked for. Surveys that were launched keep the price of their launch. Its business unit can be retired then.',
            ],
            confirmLabel: verb,
            tone: isWithdrawn ? 'neutral' : 'danger',
          }}
          doneText={isWithdrawn ? used : withdrawn}
          undoneText={isWithdrawn ? withdrawn : used}
          undo={async (stored, headers) =>
            onStored(
              await desk.api.call(isWithdrawn ? 'rateCards.withdraw' : 'rateCards.restore', {
                params: { id: stored.rate_card_ud },
                headers,
                payload: { version: stored.version },
              }),
            )
          }
          onDone={stored => {
            onStored(stored)
            forget()
          }}
          onUndone={forget}
          // another user stored a version
          onFailed={forget}
          onClosed={() => setAsks(false)}
        />
      ) : null}
    </>
  )
}
