import { SOURCE_TYPE_LABELS, type SourceType } from '@desk/schema/sources/source'

/** The labels of source types. */
export const TYPE_WORDS = SOURCE_TYPE_LABELS

export const TYPE_DESCRIPTIONS: Readonly<Record<SourceType, string>> = {
  diy: 'Sample bought from your suppliers, shared out by percent',
  classic: 'One supplier of your own, with its own redirects',
  lucid: 'The exchange, with a CPI that is typed as it reports it',
}

/** Cost basis by calculation type (§3.37, domain.md §9). */
export const CALCULATION_TYPES = [
  { value: 1, label: 'Completes' },
  { value: 2, label: 'Survey starts' },
  { value: 3, label: 'Hybrid' },
] as const

/** Pacing by the codes of traffic control (§9.6). */
export const PACINGS = [
  { value: 1, label: 'No Pacing Required (complete ASAP)' },
  { value: 2, label: 'Accelerated Pacing (cap at 1.75x even distribution)' },
  { value: 3, label: 'Even Pacing (cap at 1.1x pace)' },
] as const

export const DEFAULT_PACING = 1
