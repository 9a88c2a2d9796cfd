import { use } from 'react'
import { useDesk } from './use-desk.ts'

/** Suspends the component until the first screen is there: what that does not need loads after it. */
export function useAfterFirstScreen(): void {
  use(useDesk().firstScreenShown())
}
