import { createContext, use } from 'react'
import type { Desk } from '../desk.ts'

/** The desk of the component tree, from DeskProvider. */
export const DeskContext = createContext<Desk | null>(null)

/** Gives the desk around the component. */
export function useDesk(): Desk {
  const desk = use(DeskContext)
  if (desk === null) throw new Error('There is no desk here: draw it within a DeskProvider.')
  return desk
}
