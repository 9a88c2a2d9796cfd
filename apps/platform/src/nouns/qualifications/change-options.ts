import { withPrecodes } from '@desk/schema/qualifications/option-precodes'
import { hasNoOptions } from '@desk/schema/qualifications/qualification-codes'
import {
  OPTIONS_MAX,
  type QualificationOptionForm,
  type QualificationOptionsForm,
} from '@desk/schema/qualifications/qualification-form'
import type { QualificationOption } from '@desk/schema/qualifications/qualification'
import type { Tx } from '#kernel/db/tx'
import { stale, type Outcome } from '#kernel/edits/outcome'
import { recordEdit } from '#kernel/history/history.store'
import type { Asker } from '#statuses/change-status'
import { libraryIsShared } from './change-qualification.ts'
import { listOptions, replaceOptions, type StoredOption } from './options.store.ts'
import { optionFacts } from './qualification-facts.ts'
import * as store from './qualifications.store.ts'

const ALL = { limit: OPTIONS_MAX, offset: 0 }

function toStore({
  qualification_options_id: id,
  precode,
  ...option
}: QualificationOptionForm & { readonly precode: string }): StoredOption {
  const stored = {
    precode,
    sort_order_nbr: option.sort_order_nbr,
    qualification_options_name: option.qualification_options_name.trim(),
    qualification_options_english_name: option.qualification_options_english_name.trim(),
  }
  return id === undefined ? stored : { qualification_options_id: id, ...stored }
}

const sameOptions = (one: readonly StoredOption[], other: readonly StoredOption[]): boolean => {
  const plain = (options: readonly StoredOption[]): string =>
    JSON.stringify(
      options.map(({ precode, sort_order_nbr, qualification_options_name, qualification_options_english_name }) => [
        precode,
        sort_order_nbr,
        qualification_options_name,
        qualification_options_english_name,
      ]),
    )
  return plain(one) === plain(other)
}

/** Replaces the options of a text (api:Q11): those with an id stay, changed or not, the others are new, and what is not named goes. */
export async function changeOptions(
  tx: Tx,
  asker: Asker,
  textId: number,
  { qualification_options: given, version }: QualificationOptionsForm,
): Promise<Outcome<readonly QualificationOption[]>> {
  const { accountId, userId, at } = asker
  const id = await store.findQualificationId(tx, accountId, textId)
  const qualification = id === undefined ? undefined : await store.lockQualification(tx, accountId, id)
  const text = qualification?.qualification_texts.find(
    ({ qualification_texts_id }) => qualification_texts_id === textId,
  )
  if (id === undefined || !qualification || !text) return { kind: 'missing' }
  const before = await listOptions(tx, accountId, textId, ALL)
  if (qualification.is_library) return libraryIsShared(before)

  const options = withPrecodes(given).map(toStore)
  // a repeat whose answer was lost is not held up
  if (
    sameOptions(
      before,
      options.toSorted((a, b) => a.sort_order_nbr - b.sort_order_nbr),
    )
  )
    return { kind: 'done', answer: before }
  if (version !== undefined && version !== text.version) return stale('list of options', before)

  if (options.length > 0 && hasNoOptions(qualification.qualification_type_cd)) {
    return {
      kind: 'faulty',
      details: [
        {
          path: ['qualification_options'],
          message: 'A numeric qualification is answered with a number and has no options',
        },
      ],
    }
  }
  const known = new Set(before.map(option => option.qualification_options_id))
  const details = idFaults(options, known)
  if (details.length > 0) return { kind: 'faulty', details }
  await replaceOptions(tx, accountId, textId, options)
  const after = await listOptions(tx, accountId, textId, ALL)
  await recordEdit(tx, {
    accountId,
    scope: 'qualification',
    id,
    userId,
    at,
    act: 'edited',
    ...optionFacts(text, before, after),
  })
  return { kind: 'done', answer: after }
}

function idFaults(options: readonly StoredOption[], known: ReadonlySet<number>) {
  const seen = new Set<number>()
  return options.flatMap(({ qualification_options_id: optionId }, at) => {
    if (optionId === undefined) return []
    const path = ['qualification_options', String(at), 'qualification_options_id']
    if (!known.has(optionId))
      return [{ path, message: 'This option is not one of the text: it was removed, or is of another one' }]
    if (seen.has(optionId)) return [{ path, message: 'This option is there twice' }]
    seen.add(optionId)
    return []
  })
}
