import { SchemaAST, type Schema } from 'effect'

const PERSONAL = 'personal'

/**
 * Marks a field as personal: a name, an address, what somebody typed. It stands in the journal as it is, and whoever may not
 * read it sees a mask in its place.
 * @param schema what the field holds
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
/** What no address holds parts a text; every pattern here goes over a text once, however long it is. */
const ADDRESS_RUN = /[^\s"“”<>(),;:=&?/%]+/gu
/** A quotation that nobody closed goes on to the end: what was cut off tells no less. */
const QUOTED = /“([^”]*)(”|$)|"([^"]*)"/gu
/** What is searched for in a path, also in one that another path carries. */
const SEARCHED = /((?:[?&]|%(?:25)*3F|%(?:25)*26)(?:q|user|error)(?:=|%(?:25)*3D))((?:(?!%(?:25)*26)[^&#])+)/giu

/** Gives for a text the few characters that tell its mask from that of another text with the same initials. */
export type TagOf = (text: string) => string

/** A text as it is seen by whoever may not read it: initials, and a tag, so that equal texts stay equal and others differ: 'A••• B••• ·x7f'. */
function maskText(text: string, tagOf: TagOf): string {
  return text.trim() === '' ? text : `${text.replaceAll(WORD, '$1•••')} ·${tagOf(text)}`
}

/** Masks the address in a run of what addresses are made of: up to its last letter or digit, behind which the sentence ends. */
function maskAddress(run: string, tagOf: TagOf): string {
  const at = run.indexOf('@', 1)
  if (at === -1) return run
  const characters = Array.from(run)
  const address = characters
    .slice(0, characters.findLastIndex(character => LETTER_OR_DIGIT.test(character)) + 1)
    .join('')
  return address.length <= at ? run : maskText(address, tagOf) + run.slice(address.length)
}

/** Masks what a text, which is not personal itself, may tell of people: addresses, what is quoted, what was searched for. */
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
  return mask(value, false) as T // texts for texts: the shape is the same
}
