import { Schema, SchemaAST } from 'effect'

const SECRET = 'secret'

/**
 * Marks a field as secret: it never enters the journal, and no machine ever sees it.
 * @param schema what the field holds
 * @returns the schema for a struct's field, optional, because a journalled event lacks it
 * @example Schema.Struct({ username: Schema.String, password: secret(Schema.String) })
 */
export function secret<S extends Schema.Top>(schema: S): Schema.optionalKey<S['Rebuild']> {
  return Schema.optionalKey(schema.annotate({ [SECRET]: true }))
}

function isSecret(ast: SchemaAST.AST): boolean {
  return (
    ast.annotations?.[SECRET] === true || (ast.checks?.some(check => check.annotations?.[SECRET] === true) ?? false)
  )
}

type Plain = Readonly<Record<string, unknown>>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A union member fits when its literal fields (an event's `type`) equal the value's and no required field is missing. */
function fits(member: SchemaAST.AST, value: unknown): boolean {
  if (SchemaAST.isObjects(member)) {
    return (
      isPlain(value) &&
      member.propertySignatures.every(
        ({ name, type }) => !SchemaAST.isLiteral(type) || (typeof name === 'string' && value[name] === type.literal),
      )
    )
  }
  if (SchemaAST.isArrays(member)) return Array.isArray(value)
  if (SchemaAST.isNull(member)) return value === null
  if (SchemaAST.isLiteral(member)) return value === member.literal
  if (SchemaAST.isUnion(member)) return member.types.some(type => fits(type, value))
  return !isPlain(value) && !Array.isArray(value) && value !== null
}

function keep(ast: SchemaAST.AST, value: unknown): unknown {
  if (SchemaAST.isSuspend(ast)) return keep(ast.thunk(), value)
  if (SchemaAST.isUnion(ast)) {
    const member = ast.types.find(type => fits(type, value))
    return member === undefined ? null : keep(member, value)
  }
  if (SchemaAST.isArrays(ast)) {
    if (!Array.isArray(value)) return null
    const items: readonly unknown[] = value
    return items.flatMap((item, index) => {
      const type = ast.elements[index] ?? ast.rest[0]
      return type === undefined || isSecret(type) ? [] : [keep(type, item)]
    })
  }
  if (SchemaAST.isObjects(ast)) {
    if (!isPlain(value)) return null
    const named = ast.propertySignatures
      .filter(({ name, type }) => typeof name === 'string' && Object.hasOwn(value, name) && !isSecret(type))
      .map(({ name, type }) => [String(name), keep(type, value[String(name)])] as const)
    const declared = new Set(ast.propertySignatures.map(({ name }) => name))
    const [index] = ast.indexSignatures
    const others =
      index === undefined || isSecret(index.type)
        ? []
        : Object.entries(value)
            .filter(([name]) => !declared.has(name))
            .map(([name, item]) => [name, keep(index.type, item)] as const)
    return Object.fromEntries([...named, ...others])
  }
  return isSecret(ast) ? null : value
}

/**
 * Leaves out of a value every field that its schema marks secret, and every field that the schema does not have.
 * @param schema the value's schema
 * @param value a decoded value
 * @returns a copy that may be journalled; a value that fits no member of a union becomes null
 */
export function redact<S extends Schema.Constraint>(schema: S, value: S['Type']): S['Type'] {
  return keep(schema.ast, value) as S['Type'] // The copy has the value's own fields; secret ones are optional by secret().
}

/** Paths of the fields of a schema, each with whether it is secret; for the test that looks for unmarked ones. */
export function fieldsOf(schema: Schema.Constraint): readonly { readonly path: string; readonly isSecret: boolean }[] {
  const walk = (
    ast: SchemaAST.AST,
    path: string,
    inSecret: boolean,
  ): readonly { path: string; isSecret: boolean }[] => {
    const hidden = inSecret || isSecret(ast)
    if (SchemaAST.isUnion(ast)) return ast.types.flatMap(type => walk(type, path, hidden))
    if (SchemaAST.isArrays(ast)) return [...ast.elements, ...ast.rest].flatMap(type => walk(type, `${path}[]`, hidden))
    if (SchemaAST.isObjects(ast)) {
      return [
        ...ast.propertySignatures.flatMap(({ name, type }) =>
          walk(type, path === '' ? String(name) : `${path}.${String(name)}`, hidden),
        ),
        ...ast.indexSignatures.flatMap(({ type }) => walk(type, `${path}.*`, hidden)),
      ]
    }
    return [{ path, isSecret: hidden }]
  }
  return walk(schema.ast, '', false)
}
