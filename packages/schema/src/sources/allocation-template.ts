import { Schema } from 'effect'
import { requiredChoice, requiredText } from '../forms/form-fields.ts'
import { Id, IsoInstant, Version } from '../ids/ids.ts'
import { SOURCE_ON_WIRE } from './source.ts'
import { AllocationChanges } from './source-suppliers.ts'

/** Supplier allocation template types by the codes of lookup 33: offered for a whole survey, or for a source. */
const AllocationTemplateType = Schema.Literals([1, 2])

const fields = {
  name: requiredText({ label: 'Template Name', maxLength: 100 }),
  template_type: AllocationTemplateType,
  /** Each supplier once, together 100 %, as in an allocation (api:T15). */
  suppliers: AllocationChanges.fields.suppliers,
}

/** A new template of an allocation (api:T29). */
export const NewAllocationTemplate = Schema.Struct(fields)
export type NewAllocationTemplate = typeof NewAllocationTemplate.Type

/** Changes of a template (api:T28), and the version that the editor saw. */
export const AllocationTemplateChanges = Schema.Struct({
  supplier_allocation_template_id: requiredChoice('Template is required'),
  ...fields,
  version: Schema.optionalKey(Version),
})
export type AllocationTemplateChanges = typeof AllocationTemplateChanges.Type

const part = Schema.Struct({
  pm_sup_ud: Id,
  name: Schema.String,
  allocation_percent: Schema.Number,
  supplier_cpi: Schema.NullOr(Schema.Number),
})

/** A template of an allocation (api:T27, T30). `is_gone` marks a supplier that was deleted: the template cannot be loaded as it is. */
export const AllocationTemplate = Schema.Struct({
  supplier_allocation_template_id: Id,
  name: Schema.String,
  template_type: AllocationTemplateType,
  suppliers: Schema.Array(Schema.Struct({ ...part.fields, is_gone: Schema.Boolean })),
  version: Version,
  created_by: Schema.NullOr(Schema.String),
  created_at: IsoInstant,
})
export type AllocationTemplate = typeof AllocationTemplate.Type

/** Where a template is loaded: into one source, or into every DIY source of a survey that has not ended. */
export const TemplateScope = Schema.Literals(['source', 'survey'])
export type TemplateScope = typeof TemplateScope.Type

/** Loads a template (api:T32) into the source or survey `id`; with `preview` nothing is stored, and the answer shows what would be. */
export const TemplateLoad = Schema.Struct({
  id: requiredChoice('Source or survey is required'),
  preview: Schema.optionalKey(Schema.Boolean),
})
export type TemplateLoad = typeof TemplateLoad.Type

/** The values that loading a template overwrites, source by source. */
export const TemplateLoaded = Schema.Struct({
  stored: Schema.Boolean,
  streams: Schema.Array(
    Schema.Struct({
      stmid: Id,
      name: Schema.String,
      before: Schema.Array(part),
      after: Schema.Array(part),
      changes: Schema.Boolean,
    }).pipe(Schema.encodeKeys({ name: SOURCE_ON_WIRE.name })),
  ),
})
export type TemplateLoaded = typeof TemplateLoaded.Type
