import type { Caller } from '@desk/api/authorization'
import { conditionLabel, repeatedInQuotas } from '@desk/schema/sources/quota-faults'
import {
  QUOTAS_MAX,
  type Condition,
  type FlatQualsQuotasInput,
  type QualsQuotas,
  type QualsQuotasInput,
} from '@desk/schema/sources/quals-quotas'
import { may } from '@desk/schema/permissions/permissions'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { Detail } from '#kernel/http/refusal'
import { findQuotas } from '#statuses/find-quotas.store'
import { hiddenPrecodes } from '../qualifications/qualifications.store.ts'
import { openSource } from './save-source.ts'
import {
  findAnswerNames,
  replaceRows,
  storedCondition,
  type AnswerName,
  type QuotaRows,
} from './source-quotas.store.ts'
import type { SourcePlace } from './sources.store.ts'
import { tellBatches } from './table-moved.ts'

/** The flat list as one group (api:T2). */
export function nested({ quotas, ...rest }: FlatQualsQuotasInput): QualsQuotasInput {
  return {
    ...rest,
    quota_groups: quotas.length === 0 ? [] : [{ name: 'Quotas', conditions: [], target: null, quotas }],
  }
}

/** Converts a fault's nested path to the flat request's. */
export function flatDetail({ path, message }: Detail): Detail {
  const [head, , kind, ...rest] = path
  return head === 'quota_groups'
    ? { path: kind === 'quotas' ? ['quotas', ...rest] : ['quotas'], message }
    : { path, message }
}

/**
 * Replaces the qualifications and quotas of a source in one transaction (api:T2, T4). Quotas that cannot be met are stored,
 * listed in the answer's problems, and block a launch; duplicates are refused. The answer has respondents in progress: views that
 * hide them get it through `quotasInView`.
 */
export function replaceQuotas(tx: Tx, actor: Actor, input: QualsQuotasInput): Promise<Outcome<QualsQuotas>> {
  const { accountId, user } = actor
  const { stmid: id } = input
  return edit(tx, actor, {
    scope: 'source',
    id,
    async lock() {
      const source = await openSource(tx, accountId, id)
      const stored = source && (await findQuotas(tx, accountId, id))
      return stored && { place: source.place, stored }
    },
    judge: async ({ place, stored }) => {
      const repeated = [...repeatedInQuotas(input), ...tooManyQuotas(input)]
      if (repeated.length > 0) return { kind: 'faulty', details: repeated }
      const hidden = may(user, 'read private qualifications')
        ? []
        : await hiddenQualifications(tx, accountId, user.uid, input, stored)
      if (hidden.length > 0) return { kind: 'faulty', details: hidden }
      return {
        before: comparable(rowsOf(stored, place.lastQuotaNo)),
        after: comparable(rowsOf(input, lastNo(place, stored))),
      }
    },
    version: ({ place }) => ({ seen: input.version, stored: place.qualsVersion }),
    judgeChange: ({ stored }) => refusedFor(goneQuotas(input, new Set(numbersOf(stored)))),
    write: (_rows, { place, stored }) => replaceRows(tx, accountId, id, rowsOf(input, lastNo(place, stored))),
    async changed({ place, stored }) {
      const nameOf = await findAnswerNames(tx, accountId, place.surveyId, [stored, input])
      return { before: factsOf(stored, nameOf), after: factsOf(input, nameOf) }
    },
    tell: ({ place }) => tellBatches(tx, accountId, place.surveyId),
    read: async () => requireFound(await findQuotas(tx, accountId, id), 'source'),
  })
}

/** The greatest quota number that the source ever used. */
const lastNo = ({ lastQuotaNo }: SourcePlace, stored: QualsQuotas): number =>
  Math.max(lastQuotaNo, 0, ...numbersOf(stored))

/** The limit of a source's quotas, over all groups. */
export function tooManyQuotas({ quota_groups: groups }: Pick<QualsQuotasInput, 'quota_groups'>): readonly Detail[] {
  const count = groups.reduce((sum, { quotas }) => sum + quotas.length, 0)
  return count > QUOTAS_MAX ? [{ path: ['quota_groups'], message: `A source has at most ${QUOTAS_MAX} quotas` }] : []
}

/** The faults of private qualifications that the user may not see; those already in the source stay. */
async function hiddenQualifications(
  tx: Tx,
  accountId: number,
  userId: number,
  input: QualsQuotasInput,
  stored: QualsQuotas,
): Promise<readonly Detail[]> {
  const before = new Set(askedPlaces(stored).map(({ param }) => param))
  const asked = askedPlaces(input).filter(({ param }) => !before.has(param))
  if (asked.length === 0) return []
  const hidden = await hiddenPrecodes(tx, accountId, [...new Set(asked.map(({ param }) => param))], userId)
  return asked.flatMap(({ param, path }) =>
    hidden.has(param) ? [{ path: path.map(String), message: `No qualification has the precode ${param}` }] : [],
  )
}

