import type { Qualification } from '@desk/schema/qualifications/qualification'
import {
  TEXTS_MAX,
  type ChangedQualificationText,
  type NewQualificationForm,
  type QualificationChanges,
  type QualificationForm,
} from '@desk/schema/qualifications/qualification-form'
import type { Tx } from '#kernel/db/tx'
import { edit, inAccount, make, remove, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome, type Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { Detail } from '#kernel/http/refusal'
import { qualificationFacts } from './qualification-facts.ts'
import * as store from './qualifications.store.ts'

/** All accounts share the library, so none may change it. */
export const libraryIsShared = <Current>(current: Current): Refusal<Current> => ({
  kind: 'refused',
  reason: 'library_is_shared',
  message: 'Qualifications of the library are shared by all accounts. Copy it to change it.',
  current,
})

const trimmed = (form: QualificationForm): QualificationForm => ({
  qualifications_name: form.qualifications_name.trim(),
  qualification_type_cd: form.qualification_type_cd,
  qualification_category_cd: form.qualification_category_cd,
  qualification_class_cd: form.qualification_class_cd,
  qualification_access_cd: form.qualification_access_cd,
  precode: form.precode.trim(),
  qualification_univeral_name: form.qualification_univeral_name.trim(),
})
const trimmedText = (text: ChangedQualificationText): ChangedQualificationText => ({
  ...text,
  qualification_texts_name: text.qualification_texts_name.trim(),
})

const statusOf = (text: ChangedQualificationText, stored: ChangedQualificationText | undefined) =>
  text.qualification_text_status_cd ?? stored?.qualification_text_status_cd ?? 1

function textDiffers(text: ChangedQualificationText, stored: ChangedQualificationText | undefined): boolean {
  return (
    stored === undefined ||
    text.qualification_texts_name !== stored.qualification_texts_name ||
    text.languages_id !== stored.languages_id ||
    text.country_id !== stored.country_id ||
    statusOf(text, stored) !== statusOf(stored, undefined)
  )
}

async function precodeFaults(
  tx: Tx,
  { accountId, user }: Actor,
  precode: string,
  ownId: number | null,
): Promise<readonly Detail[]> {
  const holder = await store.findByPrecode(tx, accountId, user.uid, precode, ownId)
  return holder === undefined ? [] : [{ path: ['precode'], message: `Precode ${precode} is the one of ${holder}` }]
}

async function localeFaults(
  tx: Tx,
  texts: readonly ChangedQualificationText[],
  pathOf: (at: number) => readonly string[],
): Promise<readonly Detail[]> {
  const known = await store.knownLocales(
    tx,
    texts.map(({ languages_id }) => languages_id),
    texts.map(({ country_id }) => country_id),
  )
  return texts.flatMap(({ languages_id, country_id }, at) => [
    ...(known.languages.has(languages_id)
      ? []
      : [{ path: [...pathOf(at), 'languages_id'], message: 'Language is not in the list' }]),
    ...(known.countries.has(country_id)
      ? []
      : [{ path: [...pathOf(at), 'country_id'], message: 'Country is not in the list' }]),
  ])
}

/** The faults of texts: ids of other qualifications, a second text of a language and country, and texts beyond the limit. */
function placeFaults(
  stored: Qualification,
  texts: readonly ChangedQualificationText[],
  pathOf: (at: number) => readonly string[],
): readonly Detail[] {
  const changed = new Set(texts.flatMap(({ qualification_texts_id: id }) => (id === undefined ? [] : [id])))
  const staying = stored.qualification_texts.filter(
    ({ qualification_texts_id }) => !changed.has(qualification_texts_id),
  )
  const added = texts.flatMap(({ qualification_texts_id: id }, at) => (id === undefined ? [at] : []))
  const beyond = new Set(added.slice(Math.max(0, TEXTS_MAX - stored.qualification_texts.length)))
  return texts.flatMap(({ qualification_texts_id: id, languages_id, country_id }, at): readonly Detail[] => {
    if (beyond.has(at))
      return [{ path: [...pathOf(at), 'country_id'], message: `A qualification has at most ${TEXTS_MAX} texts` }]
    if (id !== undefined && !stored.qualification_texts.some(text => text.qualification_texts_id === id)) {
      return [{ path: [...pathOf(at), 'qualification_texts_id'], message: 'This text is not one of the qualification' }]
    }
    const taken = staying.some(text => text.languages_id === languages_id && text.country_id === country_id)
    return taken
      ? [{ path: [...pathOf(at), 'country_id'], message: 'There is a text in this language for this country already' }]
      : []
  })
}

const inList = (at: number): readonly string[] => ['qualification_texts', String(at)]

const stored = async (tx: Tx, accountId: number, id: number): Promise<Qualification> =>
  requireFound(await store.findQualification(tx, accountId, id), 'qualification')
const factsOf = async (tx: Tx, accountId: number, id: number): Promise<HistoryFacts> =>
  qualificationFacts(await stored(tx, accountId, id))

/** Creates a qualification of the account with its texts (api:Q2, api:Q6). */
export function createQualification(tx: Tx, actor: Actor, form: NewQualificationForm): Promise<Outcome<Qualification>> {
  const { accountId, user, at } = actor
  const fields = trimmed(form)
  const texts = form.qualification_texts.map(trimmedText)
  return make(tx, actor, {
    scope: 'qualification',
    lock: inAccount,
    judge: async () =>
      refusedFor([
        ...(await precodeFaults(tx, actor, fields.precode, null)),
        ...(await localeFaults(tx, texts, inList)),
      ]),
    async write() {
      const id = await store.insertQualification(tx, accountId, user.uid, fields, at)
      await store.writeTexts(tx, accountId, id, texts)
      return id
    },
    facts: id => factsOf(tx, accountId, id),
    read: id => stored(tx, accountId, id),
  })
}

/**
 * Changes fields of a qualification, changes texts of it and adds others (api:Q3, api:Q7). @param pathOf the path of a text in
 * the request
 */
export function changeQualification(
  tx: Tx,
  actor: Actor,
  id: number,
  { version, qualification_texts: givenTexts = [], ...givenFields }: QualificationChanges,
  pathOf = inList,
): Promise<Outcome<Qualification>> {
  const { accountId } = actor
  const texts = givenTexts.map(trimmedText)
  return edit(tx, actor, {
    scope: 'qualification',
    id,
    lock: () => store.lockQualification(tx, accountId, id),
    judge: before =>
      before.is_library
        ? libraryIsShared(before)
        : {
            before: { fields: trimmed(before), texts: [] },
            after: { fields: trimmed({ ...before, ...givenFields }), texts: changedTexts(before, texts) },
          },
    version: before => ({ seen: version, stored: before.version }),
    judgeChange: async (before, { fields }) =>
      refusedFor([
        ...(await precodeFaults(tx, actor, fields.precode, id)),
        ...placeFaults(before, texts, pathOf),
        ...(await localeFaults(tx, texts, pathOf)),
      ]),
    async write(after) {
      await store.updateQualification(tx, accountId, id, after.fields)
      await store.writeTexts(tx, accountId, id, after.texts)
    },
    facts: () => factsOf(tx, accountId, id),
    read: () => stored(tx, accountId, id),
  })
}

/** The texts that are new or changed. */
function changedTexts(
  before: Qualification,
  texts: readonly ChangedQualificationText[],
): readonly ChangedQualificationText[] {
  const storedTexts = new Map<number, ChangedQualificationText>(
    before.qualification_texts.map(text => [
      text.qualification_texts_id,
      { ...text, qualification_text_status_cd: text.qualification_text_status_cd === 2 ? 2 : 1 },
    ]),
  )
  return texts.filter(text =>
    textDiffers(
      text,
      text.qualification_texts_id === undefined ? undefined : storedTexts.get(text.qualification_texts_id),
    ),
  )
}

const USES_SHOWN = 20

type Uses = { readonly uses: readonly { readonly scope: string; readonly id: number; readonly name: string }[] }

/** Deletes an unused qualification (api:Q4); otherwise names its uses. */
export function deleteQualification(tx: Tx, actor: Actor, id: number): Promise<Outcome<null, Qualification | Uses>> {
  const { accountId } = actor
  return remove<Qualification, Qualification | Uses>(tx, actor, {
    scope: 'qualification',
    id,
    lock: () => store.lockQualification(tx, accountId, id),
    async judge(before) {
      if (before.is_library) return libraryIsShared(before)
      const uses = await store.listUses(tx, accountId, before, USES_SHOWN)
      return uses.length > 0 ? inUse(before, uses) : undefined
    },
    facts: qualificationFacts,
    write: () => store.deleteQualification(tx, accountId, id),
  })
}

const inUse = (before: Qualification, uses: Uses['uses']): Refusal<Uses> => ({
  kind: 'refused',
  reason: 'in_use',
  message: `${before.qualifications_name} is used by ${uses.map(({ scope, name }) => `the ${scope} ${name}`).join(', ')}.`,
  current: { uses },
})

/** Copies a qualification of the library, with its texts and options, into the account; a precode that is taken gets a number. */
export function copyQualification(tx: Tx, actor: Actor, libraryId: number): Promise<Outcome<Qualification>> {
  const { accountId, user, at } = actor
  return make(tx, actor, {
    scope: 'qualification',
    async lock() {
      const source = await store.findQualification(tx, accountId, libraryId)
      return source?.is_library ? source : undefined
    },
    async write(source) {
      let precode = source.precode
      for (let number = 2; (await store.findByPrecode(tx, accountId, user.uid, precode, null)) !== undefined; number++)
        precode = `${source.precode}-${number}`
      return store.copyFromLibrary(tx, accountId, user.uid, source, precode, at)
    },
    facts: id => factsOf(tx, accountId, id),
    read: id => stored(tx, accountId, id),
  })
}
