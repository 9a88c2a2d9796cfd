import { Schema, SchemaTransformation } from 'effect'

/** Control characters, and marks that change the direction of a text or that no page shows: a name with them does not read as it is. */
export const UNREADABLE_IN_NAMES = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u
const EACH_UNREADABLE = new RegExp(UNREADABLE_IN_NAMES, 'gu')
const LINE_BREAKS = /[\t-\r\u0085\u2028\u2029]+/g

/** A name on one line, without what does not read as it is; '' when nothing of it is left. */
export const onOneLine = (name: string): string =>
  name.toWellFormed().replaceAll(LINE_BREAKS, ' ').replaceAll(EACH_UNREADABLE, '').replaceAll(/\s+/g, ' ').trim()

const FILENAME_MAX_LENGTH = 200

/** The name of a file in a call. It is stored and shown on one line, and called "file" when nothing of it can be read. */
export const SentFileName = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(FILENAME_MAX_LENGTH)).pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transform({ decode: name => onOneLine(name) || 'file', encode: (name: string) => name }),
  ),
)
