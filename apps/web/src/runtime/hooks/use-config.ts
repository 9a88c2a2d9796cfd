import { useSyncExternalStore } from 'react'
import type { ClientConfig } from '../config.ts'
import { desk } from '../desk.ts'

/** The installation's configuration: the defaults, then the file's. */
export function useConfig(): ClientConfig {
  return useSyncExternalStore(desk.config.subscribe, desk.config.current)
}
