import { createFileRoute } from '@tanstack/react-router'
import { SetUpSecondFactorScreen } from '#features/account/set-up-second-factor.tsx'

/** The page for a user without the second factor that the account demands. */
export const Route = createFileRoute('/_account/second-factor')({ component: SetUpSecondFactorScreen })
