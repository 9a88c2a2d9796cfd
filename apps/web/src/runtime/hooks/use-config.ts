import { useSyncExternalStore } from 'react'
import type { ClientConfig } from '../config.ts'
import { useDesk } from './use-desk.ts'

/** The installation's configuration: the defaults, then the file's. */
export function useConfig(): ClientConfig {
  const desk = useDesk()
  return useSyncExternalStore(desk.config.subscribe, desk.config.current)
}
