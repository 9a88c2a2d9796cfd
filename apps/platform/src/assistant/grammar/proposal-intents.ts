import { ALERT_KIND_IDS, type AlertKind } from '@desk/schema/alerts/alert-kinds'
import { STATUS_CODES, STATUS_LABELS, type StatusCode } from '@desk/schema/statuses/status'
import { Effect } from 'effect'
import {
  proposeAlertRule,
  proposeAllocation,
  proposePrice,
  proposeReconciliation,
  proposeStatus,
  proposeTarget,
} from '../toolkit/propose.ts'
import { orRefused, ToolRefusal } from '../toolkit/tool.ts'
import type { Intent, IntentContext } from './intent.ts'
import { meantOf } from './lookup-intents.ts'

const STATUS_VERBS: readonly (readonly [StatusCode, readonly string[]])[] = [
  [STATUS_CODES.paused, ['pause', 'stop', 'halt']],
  [STATUS_CODES.live, ['launch', 'resume', 'unpause', 'start', 'restart']],
  [STATUS_CODES.complete, ['finish', 'close']],
  [STATUS_CODES.cancelled, ['cancel']],
]
const isVerb = (word: string): boolean => STATUS_VERBS.some(([, words]) => words.includes(word))
const SET = ['set', 'raise', 'lower', 'increase', 'decrease', 'put', 'make', 'change']
const FALLS: readonly (readonly [AlertKind, readonly string[]])[] = [
  ['unusual_figures', ['unusual', 'anomaly', 'anomalies']],
  ['ir_fell', ['ir', 'incidence']],
  ['conversion_fell', ['conversion']],
  ['behind_pace', ['pace', 'behind']],
  ['target_reached', ['target', 'goal']],
  ['hash_errors', ['hash', 'hashes']],
  ['closing_window', ['window', 'reconciliation']],
]

const isQuestion = ({ question }: Pick<IntentContext, 'question'>): boolean =>
  ['why', 'who', 'which', 'when', 'list'].some(word => question.keywords.has(word))

const amountOf = ({ question: { amounts } }: IntentContext): Effect.Effect<number, ToolRefusal> => {
  const [amount] = amounts
  return amount === undefined
    ? Effect.fail(new ToolRefusal({ message: 'Say the new value, such as “to 1.50”.' }))
    : Effect.succeed(amount)
}

/** Changes that a question asks for: each is proposed, and made only by the screen’s own confirmation. */
export const PROPOSAL_INTENTS: readonly Intent[] = [
  {
    intent: 'propose.status',
    example: 'Pause source “Main”',
    words: [STATUS_VERBS.flatMap(([, words]) => words)],
    // a mistyped question asks for no change
    takes: question =>
      !isQuestion({ question }) &&
      question.figures.length === 0 &&
      !question.corrected.some(([, word]) => isVerb(word)),
    answer: context =>
      Effect.gen(function* () {
        const { keywords } = context.question
        const verb = STATUS_VERBS.find(([, words]) => words.some(word => keywords.has(word)))
        const { scope, id, name } = yield* meantOf(['project', 'survey', 'source'], context)
        if (verb === undefined) return yield* new ToolRefusal({ message: 'Say which status is meant.' })
        const { parts } = yield* context.record.call(proposeStatus, { scope, id, statusid: verb[0] })
        return { understood: `Set the status of ${scope} “${name}” to ${STATUS_LABELS[verb[0]]}`, parts }
      }),
  },
  {
    intent: 'propose.price',
    example: 'Set the price of source “Main” to $1.50',
    words: [SET, ['price', 'cpi']],
    answer: context =>
      Effect.gen(function* () {
        const price = yield* amountOf(context)
        const { id, name } = yield* meantOf(['source'], context)
        const { parts } = yield* context.record.call(proposePrice, { source_id: id, price })
        return { understood: `Change the supply price of source “${name}”`, parts }
      }),
  },
  {
    intent: 'propose.target',
    example: 'Set the target of source “Main” to 500',
    words: [SET, ['target', 'goal']],
    answer: context =>
      Effect.gen(function* () {
        const target = Math.round(yield* amountOf(context))
        const { scope, id, name } = yield* meantOf(['survey', 'source'], context)
        if (target < 1 || target > 1_000_000)
          return yield* new ToolRefusal({ message: 'A target is between 1 and 1,000,000.' })
        const { parts } = yield* context.record.call(proposeTarget, { scope, id, target })
        return { understood: `Change the target of ${scope} “${name}”`, parts }
      }),
  },
  {
    intent: 'propose.allocation',
    example: 'Set the allocation of source “Main” to 100%',
    words: [SET, ['allocation', 'share']],
    answer: context =>
      Effect.gen(function* () {
        const percent = yield* amountOf(context)
        const { id, name } = yield* meantOf(['source'], context)
        if (percent > 100) return yield* new ToolRefusal({ message: 'A share is at most 100 %.' })
        const { suppliers } = yield* orRefused(context.desk.calls.sourceSuppliers.read({ params: { id } }))
        const [only, ...more] = suppliers
        if (only === undefined || more.length > 0)
          return yield* new ToolRefusal({
            message: 'This source has no single supplier: change the shares on its screen.',
          })
        const { parts } = yield* context.record.call(proposeAllocation, {
          source_id: id,
          shares: [{ supplier_id: only.pm_sup_ud, percent }],
        })
        return { understood: `Change the allocation of source “${name}”`, parts }
      }),
  },
  {
    intent: 'propose.alert',
    example: 'Alert me when the conversion of this project falls',
    words: [
      ['alert', 'notify', 'warn', 'ping'],
      ['when', 'if', 'falls', 'once', 'reaches', 'drops', 'behind'],
    ],
    answer: context =>
      Effect.gen(function* () {
        const { keywords, isOfThis, name } = context.question
        const kind = FALLS.find(([, words]) => words.some(word => keywords.has(word)))?.[0] ?? ALERT_KIND_IDS[0]
        const project = isOfThis || name !== '' ? yield* meantOf(['project'], context) : null
        const { parts } = yield* context.record.call(proposeAlertRule, {
          kind,
          ...(project === null ? {} : { project_id: project.id }),
        })
        return {
          understood: project === null ? 'A new alert of the account' : `A new alert of project “${project.name}”`,
          parts,
        }
      }),
  },
  {
    intent: 'propose.reconciliation',
    example: 'Begin a reconciliation of this project',
    words: [
      ['begin', 'draft', 'prepare', 'new'],
      ['reconciliation', 'recon', 'reconcile'],
    ],
    answer: context =>
      Effect.gen(function* () {
        const { id, name } = yield* meantOf(['project'], context)
        const { parts } = yield* context.record.call(proposeReconciliation, { project_id: id, respondents: [] })
        return { understood: `Begin a reconciliation of project “${name}”`, parts }
      }),
  },
]
