import type { KeyScope } from '@desk/schema/api-keys/key-scopes'
import { isPermission, type Permission } from '@desk/schema/permissions/permissions'
import { Context } from 'effect'
import { OpenTo, type WhoMayCall } from './authorization.ts'

/** How API keys open an endpoint: by a scope, by any scope, or not at all (`sessions only`: it belongs to the person who signed in). */
export type KeyAccess = KeyScope | 'any scope' | 'sessions only'

/** Declares how API keys open an endpoint, where that does not follow from its `OpenTo` and method. */
export const KeyAccess = Context.Reference<KeyAccess | 'as OpenTo says'>('@desk/api/KeyAccess', {
  defaultValue: () => 'as OpenTo says',
})

/** How API keys open the endpoints of a permission: reading and writing apart. */
interface ByMethod {
  readonly reading: KeyAccess
  readonly writing: KeyAccess
}
const STUDIES: ByMethod = { reading: 'read_studies', writing: 'write_studies' }
const SUPPLIERS: ByMethod = { reading: 'read_studies', writing: 'admin' }
const RECONCILE: ByMethod = { reading: 'reconcile', writing: 'reconcile' }
const ADMIN: ByMethod = { reading: 'admin', writing: 'admin' }
const CLOSED: ByMethod = { reading: 'sessions only', writing: 'sessions only' }

/** Permissions of super admins are closed: a key is bound to its account, even if a super admin made it. */
const BY_PERMISSION: Readonly<Record<Permission, ByMethod>> = {
  'open projects': STUDIES,
  'write studies': STUDIES,
  'snooze alerts': CLOSED,
  'share views': STUDIES,
  'see the sell price': STUDIES,
  'see the supply side': STUDIES,
  'read the supply side': STUDIES,
  'edit the supply side': STUDIES,
  'price suppliers': STUDIES,
  'use allocation templates': STUDIES,
  'nest quotas': STUDIES,
  'balance clicks': STUDIES,
  'boost sources': STUDIES,
  'read reconciliations': RECONCILE,
  reconcile: RECONCILE,
  'read statements': RECONCILE,
  'read sell statements': RECONCILE,
  'close periods': ADMIN,
  'decide disputes': RECONCILE,
  'manage statement links': ADMIN,
  // a key belongs to one user, and an erasure needs two
  'erase respondents': CLOSED,
  'see the recon indicator': RECONCILE,
  'write suppliers': SUPPLIERS,
  'read qualifications': STUDIES,
  'download qualifications': STUDIES,
  'write qualifications': STUDIES,
  'read private qualifications': STUDIES,
  'manage quality questions': ADMIN,
  'manage webhooks': ADMIN,
  'manage alert rules': ADMIN,
  'manage Defender rules': ADMIN,
  'open Defender': STUDIES,
  'export Defender data': STUDIES,
  'see the block list': SUPPLIERS,
  'keep the block list': SUPPLIERS,
  'read scorecards': STUDIES,
  'see flagged completes': RECONCILE,
  'review completes': RECONCILE,
  'manage return hashing': ADMIN,
  'read rate cards': ADMIN,
  'manage rate cards': ADMIN,
  'manage supplier accounts': ADMIN,
  'edit business units': ADMIN,
  'open administration': ADMIN,
  'manage users': ADMIN,
  'read the audit log': ADMIN,
  'manage privacy': ADMIN,
  'set the logo': ADMIN,
  'require second factors': CLOSED,
  'manage API keys': CLOSED,
  'manage single sign-on': CLOSED,
  'open labs': CLOSED,
  'manage accounts': CLOSED,
  'link supplier accounts': CLOSED,
  'create accounts': CLOSED,
  'manage features': CLOSED,
  'edit the platform': CLOSED,
  'delete users': CLOSED,
  'remove second factors': CLOSED,
  'switch accounts': CLOSED,
  'choose a default account': CLOSED,
  'read journals': CLOSED,
  'read personal data in journals': CLOSED,
}

/** The parts of an endpoint that say who may call it. */
interface Declared {
  readonly method: string
  readonly annotations: Context.Context<never>
}

/**
 * Says how API keys open an endpoint.
 * @returns `undeclared` where neither its `KeyAccess` nor its `OpenTo` says so: keys are refused there
 */
export function keyAccessOf({ method, annotations }: Declared): KeyAccess | 'undeclared' {
  const own = Context.get(annotations, KeyAccess)
  return own === 'as OpenTo says' ? accessBy(Context.get(annotations, OpenTo), method) : own
}

function accessBy(openTo: WhoMayCall | 'nobody', method: string): KeyAccess | 'undeclared' {
  if (openTo === 'anySession') return 'sessions only'
  if (!isPermission(openTo)) return 'undeclared'
  const { reading, writing } = BY_PERMISSION[openTo]
  return method === 'GET' ? reading : writing
}

/**
 * Says why a key with these scopes does not open an endpoint.
 * @returns a sentence for its holder; null: it does
 */
export function keyRefusal(scopes: readonly KeyScope[], access: KeyAccess | 'undeclared'): string | null {
  if (access === 'sessions only' || access === 'undeclared') return 'This is not open to API keys: sign in to do it.'
  if (access === 'any scope' || scopes.includes(access)) return null
  return `This key lacks the scope ${access}.`
}
