import { Schema } from 'effect'
import { STATUS_LABELS } from '@desk/schema/statuses/status'
import { ROLES } from '@desk/schema/users/user'
import { decodeAnswer } from '../api/answer-decoder.ts'
import { ANSWER_SCHEMAS } from '../api/answer-schemas.ts'
import { ENDPOINTS } from '../api/endpoint-table.ts'
import type { EndpointKey } from '../api/endpoints.ts'
import type { ClientConfig } from '../config.ts'
import { CONFIG_PATH } from '../config-file.ts'
import { knownOf, openFormsOf } from './known-of-form.ts'
import type { RecordedMoment } from './recorded-moment.ts'
import { sampleOf } from './sample-of.ts'

/** The viewer's own cached answers: they are the same in every account. */
export interface AtHand {
  readonly config: ClientConfig
  /** Answers of the viewer's own cache, by their paths; none is asked for. */
  readonly lists: Readonly<Record<string, unknown>>
}

/** Replaces the server of a desk: it answers from the recording, or not at all. */
export interface RecordedServer {
  readonly fetch: typeof globalThis.fetch
  /** Another moment: what waits is looked at again. */
  readonly show: (moment: RecordedMoment) => void
}

/** The reads of a form's page before the form opens; lists of other things would look empty. */
const READ_BY_FORMS: Readonly<Record<string, readonly EndpointKey[]>> = {
  project: ['projects.read', 'businessUnits.list'],
  survey: ['projects.read', 'surveys.read'],
  source: [
    'projects.read',
    'surveys.read',
    'sources.read',
    'sourceSuppliers.read',
    'sourceSuppliers.buyerRate',
    'sourceQuotas.read',
    'classicSources.read',
  ],
  supplier: ['suppliers.read'],
  qualification: ['qualifications.find'],
  qualityQuestion: [],
  user: ['users.list'],
}
/** Reads whose answer is a list of the one thing that the form is about. */
const LIST_OF_ONE: ReadonlySet<EndpointKey> = new Set(['accounts.list', 'users.list', 'qualifications.find'])
/** The console's built-in answers; an account without a logo of its own shows its name. */
const SAME_EVERYWHERE: { readonly [K in EndpointKey]?: unknown } = {
  'lookups.statuses': Object.entries(STATUS_LABELS).map(([code, label]) => ({
    pm_code: Number(code),
    pm_code_name: label,
  })),
  'users.roles': { data: ROLES },
  'accounts.logo': { data: null },
}
/** The choices of every form. */
const isOfForms = (key: EndpointKey): boolean => key.startsWith('lookups.') || key === 'accounts.list'

const PATTERNS = Object.entries(ENDPOINTS).map(([key, [method, path]]) => ({
  // the table's keys are those of its type
  key: key as EndpointKey,
  method,
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}))

const keyOf = (method: string, path: string): EndpointKey | null =>
  PATTERNS.find(each => each.method === method && each.pattern.test(path))?.key ?? null

/** The thing that an answer is about, or the list of that one thing. */
function sampleFor(key: EndpointKey, moment: RecordedMoment): unknown {
  if (!(key in ANSWER_SCHEMAS)) return undefined
  const schema: Schema.Constraint = ANSWER_SCHEMAS[key as keyof typeof ANSWER_SCHEMAS]
  const known = knownOf(moment)
  if (!LIST_OF_ONE.has(key)) return sampleOf(schema, known)
  return schema.ast._tag === 'Arrays' ? schema.ast.rest.map(item => sampleOf(Schema.make(item), known)) : []
}

function answerTo(key: EndpointKey, url: URL, moment: RecordedMoment | null, { lists }: AtHand): unknown {
  if (Object.hasOwn(lists, url.pathname)) return lists[url.pathname]
  if (key in SAME_EVERYWHERE) return SAME_EVERYWHERE[key]
  // the list of the page beneath is no list of one
  if (key === 'users.list' && !url.searchParams.has('uid')) return undefined
  const nouns = moment === null ? [] : openFormsOf(moment).map(({ form }) => form.split('.')[0] ?? '')
  if (moment === null || nouns.length === 0) return undefined
  if (!isOfForms(key) && !nouns.some(noun => READ_BY_FORMS[noun]?.includes(key))) return undefined
  const sample = sampleFor(key, moment)
  try {
    decodeAnswer(key, sample)
    return sample
  } catch {
    // rules that no sample meets: it stays unanswered, and is drawn as not recorded
    return undefined
  }
}

const addressOf = (input: RequestInfo | URL): URL =>
  new URL(input instanceof Request ? input.url : input, 'https://recorded.invalid')

/** Opens it. It sends no request (R2): an unknown answer never comes. */
export function openRecordedServer(atHand: AtHand): RecordedServer {
  let moment: RecordedMoment | null = null
  const waiting = new Set<() => void>()
  return {
    fetch: (input, init) =>
      new Promise((resolve, reject) => {
        const url = addressOf(input)
        const key = keyOf(init?.method ?? 'GET', url.pathname)
        const look = () => {
          const answer =
            url.pathname === CONFIG_PATH ? atHand.config : key === null ? undefined : answerTo(key, url, moment, atHand)
          if (answer === undefined) return
          waiting.delete(look)
          resolve(Response.json(answer))
        }
        init?.signal?.addEventListener('abort', () => {
          waiting.delete(look)
          reject(init.signal?.reason as Error)
        })
        waiting.add(look)
        look()
      }),
    show: next => {
      moment = next
      for (const look of waiting) look()
    },
  }
}