/** Every precode in use, with its path. */
function askedPlaces({
  qualifications,
  quota_groups: groups,
}: Pick<QualsQuotasInput, 'qualifications' | 'quota_groups'>) {
  const among = (conditions: readonly Condition[], ...path: readonly (string | number)[]) =>
    conditions.map(({ param }, at) => ({ param, path: [...path, at, 'param'] }))
  return [
    ...among(qualifications, 'qualifications'),
    ...groups.flatMap(({ conditions = [], quotas }, groupAt) => [
      ...among(conditions, 'quota_groups', groupAt, 'conditions'),
      ...quotas.flatMap((quota, at) => among(quota.conditions, 'quota_groups', groupAt, 'quotas', at, 'conditions')),
    ]),
  ]
}

const numbersOf = ({ quota_groups: groups }: QualsQuotas): readonly number[] =>
  groups.flatMap(({ quotas }) => quotas.map(({ quota_no: no }) => no))

function goneQuotas({ quota_groups: groups }: QualsQuotasInput, known: ReadonlySet<number>): readonly Detail[] {
  return groups.flatMap(({ quotas }, groupAt) =>
    quotas.flatMap(({ quota_no: no }, at) =>
      no === undefined || known.has(no)
        ? []
        : [
            {
              path: ['quota_groups', String(groupAt), 'quotas', String(at), 'quota_no'],
              message: `There is no quota ${no} in this source`,
            },
          ],
    ),
  )
}

/** The rows of these quotas; a new quota gets the number after the greatest one ever used. */
function rowsOf(
  { qualifications, quota_groups: groups }: Pick<QualsQuotasInput, 'qualifications' | 'quota_groups'>,
  lastNo: number,
): QuotaRows {
  let lastQuotaNo = lastNo
  return {
    qualifications: qualifications.map(({ name, ...condition }, at) => ({
      qualification_no: at + 1,
      name: name.trim(),
      condition: storedCondition(condition),
    })),
    groups: groups.map(({ name, conditions = [], target = null }, at) => ({
      group_no: at + 1,
      name: name.trim(),
      conditions: conditions.map(storedCondition),
      target,
    })),
    quotas: groups.flatMap(({ conditions: shared = [], quotas }, at) =>
      quotas.map(({ quota_no: no, name, conditions, target }) => ({
        quota_no: no ?? ++lastQuotaNo,
        group_no: at + 1,
        name: name.trim(),
        conditions: [...shared, ...conditions].map(storedCondition),
        target,
      })),
    ),
    // computed after the list above has numbered the new quotas
    lastQuotaNo,
  }
}

const comparable = ({ qualifications, groups, quotas }: QuotaRows) => ({
  qualifications,
  groups,
  quotas: quotas.toSorted((one, other) => one.group_no - other.group_no || one.quota_no - other.quota_no),
})

/** Qualifications and quotas as people read them in the history, one line each. */
function factsOf(
  { qualifications, quota_groups: groups }: Pick<QualsQuotasInput, 'qualifications' | 'quota_groups'>,
  nameOf: AnswerName,
): HistoryFacts {
  const answersText = ({ in: codes, ...condition }: Condition): string =>
    conditionLabel(
      codes === undefined ? condition : { ...condition, in: codes.map(code => nameOf(condition.param, code)) },
    )
  const conditionsText = (conditions: readonly Condition[]): string =>
    conditions.map(condition => `${condition.param}: ${answersText(condition)}`).join('; ')
  const quotas = groups.flatMap(({ name, conditions: shared = [], target = null, quotas: own }) => [
    ...(target === null && shared.length === 0
      ? []
      : [`${name}${shared.length === 0 ? '' : ` (${conditionsText(shared)})`}${target === null ? '' : `: ${target}`}`]),
    ...own.map(({ name: quota, conditions, target: n }) => `${name} › ${quota} (${conditionsText(conditions)}): ${n}`),
  ])
  return {
    qualifications:
      qualifications.length === 0
        ? null
        : qualifications.map(({ name, ...condition }) => `${name} (${condition.param}): ${answersText(condition)}`),
    quotas: quotas.length === 0 ? null : quotas,
  }
}

/** The quotas for a view: only the internal view gets respondents in progress (domain.md §4). */
export function quotasInView<Read extends QualsQuotas>(read: Read, view: Caller['view']): Read {
  if (view === 'internal') return read
  return {
    ...read,
    quota_groups: read.quota_groups.map(group => ({
      ...group,
      quotas: group.quotas.map(({ quota_no, name, conditions, target, completes, remaining }) => ({
        quota_no,
        name,
        conditions,
        target,
        completes,
        remaining,
      })),
    })),
  }
}
