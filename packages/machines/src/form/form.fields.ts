import { fieldsOf } from '@desk/schema/journal/secret'
import { Result, Schema, SchemaIssue } from 'effect'
import { isSecretName } from './form.secrets.ts'

/** One field as the form machine knows it. */
export const FormField = Schema.Struct({ name: Schema.String, isSecret: Schema.Boolean })
export type FormField = typeof FormField.Type

/** A fault of one field: its path, and the text under it (§8.7). Both the schema and the server (§5.28) report faults in this form. */
export const FieldFault = Schema.Struct({ path: Schema.Array(Schema.String), message: Schema.String })
export type FieldFault = typeof FieldFault.Type

/** The key of a field's error: its path joined with underscores (§5.28). */
export const faultKey = ({ path }: FieldFault): string => path.join('_')

/** The text of a fault, quotes removed (§5.28). */
export const faultText = ({ message }: FieldFault): string => message.replaceAll('"', '')

/**
 * Describes a form by its schema: its fields in the order of the schema, and which of them are secret.
 * @param schema a struct; secret fields are marked with `secret(…)` of @desk/schema/journal/secret
 * @throws Error when a field is named as a secret and not marked as one
 */
export function describeForm(schema: Schema.Constraint): readonly FormField[] {
  const fields = new Map<string, boolean>()
  for (const { path, isSecret } of fieldsOf(schema)) {
    const name = path.split(/[.[]/, 1)[0] ?? path
    if (isSecretName(path.split(/[.[\]]/).at(-1) ?? path) && !isSecret)
      throw new Error(`The field ${path} is a secret by its name: mark it with secret(…) in its schema`)
    fields.set(name, (fields.get(name) ?? true) && isSecret)
  }
  return [...fields].map(([name, isSecret]) => ({ name, isSecret }))
}

const UNSPOKEN = 'This value is not accepted.'

/** A check without a text of its own quotes the value; a secret is not quoted. */
const saysNoSecret = (message: string, value: unknown): string =>
  typeof value === 'string' && value !== '' && message.includes(JSON.stringify(value)) ? UNSPOKEN : message

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/**
 * Checks a form's values, secrets among them, by its schema; called outside the machine, which only sees the faults.
 * @param schema the form's schema, whose checks carry the texts of §5
 * @returns the faults in the order of the schema, the first of each field; empty when the values are good
 */
export function faultsOf(schema: Schema.Decoder<unknown>, values: unknown): readonly FieldFault[] {
  const decoded = Schema.decodeUnknownResult(schema, { errors: 'all' })(values)
  if (Result.isSuccess(decoded)) return []
  const faults = new Map<string, FieldFault>()
  const secrets = new Set(describeForm(schema).flatMap(({ name, isSecret }) => (isSecret ? [name] : [])))
  const { issues } = format(decoded.failure.issue)
  for (const { path, message } of issues) {
    const steps = (path ?? []).map(step => String(typeof step === 'object' ? step.key : step))
    const name = steps[0] ?? ''
    const value: unknown = secrets.has(name) ? Object(values)[name] : undefined
    const fault = { path: steps, message: saysNoSecret(message, value) }
    if (!faults.has(faultKey(fault))) faults.set(faultKey(fault), fault)
  }
  return [...faults.values()]
}
