import { Schema } from 'effect'
import { requiredText } from '../forms/form-fields.ts'
import { Id, IsoInstant, Version } from '../ids/ids.ts'
import { confirmed } from '../users/confirmation.ts'
import { ROLE_IDS } from '../users/role-ids.ts'
import { SIGN_ON_DOMAINS_MAX, signOnDomainFault } from './sign-on-domains.ts'

/** The protocol between the desk and the provider who signs users on. */
export const SignOnKind = Schema.Literals(['oidc', 'saml'])
export type SignOnKind = typeof SignOnKind.Type

/** The role of users who are made on their first sign-on: never a super admin. */
export const SignOnRole = Schema.Literals([ROLE_IDS.admin, ROLE_IDS.user])

const TEXT_MAX_LENGTH = 500
const SSO_URL_MAX_LENGTH = 2_000
const CERTIFICATES_MAX_LENGTH = 40_000
export const SIGN_ON_SECRET_MAX_LENGTH = 1_000

const Domains = Schema.Array(Schema.String.check(Schema.isMaxLength(TEXT_MAX_LENGTH))).check(
  Schema.makeFilter((domains: readonly string[]) => {
    if (domains.length > SIGN_ON_DOMAINS_MAX) return `At most ${SIGN_ON_DOMAINS_MAX} domains can be claimed`
    for (const domain of domains) {
      const fault = signOnDomainFault(domain)
      if (fault !== null) return fault
    }
    return new Set(domains).size === domains.length ? undefined : 'Each domain appears once'
  }),
)

/** The single sign-on of an account as its admin edits it; the client's secret is set apart, so that no draft holds it. */
export const SignOnForm = Schema.Struct({
  kind: SignOnKind,
  /** The provider's issuer, as its discovery document says it; by SAML its entity id. */
  issuer: requiredText({ label: 'Issuer', maxLength: TEXT_MAX_LENGTH }),
  /** By OpenID Connect. */
  client_id: Schema.String.check(Schema.isMaxLength(TEXT_MAX_LENGTH)),
  /** By SAML: where the provider signs on. */
  sso_url: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(SSO_URL_MAX_LENGTH))),
  /** By SAML: the certificates of the keys that it signs with, as PEM or in base64. */
  certificates: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(CERTIFICATES_MAX_LENGTH))),
  /** Mail domains whose users sign on by this provider, in lower case. */
  domains: Domains,
  is_on: Schema.Boolean,
  /** The account's users have no other way in; super admins do. */
  only: Schema.Boolean,
  makes_users: Schema.Boolean,
  new_users_role: SignOnRole,
})
export type SignOnForm = typeof SignOnForm.Type

/** The form with the version that the editor saw (0: nothing was stored), confirmed (S8). */
export const SignOnChanges = Schema.Struct({ ...SignOnForm.fields, version: Version, ...confirmed })

/** The stored part of it. */
export const SignOn = Schema.Struct({
  ...SignOnForm.fields,
  /** By SAML: whose certificates they are, and how long they last. */
  certified: Schema.Array(Schema.Struct({ subject: Schema.String, valid_until: IsoInstant })),
  /** A client secret is set; it is never shown again. */
  has_secret: Schema.Boolean,
  /** When a user last signed on through it; null: no user has since its provider was set. */
  proved_at: Schema.NullOr(IsoInstant),
  version: Version,
})
export type SignOn = typeof SignOn.Type

/** The single sign-on of an account, and the addresses that its provider must know. */
export const SignOnState = Schema.Struct({
  account_id: Id,
  /** null: none is set up. */
  sign_on: Schema.NullOr(SignOn),
  callback_url: Schema.String,
  /** By SAML: where the provider posts to, and the desk's metadata, whose address is its entity id. */
  acs_url: Schema.String,
  metadata_url: Schema.String,
  sign_out_url: Schema.String,
})
export type SignOnState = typeof SignOnState.Type

/** A client secret, confirmed (S8); null takes it away. */
export const SignOnSecret = Schema.Struct({
  client_secret: Schema.NullOr(
    Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(SIGN_ON_SECRET_MAX_LENGTH)),
  ),
  ...confirmed,
})

/** A provider to be asked who it is. */
export const SignOnTest = Schema.Struct({ issuer: SignOnForm.fields.issuer })

/** Its result: the fault in a sentence, or null with the provider's answer. */
export const SignOnTested = Schema.Struct({
  fault: Schema.NullOr(Schema.String),
  /** The findings, by name: 'Authorization endpoint'. */
  found: Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String })),
})
export type SignOnTested = typeof SignOnTested.Type

/** The beginning of a sign-on: whose domain it is decides about the provider. */
export const SignOnStart = Schema.Struct({
  username: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(320)),
  remember: Schema.optionalKey(Schema.Boolean),
  /** The page to return to, as /login takes it (§2.31). */
  redirect: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(2_000))),
})

/** Where the browser goes to sign on. */
export const SignOnStarted = Schema.Struct({ location: Schema.String })

/**
 * The result of a sign-on that confirms who its user is: they are still at the provider, or a token that confirms one
 * change of this session.
 */
export const Confirmed = Schema.Union([
  Schema.Struct({ is_back: Schema.Literal(false) }),
  Schema.Struct({
    is_back: Schema.Literal(true),
    single_sign_on_token: Schema.String,
    /** How long it works. */
    lasts_seconds: Schema.Int,
  }),
])
export type Confirmed = typeof Confirmed.Type

/** The message for users of an account that is only entered by single sign-on, in place of a password. */
export const ONLY_BY_SIGN_ON = 'Your account is only entered by single sign-on: choose “Continue with single sign-on”.'

/** The message for a new password of a user whose account is only entered by single sign-on. */
export const PASSWORD_OPENS_NOTHING = 'The account is only entered by single sign-on: a password would open nothing.'
