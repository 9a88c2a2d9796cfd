import { PAUSE_REASONS, isAutoPauseReason } from '@desk/schema/statuses/pause-reasons'

/** Why a status is as it is, in words; text that is no code of ours stays as it came. */
export function reasonWords(reason: string | null): string | undefined {
  if (reason === null || reason === '') return undefined
  return isAutoPauseReason(reason) ? PAUSE_REASONS[reason].label : reason.replaceAll('_', ' ')
}

/** The finding behind an auto-pause, and the next step; text that is no code of ours stays as it came. */
export const pauseWords = (reason: string): string => (isAutoPauseReason(reason) ? PAUSE_REASONS[reason].says : reason)

/** "Auto-paused: redirects fail", of an object that the system paused. */
export const autoPausedTitle = (reason: string | null): string =>
  ['Auto-paused', reasonWords(reason)].filter(part => part !== undefined).join(': ')

/** The part of the system that made an edit by itself; undefined: the reason of something else. */
export const agentWords = (reason: string | null): string | undefined =>
  reason === 'auto_boost' ? 'Auto-Boost' : undefined

/** The author of a status change: a person, or the system when there is no person. */
export const whoWords = (by: string | null): string => by ?? 'system'
