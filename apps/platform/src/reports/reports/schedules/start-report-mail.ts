import { repeat } from '#kernel/background/repeat'
import { sendSchedules, type SchedulePorts } from './send-schedules.ts'

/** How often a process looks for reports that are to be mailed. */
const REPORTS_DUE_MS = 30_000

/** Mails reports at their times. @returns stops that, after the mail that is under way */
export function startReportMail(ports: Omit<SchedulePorts, 'now' | 'isStopped'>): () => Promise<void> {
  let hasStopped = false
  const stop = repeat(
    'mailing of reports',
    REPORTS_DUE_MS,
    () => sendSchedules({ ...ports, now: () => new Date(), isStopped: () => hasStopped }),
    ports.log,
  )
  return () => {
    hasStopped = true
    return stop()
  }
}
