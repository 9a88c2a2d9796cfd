import { HOLD_PLACES } from '@desk/schema/sources/hold-places'
import type { FormValues } from '@desk/machines/form/form.setup'
import { REDIRECT_TYPES } from '@desk/schema/respondents/state'
import { ClassicSource, ClassicSupplier, type ClassicFormOnWire } from '@desk/schema/sources/classic-source'
import { SOURCE_ON_WIRE } from '@desk/schema/sources/source'
import { sourceForm } from '@desk/schema/sources/source-form'
import { REDIRECT_LABELS } from '@desk/schema/suppliers/redirect-url'
import { redirectField, SupplierForm } from '@desk/schema/suppliers/supplier-form'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { Option, Schema } from 'effect'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import { priceTyped } from '#kit/forms/typed-number.ts'
import { calculationType, withCalculation } from './calculation-type.ts'
import { PRICE_FIELD, sharedFields, type SourceLists, type SourceOptions } from './source-lists.ts'
import { DEFAULT_PACING } from './source-words.ts'

/** The fields of a classic source's form, in the order of the screen (§2.21). */
export function classicFields(lists: SourceLists, options: SourceOptions): readonly FieldPlan<ClassicFormSent>[] {
  const { basics, control } = sharedFields(lists, options)
  return [
    ...basics,
    {
      name: 'pm_sup_ud',
      label: 'Supplier',
      kind: 'choice',
      isRequired: true,
      say: id => lists.suppliers.find(({ pm_sup_ud }) => pm_sup_ud === id)?.name ?? `Supplier ${Number(id)}`,
    },
    PRICE_FIELD,
    ...REDIRECT_TYPES.map(type => ({
      name: redirectField(type),
      label: `${REDIRECT_LABELS[type]} redirect`,
      kind: 'text' as const,
    })),
    ...control,
  ]
}

const {
  redirects_complete,
  redirects_termination,
  redirects_overquota,
  redirects_quality,
  redirects_security,
  redirects_default,
} = SupplierForm.fields

/** The rules of a classic source's form: those of every source (§5.18, §5.19), its one supplier, and redirects by outcome. */
export const classicSchema = Schema.Struct({
  ...sourceForm({ type: 'classic', clickBalancing: true, seesSupplyPrice: true }).fields,
  pm_sup_ud: ClassicSupplier,
  calculation_type_code_ud: calculationType,
  redirects_complete,
  redirects_termination,
  redirects_overquota,
  redirects_quality,
  redirects_security,
  redirects_default,
})

export type ClassicFormSent = typeof classicSchema.Type

/** The values for checking. @param status the source's new status */
export const classicWire = (wire: FormValues, status: number): FormValues => ({
  ...withCalculation(wire),
  [SOURCE_ON_WIRE.statusid]: status,
})

/** The request: the given redirects, as a list. @param wire judged by `classicSchema` */
export function classicInput(wire: FormValues): ClassicFormOnWire {
  const redirects = REDIRECT_TYPES.flatMap(type => {
    const url = wire[redirectField(type)]
    return typeof url === 'string' && url.trim() !== '' ? [{ type, url: url.trim() }] : []
  })
  const others = Object.fromEntries(Object.entries(wire).filter(([name]) => !name.startsWith('redirects_')))
  // judged by the schema, which has these fields
  return { ...(others as unknown as Omit<ClassicFormOnWire, 'redirects'>), redirects }
}

/** A stored classic source by the names of the form's fields. */
export function storedClassic({ redirects, supplier_cpi: price, name, statusid, ...source }: ClassicSource): object {
  return {
    ...source,
    [SOURCE_ON_WIRE.name]: name,
    [SOURCE_ON_WIRE.statusid]: statusid,
    supplier_cpi: priceTyped(price),
    ...Object.fromEntries(redirects.map(({ type, url }) => [redirectField(type), url])),
  }
}

/** The initial values of a new source's form. */
export const newClassic = (survey: Pick<SurveyDetail, 'out_of_field_time_zone_code'>): object => ({
  out_of_field_time_zone_code: survey.out_of_field_time_zone_code,
  pacing: DEFAULT_PACING,
  hold_places: HOLD_PLACES.none.code,
})

const decodeClassic = Schema.decodeUnknownOption(ClassicSource)

/** The classic source that a refusal shows; null: it shows another thing. */
export const classicIn = (current: unknown): ClassicSource | null => Option.getOrNull(decodeClassic(current))
