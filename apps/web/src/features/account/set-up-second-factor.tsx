import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { Button } from '#ui/button.tsx'
import { SecondFactor } from './second-factor/second-factor.tsx'
import { AccountCard } from './account-card.tsx'

/** A user without the second factor that the account demands sets one up before anything else. */
export function SetUpSecondFactorScreen() {
  const desk = useDesk()
  useAppTitle('Second factor')
  return (
    <AccountCard title="Second factor">
      <SecondFactor onReady={() => desk.session.send({ type: 'secondFactor.enrolled' })} />
      <Button variant="ghost" onPress={() => desk.session.send({ type: 'signOut.requested' })}>
        Logout
      </Button>
    </AccountCard>
  )
}
