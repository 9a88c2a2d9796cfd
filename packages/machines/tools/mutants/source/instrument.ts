import MagicString from 'magic-string'
import { parseAst } from 'vite'
import { MISTAKEN_FOR } from './switches.ts'

/** One way in which one place of a source file can be changed. */
export interface SourceChange {
  /** Switches the change on (switches.ts). */
  readonly id: string
  /** 'topic/topic.setup.ts status >= 500: >= → >' */
  readonly name: string
  readonly line: number
}

interface AstNode {
  readonly type: string
  readonly start: number
  readonly end: number
}
const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** `event.type === 'x'` and `'x' in event` only narrow the event's type; the chart decides who receives it. */
const TELLS_EVENT = /^\(?(?:\w+\.(?:type|kind) [!=]== '[^']*'|'\w+' in \w+)\)?$/
/** `user !== null` narrows the type for the code after it, which would throw without it. */
const TELLS_NULL = /^(.+) [!=]== null$/
function tellsType(text: string, after: readonly string[]): boolean {
  const [, asked] = TELLS_NULL.exec(text) ?? []
  return TELLS_EVENT.test(text) || (asked !== undefined && after.some(later => later.includes(asked)))
}

/** Reads a property of an AST node, whose types are not published with the parser. */
const at = (node: AstNode, key: string): AstNode => (node as unknown as Record<string, AstNode>)[key] as AstNode
const textAt = (node: AstNode, key: string): string => (node as unknown as Record<string, string>)[key] ?? ''
const listAt = (node: AstNode, key: string): readonly AstNode[] =>
  (node as unknown as Record<string, readonly AstNode[]>)[key] ?? []

/**
 * Builds every change of a file into its code at once, each behind a switch: constants off by one, comparisons and sums replaced
 * by their neighbours, a part of a condition left out, `and` replaced by `or`, a negation dropped, the two branches of a choice
 * swapped, and two properties of an assignment swapped.
 * @param code TypeScript as it is written
 * @param file the file's name in the names of the changes
 */
export function instrument(
  code: string,
  file: string,
): { readonly code: string; readonly changes: readonly SourceChange[] } {
  const out = new MagicString(code)
  const changes: SourceChange[] = []
  const textOf = ({ start, end }: AstNode): string => code.slice(start, end)
  const lineOf = ({ start }: AstNode): number => code.slice(0, start).split('\n').length
  let places = 0

  /** Notes a change of a place, and gives the number of the place. */
  function note(place: number, node: AstNode, said: string, what: string): void {
    changes.push({
      id: `${file}#${place} ${said}`,
      name: `${file} ${short(textOf(node))}: ${what}`,
      line: lineOf(node),
    })
  }
  function wrap(node: AstNode, call: string, parts: readonly AstNode[]): void {
    const place = places++
    out.appendRight(node.start, `$mutant.${call}(${JSON.stringify(`${file}#${place}`)}, `)
    parts.forEach((part, index) => {
      out.appendRight(part.start, '() => (')
      out.prependLeft(part.end, ')')
      const next = parts[index + 1]
      if (next) out.overwrite(part.end, next.start, ', ', { contentOnly: true })
    })
    out.prependLeft(node.end, ')')
  }

  /** `a && b && c` is one place of three parts. */
  function partsOf(node: AstNode, operator: string): readonly AstNode[] {
    return node.type === 'LogicalExpression' && textAt(node, 'operator') === operator
      ? [...partsOf(at(node, 'left'), operator), ...partsOf(at(node, 'right'), operator)]
      : [node]
  }

  function visit(node: AstNode, inAssign: boolean, parent: AstNode): void {
    if (
      node.type.startsWith('TS') &&
      !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type)
    )
      return
    if (node.type === 'ImportDeclaration') return
    switch (node.type) {
      case 'LogicalExpression': {
        const operator = textAt(node, 'operator')
        if (operator === '??') break
        const parts = partsOf(node, operator)
        const texts = parts.map(textOf)
        const isTyped = texts.map((text, index) => tellsType(text, texts.slice(index + 1)))
        const [call, other] = operator === '&&' ? ['all', '||'] : ['any', '&&']
        if (!isTyped.includes(true)) note(places, node, 'other', `${operator} → ${other}`)
        texts.forEach((text, index) => {
          if (!isTyped[index]) note(places, node, String(index), `without ${short(text)}`)
        })
        wrap(node, call, parts)
        // the links of the chain are this one place
        parts.forEach(part => visit(part, inAssign, node))
        return
      }
      case 'BinaryExpression': {
        const operator = textAt(node, 'operator')
        const other = MISTAKEN_FOR[operator]
        const [left, right] = [at(node, 'left'), at(node, 'right')]
        const isText = [left, right].some(
          ({ type, ...rest }) =>
            type === 'TemplateLiteral' ||
            (type === 'Literal' && typeof (rest as { value?: unknown }).value === 'string'),
        )
        if (other === undefined || TELLS_EVENT.test(textOf(node)) || ('+-*/'.includes(operator) && isText)) break
        note(places, node, 'other', `${operator} → ${other}`)
        out.appendRight(
          node.start,
          `$mutant.pair(${JSON.stringify(`${file}#${places}`)}, ${JSON.stringify(operator)}, `,
        )
        out.overwrite(left.end, right.start, ', ', { contentOnly: true })
        out.prependLeft(node.end, ')')
        places++
        break
      }
      case 'UnaryExpression': {
        if (textAt(node, 'operator') !== '!') break
        const argument = at(node, 'argument')
        note(places, node, 'other', 'not negated')
        out.overwrite(node.start, argument.start, `$mutant.not(${JSON.stringify(`${file}#${places}`)}, `, {
          contentOnly: true,
        })
        out.prependLeft(node.end, ')')
        places++
        break
      }
      case 'ConditionalExpression': {
        const [test, consequent, alternate] = [at(node, 'test'), at(node, 'consequent'), at(node, 'alternate')]
        if (TELLS_EVENT.test(textOf(test))) break
        note(places, node, 'other', 'its two ways swapped')
        wrap(node, 'choose', [test, consequent, alternate])
        break
      }
      case 'Literal': {
        const { value } = node as AstNode & { readonly value?: unknown }
        if (typeof value !== 'number') break
        note(places, parent, 'other', `${value} → ${value + 1}`)
        out.appendRight(node.start, `$mutant.number(${JSON.stringify(`${file}#${places}`)}, `)
        out.prependLeft(node.end, ')')
        places++
        break
      }
      case 'ObjectExpression': {
        if (!inAssign) break
        const fields = listAt(node, 'properties').filter(
          property => property.type === 'Property' && at(property, 'key').type === 'Identifier',
        )
        const nameOf = (property: AstNode) => textAt(at(property, 'key'), 'name')
        const pairs = fields
          .slice(1)
          .map((field, index) => [fields[index] ?? field, field] as const)
          .filter(([one, other]) => textOf(at(one, 'value')) !== textOf(at(other, 'value')))
          .map(([one, other]) => [nameOf(one), nameOf(other)] as const)
        if (pairs.length === 0) break
        for (const [one, other] of pairs) note(places, node, `${one} ${other}`, `${one} and ${other} swapped`)
        out.appendRight(node.start, `$mutant.swap(${JSON.stringify(`${file}#${places}`)}, `)
        out.prependLeft(node.end, ')')
        places++
        break
      }
      default:
    }
    const isAssign = node.type === 'CallExpression' && textOf(at(node, 'callee')) === 'assign'
    for (const [key, child] of Object.entries(node)) {
      // a number that is a property name or in a type does not count
      if (key === 'typeAnnotation' || key === 'typeArguments' || key === 'typeParameters' || key === 'returnType')
        continue
      if (key === 'key' && node.type === 'Property') continue
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one, inAssign || isAssign, node)
    }
  }

  const program = parseAst(code, { lang: 'ts', preserveParens: true }) as unknown as AstNode
  visit(program, false, program)
  return { code: out.toString(), changes }
}

const MOST_LETTERS = 60
const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS)}…` : line
}
