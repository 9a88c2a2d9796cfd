import { withPrecodes } from '@desk/schema/qualifications/option-precodes'
import { hasNoOptions } from '@desk/schema/qualifications/qualification-codes'
import {
  OPTIONS_MAX,
  type QualificationOptionForm,
  type QualificationOptionsForm,
} from '@desk/schema/qualifications/qualification-form'
import type { QualificationOption } from '@desk/schema/qualifications/qualification'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
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

const comparable = (options: readonly StoredOption[]) =>
  options.map(({ precode, sort_order_nbr, qualification_options_name, qualification_options_english_name }) => ({
    precode,
    sort_order_nbr,
    qualification_options_name,
    qualification_options_english_name,
  }))

const NO_OPTIONS = {
  path: ['qualification_options'],
  message: 'A numeric qualification is answered with a number and has no options',
}

/** Replaces the options of a text (api:Q11): options with an id are updated, others are added, and missing ones are deleted. */
export async function changeOptions(
  tx: Tx,
  actor: Actor,
  textId: number,
  { qualification_options: given, version }: QualificationOptionsForm,
): Promise<Outcome<readonly QualificationOption[]>> {
  const { accountId } = actor
  const id = await store.findQualificationId(tx, accountId, textId)
  if (id === undefined) return { kind: 'missing' }
  const options = withPrecodes(given).map(toStore)
  const read = () => listOptions(tx, accountId, textId, ALL)
  return edit(tx, actor, {
    scope: 'qualification',
    noun: 'list of options',
    id,
    async lock() {
      const qualification = await store.lockQualification(tx, accountId, id)
      const text = qualification?.qualification_texts.find(
        ({ qualification_texts_id }) => qualification_texts_id === textId,
      )
      return qualification && text && { qualification, text, options: await read() }
    },
    judge: ({ qualification, options: before }) =>
      qualification.is_library
        ? libraryIsShared(before)
        : {
            before: comparable(before),
            after: comparable(options.toSorted((a, b) => a.sort_order_nbr - b.sort_order_nbr)),
          },
    version: ({ text }) => ({ seen: version, stored: text.version }),
    judgeChange: ({ qualification, options: before }) =>
      refusedFor(
        options.length > 0 && hasNoOptions(qualification.qualification_type_cd)
          ? [NO_OPTIONS]
          : idFaults(options, new Set(before.map(option => option.qualification_options_id))),
      ),
    write: () => replaceOptions(tx, accountId, textId, options),
    changed: async ({ text, options: before }) => optionFacts(text, before, await read()),
    read,
  })
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
