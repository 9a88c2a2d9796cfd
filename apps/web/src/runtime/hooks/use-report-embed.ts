import type { EmbeddedReportName, NoEmbed, ReportEmbed } from '@desk/schema/embedded-reports/embedded-report'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../api/api-error.ts'
import { useDesk } from './use-desk.ts'
import { useNowMs } from './use-now.ts'
import { useUser } from './use-session.ts'

/** A token is renewed this long before it expires: a minute after the server would give the same one. */
export const RENEW_BEFORE_MS = 9 * 60_000
const LEAST_PAUSE_MS = 5_000
const CLOCK_MS = 15_000

/** A screen's knowledge of a report: it is asked for, may be embedded, or is not, for a reason in a sentence. */
export type EmbedState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'embed'; readonly embed: ReportEmbed }
  | { readonly kind: 'none'; readonly message: string; readonly isSilent: boolean }

/** How long until the next request; false: a person has to change something first. */
export function nextAskMs(answer: ReportEmbed | NoEmbed | undefined, nowMs: number): number | false {
  if (answer === undefined) return false
  if (answer.show) return Math.max(LEAST_PAUSE_MS, Date.parse(answer.expiration) - RENEW_BEFORE_MS - nowMs)
  return answer.retry_at === null ? false : Math.max(LEAST_PAUSE_MS, Date.parse(answer.retry_at) - nowMs)
}

/** Embedded reports are not used here, which is no fault: pages do not mention it. */
const SILENT: ReadonlySet<NoEmbed['reason']> = new Set(['not_connected', 'off', 'no_report'])

/**
 * Asks for the token of an embedded report, and for the next one before it expires (api:E1; on local and dev hosts api:E2, §7.30). A token that
 * works still is used on while the next one is refused.
 */
export function useReportEmbed(report: EmbeddedReportName): EmbedState {
  const desk = useDesk()
  const user = useUser()
  const nowMs = useNowMs(CLOCK_MS)
  const environment = desk.environment()
  const isLocal = environment === 'local' || environment === 'dev'
  const owner = `${user?.pm_dsh_ud} ${user?.uid} ${user?.streamViewType} ${report}`
  const [held, setHeld] = useState<{ readonly owner: string; readonly embed: ReportEmbed } | null>(null)
  const { data, error } = useQuery({
    queryKey: ['reportEmbed', owner],
    queryFn: async ({ signal }) => {
      const answer = await (isLocal
        ? desk.api.call('embeddedReports.localToken', { query: { report }, signal })
        : desk.api.call('embeddedReports.authenticate', { query: { report }, signal }))
      if (answer.show) setHeld({ owner, embed: answer })
      return answer
    },
    // of one user and soon over: it is stored no longer than it is shown
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    enabled: user !== null && !desk.isRecorded,
    refetchInterval: ({ state }) => nextAskMs(state.data, Date.now()),
    refetchIntervalInBackground: true,
  })
  if (desk.isRecorded) return { kind: 'none', message: '', isSilent: true }
  if (held?.owner === owner && Date.parse(held.embed.expiration) > nowMs) return { kind: 'embed', embed: held.embed }
  if (data?.show === false) return { kind: 'none', message: data.message, isSilent: SILENT.has(data.reason) }
  if (error !== null) return { kind: 'none', message: failureMessage(error), isSilent: false }
  return data === undefined
    ? { kind: 'asking' }
    : { kind: 'none', message: 'The report’s token has expired.', isSilent: false }
}
