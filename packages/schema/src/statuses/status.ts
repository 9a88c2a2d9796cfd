import { Schema } from 'effect'

/** One status of a project, survey or source, with its texts, colour and stage. */
export interface Status {
  /** Its code of platform codes type 7. */
  readonly code: number
  readonly label: string
  readonly meaning: string
  /** Its colour key of §4.1; tokens.css has the colours. */
  readonly colourKey: string
  readonly glyph: string
  /** Prepared: never launched. In field: launched, may take respondents. Ended: takes no respondents, nor does anything below it. */
  readonly stage: 'prepared' | 'in field' | 'ended'
  /** The effect of entering it: the texts of the menu and of the confirmation, which names the object. */
  readonly entering?: { readonly menu: string; readonly confirmation?: (via?: string) => string }
  /** The effect of leaving it. */
  readonly leaving?: { readonly menu: (via: string) => string; readonly confirmation: (via: string) => string }
}

/** The statuses that project, survey and source share (§4.1), in the order of the menu. */
export const STATUSES = {
  draft: {
    code: 3,
    label: 'Draft',
    meaning: 'It was never launched.',
    colourKey: 'DRAFT',
    glyph: '◌',
    stage: 'prepared',
  },
  live: {
    code: 1,
    label: 'Live',
    meaning: 'It takes respondents, while all that is above it is live too.',
    colourKey: 'LIVE',
    glyph: '●',
    stage: 'in field',
    entering: {
      menu: 'Allows incoming traffic',
      confirmation: via => `This will allow incoming traffic${via === undefined ? '' : ` via ${via}`}.`,
    },
    leaving: {
      menu: via => `Stops incoming survey traffic via ${via}`,
      confirmation: via => `This will stop incoming survey traffic via ${via}.`,
    },
  },
  paused: {
    code: 2,
    label: 'Paused',
    meaning: 'A person stopped it; respondents in progress can still finish.',
    colourKey: 'PAUSED',
    glyph: '‖',
    stage: 'in field',
  },
  autoPaused: {
    code: 6,
    label: 'Auto-paused',
    meaning: 'The system stopped it, for a reason that it names; respondents in progress can still finish.',
    colourKey: 'AUTO_PAUSED',
    glyph: '‖!',
    stage: 'in field',
  },
  complete: {
    code: 4,
    label: 'Complete',
    meaning: 'It is done; it can be launched again.',
    colourKey: 'COMPLETE',
    glyph: '✓',
    stage: 'ended',
    entering: { menu: 'Closes it; it can be launched again' },
  },
  cancelled: {
    code: 5,
    label: 'Cancelled',
    meaning: 'It was given up, for good.',
    colourKey: 'CANCELLED',
    glyph: '✕',
    stage: 'ended',
    entering: { menu: 'Closes it permanently' },
  },
} as const satisfies Record<string, Status>

export type StatusName = keyof typeof STATUSES
export type StatusCode = (typeof STATUSES)[StatusName]['code']

/** The code of a status that has ended. */
export type EndedStatusCode = Extract<(typeof STATUSES)[StatusName], { readonly stage: 'ended' }>['code']

interface NamedStatus extends Status {
  readonly name: StatusName
  readonly code: StatusCode
}

/** Every status with its name, in the order in which a menu shows them. */
export const STATUS_LIST: readonly NamedStatus[] = Object.entries(STATUSES).map(([name, status]) => ({
  name: name as StatusName, // Object.entries loses the key types
  ...status,
}))

/** The code of each status, by its name. */
export const STATUS_CODES = Object.fromEntries(STATUS_LIST.map(({ name, code }) => [name, code])) as {
  readonly [Name in StatusName]: (typeof STATUSES)[Name]['code']
} // Object.fromEntries loses which code belongs to which name

const byCode = <Value>(valueOf: (status: NamedStatus) => Value): Readonly<Record<StatusCode, Value>> =>
  Object.fromEntries(STATUS_LIST.map(status => [status.code, valueOf(status)])) as Record<StatusCode, Value> // every code is there

/** Every status by its code. */
export const STATUS_OF_CODE = byCode(status => status)

export const STATUS_NAMES = byCode(({ name }) => name)

/** The label of each status, by code. */
export const STATUS_LABELS = byCode(({ label }) => label)

const codes = STATUS_LIST.map(({ code }) => code).toSorted((a, b) => a - b)
export const StatusCode = Schema.Literals(codes as [StatusCode, ...StatusCode[]]) // there are statuses

/** The statuses that have ended. */
export const ENDED_STATUSES: readonly StatusCode[] = STATUS_LIST.filter(({ stage }) => stage === 'ended').map(
  ({ code }) => code,
)

/**
 * Says whether something has ended: neither it nor anything below it takes respondents.
 * @param code its status; null where there is nothing
 */
export function hasEnded(code: StatusCode | null | undefined): code is EndedStatusCode {
  return code !== null && code !== undefined && STATUS_OF_CODE[code].stage === 'ended'
}

/** The kinds of object that have a status. */
export const StatusScope = Schema.Literals(['project', 'survey', 'source'])
export type StatusScope = typeof StatusScope.Type
