import { parseSync } from 'vite'
import type { SourceFile } from './source-files.ts'

/** The rules of docs/glossary.md for sentences, by name. */
export const RULES: Readonly<Record<string, RegExp>> = {
  'begins with What, Whoever or Those': /(?:^|[.:;!?] )(?:What|Whoever|Those|That which)\b(?![^.:;!]*\?)/gm,
  'what is, was or came': /\bwhat (?:is|was|came)\b(?![^.:;!]*\?)/gi,
  told: /\btold\b/gi,
  heard: /\bheard\b/gi,
  anew: /\banew\b/gi,
  meanwhile: /\bmeanwhile\b/gi,
  besides: /\bbesides\b/gi,
  kept: /\bkept\b/gi,
  nobody: /\bnobody\b/gi,
  somebody: /\bsomebody\b/gi,
  stands: /\bstands?\b/gi,
  whoever: /\bwhoever\b/gi,
}

/** Most files have none of these words, and are not parsed. */
const MAY_BE_ODD =
  /\b(?:what (?:is|was|came)|told|heard|anew|meanwhile|besides|kept|nobody|somebody|stands?|whoever|those|that which|what)\b/i

export interface OddSentence {
  readonly rule: string
  readonly path: string
  readonly line: number
  readonly isComment: boolean
  readonly text: string
}

/** The sentences of a file that break a rule: its comments, the titles of its tests, and the texts that it shows. */
export function oddSentences({ path, text }: SourceFile): readonly OddSentence[] {
  if (!MAY_BE_ODD.test(text)) return []
  const parsed = parseSync(path, text)
  const pieces = [
    ...parsed.comments.map(({ value, start }) => ({ words: plain(value), start, isComment: true })),
    ...sentences(parsed.program).map(piece => ({ ...piece, isComment: false })),
  ]
  return pieces.flatMap(({ words, start, isComment }) =>
    Object.entries(RULES)
      // machines tell each other things: their messages have these names
      .filter(([rule]) => !(path.startsWith('packages/machines/') && (rule === 'told' || rule === 'heard')))
      // a mutant's name says which field is “kept”
      .filter(([rule]) => !(path.startsWith('packages/machines/tools/mutants/') && rule === 'kept'))
      .flatMap(([rule, pattern]) =>
        [...words.matchAll(pattern)].map(() => ({
          rule,
          path,
          line: text.slice(0, start).split('\n').length,
          isComment,
          text: words,
        })),
      ),
  )
}

/** A comment as one line a sentence, without its stars. */
const plain = (comment: string): string =>
  comment
    .split('\n')
    .map(line => line.replace(/^\s*\*+ ?/, '').trim())
    .join(' ')
    .trim()

/** Several words that begin with a capital, or follow one: no name, no path, no SQL. */
const IS_SENTENCE = /^[A-Z“‘…][^\n]*\s\S|^[a-z][a-z’']*(?: [^ ]+){3,}/
const IS_CODE =
  /^(?:select|insert|update|delete|with|create|alter|drop|grant|revoke|from|where|and|or|exists|coalesce|case)\b|::|=>|\$\d|[{}<>=]|--/i

function sentences(node: unknown): readonly { words: string; start: number }[] {
  if (Array.isArray(node)) return node.flatMap(sentences)
  if (typeof node !== 'object' || node === null) return []
  const { type, value, start } = node as { type?: string; value?: unknown; start: number } // a node of the tree: it has a place
  switch (type) {
    case 'ImportDeclaration':
    case 'TSLiteralType':
      return []
    case 'TemplateElement':
      return sentence((value as { cooked: string | null }).cooked, start) // the text of a template
    case 'Literal':
    case 'JSXText':
      return sentence(value, start)
    default:
      return Object.values(node).flatMap(child => (typeof child === 'object' ? sentences(child) : []))
  }
}

function sentence(value: unknown, start: number): readonly { words: string; start: number }[] {
  const words = typeof value === 'string' ? value.trim() : ''
  return IS_SENTENCE.test(words) && !IS_CODE.test(words) ? [{ words, start }] : []
}
