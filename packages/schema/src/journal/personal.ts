import { SchemaAST, type Schema } from 'effect'

const PERSONAL = 'personal'

/**
 * Marks a field as personal: a name, an address, a typed text. The journal stores it unchanged; viewers who may not
 * read it see a mask.
 * @param schema the field's schema
 * @returns the same schema, marked
 */
export function personal<S extends Schema.Top>(schema: S): S['Rebuild'] {
  return schema.annotate({ [PERSONAL]: true })
}

const isPersonal = (ast: SchemaAST.AST): boolean =>
  ast.annotations?.[PERSONAL] === true || (ast.checks?.some(check => check.annotations?.[PERSONAL] === true) ?? false)

/** Names of the fields, at any depth, that a schema marks personal. */
export function personalNamesOf(schema: Schema.Constraint): ReadonlySet<string> {
  const names = new Set<string>()
  const walk = (ast: SchemaAST.AST): void => {
    if (SchemaAST.isUnion(ast)) ast.types.forEach(walk)
    else if (SchemaAST.isArrays(ast)) [...ast.elements, ...ast.rest].forEach(walk)
    else if (SchemaAST.isObjects(ast)) {
      for (const { name, type } of ast.propertySignatures) {
        if (isPersonal(type) || (SchemaAST.isUnion(type) && type.types.some(isPersonal))) names.add(String(name))
        else walk(type)
      }
      for (const { type } of ast.indexSignatures) walk(type)
    }
  }
  walk(schema.ast)
  return names
}

const WORD = /(\S)\S*/gu
const LETTER_OR_DIGIT = /[\p{L}\d]/u
/** Characters that no e-mail address holds split a text. Every pattern here scans a text once, however long it is. */
const ADDRESS_RUN = /[^\s"“”<>(),;:=&?/%]+/gu
/** An unclosed quotation runs to the end of the text: a text that was cut off is as personal. */
const QUOTED = /“([^”]*)(”|$)|"([^"]*)"/gu
/** The search text in a path, also in a path that another path carries. */
const SEARCHED = /((?:[?&]|%(?:25)*3F|%(?:25)*26)(?:q|user|error)(?:=|%(?:25)*3D))((?:(?!%(?:25)*26)[^&#])+)/giu

/** Gives the tag that tells the masks of two texts with the same initials apart. */
export type TagOf = (text: string) => string

/** Masks a text as its initials and a tag, so that equal texts stay equal and different ones differ: 'A••• B••• ·x7f'. */
function maskText(text: string, tagOf: TagOf): string {
  return text.trim() === '' ? text : `${text.replaceAll(WORD, '$1•••')} ·${tagOf(text)}`
}

/**
 * Masks the e-mail address in a run of address characters, up to its last letter or digit: punctuation after it belongs to the
 * sentence.
 */
function maskAddress(run: string, tagOf: TagOf): string {
  const at = run.indexOf('@', 1)
  if (at === -1) return run
  const characters = Array.from(run)
  const address = characters
    .slice(0, characters.findLastIndex(character => LETTER_OR_DIGIT.test(character)) + 1)
    .join('')
  return address.length <= at ? run : maskText(address, tagOf) + run.slice(address.length)
}

/** Masks what may be personal in a text that is not marked: e-mail addresses, quotations and search words. */
function maskWithin(text: string, tagOf: TagOf): string {
  return text
    .replaceAll(SEARCHED, (_, before: string, searched: string) => `${before}•••${tagOf(searched)}`)
    .replaceAll(QUOTED, (_, curly: string | undefined, closing: string, straight: string) =>
      curly === undefined ? `"${maskText(straight, tagOf)}"` : `“${maskText(curly, tagOf)}${closing}`,
    )
    .replaceAll(ADDRESS_RUN, run => maskAddress(run, tagOf))
}

/**
 * Masks plain data.
 * @param names fields whose texts, at any depth, are masked whole; in every other text addresses, quoted words and searches are
 * @param value plain JSON
 * @returns a copy of the same shape; numbers and booleans stay
 */
export function maskPersonal<T>(names: ReadonlySet<string>, value: T, tagOf: TagOf): T {
  const mask = (each: unknown, isWhole: boolean): unknown => {
    if (typeof each === 'string') return isWhole ? maskText(each, tagOf) : maskWithin(each, tagOf)
    if (Array.isArray(each)) return each.map(item => mask(item, isWhole))
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(
      Object.entries(each).map(([name, field]) => [name, mask(field, isWhole || names.has(name))]),
    )
  }
  return mask(value, false) as T // only texts were replaced by texts: the shape is the same
}
