import { createFileRoute } from '@tanstack/react-router'
import { SetUpSecondFactorScreen } from '#features/account/set-up-second-factor.tsx'

/** Where a user goes whose account wants a second factor of everybody, and who has none. */
export const Route = createFileRoute('/_account/second-factor')({ component: SetUpSecondFactorScreen })
