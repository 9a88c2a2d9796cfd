import type { FormContext } from '@desk/machines/form/form.setup'
import { canonicalJson } from '@desk/machines/journal/fingerprint'
import type { CountryOption, LanguageOption, TimeZoneItem } from '@desk/schema/lookups/lookups'
import { projectFields, projectOptions } from '#features/projects/project-plan.ts'
import { qualificationPlan } from '#features/qualifications/qualification-plan.ts'
import { questionFields } from '#features/quality-questions/question-plan.ts'
import { classicFields } from '#features/sources/classic-plan.ts'
import { sourceOptions } from '#features/sources/source-lists.ts'
import { sourceFields } from '#features/sources/source-plan.ts'
import { supplierFields } from '#features/suppliers/supplier-plan.ts'
import { LIMITS_FIELDS } from '#features/surveys/limits-plan.ts'
import { surveyFields, surveyOptions } from '#features/surveys/survey-plan.ts'
import { sayValue, type FieldPlan, type FormValue } from '#kit/forms/field-kinds.ts'

/** What is known of lists that are the same in every account; what is not there is shown by its id. */
export interface KnownNames {
  readonly zones: readonly TimeZoneItem[]
  readonly countries: readonly CountryOption[]
  readonly languages: readonly LanguageOption[]
}

/** A form as it is drawn from what its machine holds. */
export interface DrawnForm {
  readonly title: string
  /** What it edits, in words. */
  readonly thing: string
  /** It stood in a dialog, not on a page of its own. */
  readonly isDialog: boolean
  /** In the order of the screen, each of a kind that what it holds is of. */
  readonly fields: readonly FieldPlan[]
}

type Named = Pick<FormContext, 'form' | 'fields' | 'values'>

const WORDS: Readonly<Record<string, string>> = { qualityQuestion: 'quality question' }

/** The plan that the form's own screen has, by the name that it was opened with; lists of the person's account are not here. */
function ownPlan({ form, fields }: Named, names: KnownNames, nowMs: number): readonly FieldPlan[] {
  const [noun, act] = (form ?? '').split(/[. ]/)
  const sources = { ...names, suppliers: [] }
  switch (noun) {
    case 'project': {
      const lists = { ...names, usesBusinessUnits: true, consultants: [], units: [] }
      return projectFields(lists, projectOptions(lists, nowMs))
    }
    case 'survey':
      return act === 'limits'
        ? LIMITS_FIELDS
        : surveyFields({ ...names, pricesClient: false }, surveyOptions({ ...names, pricesClient: false }, nowMs))
    case 'source': {
      const options = sourceOptions(sources, nowMs)
      const isClassic = fields.some(({ name }) => name === 'pm_sup_ud')
      return isClassic
        ? classicFields(sources, options)
        : sourceFields({
            type: 'diy',
            lists: sources,
            options,
            seesSuppliers: true,
            seesSellPrice: true,
            mayBoost: true,
          })
    }
    case 'supplier':
      return supplierFields({ types: [], recruitments: [], seesPrices: true })
    case 'qualification':
      return qualificationPlan(names)
    case 'qualityQuestion':
      return questionFields(names.languages)
    default:
      return []
  }
}

const isPlain = (value: FormValue): value is string | number => typeof value === 'string' || typeof value === 'number'

/** Whether a field of this kind shows such a value: a mask stands where a date was, and another build may have had another kind. */
function shows({ kind }: FieldPlan, value: FormValue): boolean {
  if (value === null || value === '' || kind === 'data') return true
  if (kind === 'text' || kind === 'number') return typeof value === 'string'
  if (kind === 'switch') return typeof value === 'boolean'
  if (kind === 'choice') return isPlain(value)
  if (kind === 'choices') return Array.isArray(value) && value.every((each: FormValue) => isPlain(each))
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)
}

/** A field of which nothing is known but what it holds. */
function plainPlan(name: string, label: string, value: FormValue): FieldPlan {
  if (typeof value === 'boolean') return { name, label, kind: 'switch' }
  if (typeof value === 'number') return { name, label, kind: 'choice' }
  return { name, label, kind: typeof value === 'object' && value !== null ? 'data' : 'text' }
}

/** What a field holds, in words; as it is where its plan has none for it. */
export function wordsOf(plan: FieldPlan, value: FormValue): string {
  try {
    return sayValue(plan, value) || canonicalJson(value)
  } catch {
    // another build's form, or a mask, may hold something else than this plan reads
    return canonicalJson(value)
  }
}

/**
 * Tells how a form is drawn: by the plan of its own screen where there is one for its name, else by the names of its fields.
 * @param nowMs for the offsets of time zones
 */
export function drawnForm(context: Named, names: KnownNames, nowMs: number): DrawnForm {
  const [noun = '', act = ''] = (context.form ?? '').split(/[. ]/)
  const thing = WORDS[noun] ?? noun
  const own = ownPlan(context, names, nowMs)
  const fields = context.fields.map(({ name }) => {
    const value = context.values[name] ?? null
    const plan = own.find(each => each.name === name) ?? plainPlan(name, name, value)
    return shows(plan, value) ? plan : plainPlan(name, plan.label, value)
  })
  if (act === 'limits') return { title: 'Limits and auto-pause', thing, isDialog: true, fields }
  return { title: `${act === 'edit' ? 'Edit' : 'New'} ${thing}`, thing, isDialog: noun === 'qualityQuestion', fields }
}
