import type { Schema } from 'effect'

const SECRET_NAME = /^(code|recovery_?code)$|(password|passwd|secret|token|authorization|totp|otp)(_?code)?$/i

/** Whether a field of that name is a secret whatever its schema says; its value never enters a machine. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name)

/** A JSON value without the fields, at any depth, whose names are those of secrets. */
export function withoutSecretFields(value: Schema.Json): Schema.Json {
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map(withoutSecretFields)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (isSecretName(name) ? [] : [[name, withoutSecretFields(inner)]])),
  )
}

// Array.isArray does not narrow readonly arrays.
const isList = (value: object): value is readonly Schema.Json[] => Array.isArray(value)
