import { useState } from 'react'
import { ENDPOINTS } from '../api/endpoint-table.ts'
import { useConfig } from '../hooks/use-config.ts'
import { useDesk } from '../hooks/use-desk.ts'
import { queryKeyOf } from '../query.ts'
import type { AtHand } from './recorded-server.ts'

/** The viewer's cached answers that are the same in every account; nothing is asked for (R2). */
export function useAtHand(): AtHand {
  const { queryClient } = useDesk()
  const config = useConfig()
  const [lists] = useState(() => {
    const read = [
      ['/v1/platform-codes/time-zone-type', queryKeyOf('lookups.codes', { params: { id: 'time-zone-type' } })],
      [ENDPOINTS['lookups.countries'][1], queryKeyOf('lookups.countries', { query: {} })],
      [ENDPOINTS['lookups.languages'][1], queryKeyOf('lookups.languages', {})],
    ] as const
    return Object.fromEntries(
      read.flatMap(([path, key]) => {
        const answer = queryClient.getQueryData<unknown>(key)
        return answer === undefined ? [] : [[path, answer]]
      }),
    )
  })
  return { config, lists }
}
