import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { useTimeZones } from '#runtime/hooks/use-time-zones.ts'
import { zoneOptions } from '#kit/forms/lookup-options.ts'
import type { AccountChoices } from './account-plan.ts'

const HOUR_MS = 3_600_000

/**
 * The choices of an account's form: the other accounts, and the time zones. @param exceptId the account itself; null:
 * a new one
 */
export function useAccountChoices(exceptId: number | null): {
  readonly data: AccountChoices | undefined
  readonly rootId: number | null
  readonly error: Error | null
  readonly refetch: () => unknown
} {
  const desk = useDesk()
  const { data, error, refetch } = useQuery(desk.query('managedAccounts.list', { query: { limit: 1000 } }))
  const { zones } = useTimeZones()
  const nowMs = useNowMs(HOUR_MS)
  const choices: AccountChoices | undefined =
    data === undefined || zones.length === 0
      ? undefined
      : {
          parents: data
            .filter(({ pm_dsh_ud }) => pm_dsh_ud !== exceptId)
            .map(({ pm_dsh_ud, name }) => ({ value: pm_dsh_ud, label: name })),
          desks: data
            .filter(({ account_type: type }) => type === 'DESK')
            .map(({ pm_dsh_ud, name }) => ({ value: pm_dsh_ud, label: name })),
          zones: zoneOptions(zones, nowMs),
        }
  const root = data?.find(({ pm_parent_dsh_ud, isRepData }) => pm_parent_dsh_ud === null && isRepData)
  return { data: choices, rootId: root?.pm_dsh_ud ?? null, error, refetch }
}
