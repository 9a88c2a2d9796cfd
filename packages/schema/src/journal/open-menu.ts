import { Schema } from 'effect'
import { personal } from './personal.ts'

/** The most choices of a menu that a journal records: a longer menu is recorded in part. */
export const MENU_MOST_CHOICES = 50
/** The longest text of a recorded choice; the rest is cut off. */
export const MENU_MOST_CHARACTERS = 200

/** A mask is longer than its text: three dots for each word, and a tag. */
const MASK_GROWTH = 3
/** A menu may be of a person, and list people. */
const text = personal(Schema.String.check(Schema.isMaxLength(MENU_MOST_CHARACTERS * MASK_GROWTH)))

/** An open menu: the replay draws it from these words. */
export const OpenMenu = Schema.Struct({
  label: text,
  /** The line above the choices; null: none. */
  heading: Schema.NullOr(text),
  choices: Schema.Array(
    Schema.Struct({
      choice: text,
      /** A description, or the reason why it is blocked; null: none. */
      note: Schema.NullOr(text),
      look: Schema.Literals(['plain', 'current', 'danger', 'blocked']),
    }),
  ).check(Schema.isMaxLength(MENU_MOST_CHOICES)),
  /** On which side of its button. */
  placement: Schema.Literals(['bottom start', 'bottom end', 'right top', 'top start']),
  /** The button, from the window’s upper left corner. */
  button: Schema.Struct({ xPx: Schema.Int, yPx: Schema.Int, widthPx: Schema.Int, heightPx: Schema.Int }),
})
export type OpenMenu = typeof OpenMenu.Type
