import { Schema, SchemaGetter } from 'effect'
import { isSecretName, withoutSecretFields } from './form.secrets.ts'

/** The values of a form by field; fields named as secrets, at any depth, are removed on entry. */
export const OpenValues = Schema.Record(Schema.String, Schema.Json).pipe(
  Schema.decode({
    decode: SchemaGetter.transform(values =>
      Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) =>
          isSecretName(name) ? [] : [[name, withoutSecretFields(value)]],
        ),
      ),
    ),
    encode: SchemaGetter.passthrough(),
  }),
)
export type OpenValues = typeof OpenValues.Type

/** The value of one field, without secrets in it. */
export const OpenValue = Schema.Json.pipe(
  Schema.decode({ decode: SchemaGetter.transform(withoutSecretFields), encode: SchemaGetter.passthrough() }),
)

/** The name of a field that is no secret; an event about any other is not received. */
export const OpenFieldName = Schema.String.check(
  Schema.makeFilter(name => !isSecretName(name), {
    expected: 'a field that is no secret: tell secretField.changed of a secret one',
  }),
)
