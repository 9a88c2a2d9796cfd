import { Schema } from 'effect'
import { secret } from '../journal/secret.ts'
import { Id } from '../ids/ids.ts'
import { RoleId } from './current-user.ts'
import {
  HOLDS_USERNAME,
  holdsUsername,
  PASSWORD_RULES,
  PASSWORDS_DIFFER,
  type PasswordPolicy,
} from './password-rules.ts'
import { personName } from './person-name.ts'
import { permissionFields } from './user.ts'

const USERNAME_MAX_LENGTH = 200
// the HTML standard's pattern of an e-mail address
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

export const INVALID_USERNAME = 'Username Must be a valid email'

/** Whether a text is a mail address of one mailbox, which a username has to be. */
export const isUsername = (text: string): boolean => text.length <= USERNAME_MAX_LENGTH && EMAIL.test(text)

const texts = {
  firstname: personName('Firstname'),
  lastname: personName('Lastname'),
  username: Schema.String.check(
    Schema.makeFilter((text: string) => isUsername(text.trim()), { message: INVALID_USERNAME }),
  ).annotateKey({
    messageMissingKey: INVALID_USERNAME,
  }),
}

// an empty password is none (§5.25)
function password(policy: PasswordPolicy) {
  const [first, ...others] = PASSWORD_RULES[policy].map(({ message, isMet }) =>
    Schema.makeFilter((text: string) => text === '' || isMet(text), { message }),
  )
  return first ? Schema.String.check(first, ...others) : Schema.String
}

interface Passwords {
  readonly password?: string
  readonly confirm_password?: string
}
const passwordsAgree = Schema.makeFilter(({ password: given = '', confirm_password: confirmed = '' }: Passwords) =>
  given === confirmed ? undefined : { path: ['confirm_password'], issue: PASSWORDS_DIFFER },
)

/** The text fields of the form that creates a user (§5.24); the user chooses the password (§5.27). */
export const NewUserTexts = Schema.Struct(texts)

const choices = { role_id: RoleId, is_consultant: Schema.Boolean, ...permissionFields }

/** The whole form that creates a user (§2.41), in its order; the user chooses the password (§5.27). */
export const NewUserForm = Schema.Struct({
  firstname: texts.firstname,
  lastname: texts.lastname,
  user_time_zone: Id,
  username: texts.username,
  ...choices,
})

/** The whole form that edits a user (§2.41, §5.24, §5.25), in its order; `AgreeingPasswords` checks that its passwords agree. */
export function editedUserForm(policy: PasswordPolicy) {
  return Schema.Struct({
    ...NewUserForm.fields,
    password: secret(password(policy)),
    confirm_password: secret(Schema.String),
  })
}

/** The two passwords of a form (§5.26), checked separately: a rule over the whole form does not run while one of its fields is wrong. */
export const AgreeingPasswords = Schema.Struct({
  password: secret(Schema.String),
  confirm_password: secret(Schema.String),
}).check(passwordsAgree)

/** A password that does not contain the username of the same form (S7); the form checks the other rules. */
export const PasswordApart = Schema.Struct({ username: Schema.String, password: secret(Schema.String) }).check(
  Schema.makeFilter(({ username, password: given = '' }: { readonly username: string; readonly password?: string }) =>
    holdsUsername(given, username) ? { path: ['password'], issue: HOLDS_USERNAME } : undefined,
  ),
)

/** The same rules for changes as the server accepts them: any field may be missing. */
export function changedUserTexts(policy: PasswordPolicy) {
  return Schema.Struct({
    firstname: Schema.optionalKey(texts.firstname),
    lastname: Schema.optionalKey(texts.lastname),
    username: Schema.optionalKey(texts.username),
    password: secret(password(policy)),
    confirm_password: secret(Schema.String),
  }).check(passwordsAgree)
}
